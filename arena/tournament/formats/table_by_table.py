"""The first order of the round robin: one table after the other, all tables on the same deals.

Tournaments that began in it are finished in it. Nothing new is scheduled so: stopped on the way,
some tables would have played all their deals and others none, and numbers depend on the rounds.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena.tournament.formats.passes import refuse_impossible
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders, table_at
from leaderboard.values import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class TableByTable:
    """By game, then table, then seat order, then deal; deals have the number of their round."""

    entries: int
    players: int = 2
    rounds: int = 1
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        refuse_impossible(self.entries, self.players, self.rounds, self.games)

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def tables(self) -> int:
        """Combinations of entries."""
        return math.comb(self.entries, self.players)

    @property
    def in_a_pass(self) -> int:
        """There are no passes but the whole."""
        return self.count

    @property
    def blocks(self) -> int:
        """Blocks in all."""
        return self.games * self.tables * self.rounds

    @property
    def count(self) -> int:
        """Pairings in all."""
        return self.blocks * self.orders

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """All pairings at once."""
        return self if number == 0 else ()

    def finding(self, results: Sequence[Result]) -> None:
        """There is no test."""

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(self.count))

    def __getitem__(self, index: int) -> Pairing:
        """A pairing by its place, which is its number less one."""
        if not 0 <= index < self.count:
            raise IndexError(f"there are {self.count} pairings")
        rest, deal = divmod(index, self.rounds)
        rest, order = divmod(rest, self.orders)
        game, place = divmod(rest, self.tables)
        block = rest * self.rounds + deal + 1
        table = table_at(self.entries, self.players, place)
        seats = seat_orders(table, self.seat_orders)[order]
        return Pairing(index + 1, 0, game, deal + 1, block, deal + 1, order, seats)
