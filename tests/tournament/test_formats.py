"""The laws of every format, and what gauntlet and ladder promise beyond them."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import Format, Pairing, SeatOrders
from arena.tournament.formats.coverage import coverage
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.ladder import PATIENCE, Ladder
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.rungs import Rungs
from arena.tournament.formats.sequential import Sequential
from arena.tournament.formats.table_by_table import TableByTable
from leaderboard.ratings.sequential import Sprt
from leaderboard.values import Pool, Result, Status

FORMATS: list[Format] = [
    form
    for players in (2, 3, 4)
    for orders in SeatOrders
    for form in (
        RoundRobin(entries=5, players=players, rounds=2, games=2, seat_orders=orders),
        TableByTable(entries=5, players=players, rounds=2, games=2, seat_orders=orders),
        Sequential(entries=players, players=players, test=Sprt(), rounds=20, seat_orders=orders),
        Gauntlet(entries=6, new=2, players=players, rounds=2, games=2, seat_orders=orders),
        Ladder(entries=5, players=players, rounds=5, games=2, seat_orders=orders, bench=5),
        Ladder(entries=players, players=players, rounds=3, seat_orders=orders),
        Rungs(entries=1 + 2 * (players - 1), players=players, games=2, seat_orders=orders),
    )
]
formats = pytest.mark.parametrize(
    "form",
    FORMATS,
    ids=lambda one: f"{type(one).__name__}-{one.entries}-{one.players}-{one.seat_orders.value}",
)
Fate = Callable[[Pairing, random.Random], tuple[Status, tuple[bool, ...]]]


def well(pairing: Pairing, rng: random.Random) -> tuple[Status, tuple[bool, ...]]:
    """Played to its end."""
    return "done", (False,) * len(pairing.seats)


def result(pairing: Pairing, rng: random.Random, fate: Fate) -> Result:
    """The lower the number the stronger."""
    status, faults = fate(pairing, rng)
    marks = [rng.gauss(-0.8 * entry, 1) for entry in pairing.seats]
    order = sorted(marks, reverse=True)
    ranks = tuple(order.index(mark) + 1 for mark in marks) if status == "done" else ()
    pool = Pool.of(f"toy{pairing.game}", "1", {}, len(marks), "nodes")
    return Result(
        pool,
        pairing.number,
        pairing.block,
        pairing.seats,
        ranks,
        faults,
        status=status,
        generation=pairing.generation,
        deal=pairing.deal,
    )


def played(form: Format, fate: Fate = well, seed: int = 1) -> tuple[list[Pairing], list[Result]]:
    """Everything, generation by generation."""
    rng = random.Random(seed)
    pairings: list[Pairing] = []
    results: list[Result] = []
    for number in range(60):
        found = list(form.generation(number, results))
        if not found:
            return pairings, results
        pairings += found
        results += [result(one, rng, fate) for one in found]
    raise AssertionError("it does not end")


@formats
def test_numbers_have_no_gaps_and_generations_follow_each_other(form: Format) -> None:
    pairings, _ = played(form)

    assert [one.number for one in pairings] == list(range(1, len(pairings) + 1))
    assert [one.generation for one in pairings] == sorted(one.generation for one in pairings)
    assert form.count in (None, len(pairings))
    assert form.blocks in (None, len({one.block for one in pairings}))


@formats
def test_the_nth_pairing_of_a_generation_is_told_as_it_is_iterated(form: Format) -> None:
    _, results = played(form)

    for number in range(max(one.generation for one in results) + 1):
        told = form.generation(number, [one for one in results if one.generation < number])
        listed = list(told)
        assert [told[place] for place in range(len(listed))] == listed
        for outside in (-1, len(listed)):
            with pytest.raises(IndexError):
                told[outside]


@formats
def test_blocks_are_complete_and_each_is_one_deal_at_one_table(form: Format) -> None:
    pairings, _ = played(form)
    blocks: dict[int, list[Pairing]] = {}
    for one in pairings:
        blocks.setdefault(one.block, []).append(one)
    rounds: Counter[tuple[int, frozenset[int]]] = Counter()

    assert sorted(blocks) == list(range(1, len(blocks) + 1))
    for _, block in sorted(blocks.items()):
        table = frozenset(block[0].seats)
        rounds[block[0].game, table] += 1
        assert len(block) == form.orders
        assert len({one.seats for one in block}) == form.orders
        assert len(table) == len(block[0].seats)
        assert {(one.game, frozenset(one.seats), one.round, one.generation) for one in block} == {
            (block[0].game, table, rounds[block[0].game, table], block[0].generation)
        }


@formats
def test_it_follows_from_the_results_alone(form: Format) -> None:
    pairings, results = played(form)

    assert played(form) == (pairings, results)
    later = max(one.generation for one in results)
    before = [one for one in results if one.generation < later]
    assert list(replace(form).generation(later, tuple(before))) == [  # type: ignore[type-var]
        one for one in pairings if one.generation == later
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("new", [1, 2, 3])
def test_new_bots_of_a_gauntlet_meet_all_of_the_field_and_never_each_other(
    players: int, new: int
) -> None:
    gauntlet = Gauntlet(entries=new + 4, new=new, players=players, rounds=3)
    counts = coverage(gauntlet)
    met = {pair: count for pair, count in counts.pairs.items() if pair[0] < new}

    assert {*met} == {(one, other) for one in range(new) for other in range(new, new + 4)}
    assert len(set(met.values())) == 1
    assert all(sum(seat < new for seat in one.seats) == 1 for one in gauntlet)
    assert len({counts.seats[entry, seat] for entry in range(new) for seat in range(players)}) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"entries": 3, "new": 0}, "a new bot"),
        ({"entries": 3, "new": 3}, "a field"),
        ({"entries": 4, "new": 2, "players": 4}, "which here are 2"),
        ({"entries": 1, "new": 1}, "needs 2 entries"),
    ],
    ids=str,
)
def test_a_gauntlet_without_a_field_is_refused(words: dict[str, int], told: str) -> None:
    with pytest.raises(ScheduleError, match=told):
        Gauntlet(**words)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_starves_on_a_ladder(players: int) -> None:
    pairings, _ = played(
        Ladder(entries=9, players=players, rounds=20, games=2, seat_orders=SeatOrders.ROTATIONS)
    )

    for first in range(20 - PATIENCE + 1):
        for game in range(2):
            seated = {
                entry
                for one in pairings
                if first <= one.generation < first + PATIENCE and one.game == game
                for entry in one.seats
            }
            assert seated == set(range(9))


def test_a_ladder_plays_where_the_order_is_open() -> None:
    pairings, _ = played(Ladder(entries=12, rounds=30))

    apart = Counter(abs(one.seats[0] - one.seats[1]) for one in pairings if one.generation > 3)
    first = Counter(min(one.seats) < 5 for one in pairings if 3 < one.generation < 10)
    assert apart[1] > sum(apart.values()) / 2
    assert first[True] > 2 * first[False]


def test_who_is_taken_out_climbs_no_more() -> None:
    def failing(pairing: Pairing, rng: random.Random) -> tuple[Status, tuple[bool, ...]]:
        return "done", tuple(entry == 3 for entry in pairing.seats)

    pairings, _ = played(Ladder(entries=6, rounds=10, bench=5), failing)

    assert {one.generation for one in pairings if 3 in one.seats} <= {0, 1, 2, 3}
    assert len(pairings) == 10 * 6 * 2


@pytest.mark.parametrize(("rounds", "generations"), [(6, 6), (None, 3)])
def test_a_ladder_on_which_too_few_are_left_ends(rounds: int | None, generations: int) -> None:
    def failing(pairing: Pairing, rng: random.Random) -> tuple[Status, tuple[bool, ...]]:
        return "done", tuple(entry != 1 for entry in pairing.seats)

    pairings, _ = played(Ladder(entries=2, rounds=rounds, bench=5), failing)

    assert len(pairings) <= 6 * 4
    assert max(one.generation for one in pairings) + 1 <= generations


def test_a_ladder_does_not_need_results_that_count() -> None:
    def void(pairing: Pairing, rng: random.Random) -> tuple[Status, tuple[bool, ...]]:
        return "void", (False, False)

    pairings, _ = played(Ladder(entries=4, rounds=5), void)

    assert {entry for one in pairings for entry in one.seats} == {0, 1, 2, 3}
    assert len(pairings) == 5 * 4 * 2


def test_numbers_of_a_ladder_do_not_depend_on_how_long_it_is() -> None:
    short, endless = Ladder(entries=5, rounds=4), Ladder(entries=5, rounds=None)
    pairings, results = played(short)

    for number in range(4):
        before = [one for one in results if one.generation < number]
        assert list(endless.generation(number, before)) == [
            one for one in pairings if one.generation == number
        ]
    assert (endless.count, endless.blocks) == (None, None)
    assert endless.generation(4, results)[0].number == len(pairings) + 1


def _pairs(seats: Sequence[int]) -> list[tuple[int, int]]:
    return list(combinations(sorted(seats), 2))


def test_everybody_is_compared_in_the_first_generation() -> None:
    for players in (2, 3, 4):
        ladder = Ladder(entries=7, players=players)
        met = {pair for one in ladder.generation(0, ()) for pair in _pairs(one.seats)}

        assert {(at, at + 1) for at in range(6)} <= met
        assert ladder.count == 7 * math.factorial(players)
