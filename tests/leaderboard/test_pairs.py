"""Two bots against each other: counts, tests, cycles."""

import math
import random

import pytest

from leaderboard.ratings import student
from leaderboard.ratings.pairs import (
    Pair,
    cycles,
    different,
    equal_chance,
    pairs,
    seen_by,
)
from leaderboard.ratings.sequential import e_value
from leaderboard.values import Pool, Result

TWO = Pool.of("kupferkessel", "1", {}, 2, "nodes")
THREE = Pool.of("trapper", "1", {}, 3, "nodes")


@pytest.mark.parametrize(
    ("p", "df", "expected"),
    [
        (0.975, 1, 12.706204736174698),
        (0.975, 2, 4.302652729911275),
        (0.975, 9, 2.2621571628540993),
        (0.95, 30, 1.6972608865939574),
        (0.995, 100, 2.625890521317301),
        (0.5, 7, 0.0),
    ],
)
def test_quantiles_of_students_t_are_those_of_the_tables(
    p: float, df: int, expected: float
) -> None:
    assert student.quantile(1 - p, df) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_students_t_with_one_degree_of_freedom_is_that_of_cauchy() -> None:
    for t in (0.0, 0.001, 0.3, 2.0, 50.0, 1e6):
        assert student.tail(t, 1) == pytest.approx(0.5 - math.atan(t) / math.pi, abs=1e-12)


@pytest.mark.parametrize("df", [1, 2, 3.5, 10, 99, 5000])
def test_a_quantile_is_the_inverse(df: float) -> None:
    for p in (0.5, 0.8, 0.99, 0.999999):
        assert student.tail(student.quantile(1 - p, df), df) == pytest.approx(1 - p, rel=1e-9)


def test_a_pair_is_seen_by_both_alike() -> None:
    results = [
        Result(TWO, 1, 1, (0, 1), (1, 2), (False,) * 2, scores=(30, 20)),
        Result(TWO, 2, 1, (1, 0), (1, 1), (False,) * 2, scores=(25, 25)),
        Result(TWO, 3, 2, (0, 1), (2, 1), (False,) * 2, scores=(None, None)),
    ]

    met = pairs(results)[TWO]
    one, other = seen_by(met, 0, 1), seen_by(met, 1, 0)

    assert one is not None
    assert other is not None
    assert (one.wins, one.draws, one.losses) == (1, 1, 1)
    assert one.blocks == (0.75, 0.0)
    assert one.lead == 5
    assert other.turned() == one
    assert one.score + other.score == 1
    assert seen_by(met, 0, 2) is None


def test_a_table_of_three_has_three_pairs_and_order_makes_no_difference() -> None:
    results = [
        Result(THREE, number, 1, seats, ranks, (False,) * 3, scores=(3, 2, 1))
        for number, (seats, ranks) in enumerate(
            [((0, 1, 2), (1, 2, 3)), ((2, 0, 1), (1, 2, 2)), ((1, 2, 0), (1, 3, 2))]
        )
    ]

    met = pairs(results)[THREE]

    assert set(met) == {(0, 1), (0, 2), (1, 2)}
    assert met[0, 1].blocks == (0.5,)
    assert {key: one.comparisons for key, one in met.items()} == dict.fromkeys(met, 3)
    again = pairs(reversed(results))[THREE]
    assert {key: one.blocks for key, one in again.items()} == {
        key: one.blocks for key, one in met.items()
    }


def test_few_blocks_are_never_sure_and_no_variance_is_no_certainty() -> None:
    assert equal_chance([1.0]) == 1
    assert equal_chance([1.0] * 5) == 1 / 16
    assert equal_chance([0.5] * 50) == 1
    assert equal_chance([1.0] * 9 + [0.75]) == 2**-9
    assert equal_chance([0.25, 0.75, 0.5, 1.0]) > 0.3


def test_equal_bots_are_seldom_told_apart() -> None:
    rng = random.Random(5)
    runs = 2000
    wrong = sum(
        equal_chance([rng.choice((0.0, 0.25, 0.5, 0.75, 1.0)) for _ in range(20)]) < 0.05
        for _ in range(runs)
    )

    assert wrong / runs < 0.065


def test_the_level_is_shared_by_all_pairs() -> None:
    clear, doubtful = (1.0, 0.75) * 10, (1.0, 0.5, 0.5, 1.0, 0.25, 1.0, 0.5, 1.0, 0.5, 1.0)
    met = {(0, 1): _pair(clear), (0, 2): _pair(doubtful)}

    assert different({(0, 2): _pair(doubtful)}) == {(0, 2): 1}
    assert different(met) == {(0, 1): 1, (0, 2): 1}
    many = met | {(3, number): _pair((0.5, 0.75, 0.25)) for number in range(4, 40)}
    assert different(many) == {(0, 1): 1}
    assert different({(0, 1): _pair(clear).turned()}) == {(0, 1): -1}


def test_a_cycle_is_found_once_and_in_its_direction() -> None:
    assert cycles({(0, 1): 1, (1, 2): 1, (0, 2): -1, (2, 3): 1}) == [(0, 1, 2)]
    assert cycles({(0, 1): -1, (1, 2): -1, (0, 2): 1}) == [(0, 2, 1)]
    assert cycles({(0, 1): 1, (1, 2): 1, (0, 2): 1}) == []


def test_bets_win_what_the_formula_says_and_never_too_much_to_tell() -> None:
    assert e_value([1.0] * 10) == pytest.approx(84.3896, abs=1e-4)
    assert e_value([]) == 1
    assert e_value([0.0] * 10) < 1
    assert math.isfinite(e_value([1.0] * 100_000))


def _pair(blocks: tuple[float, ...]) -> Pair:
    wins = round(2 * sum(blocks))
    return Pair(blocks=blocks, wins=wins, draws=0, losses=2 * len(blocks) - wins, leads=())
