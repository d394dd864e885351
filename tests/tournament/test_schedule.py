"""The round robin is fair, numbered, and never deals twice to the same processes."""

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations

import pytest

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import Pairing, SeatOrders
from arena.tournament.formats.coverage import Coverage, coverage
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.table_by_table import TableByTable

CASES = [
    RoundRobin(entries=entries, players=players, rounds=rounds, games=games, seat_orders=orders)
    for players in (2, 3, 4)
    for entries in range(players, 8)
    for rounds, games in ((1, 1), (3, 2))
    for orders in SeatOrders
]
schedules = pytest.mark.parametrize(
    "schedule",
    CASES,
    ids=lambda s: f"{s.entries}-{s.players}-{s.rounds}x{s.games}-{s.seat_orders.value}",
)


@schedules
def test_every_pair_meets_equally_often(schedule: RoundRobin) -> None:
    pairs = coverage(schedule).pairs

    assert len(pairs) == math.comb(schedule.entries, 2)
    assert len(set(pairs.values())) == 1


@schedules
def test_everybody_has_every_seat_equally_often(schedule: RoundRobin) -> None:
    seats = coverage(schedule).seats

    assert len(seats) == schedule.entries * schedule.players
    assert len(set(seats.values())) == 1


@schedules
def test_numbers_are_dense_and_counted(schedule: RoundRobin) -> None:
    pairings = list(schedule)

    assert [pairing.number for pairing in pairings] == list(range(1, (schedule.count or 0) + 1))
    assert {pairing.generation for pairing in pairings} == {0}
    assert {pairing.block for pairing in pairings} == set(range(1, (schedule.blocks or 0) + 1))
    assert {pairing.game for pairing in pairings} == set(range(schedule.games))


@schedules
def test_the_same_arguments_give_the_same_list(schedule: RoundRobin) -> None:
    assert list(schedule) == list(schedule)


@schedules
def test_a_block_is_one_deal_in_every_seat_order(schedule: RoundRobin) -> None:
    blocks: dict[int, list[Pairing]] = {}
    for pairing in schedule:
        blocks.setdefault(pairing.block, []).append(pairing)

    for block in blocks.values():
        assert len(block) == schedule.orders
        assert len({(p.game, p.deal, frozenset(p.seats)) for p in block}) == 1
        assert len({p.seats for p in block}) == schedule.orders
        assert [p.order for p in block] == list(range(schedule.orders))


@schedules
def test_a_process_for_each_bot_and_seat_order_never_meets_a_deal_twice(
    schedule: RoundRobin,
) -> None:
    met = Counter((p.game, entry, p.order, p.deal) for p in schedule for entry in p.seats)

    assert set(met.values()) == {1}


@schedules
def test_every_prefix_is_fair(schedule: RoundRobin) -> None:
    blocks: Counter[tuple[int, tuple[int, ...]]] = Counter()
    open_blocks: Counter[int] = Counter()
    for pairing in schedule:
        open_blocks[pairing.block] += 1
        if open_blocks[pairing.block] == schedule.orders:
            del open_blocks[pairing.block]
            blocks[pairing.game, tuple(sorted(pairing.seats))] += 1
        fewest = min(blocks.values()) if len(blocks) == schedule.tables * schedule.games else 0

        assert max(blocks.values(), default=0) - fewest <= 1
        assert len(open_blocks) <= 1


@schedules
def test_a_deal_belongs_to_one_block(schedule: RoundRobin) -> None:
    assert all(pairing.deal == pairing.block for pairing in schedule)
    blocks = Counter((p.game, tuple(sorted(p.seats)), p.round) for p in schedule)
    assert set(blocks.values()) == {schedule.orders}


@schedules
def test_numbers_do_not_depend_on_the_rounds(schedule: RoundRobin) -> None:
    longer, endless = replace(schedule, rounds=7), replace(schedule, rounds=None)

    assert list(islice(longer, schedule.count)) == list(schedule)
    assert list(islice(endless, schedule.count)) == list(schedule)
    assert (endless.count, endless.blocks) == (None, None)
    assert endless[10**12].number == 10**12 + 1


@pytest.mark.parametrize(("players", "in_all", "rotations"), [(2, 2, 2), (3, 6, 3), (4, 24, 4)])
def test_a_block_has_the_size_people_are_told(players: int, in_all: int, rotations: int) -> None:
    every = RoundRobin(entries=4, players=players)
    fewer = RoundRobin(entries=4, players=players, seat_orders=SeatOrders.ROTATIONS)

    assert (every.orders, fewer.orders) == (in_all, rotations)


def test_a_small_schedule_reads_as_expected() -> None:
    assert list(RoundRobin(entries=2, rounds=2)) == [
        Pairing(1, 0, 0, 1, 1, 1, 0, (0, 1)),
        Pairing(2, 0, 0, 1, 1, 1, 1, (1, 0)),
        Pairing(3, 0, 0, 2, 2, 2, 0, (0, 1)),
        Pairing(4, 0, 0, 2, 2, 2, 1, (1, 0)),
    ]


def test_coverage_counts_pairs_and_seats() -> None:
    assert coverage(RoundRobin(entries=3, rounds=5)) == Coverage(
        pairs={(0, 1): 10, (0, 2): 10, (1, 2): 10},
        seats={(entry, seat): 10 for entry in range(3) for seat in range(2)},
    )


def test_a_long_schedule_is_not_made_before_it_is_asked_for() -> None:
    schedule = RoundRobin(entries=1000, players=4, rounds=10**9)

    assert next(iter(schedule)).seats == (0, 1, 2, 3)
    assert schedule.count == math.comb(1000, 4) * 24 * 10**9


@pytest.mark.parametrize(
    "wrong",
    [
        {"entries": 1},
        {"entries": 3, "players": 4},
        {"entries": 3, "players": 1},
        {"entries": 3, "rounds": 0},
        {"entries": 3, "games": 0},
    ],
)
def test_an_impossible_schedule_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ScheduleError):
        RoundRobin(**wrong)  # type: ignore[arg-type]


def counted(schedule: RoundRobin) -> list[Pairing]:
    """The pairings as they are counted: by round, game, table, seat order."""
    pairings: list[Pairing] = []
    block = 0
    for number in range(1, (schedule.rounds or 0) + 1):
        for game in range(schedule.games):
            for table in combinations(range(schedule.entries), schedule.players):
                block += 1
                for order, seats in enumerate(seatings(schedule, table)):
                    place = len(pairings) + 1
                    pairings.append(Pairing(place, 0, game, number, block, block, order, seats))
    return pairings


def counted_by_table(schedule: TableByTable) -> list[Pairing]:
    """The pairings of the first order: by game, table, seat order, deal."""
    pairings: list[Pairing] = []
    first_block = 1
    for game in range(schedule.games):
        for table in combinations(range(schedule.entries), schedule.players):
            for order, seats in enumerate(seatings(schedule, table)):
                for deal in range(1, schedule.rounds + 1):
                    number, block = len(pairings) + 1, first_block + deal - 1
                    pairings.append(Pairing(number, 0, game, deal, block, deal, order, seats))
            first_block += schedule.rounds
    return pairings


def seatings(schedule: RoundRobin | TableByTable, table: tuple[int, ...]) -> list[tuple[int, ...]]:
    if schedule.seat_orders is SeatOrders.ALL:
        return list(permutations(table))
    return [table[shift:] + table[:shift] for shift in range(schedule.players)]


@schedules
def test_the_first_order_stays_what_it_was(schedule: RoundRobin) -> None:
    first = TableByTable(
        entries=schedule.entries,
        players=schedule.players,
        rounds=schedule.rounds or 0,
        games=schedule.games,
        seat_orders=schedule.seat_orders,
    )

    assert list(first) == counted_by_table(first)
    assert first.count == schedule.count


@schedules
def test_a_pairing_is_told_without_counting_those_before_it(schedule: RoundRobin) -> None:
    expected = counted(schedule)

    assert [schedule[place] for place in range(len(expected))] == expected
    assert list(schedule.generation(0, ())) == expected
    assert schedule.generation(1, ()) == ()
    with pytest.raises(IndexError):
        schedule[len(expected)]


def test_the_last_pairing_of_a_large_field_is_told_at_once() -> None:
    schedule = RoundRobin(entries=2000, players=4, rounds=10**6, games=2)

    last = schedule[(schedule.count or 0) - 1]

    assert last.seats == (1999, 1998, 1997, 1996)
    assert (last.number, last.block, last.game) == (schedule.count, schedule.blocks, 1)
