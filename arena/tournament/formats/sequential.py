"""A sequential test: two bots meet until it is known whether the first is better.

Entry 0 is the new bot, entry 1 the one it is measured by; at tables of three and four all others,
the field, fill the seats. Every table has both, each block is a deal of its own, and the score of
the new bot against the other one in a block is one piece of evidence.

Generations are looks. The first has `FIRST` passes, each later one a quarter of all before it: a
test plays at most about a quarter more than it needs, and workers seldom wait for each other. It
is over when the test says so, when a bot was taken out, when nothing comes of a generation, or
after `rounds` passes; in the last three cases the question stays open.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.passes import refuse_impossible
from arena.tournament.formats.port import Finding, Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders, table_at
from leaderboard.ratings.counting import counting
from leaderboard.ratings.pairs import pairs
from leaderboard.ratings.sequential import Sprt, e_value
from leaderboard.values import Result

FIRST: Final = 8
"""Passes before the first look."""
NEW, BASE = 0, 1


def passes_after(generation: int) -> int:
    """How many passes are played when a generation is over."""
    passes = FIRST
    for _ in range(generation):
        passes += max(2, passes // 4)
    return passes


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequential:
    """Two entries meet, and the rest fill the table, until `test` ends."""

    entries: int
    test: Sprt
    players: int = 2
    rounds: int | None = None
    """Passes at most; None: as many as it takes."""
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        refuse_impossible(self.entries, self.players, self.rounds, self.games)
        if self.games != 1:
            raise ScheduleError("a test is played in one game: choose it with --game")
        if self.players == 2 and self.entries > 2:
            raise ScheduleError("at a table of two there is no seat for a field: add --players 3")

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def tables(self) -> int:
        """Combinations of the field."""
        return math.comb(self.entries - 2, self.players - 2)

    @property
    def in_a_pass(self) -> int:
        """Pairings in a pass."""
        return self.tables * self.orders

    @property
    def blocks(self) -> None:
        """That depends on results."""

    @property
    def count(self) -> None:
        """That depends on results."""

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """The pairings until the next look, unless the last one ended it."""
        if number and self._over(number, results):
            return ()
        first = passes_after(number - 1) if number else 0
        last = passes_after(number)
        if self.rounds is not None:
            last = min(last, self.rounds)
        return _Span(self, number, first, last) if first < last else ()

    def finding(self, results: Sequence[Result]) -> Finding:
        """What these results show; nothing once a bot was taken out."""
        scores = self._scores(results)
        counts = Counter(scores)
        taken_out = any(result.status == "skipped" for result in results)
        return Finding(
            scores=scores,
            llr=self.test.llr(counts),
            bounds=self.test.bounds,
            e_values=(e_value(scores), e_value(1 - score for score in scores)),
            verdict=None if taken_out else self.test.verdict(counts),
        )

    def pairing(self, index: int, generation: int) -> Pairing:
        """A pairing by its place, which is its number less one."""
        block, order = divmod(index, self.orders)
        before, place = divmod(block, self.tables)
        others = table_at(self.entries - 2, self.players - 2, place)
        table = (NEW, BASE, *(other + 2 for other in others))
        seats = seat_orders(table, self.seat_orders)[order]
        return Pairing(index + 1, generation, 0, before + 1, block + 1, block + 1, order, seats)

    def _over(self, number: int, results: Sequence[Result]) -> bool:
        newest = [result.status for result in results if result.generation == number - 1]
        if "skipped" in newest or "done" not in newest:
            return True
        return self.test.verdict(Counter(self._scores(results))) is not None

    def _scores(self, results: Sequence[Result]) -> tuple[float, ...]:
        """The new bot's score against the other one in each complete block."""
        complete, _ = counting(results, self.seat_orders.value)
        found = [met[NEW, BASE].blocks for met in pairs(complete).values()]
        return found[0] if found else ()


@dataclass(frozen=True, slots=True)
class _Span:
    """The passes of a generation, those before `first` being played."""

    schedule: Sequential
    generation: int
    first: int
    last: int

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range((self.last - self.first) * self.schedule.in_a_pass))

    def __getitem__(self, index: int) -> Pairing:
        if not 0 <= index < (self.last - self.first) * self.schedule.in_a_pass:
            raise IndexError(f"generation {self.generation} has no pairing {index}")
        place = self.first * self.schedule.in_a_pass + index
        return self.schedule.pairing(place, self.generation)
