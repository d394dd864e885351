"""What a game brings besides its rules. Each part is named here and loaded where it is first used.

So a bot that looks at no view starts without one, and a command that only lists games imports
neither messages nor search. A reference is ``module:name``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from google.protobuf.message import Message


@dataclass(frozen=True, eq=False)  # whatever is kept for a game's messages is found at once
class Messages:
    """Typed messages, whose fields are named like the game's columns and stand in their order.

    A module that protoc made holds them: ``PrefixComponents``, ``PrefixEvents``,
    ``PrefixObservation``, ``PrefixActions``, and ``PrefixPosition`` with one of each of the last
    three as its fields ``events``, ``observation`` and ``actions``.
    """

    module: str
    prefix: str

    @cached_property
    def components(self) -> "Callable[..., Message]":
        """What ids mean."""
        return self._message("Components")

    @cached_property
    def events(self) -> "Callable[..., Message]":
        """What was announced."""
        return self._message("Events")

    @cached_property
    def observation(self) -> "Callable[..., Message]":
        """What a seat sees."""
        return self._message("Observation")

    @cached_property
    def actions(self) -> "Callable[..., Message]":
        """What it may do."""
        return self._message("Actions")

    @cached_property
    def position(self) -> "Callable[..., Message]":
        """All of that."""
        return self._message("Position")

    def _message(self, name: str) -> "Callable[..., Message]":
        made: Callable[..., Message] = load(f"{self.module}:{self.prefix}{name}")
        return made


@dataclass(frozen=True)
class Parts:
    """What one game brings; everything may be left out."""

    messages: Messages | None = None
    """Without, positions travel in the generic form."""
    view: str = ""
    """A class that is made from a turn (`referee.games.asked`) and shows it with names."""
    told: str = ""
    """A `Told` (`referee.games.told`): a question in named objects; without, in columns."""
    style: str = ""
    """A `Style` that can be made without arguments; without, matches are played on at random."""
    features: str = ""
    """A `Features` that can be made without arguments; without, no learner plays the game."""
    guide: str = ""
    """A `Guide` that can be made without arguments; without, people see notation alone."""
    swapper: str = ""
    """A `Swapper` that can be made without arguments; without, no leak check is possible."""
    drawing: str = ""
    """A package with ``drawing.js``, ``drawing.css`` and ``glyphs.svg``, which draw the table in a
    browser; without, its text is shown there."""


def load(reference: str) -> Any:  # noqa: ANN401 - a reference can name anything
    """What a reference names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
