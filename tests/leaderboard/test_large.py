"""A large field is rated with arrays: the same numbers, the same claims, in another time."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest

from leaderboard.ratings import arrays, fit, ranks, sieve, solving
from leaderboard.ratings.estimate import estimates
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.solving import Solved
from tests.leaderboard.logs import THREE_SEATS, TWO_SEATS, Line, collect, result, simulate


def shared_deals(rng: random.Random) -> list[Line]:
    """Five bots, all of whom meet on each of some deals, with gaps."""
    return [
        (deal, seats, rng.choice([(1, 2), (1, 1), (2, 1)]))
        for deal in range(8)
        for pair in combinations(range(5), 2)
        if rng.random() < 0.7
        for seats in (pair, pair[::-1])
    ]


def sparse(rng: random.Random) -> list[Line]:
    """Many bots with few matches each, of whom many won or lost all they played."""
    lines: list[Line] = []
    for deal in range(60):
        pair = tuple(rng.sample(range(30), 2))
        first = (1, 2) if pair[0] < pair[1] or rng.random() < 0.2 else (2, 1)
        lines += [(deal, pair, first), (deal, pair[::-1], first[::-1])]
    return lines


def strict(rng: random.Random) -> list[Line]:
    """Everybody beats all behind him, often enough to be sure of it."""
    return [
        (100 * deal + 10 * one + other, seats, ranks)
        for deal in range(40)
        for one, other in combinations(range(6), 2)
        for seats, ranks in (((one, other), (1, 2)), ((other, one), (2, 1)))
    ]


def fields() -> Iterator[tuple[str, Evidence]]:
    rng = random.Random(5)
    yield "two seats", collect(TWO_SEATS)
    yield "three seats", collect(THREE_SEATS)
    yield "shared deals", collect(shared_deals(rng))
    yield "sparse", collect(sparse(rng))
    yield "strict", collect(strict(rng))
    for players, rounds in ((2, 40), (3, 6), (4, 2)):
        strengths = [rng.gauss(0, 1.5) for _ in range(7)]
        yield f"{players} at a table", collect(simulate(strengths, rounds, rng, players))
    many = [rng.gauss(0, 1.0) for _ in range(40)]
    yield "forty", collect(simulate(many, 3, rng))
    ends = [4.0, *(rng.gauss(0, 0.5) for _ in range(10)), -4.0]
    yield "one at each end", collect(simulate(ends, 30, rng))


FIELDS = dict(fields())


def group_of(evidence: Evidence) -> dict[int, int]:
    met = evidence.encounters()
    entries = sorted({one.first for one in met} | {one.second for one in met})
    return {entry: at for at, entry in enumerate(entries)}


@pytest.mark.parametrize("name", FIELDS)
def test_arrays_find_what_lists_find(name: str) -> None:
    places = group_of(FIELDS[name])

    plain = solving.solve(FIELDS[name], places)
    found = arrays.solve(FIELDS[name], places)

    assert found.theta == pytest.approx(plain.theta, abs=1e-9)
    for row, expected in zip(found.covariance, plain.covariance, strict=True):
        assert row == pytest.approx(expected, abs=1e-9)
    assert found.spreads == pytest.approx(plain.spreads, abs=1e-9)
    assert (found.deals, found.streaks) == (plain.deals, plain.streaks)


def test_arrays_look_at_one_group_of_several() -> None:
    rng = random.Random(9)
    evidence = collect(simulate([0.3, 0.0, -0.3], 5, rng))
    for deal, seats, ranked in simulate([0.5, -0.5], 5, rng):
        evidence.add(result((deal, tuple(100 + seat for seat in seats), ranked)))
    places = {100: 1, 101: 0}

    found = arrays.solve(evidence, places)

    assert found.theta == pytest.approx(solving.solve(evidence, places).theta, abs=1e-9)


@pytest.mark.parametrize("name", FIELDS)
def test_the_sieve_lets_the_same_claims_through(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = fit.fit(FIELDS[name])
    expected = ranks.ranges(fitted)

    monkeypatch.setattr(ranks, "LARGE", 1)

    assert ranks.ranges(fitted) == expected


def test_the_sieve_leaves_few_pairs_to_look_at() -> None:
    rng = random.Random(3)
    fitted = fit.fit(collect(simulate([rng.gauss(0, 1.5) for _ in range(60)], 10, rng)))

    found = sieve.sifted(fitted)

    assert sum(found.above) == sum(found.below) > 300
    assert len(list(found.open)) < 60


def test_a_field_beyond_the_limit_is_rated_alike_in_any_order_and_numbering(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit, "LARGE", 3)
    monkeypatch.setattr(ranks, "LARGE", 3)
    rng = random.Random(4)
    lines = simulate([rng.gauss(0, 1) for _ in range(12)], 4, rng)
    names = [f"bot{number:02}" for number in range(12)]
    expected = estimates(collect(lines), names.__getitem__)
    numbers = rng.sample(range(12), 12)
    moved = [(1000 - deal, tuple(numbers[e] for e in at), how) for deal, at, how in lines]
    called = {number: names[at] for at, number in enumerate(numbers)}

    for _ in range(5):
        rng.shuffle(lines)
        rng.shuffle(moved)

        assert estimates(collect(lines), names.__getitem__) == expected
        renumbered = estimates(collect(moved), called.__getitem__)
        for one, other in zip(renumbered, expected, strict=True):
            assert called[one.entry] == names[other.entry]
            assert (one.rating, one.low, one.high) == (other.rating, other.low, other.high)


def test_without_numpy_a_large_field_is_rated_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = estimates(FIELDS["forty"])
    monkeypatch.setattr(fit, "LARGE", 3)
    monkeypatch.setattr(ranks, "LARGE", 3)
    for module in ("arrays", "sieve"):
        monkeypatch.setitem(sys.modules, f"leaderboard.ratings.{module}", None)
        monkeypatch.delattr(f"leaderboard.ratings.{module}", raising=False)

    assert estimates(FIELDS["forty"]) == expected


def test_small_fields_do_not_load_numpy() -> None:
    program = (
        "import sys\n"
        "from leaderboard.ratings.estimate import estimates\n"
        "from tests.leaderboard.logs import TWO_SEATS, collect\n"
        "assert len(estimates(collect(TWO_SEATS))) == 3\n"
        "sys.exit('numpy' in sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_nobody_at_all_is_a_solution_of_the_lists() -> None:
    assert solving.solve(Evidence(), {}) == Solved([], [], [], {}, [])
