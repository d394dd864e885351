"""A sequential test meets fairly, looks now and then, and ends when it should."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice, pairwise

import pytest

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import Pairing, SeatOrders
from arena.tournament.formats.coverage import coverage
from arena.tournament.formats.sequential import Sequential, passes_after
from leaderboard.ratings.sequential import Sprt
from leaderboard.values import Pool, Result, Status

POOL = Pool.of("toy", "1", {}, 2, "nodes")
CASES = [
    Sequential(entries=entries, players=players, test=Sprt(), seat_orders=orders)
    for players, entries in ((2, 2), (3, 3), (3, 5), (4, 4), (4, 6))
    for orders in SeatOrders
]
cases = pytest.mark.parametrize(
    "schedule", CASES, ids=lambda one: f"{one.entries}-{one.players}-{one.seat_orders.value}"
)


def result(pairing: Pairing, chance: float, rng: random.Random, status: Status = "done") -> Result:
    """Entry 0 is before entry 1 with that chance; others are last."""
    ranks = [3] * len(pairing.seats)
    first = rng.random() < chance
    ranks[pairing.seats.index(0)], ranks[pairing.seats.index(1)] = (1, 2) if first else (2, 1)
    pool = Pool.of("toy", "1", {}, len(ranks), "nodes")
    return Result(
        pool,
        pairing.number,
        pairing.block,
        pairing.seats,
        tuple(ranks) if status == "done" else (),
        (),
        status=status,
        generation=pairing.generation,
        deal=pairing.deal,
    )


def play(
    schedule: Sequential,
    chance: float,
    status: Callable[[Pairing], Status] = lambda pairing: "done",
) -> tuple[list[Result], int]:
    """All results until it ends, and in how many generations."""
    rng, results = random.Random(1), list[Result]()
    for number in range(40):
        pairings = schedule.generation(number, results)
        if pairings == ():
            return results, number
        results += [result(one, chance, rng, status(one)) for one in pairings]
    raise AssertionError("it does not end")


def numbers(pairings: Iterable[Pairing]) -> list[int]:
    return [pairing.number for pairing in pairings]


@cases
def test_both_sit_at_every_table_and_everywhere_equally_often(schedule: Sequential) -> None:
    first = list(schedule.generation(0, ()))
    counts = coverage(first)

    assert len(first) == 8 * schedule.in_a_pass
    assert all({0, 1} <= {*pairing.seats} for pairing in first)
    assert len({counts.seats[entry, 0] for entry in (0, 1)}) == 1
    assert len({counts.pairs[pair] for pair in counts.pairs if pair[0] == 0 and pair[1] > 1}) <= 1
    assert len({one.block for one in first}) == 8 * schedule.tables
    assert set(Counter(one.block for one in first).values()) == {schedule.orders}


@cases
def test_numbers_go_on_from_look_to_look(schedule: Sequential) -> None:
    results, generations = play(schedule, 0.55)

    assert [one.pairing for one in results] == list(range(1, len(results) + 1))
    assert len(results) == passes_after(generations - 1) * schedule.in_a_pass
    assert {one.block for one in results} == {*range(1, len(results) // schedule.orders + 1)}


@cases
def test_a_pairing_is_told_without_counting(schedule: Sequential) -> None:
    pairings = schedule.generation(0, ())

    for place, pairing in enumerate(islice(pairings, 60)):
        assert pairings[place] == pairing
    with pytest.raises(IndexError):
        pairings[8 * schedule.in_a_pass]
    with pytest.raises(IndexError):
        pairings[-1]


@pytest.mark.parametrize(("chance", "verdict"), [(0.95, "better"), (0.1, "not better")])
@cases
def test_a_clear_case_is_decided_soon(schedule: Sequential, chance: float, verdict: str) -> None:
    results, generations = play(schedule, chance)
    found = schedule.finding(results)

    assert found.verdict == verdict
    assert generations <= 10
    assert schedule.finding([]).verdict is None


def test_each_look_comes_a_quarter_later_than_the_last() -> None:
    looks = [passes_after(number) for number in range(30)]

    assert looks[:4] == [8, 10, 12, 15]
    assert all(1.1 < after / before <= 1.25 for before, after in pairwise(looks))


def test_a_limit_ends_it_without_a_verdict_and_a_higher_one_goes_on() -> None:
    short = Sequential(entries=2, test=Sprt(), rounds=11)
    longer = Sequential(entries=2, test=Sprt(), rounds=14)
    results, _ = play(short, 0.55)

    assert len(results) == 22
    assert short.finding(results).verdict is None
    open_again = [one for one in results if one.generation < 2]
    assert numbers(longer.generation(2, open_again)) == [21, 22, 23, 24]
    assert numbers(longer.generation(3, results)) == [25, 26, 27, 28]


def test_a_bot_that_is_taken_out_ends_it_without_a_verdict() -> None:
    schedule = Sequential(entries=2, test=Sprt())
    results, generations = play(
        schedule, 1.0, lambda pairing: "skipped" if pairing.number > 4 else "done"
    )

    assert generations == 1
    assert schedule.finding(results).verdict is None


def test_it_does_not_go_on_for_ever_where_nothing_is_played() -> None:
    results, generations = play(Sequential(entries=2, test=Sprt()), 0.5, lambda pairing: "void")

    assert generations == 1
    assert len(results) == 16


def test_half_a_block_is_no_evidence() -> None:
    schedule = Sequential(entries=2, test=Sprt())
    results, _ = play(schedule, 1.0)

    assert len(schedule.finding(results[:7]).scores) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"entries": 3, "players": 2}, "no seat for a field"),
        ({"entries": 2, "players": 3}, "a table of 3 needs 3 entries"),
        ({"entries": 2, "games": 2}, "--game"),
        ({"entries": 2, "rounds": 0}, "1 round"),
    ],
    ids=str,
)
def test_what_cannot_be_seated_is_refused(words: dict[str, int], told: str) -> None:
    with pytest.raises(ScheduleError, match=told):
        Sequential(test=Sprt(), **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words", [{"alpha": 0.0}, {"beta": 0.5}, {"low": 0.6, "high": 0.6}, {"high": 1.0}], ids=str
)
def test_a_test_that_cannot_end_is_refused(words: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="between"):
        Sprt(**words)
