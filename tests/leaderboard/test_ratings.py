"""Ratings agree with the package, survive every upset, and tables follow from them."""

import math
import random
from statistics import NormalDist

import pytest
import trueskill

from leaderboard.ratings import live
from leaderboard.ratings.live import START, rate
from leaderboard.values import Rating

EXACT = NormalDist()
PACKAGE = trueskill.TrueSkill(
    live.MU,
    live.SIGMA,
    live.BETA,
    tau=0.0,
    draw_probability=live.DRAW_PROBABILITY,
    # Its own error function is an approximation, which far upsets and ties blow up to 5e-5.
    backend=(EXACT.cdf, EXACT.pdf, EXACT.inv_cdf),
)


def by_package(before: list[Rating], ranks: list[int]) -> list[Rating]:
    groups = [(PACKAGE.create_rating(one.mu, one.sigma),) for one in before]
    return [Rating(one.mu, one.sigma) for (one,) in PACKAGE.rate(groups, ranks=ranks)]


def distance(left: tuple[Rating, ...], right: list[Rating]) -> float:
    return max(
        max(abs(one.mu - other.mu), abs(one.sigma - other.sigma))
        for one, other in zip(left, right, strict=True)
    )


def random_table(rng: random.Random, players: int) -> tuple[list[Rating], list[int]]:
    ratings = [Rating(rng.uniform(10, 40), rng.uniform(0.5, 9)) for _ in range(players)]
    return ratings, [rng.randint(1, players) for _ in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_is_rated_as_the_package_does_ties_in_any_seat_order_too(players: int) -> None:
    rng = random.Random(players)

    for _ in range(1000):
        ratings, ranks = random_table(rng, players)

        assert distance(rate(ratings, ranks), by_package(ratings, ranks)) < 1e-8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_log_is_folded_as_the_package_does(players: int) -> None:
    rng = random.Random(players)
    strengths = [rng.gauss(0, 1) for _ in range(6)]
    ours, theirs = [START] * 6, [START] * 6

    for _ in range(600):
        seats = rng.sample(range(6), players)
        marks = [round(strengths[bot] + rng.gauss(0, 1)) for bot in seats]
        ranks = [1 + sum(other > mark for other in marks) for mark in marks]
        after = rate([ours[bot] for bot in seats], ranks)
        told = by_package([theirs[bot] for bot in seats], ranks)
        for bot, one, other in zip(seats, after, told, strict=True):
            ours[bot], theirs[bot] = one, other

    assert distance(tuple(ours), theirs) < 1e-6


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2), [(29.396, 7.171), (20.604, 7.171)]),
        ((1, 1), [(25.000, 6.458), (25.000, 6.458)]),
        ((1, 2, 3), [(31.675, 6.656), (25.000, 6.208), (18.325, 6.656)]),
        (
            (1, 2, 3, 4),
            [(33.207, 6.348), (27.401, 5.787), (22.599, 5.787), (16.793, 6.348)],
        ),
    ],
)
def test_ratings_are_those_of_microsofts_calculator(
    ranks: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    """Published in the documentation and tests of the package; there sigma drifts by 25/300."""
    drifted = Rating(25.0, math.hypot(25 / 3, 25 / 300))

    after = rate([drifted] * len(ranks), ranks)

    assert [one.mu for one in after] == pytest.approx([mu for mu, _ in expected], abs=6e-4)
    assert [one.sigma for one in after] == pytest.approx([s for _, s in expected], abs=6e-4)


@pytest.mark.parametrize("ranks", [(1, 2), (1, 1), (2, 1)])
@pytest.mark.parametrize("sigma", [0.01, 1.0, 25 / 3])
@pytest.mark.parametrize("gap", [0.0, 36.0, 40.0, 300.0, 1e4, 1e6])
def test_no_upset_is_too_large(gap: float, sigma: float, ranks: tuple[int, int]) -> None:
    weak, strong = rate([Rating(25 - gap, sigma), Rating(25, sigma)], ranks)

    for after in (weak, strong):
        assert math.isfinite(after.mu)
        assert 0 < after.sigma <= sigma
    if gap and ranks != (2, 1):
        assert weak.mu > 25 - gap
        assert strong.mu < 25
    assert weak.mu - (25 - gap) == pytest.approx(25 - strong.mu, abs=1e-9 * max(gap, 1))


@pytest.mark.parametrize("ranks", [(1, 2, 3, 4), (1, 1, 1, 1), (4, 3, 2, 1), (1, 1, 3, 3)])
def test_no_upset_is_too_large_for_four(ranks: tuple[int, ...]) -> None:
    before = [Rating(25 + 300.0 * seat, 1.0) for seat in range(4)]

    for after in rate(before, ranks):
        assert math.isfinite(after.mu)
        assert 0 < after.sigma <= 1


@pytest.mark.parametrize("margin", [0.05, 0.1, 0.5])
def test_the_far_branch_continues_the_near_one(margin: float) -> None:
    for formula, edge in (
        (live._win, margin - live._FAR),
        (live._draw, margin + live._FAR),
        (live._draw, -margin - live._FAR),
    ):
        below, above = formula(edge - 1e-9, margin), formula(edge + 1e-9, margin)

        assert below == pytest.approx(above, rel=1e-7)


def test_the_draw_margin_belongs_to_the_draw_probability() -> None:
    expected = NormalDist().inv_cdf((1 + live.DRAW_PROBABILITY) / 2)

    assert pytest.approx(expected, abs=1e-14) == live._DRAW_QUANTILE


def test_ties_between_equals_leave_equals() -> None:
    first, second = rate([START, START], [1, 1])

    assert first == second
    assert first.mu == 25
