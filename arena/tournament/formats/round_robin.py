"""Who meets whom, on which deal, in which seats: a pure function of its arguments.

The unit is a block, one deal played by one combination of entries in several seat orders, so that
luck of deal and seat cancels. Deals have the number of their round and are shared by all
combinations, so that luck compares across pairings too.

Pairings are numbered by game, then combination, then seat order, then deal: a bot process can
stay for all deals of one seat order, and meets none of them twice on the way.
"""

import enum
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, permutations

from arena.tournament.errors import ScheduleError


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
    """From 1."""
    block: int
    """From 1; the matches that share it differ in nothing but seats."""
    deal: int
    """From 1; equal numbers are equal deals."""
    order: int
    """Index of the seat order, from 0."""
    seats: tuple[int, ...]
    """Numbers of entries (indices in the field), by seat."""

    @property
    def run(self) -> tuple[int, tuple[int, ...]]:
        """Equal for the pairings that one set of bot processes may play: no deal occurs twice."""
        return self.game, self.seats


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
    def blocks(self) -> int:
        """Blocks in all."""
        return self.games * math.comb(self.entries, self.players) * self.rounds

    @property
    def count(self) -> int:
        """Pairings in all."""
        return self.blocks * self.orders

    def __iter__(self) -> Iterator[Pairing]:
        number = count(1)
        first_block = 1
        for game in range(self.games):
            for table in combinations(range(self.entries), self.players):
                for order, seats in enumerate(_orders(table, self.seat_orders)):
                    for deal in range(1, self.rounds + 1):
                        block = first_block + deal - 1
                        yield Pairing(next(number), 0, game, deal, block, deal, order, seats)
                first_block += self.rounds


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often who meets whom, and who sits where."""

    pairs: dict[tuple[int, int], int]
    """Matches by two entries, the lower number first."""
    seats: dict[tuple[int, int], int]
    """Matches by entry and seat."""


def coverage(pairings: Iterable[Pairing]) -> Coverage:
    """The counts of a schedule, in the order of entries."""
    pairs: Counter[tuple[int, int]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    for pairing in pairings:
        seats.update((entry, seat) for seat, entry in enumerate(pairing.seats))
        pairs.update(combinations(sorted(pairing.seats), 2))
    return Coverage(dict(sorted(pairs.items())), dict(sorted(seats.items())))


def _orders(table: Sequence[int], seat_orders: SeatOrders) -> Iterator[tuple[int, ...]]:
    if seat_orders is SeatOrders.ALL:
        return permutations(table)
    return (tuple(table[shift:]) + tuple(table[:shift]) for shift in range(len(table)))
