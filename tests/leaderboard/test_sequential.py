"""Sequential tests agree with known values and are wrong no more often than they say."""

import random
from collections import Counter

import pytest

from leaderboard.ratings.sequential import ENOUGH, EProcess, Sprt, e_value

SPRT = Sprt()


def test_the_bounds_follow_from_the_errors() -> None:
    assert SPRT.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_the_ratio_of_a_known_sample_is_known() -> None:
    counts = {0.0: 10, 0.25: 2, 0.5: 55, 0.75: 5, 1.0: 28}

    assert SPRT.llr(counts) == pytest.approx(4.9626, abs=1e-4)
    assert SPRT.verdict(counts) == "better"


def test_ten_won_blocks_are_no_proof() -> None:
    assert SPRT.llr({1.0: 10}) == pytest.approx(1.82, abs=5e-3)
    assert SPRT.verdict({1.0: 10}) is None
    assert SPRT.verdict({}) is None
    assert SPRT.verdict({0.0: 20}) == "not better"


def test_the_capital_after_ten_won_blocks_is_known() -> None:
    assert e_value([1.0] * 10) == pytest.approx(84.3896, abs=1e-4)
    assert e_value([]) == 1
    assert e_value([0.5] * 100) == 1


def test_equals_are_seldom_called_better() -> None:
    rng = random.Random(1)
    wrong = 0
    for _ in range(200):
        counts: Counter[float] = Counter()
        verdict = None
        while verdict is None:
            counts[rng.choice((0.0, 0.5, 0.5, 1.0))] += 1
            verdict = SPRT.verdict(counts)
        wrong += verdict == "better"

    assert wrong <= 18  # 5 % and twice the spread of 200 runs


def test_looking_all_the_time_seldom_finds_equals_unequal() -> None:
    rng = random.Random(2)
    rejected = 0
    for _ in range(300):
        process = EProcess()
        for _ in range(200):
            process.add(rng.choice((0.0, 0.5, 0.5, 1.0)))
            if process.value >= ENOUGH:
                rejected += 1
                break

    assert rejected <= 15
