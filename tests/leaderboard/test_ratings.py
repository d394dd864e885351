"""Ratings agree with the package, survive every upset, and tables follow from them."""

import math
import random
from statistics import NormalDist

import pytest
import trueskill

from leaderboard.ratings import live
from leaderboard.ratings.live import START, rate
from leaderboard.values import Rating

PACKAGE = trueskill.TrueSkill(
    live.MU,
    live.SIGMA,
    live.BETA,
    tau=0.0,
    draw_probability=live.DRAW_PROBABILITY,
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
    ratings = [Rating(rng.uniform(0, 50), rng.uniform(0.5, 9)) for _ in range(players)]
    return ratings, [rng.randint(1, players) for _ in range(players)]


def test_the_closed_form_agrees_with_the_package() -> None:
    rng = random.Random(1)

    for _ in range(2000):
        ratings, ranks = random_table(rng, 2)

        assert distance(rate(ratings, ranks), by_package(ratings, ranks)) < 1e-5


@pytest.mark.parametrize("players", [3, 4])
def test_larger_tables_agree_with_the_package(players: int) -> None:
    rng = random.Random(players)

    for _ in range(200):
        ratings, ranks = random_table(rng, players)

        # The package approximates the error function; four seats add up its errors.
        assert distance(rate(ratings, ranks), by_package(ratings, ranks)) < 5e-5


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


def test_the_global_environment_of_the_package_is_left_alone() -> None:
    before = vars(trueskill.global_env()).copy()

    rate([START] * 3, [1, 2, 2])

    assert vars(trueskill.global_env()) == before


def test_ties_between_equals_leave_equals() -> None:
    first, second = rate([START, START], [1, 1])

    assert first == second
    assert first.mu == 25
    winner, *tied = rate([START] * 3, [1, 2, 2])
    assert winner.mu > tied[0].mu
    assert tied[0].mu == pytest.approx(tied[1].mu, abs=0.2)  # as near as the package brings them
