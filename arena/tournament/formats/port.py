"""The port for formats: who meets whom, in generations.

A format decides in generations: the pairings of the first one follow from its arguments alone,
those of each later one from the results of all before it. It is pure, so that a tournament that
was stopped goes on as if it had not been; and it can tell its n-th pairing without counting.
"""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from leaderboard.ratings.sequential import Verdict
from leaderboard.values import Result


class SeatOrders(enum.Enum):
    """In which seat orders a deal is played."""

    ALL = "all"
    """Each of them: 2, 6 or 24."""
    ROTATIONS = "rotations"
    """Everybody moves on one seat: 2, 3 or 4."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match that is to be played."""

    number: int
    """From 1, without gaps."""
    generation: int
    """0, unless a format decides in steps."""
    game: int
    """Index among the games of the tournament."""
    round: int
    """From 1: the how-manieth block it is of its table."""
    block: int
    """From 1; the matches that share it differ in nothing but seats."""
    deal: int
    """From 1; equal numbers are equal deals."""
    order: int
    """Index of the seat order, from 0."""
    seats: tuple[int, ...]
    """Numbers of entries (indices in the field), by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a test has found so far, as entry 0 sees it."""

    scores: tuple[float, ...]
    """One for each deal, from 0 to 1."""
    llr: float
    """The log likelihood ratio; the test ends at one of its bounds."""
    bounds: tuple[float, float]
    e_values: tuple[float, float]
    """That entry 0 is better, that entry 1 is; 20 is evidence whenever one looks."""
    verdict: Verdict | None
    """None while it is open."""


class Pairings(Protocol):
    """Numbered pairings, each of which can be told without those before it."""

    def __iter__(self) -> Iterator[Pairing]: ...

    def __getitem__(self, index: int, /) -> Pairing: ...


class Format(Protocol):
    """Who meets whom."""

    @property
    def count(self) -> int | None:
        """Pairings in all, as far as can be told before the results; None without end."""

    @property
    def blocks(self) -> int | None:
        """Blocks in all, in the same sense."""

    @property
    def in_a_pass(self) -> int:
        """Pairings after which everybody has met equally often."""

    @property
    def orders(self) -> int:
        """Matches in a block."""

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """The pairings of a generation, counted from 0; `()` when nothing follows.

        `results` are those of all generations before it, in pairing order.
        """

    def finding(self, results: Sequence[Result]) -> Finding | None:
        """What results in pairing order show; None if a format tests nothing."""
