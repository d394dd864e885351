"""Formats whose tables stand beforehand: all of them meet, then all of them again.

The unit is a block: one deal played by one table in several seat orders, so that luck of deal and
seat cancels. Pairings go in passes, a pass being one block of every table in every game, and the
matches of a block stand together. So a tournament that is stopped anywhere has met fairly: no two
tables differ by more than a block, and all but the last few matches are in blocks that count.

A number does not depend on how many rounds there are. So a tournament can have no end, and a
finished one can be prolonged.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders
from leaderboard.values import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Passes(ABC):
    """Every table meets on `rounds` deals, each in several seat orders."""

    entries: int
    players: int = 2
    rounds: int | None = 1
    """None: it goes on until somebody stops it."""
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        refuse_impossible(self.entries, self.players, self.rounds, self.games)

    @property
    @abstractmethod
    def tables(self) -> int:
        """How many there are."""

    @abstractmethod
    def table(self, place: int) -> tuple[int, ...]:
        """The entries at the table of that number, from 0."""

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def in_a_pass(self) -> int:
        """Pairings in a pass."""
        return self.games * self.tables * self.orders

    @property
    def blocks(self) -> int | None:
        """Blocks in all; None without end."""
        return None if self.rounds is None else self.games * self.tables * self.rounds

    @property
    def count(self) -> int | None:
        """Pairings in all; None without end."""
        return None if self.rounds is None else self.in_a_pass * self.rounds

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """All pairings at once: they do not depend on results."""
        return self if number == 0 else ()

    def finding(self, results: Sequence[Result]) -> None:  # noqa: B027 - that is the answer
        """There is no test."""

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, count() if self.count is None else range(self.count))

    def __getitem__(self, index: int) -> Pairing:
        """A pairing by its place, which is its number less one; computed, not counted."""
        if index < 0 or (self.count is not None and index >= self.count):
            raise IndexError(f"there are {self.count} pairings")
        block, order = divmod(index, self.orders)
        rest, place = divmod(block, self.tables)
        before, game = divmod(rest, self.games)
        seats = seat_orders(self.table(place), self.seat_orders)[order]
        return Pairing(index + 1, 0, game, before + 1, block + 1, block + 1, order, seats)


def refuse_impossible(entries: int, players: int, rounds: int | None, games: int) -> None:
    """ScheduleError for tables that cannot be filled, or nothing to play."""
    if players < 2:
        raise ScheduleError(f"a table needs 2 players or more, not {players}")
    if entries < players:
        raise ScheduleError(
            f"a table of {players} needs {players} entries or more, "
            f"not {entries}: name more bots (the same one twice is fine)"
        )
    if (rounds is not None and rounds < 1) or games < 1:
        raise ScheduleError("a tournament needs 1 round and 1 game or more")
