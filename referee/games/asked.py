"""What a view with names is made from: the narrow side of the kit's turn.

The kit for bots stands above the games, so a view knows of it no more than this.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from referee.games.contract import Setup
from referee.games.observation import Observation
from referee.games.state import Event


class AskedAction(Protocol):
    """Something that may be done now."""

    @property
    def id(self) -> int:
        """The same for the same action in every position."""


class AskedMatch(Protocol):
    """The match, from one seat."""

    @property
    def setup(self) -> Setup:
        """The variant that is played."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def memory(self) -> Sequence[Event]:
        """Everything this seat was told since the deal, in order."""

    @property
    def kept(self) -> dict[str, Any]:
        """What views remember between turns."""


class AskedTurn(Protocol):
    """A decision that is due."""

    @property
    def match(self) -> AskedMatch:
        """The match it belongs to."""

    @property
    def observation(self) -> Observation:
        """What lies open to the seat that is asked."""

    @property
    def legal(self) -> Sequence[AskedAction]:
        """What it may do."""
