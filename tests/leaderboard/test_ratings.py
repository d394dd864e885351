"""Ratings agree with the package, survive every upset, and tables follow from them."""

import math
import random
from itertools import permutations
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
# Its own error function is an approximation, which upsets and ties blow up to 5e-5.
PACKAGE.v_win = lambda lead, margin: live._win(lead, margin)[0]
PACKAGE.w_win = lambda lead, margin: live._win(lead, margin)[1]
PACKAGE.v_draw = lambda lead, margin: live._draw(lead, margin)[0]
PACKAGE.w_draw = lambda lead, margin: live._draw(lead, margin)[1]


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


def canonical(ratings: list[Rating], ranks: list[int]) -> tuple[list[Rating], list[int]]:
    """The same table with seats in the order that decides between those who tie."""
    lines = sorted(zip(ranks, ratings, strict=True), key=lambda x: (x[0], -x[1].mu, -x[1].sigma))
    return [rating for _, rating in lines], [rank for rank, _ in lines]


def test_the_closed_form_agrees_with_the_package() -> None:
    rng = random.Random(1)

    for _ in range(2000):
        ratings, ranks = random_table(rng, 2)

        assert distance(rate(ratings, ranks), by_package(ratings, ranks)) < 1e-6


@pytest.mark.parametrize("players", [3, 4])
def test_larger_tables_agree_with_the_package(players: int) -> None:
    rng = random.Random(players)

    for _ in range(500):
        ratings, ranks = canonical(*random_table(rng, players))

        assert distance(rate(ratings, ranks), by_package(ratings, ranks)) < 1e-6


@pytest.mark.parametrize("players", [3, 4])
def test_the_order_of_seats_makes_no_difference(players: int) -> None:
    rng = random.Random(players)

    for _ in range(30):
        ratings, ranks = random_table(rng, players)
        ratings[0] = ratings[1] if rng.random() < 0.5 else ratings[0]
        expected = rate(ratings, ranks)

        for order in permutations(range(players)):
            after = rate([ratings[seat] for seat in order], [ranks[seat] for seat in order])

            assert distance(after, [expected[seat] for seat in order]) < 1e-9


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
    assert tied[0] == tied[1]
