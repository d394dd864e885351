"""The fit agrees with known values, and depends on nothing but what happened."""

import dataclasses
import math
import random
from itertools import combinations, permutations

import pytest

from leaderboard.ratings import student
from leaderboard.ratings.estimate import above, estimates
from leaderboard.ratings.evidence import Encounter, groups
from leaderboard.ratings.fit import LOGIT, fit
from leaderboard.ratings.maximum import PRIOR
from tests.leaderboard.logs import THREE_SEATS, TWO_SEATS, Line, collect, simulate

pytestmark = pytest.mark.slow


def block(deal: int, one: int, other: int, first: int = 1, second: int = 1) -> list[Line]:
    """One deal in both seat orders; 1 if `one` wins, 0 for a tie, -1 if it loses."""
    ranks = {1: (1, 2), 0: (1, 1), -1: (2, 1)}
    mirrored = {1: (2, 1), 0: (1, 1), -1: (1, 2)}
    return [(deal, (one, other), ranks[first]), (deal, (other, one), mirrored[second])]


def test_comparisons_are_counted_by_deal_and_pair() -> None:
    evidence = collect([*TWO_SEATS, (4, (2, 2), (1, 2))])

    assert evidence.encounters() == (
        Encounter(0, 1, 9, 6),
        Encounter(0, 2, 8, 6),
        Encounter(1, 2, 9, 6),
    )
    clusters = evidence.clusters()
    assert sum(number for _, number in clusters) == 3
    assert (Encounter(0, 1, 4, 2), Encounter(0, 2, 4, 2), Encounter(1, 2, 4, 2)) in [
        cluster for cluster, _ in clusters
    ]


def test_the_settings_are_trueskills_in_logits() -> None:
    assert pytest.approx(2.406991483159008, abs=1e-15) == PRIOR
    assert pytest.approx(3.462136609804875, abs=1e-15) == LOGIT


def test_two_seats_give_the_known_values() -> None:
    known = fit(collect(TWO_SEATS))

    assert known.theta == pytest.approx((0.5761188371445254, 0, -0.5761188371445254), abs=1e-9)
    variances = [known.covariance[at][at] for at in range(3)]
    assert variances[:2] == pytest.approx([2.143998539543699, 1.9966477358766914], abs=1e-9)
    assert known.rating(0) == pytest.approx(25 + 3.462136609804875 * 0.5761188371445254)


def test_three_seats_give_the_known_values() -> None:
    known = fit(collect(THREE_SEATS))

    expected = (0.5028952994557, 0.5028952994557, -1.0057905989114)
    assert known.theta == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706204736), (2, 4.302652730), (9, 2.262157163), (30, 2.042272456), (1e7, 1.95996398)],
)
def test_quantiles_of_students_distribution_are_those_of_tables(
    freedom: float, expected: float
) -> None:
    assert student.quantile(0.025, freedom) == pytest.approx(expected, abs=1e-6)
    assert student.as_normal(expected, freedom) == pytest.approx(1.95996398, abs=1e-6)
    assert student.as_normal(-expected, freedom) == pytest.approx(-1.95996398, abs=1e-6)


@pytest.mark.parametrize("players", [2, 3])
def test_the_order_of_matches_changes_no_bit(players: int) -> None:
    rng = random.Random(players)
    lines = simulate([0.5, 0.2, 0.0, -0.4], 6, rng, players)
    expected = estimates(collect(lines))

    for _ in range(10):
        rng.shuffle(lines)

        assert estimates(collect(lines)) == expected


def test_numbering_the_bots_otherwise_changes_no_bit() -> None:
    lines = simulate([0.6, 0.3, 0.0, 0.0, -0.5], 10, random.Random(7))
    expected = None

    for numbers in permutations(range(5)):
        renumbered = [(deal, tuple(numbers[e] for e in at), ranks) for deal, at, ranks in lines]
        names = {number: f"bot{at}" for at, number in enumerate(numbers)}
        table = [
            (names[one.entry], dataclasses.replace(one, entry=0))
            for one in estimates(collect(renumbered), names.__getitem__)
        ]
        expected = expected or table

        assert table == expected


def test_naming_the_bots_otherwise_changes_nothing_that_is_shown() -> None:
    lines = simulate([0.6, 0.3, 0.0, 0.0, -0.5], 10, random.Random(8))
    evidence = collect(lines)
    tables = {
        tuple(
            (one.entry, *(round(x or 0, 4) for x in (one.rating, one.low, one.high, one.first)))
            for one in estimates(evidence, lambda entry, order=order: str(order[entry]))  # type: ignore[misc]
        )
        for order in permutations(range(5))
    }

    assert len(tables) == 1


def test_the_order_of_a_balanced_round_robin_is_the_order_of_points() -> None:
    rng = random.Random(3)
    for _ in range(100):
        lines = simulate([rng.gauss(0, 0.7) for _ in range(5)], 3, rng)
        points = [0] * 5
        for _, (one, other), (rank1, rank2) in lines:
            points[one] += (rank1 <= rank2) + (rank1 < rank2)
            points[other] += (rank2 <= rank1) + (rank2 < rank1)

        shown = [round(fit(collect(lines)).rating(entry), 4) for entry in range(5)]

        for a, b in combinations(range(5), 2):
            assert (points[a] > points[b]) == (shown[a] > shown[b])


def test_a_mirror_is_level_and_not_sure_of_it() -> None:
    lines = [line for deal in range(50) for line in block(deal, 0, 1, 1, -1)]
    first, second = estimates(collect(lines))

    assert first.rating == second.rating == 25
    assert first.above_next == pytest.approx(0.5)
    assert not first.settled
    assert first.settle_deals is None
    assert first.high is not None
    assert first.high > 25.01


def test_one_deal_gives_wide_intervals() -> None:
    known = fit(collect(block(1, 0, 1, 1, 0)))

    assert known.difference(0, 1) > 0
    assert known.half_width(0) > 10
    assert 0.5 < known.above(0, 1) < 0.9


def test_one_who_won_everything_is_bounded_below_only() -> None:
    lines = simulate([0.0, 0.0, 0.0], 10, random.Random(2))
    lines += [
        line for d in range(10) for bot in range(3) for line in block(1000 + 3 * d + bot, 3, bot)
    ]
    best, *others = estimates(collect(lines))

    assert (best.entry, best.high, best.rank_low, best.rank_high) == (3, None, 1, 1)
    assert best.settled
    assert best.low is not None
    assert 25 < best.low < best.rating
    assert all(one.low is not None and one.high is not None for one in others)
    assert sum(one.rating for one in others) == pytest.approx(75)


def test_one_who_lost_everything_is_bounded_above_only() -> None:
    lines = simulate([0.0, 0.0, 0.0], 10, random.Random(2))
    lines += [
        line for d in range(10) for bot in range(3) for line in block(1000 + 3 * d + bot, bot, 3)
    ]
    *_, before, worst = estimates(collect(lines))

    assert (worst.entry, worst.low, worst.rank_low) == (3, None, 4)
    assert worst.high is not None
    assert worst.rating < worst.high < 25
    assert before.settled


@pytest.mark.parametrize("blocks", [1, 2, 5, 10, 1000])
def test_of_two_one_may_win_everything(blocks: int) -> None:
    lines = [line for deal in range(blocks) for line in block(deal, 4, 2)]
    winner, loser = estimates(collect(lines))

    assert (winner.entry, loser.entry) == (4, 2)
    assert winner.settled == (blocks >= 10)
    assert winner.first == winner.above_next
    assert (winner.high, loser.low) == (None, None)
    assert winner.rating + loser.rating == pytest.approx(50)


def test_those_who_never_met_are_not_put_into_one_order() -> None:
    evidence = collect(
        [*block(1, 0, 5), *block(2, 3, 1), *block(3, 1, 4, 0, 1), *block(3, 7, 8, 1, -1)]
    )

    assert groups(evidence) == ((1, 3, 4), (0, 5), (7, 8))
    table = estimates(evidence)
    assert [one.group for one in table] == [0, 0, 0, 1, 1, 2, 2]
    assert [one.entry for one in table] == [3, 1, 4, 0, 5, 7, 8]
    assert [one.rank_high for one in table] == [3, 3, 3, 2, 2, 2, 2]
    assert above(evidence, 0, 1) == 0.5
    assert above(evidence, 0, 5) > 0.5


def test_no_results_are_no_estimates() -> None:
    assert estimates(collect([])) == ()
    assert estimates(collect([(1, (3, 3), (1, 2))])) == ()


@pytest.mark.parametrize("times", [1, 30, 3000])
@pytest.mark.parametrize("size", [2, 3, 6])
@pytest.mark.parametrize("shared", [True, False])
def test_nothing_is_ever_not_a_number(size: int, times: int, shared: bool) -> None:
    """A strict order, in which every bot beats all behind it, always."""
    lines: list[Line] = []
    for number in range(times):
        for a, b in combinations(range(size), 2):
            lines += block(number if shared else len(lines), a, b)

    table = estimates(collect(lines))

    assert [one.entry for one in table] == list(range(size))
    for one in table:
        numbers = (one.rating, one.low or 0.0, one.high or 0.0, one.first, one.above_next or 0.0)
        assert all(math.isfinite(number) for number in numbers)
        assert one.settled == (times > 1 or one.above_next is None)


def test_an_upset_costs_a_bounded_amount() -> None:
    lines = simulate([2.0, 0.0, -2.0], 20, random.Random(4))
    before = fit(collect(lines)).rating(0)
    after = fit(collect([*lines, *block(9999, 2, 0)])).rating(0)

    assert before - 2 < after < before
