"""A season: a round robin whose field changes from night to night.

A night is the field that was there when it began, and generation k is night k: of every table of
its field as many blocks as are missing, after all that earlier nights had. A table that met before
keeps its blocks; a version that is new has none. What was skipped, because a version was gone
before it had met everybody, was not played: if that version comes back, its tables get other
blocks in place of those. Blocks of a table are numbered through all nights, and what is dealt
follows from that number, so no deal comes back.

Within a night pairings go in passes, as those of a round robin do.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.passes import refuse_impossible
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders
from leaderboard.values import Result

Place = tuple[int, tuple[int, ...]]
"""A game and a table: entries by number, the lowest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """Every table of the newest night has `rounds` blocks in the end."""

    entries: int
    """All versions that ever took part."""
    nights: tuple[tuple[int, ...], ...]
    """The field of each night: numbers of entries."""
    players: int = 2
    rounds: int = 1
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        for field in self.nights:
            refuse_impossible(len(field), self.players, self.rounds, self.games)
            if not all(0 <= one < other for one, other in pairwise((0, *(n + 1 for n in field)))):
                raise ScheduleError("the field of a night names each entry once, in order")
            if field[-1] >= self.entries:
                raise ScheduleError(f"a night names entry {field[-1]}, of {self.entries}")

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def in_a_pass(self) -> int:
        """Pairings in a pass of the newest field."""
        field = self.nights[-1] if self.nights else ()
        return max(1, self.games * math.comb(len(field), self.players) * self.orders)

    @property
    def blocks(self) -> int:
        """Blocks in all, if none was skipped."""
        return self.count // self.orders

    @property
    def count(self) -> int:
        """Pairings in all, if none was skipped."""
        return self.total(())

    def total(self, results: Sequence[Result]) -> int:
        """Pairings in all, after these results."""
        return sum(len(night) for night in self._nights(len(self.nights), results))

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """The pairings of a night; it may have none, if it brings nothing new."""
        if number >= len(self.nights):
            return ()
        *_, night = self._nights(number + 1, results)
        return night

    def finding(self, results: Sequence[Result]) -> None:
        """There is no test."""

    def _nights(self, wanted: int, results: Sequence[Result]) -> Iterator["Night"]:
        """The first nights, each with what those before it have left."""
        skipped = {one.block for one in results if one.status == "skipped"}
        scheduled: Counter[Place] = Counter()
        """How many blocks a table was given so far, whatever became of them."""
        lost: Counter[Place] = Counter()
        """How many of them were skipped."""
        blocks = 0
        for number, field in enumerate(self.nights[:wanted]):
            wants = {
                (game, table): missing
                for game in range(self.games)
                for table in combinations(field, self.players)
                if (missing := self.rounds + lost[game, table] - scheduled[game, table]) > 0
            }
            had = {place: scheduled[place] for place in wants}
            night = Night(self, number, blocks, wants=wants, had=had)
            yield night
            for block in range(blocks + 1, blocks + night.blocks + 1):
                if block in skipped:
                    lost[night.place(block)[0]] += 1
            scheduled.update(wants)
            blocks += night.blocks


class Night:
    """The pairings of a night, those of earlier ones being scheduled."""

    def __init__(
        self,
        season: Season,
        number: int,
        before: int,
        *,
        wants: Mapping[Place, int],
        had: Mapping[Place, int],
    ) -> None:
        """`before` are the blocks of earlier nights, `had` those of each table that wants some."""
        self._season = season
        self._number = number
        self._before = before
        self._had = had
        self._passes = _passes(wants)
        self._starts = [0, *accumulate(map(len, self._passes))]

    @property
    def blocks(self) -> int:
        """How many blocks it has."""
        return self._starts[-1]

    def place(self, block: int) -> tuple[Place, int]:
        """The game, the table and the round of a block of this night, by the block's number."""
        index = block - self._before - 1
        turn = bisect_right(self._starts, index) - 1
        place = self._passes[turn][index - self._starts[turn]]
        return place, self._had[place] + turn + 1

    def __len__(self) -> int:
        return self.blocks * self._season.orders

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> Pairing:
        """A pairing by its place within the night; found, not counted."""
        if not 0 <= index < len(self):
            raise IndexError(f"night {self._number} has no pairing {index}")
        season = self._season
        within, order = divmod(index, season.orders)
        block = self._before + within + 1
        (game, table), before = self.place(block)
        seats = seat_orders(table, season.seat_orders)[order]
        number = self._before * season.orders + index + 1
        return Pairing(number, self._number, game, before, block, block, order, seats)


def _passes(wants: Mapping[Place, int]) -> list[tuple[Place, ...]]:
    """Which tables meet in each pass: all, until they have what they miss."""
    passes: list[tuple[Place, ...]] = []
    for turn in range(max(wants.values(), default=0)):
        wanting = tuple(place for place, most in wants.items() if most > turn)
        same = passes and len(passes[-1]) == len(wanting)
        passes.append(passes[-1] if same else wanting)
    return passes
