"""Who knows what in a game: what the leak check has to be told to change secrets alone."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.games.chance import Chance, Rng
from referee.games.contract import Game, Setup
from referee.games.state import State

Orders = dict[str, list[int]]
"""What each named stream of chance gave, in the order of drawing."""


class Decided(Protocol):
    """A decision as it was made."""

    @property
    def seat(self) -> int:
        """Whose it was."""

    @property
    def action(self) -> int:
        """What was decided."""

    @property
    def stand_in(self) -> bool:
        """Whether a stand-in made it, who draws a number among all it may do."""


class Stacked(Chance):
    """Chance that gives what it was told to, and then goes on with `later`."""

    def __init__(self, orders: Orders, later: Chance) -> None:
        self._orders = orders
        self._later = later

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        if stream in self._orders:
            return list(self._orders[stream])
        return self._later.shuffled(stream, items)

    def copy(self) -> Chance:
        return Stacked(self._orders, self._later.copy())


@dataclass(frozen=True)
class Past:
    """A moment of a match, and how the match came to it."""

    game: Game
    setup: Setup
    moves: Sequence[Decided]
    """All decisions so far, with those that nobody was asked about."""
    state: State
    """The position at this moment."""


class Swapper(ABC):
    """Who knows what in one game.

    It is there to find mistakes in `observe`, in `determinize` and in the journal, so it uses
    none of them: it reads the fields of the state.
    """

    later_chance: str = ""
    """The kind of secret that stands for shuffles still to come, if the game has any."""

    @abstractmethod
    def kinds(self, setup: Setup) -> tuple[str, ...]:
        """The kinds of secret that exist in this variant."""

    @abstractmethod
    def secrets(self, state: State, seat: int) -> Mapping[str, object]:
        """By kind, what `seat` may not know; equal where nothing differs."""

    @abstractmethod
    def known(self, state: State, seat: int) -> object:
        """Everything that `seat`, who forgets nothing, may know; equal where nothing differs."""

    @abstractmethod
    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        """Change `orders`, from which the match came, in secrets of these kinds alone.

        A match dealt from the changed orders, with the same moves, comes to a state that `seat`
        cannot tell from that of `past`.
        """
