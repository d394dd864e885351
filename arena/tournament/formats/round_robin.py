"""Every combination of entries meets equally often, on the same deals.

The unit is a block, one deal played by one combination of entries in several seat orders, so that
luck of deal and seat cancels. Deals have the number of their round and are shared by all
combinations, so that luck compares across pairings too.

Pairings are numbered by game, then combination, then seat order, then deal: a bot process can
stay for all deals of one seat order, and meets none of them twice on the way.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from leaderboard.values import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin:
    """Every combination of entries meets on `rounds` deals, each in several seat orders."""

    entries: int
    players: int = 2
    rounds: int = 1
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        if self.players < 2:
            raise ScheduleError(f"a table needs 2 players or more, not {self.players}")
        if self.entries < self.players:
            raise ScheduleError(
                f"a table of {self.players} needs {self.players} entries or more, "
                f"not {self.entries}: name more bots (the same one twice is fine)"
            )
        if self.rounds < 1 or self.games < 1:
            raise ScheduleError("a tournament needs 1 round and 1 game or more")

    @property
    def orders(self) -> int:
        """Matches in a block."""
        rotations = self.seat_orders is SeatOrders.ROTATIONS
        return self.players if rotations else math.factorial(self.players)

    @property
    def tables(self) -> int:
        """Combinations of entries."""
        return math.comb(self.entries, self.players)

    @property
    def blocks(self) -> int:
        """Blocks in all."""
        return self.games * self.tables * self.rounds

    @property
    def count(self) -> int:
        """Pairings in all."""
        return self.blocks * self.orders

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """All pairings at once: they do not depend on results."""
        return self if number == 0 else ()

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(self.count))

    def __getitem__(self, index: int) -> Pairing:
        """A pairing by its place, which is its number less one; computed, not counted."""
        if not 0 <= index < self.count:
            raise IndexError(f"there are {self.count} pairings")
        rest, deal = divmod(index, self.rounds)
        rest, order = divmod(rest, self.orders)
        game, table = divmod(rest, self.tables)
        block = rest * self.rounds + deal + 1
        seats = _seat_orders(_table(self.entries, self.players, table), self.seat_orders)[order]
        return Pairing(index + 1, 0, game, deal + 1, block, deal + 1, order, seats)


@lru_cache(maxsize=1024)
def _table(entries: int, players: int, place: int) -> tuple[int, ...]:
    """The combination of entries at a place among all, in the order of `itertools`."""
    table: list[int] = []
    entry = 0
    while len(table) < players:
        beginning_so = math.comb(entries - entry - 1, players - len(table) - 1)
        if place < beginning_so:
            table.append(entry)
        else:
            place -= beginning_so
        entry += 1
    return tuple(table)


@lru_cache(maxsize=1024)
def _seat_orders(table: tuple[int, ...], orders: SeatOrders) -> tuple[tuple[int, ...], ...]:
    if orders is SeatOrders.ALL:
        return tuple(permutations(table))
    return tuple(table[shift:] + table[:shift] for shift in range(len(table)))
