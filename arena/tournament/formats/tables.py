"""Who can sit at a table, and in which orders: counted and told by number."""

import math
from functools import lru_cache
from itertools import permutations

from arena.tournament.formats.port import SeatOrders
from leaderboard.ratings.counting import block_size


def orders_of(players: int, orders: SeatOrders) -> int:
    """In how many seat orders each deal is played."""
    return block_size(players, orders.value)


@lru_cache(maxsize=1024)
def table_at(entries: int, players: int, place: int) -> tuple[int, ...]:
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
def seat_orders(table: tuple[int, ...], orders: SeatOrders) -> tuple[tuple[int, ...], ...]:
    """The seatings of a table, by the number of the order."""
    if orders is SeatOrders.ALL:
        return tuple(permutations(table))
    return tuple(table[shift:] + table[:shift] for shift in range(len(table)))
