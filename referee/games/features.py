"""What a learner sees of a position: arrays of fixed shape, made from what one seat may know.

A game that brings features writes, for a state and a seat, one row of bytes, and tells what each
byte means and how large it can get. The row depends on what that seat knows and on nothing else:
the true state, the one a bot rebuilds from the wire and any state in between that the seat cannot
tell apart give the same bytes. Seats are counted from the one that looks: 0 is itself, 1 the next
one in turn order.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.games.contract import Setup
from referee.games.state import State


@dataclass(frozen=True)
class Place:
    """One number of a row; the smallest it can be is 0."""

    name: str
    high: int
    """The largest it can be, at most 255; a number that could be larger stops there."""
    meaning: str


@dataclass(frozen=True)
class Block:
    """An array of a row: so many rows of the same places, or one."""

    name: str
    meaning: str
    places: tuple[Place, ...]
    """Along the last axis."""
    rows: int = 1
    """How many things are told about; with one, the array has a single axis."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the array."""
        return (len(self.places),) if self.rows == 1 else (self.rows, len(self.places))

    @cached_property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.rows * len(self.places)


class Features(ABC):
    """How a game shows itself to a learner. Stateless."""

    version: str
    """Changes whenever a row of the same position would be another one."""
    symmetries: str = ""
    """What can be exchanged without changing the game, in a sentence for people."""

    @abstractmethod
    def blocks(self, setup: Setup) -> Sequence[Block]:
        """The arrays of a row, in order."""

    @abstractmethod
    def row(self, state: State, seat: int) -> bytes:
        """What `seat` knows, every block after the other."""

    def rows(self, states: list[State]) -> bytes:
        """What the seat to act knows in each state, row after row; a game may be quicker."""
        return b"".join([self.row(state, state.seat) for state in states])
