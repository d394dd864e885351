"""Rank ranges hold as a whole, orders are settled for good, and tables agree with themselves."""

import random
from itertools import combinations, pairwise

import pytest

from leaderboard.ratings.chance import normals
from leaderboard.ratings.counting import block_size, counting
from leaderboard.ratings.estimate import estimates
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import UPPER, fit
from leaderboard.ratings.ranks import deals_to_settle, ranges, settled
from leaderboard.ratings.student import quantile
from leaderboard.ratings.thresholds import anytime, simultaneous
from tests.leaderboard.logs import collect, result, simulate


def test_eight_equals_seldom_get_a_false_rank() -> None:
    rng = random.Random(1)
    right = sum(
        set(ranges(fit(collect(simulate([0.0] * 8, 5, rng)))).values()) == {(1, 8)}
        for _ in range(100)
    )

    assert right >= 93


def test_differences_lie_in_their_intervals() -> None:
    rng = random.Random(2)
    inside = 0
    for _ in range(200):
        known = fit(collect(simulate([0.0] * 3, 10, rng)))
        low, high = known.low(0), known.high(0)
        assert low is not None
        assert high is not None
        inside += low <= 25 <= high

    assert 183 <= inside <= 199


@pytest.mark.parametrize(("bots", "players", "rounds"), [(4, 2, 6), (4, 3, 3)])
def test_a_tournament_cut_anywhere_claims_no_more_than_it_knows(
    bots: int, players: int, rounds: int
) -> None:
    """Among equals every claim is false, and every difference is none."""
    rng = random.Random(10 * bots + players)
    right = inside = total = 0
    runs, size = 100, block_size(players, "all")
    for _ in range(runs):
        lines = simulate([0.0] * bots, rounds, rng, players)
        cut = lines[: rng.randrange(len(lines) // 3, len(lines))]
        whole, waiting = counting([result(line, n) for n, line in enumerate(cut, 1)], "all")
        evidence = Evidence()
        for one in whole:
            evidence.add(one)
        known = fit(evidence)
        assert len(whole) == len(cut) - waiting.total() == len(cut) // size * size
        right += set(ranges(known).values()) == {(1, len(known.entries))}
        for a, b in combinations(known.entries, 2):
            if not known.is_streak(a, b):
                half = quantile(UPPER, known.pair_freedom(a, b)) * known.error(a, b)
                inside += abs(known.difference(a, b)) <= half
                total += 1

    assert right >= 0.93 * runs
    assert inside / total >= 0.93


def called(rng: random.Random, score: float, passes: int) -> int | None:
    """The pass after which two bots are called settled by one who looks after each."""
    evidence = Evidence()
    for deal in range(passes):
        for seats, chance in (((0, 1), score + 0.16), ((1, 0), 1 - score + 0.16)):
            evidence.add(result((deal, seats, (1, 2) if rng.random() < chance else (2, 1))))
        if settled(fit(evidence), 0, 1):
            return deal + 1
    return None


def test_looking_after_every_pass_seldom_settles_equals() -> None:
    rng = random.Random(3)
    wrong = sum(called(rng, 0.5, 60) is not None for _ in range(60))

    assert wrong <= 3


def test_a_better_bot_is_found() -> None:
    rng = random.Random(4)
    calls = sorted(called(rng, 0.6, 400) or 400 for _ in range(15))

    assert calls[7] <= 150


def test_thresholds_grow_with_what_is_claimed() -> None:
    assert simultaneous(2) == pytest.approx(1.959964, abs=1e-6)
    assert simultaneous(8) == pytest.approx(3.12, abs=0.01)
    assert min(anytime(10 ** (-step / 10)) for step in range(-20, 60)) == pytest.approx(
        3.04, abs=0.02
    )


@pytest.mark.parametrize("rounds", [1, 5, 40])
def test_a_table_never_contradicts_itself(rounds: int) -> None:
    rng = random.Random(rounds)
    for _ in range(10):
        table = estimates(collect(simulate([1.5, 0.7, 0.5, 0.0, -1.0], rounds, rng)))

        assert sum(one.first for one in table) == pytest.approx(1)
        for place, one in enumerate(table, 1):
            assert one.rank_low <= place <= one.rank_high
        for upper, lower in pairwise(table):
            assert upper.above_next is not None
            assert upper.above_next >= 0.5 - 1e-9
            assert (upper.settle_deals is None) or not upper.settled
            if upper.rank_low == upper.rank_high or lower.rank_low == lower.rank_high:
                assert upper.settled


def test_as_many_more_deals_as_told_settle_an_order() -> None:
    lines = simulate([0.4, 0.0], 40, random.Random(6))
    known = fit(collect(lines))
    more = deals_to_settle(known, 0, 1)
    assert more is not None

    times = 1 + -(-more // 40)
    again = [(deal + 1000 * n, seats, ranks) for n in range(times) for deal, seats, ranks in lines]

    assert settled(fit(collect(again)), 0, 1)
    assert deals_to_settle(fit(collect(again)), 0, 1) is None


def test_drawn_numbers_are_normal_and_always_the_same() -> None:
    numbers = normals()
    drawn = [next(numbers) for _ in range(20000)]

    assert sum(drawn) / 20000 == pytest.approx(0, abs=0.02)
    assert sum(x * x for x in drawn) / 20000 == pytest.approx(1, abs=0.03)
    again = normals()
    assert drawn[:3] == [next(again) for _ in range(3)]
