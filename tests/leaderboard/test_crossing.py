"""Pairs and careers in one pass: what all results at once say, in little room."""

import random
from itertools import permutations

import pytest

from leaderboard.database import open_database
from leaderboard.keeping import has_crossed, kept_history, kept_opponents, kept_pairs, uncrossed
from leaderboard.ratings.counting import counting
from leaderboard.ratings.crossing import Crossed, Crossing, Met
from leaderboard.ratings.live import Live
from leaderboard.ratings.pairs import different, pairs
from leaderboard.standings import MODELS, counted, crossed, keep_standings
from leaderboard.values import Pool, Result
from tests.leaderboard.samples import field, head, match

TWO = Pool.of("kupferkessel", "1", {}, 2, "nodes")
THREE = Pool.of("trapper", "1", {}, 3, "nodes")


def history(seed: int, pool: Pool, rounds: int, entries: int = 5) -> list[list[Result]]:
    """Whole blocks of random results, pass by pass."""
    rng = random.Random(seed)
    numbers = range(entries)
    tables = [one for one in permutations(numbers, pool.players) if list(one) == sorted(one)]
    blocks: list[list[Result]] = []
    pairing = 0
    for _ in range(rounds):
        for table in tables:
            block = []
            for seats in permutations(table):
                pairing += 1
                points = tuple(rng.randrange(20) + 2 * entry for entry in seats)
                ranks = tuple(1 + sum(other > one for other in points) for one in points)
                faults = tuple(rng.random() < 0.05 for _ in seats)
                number = len(blocks) + 1
                block.append(Result(pool, pairing, number, seats, ranks, faults, scores=points))
            blocks.append(block)
    return blocks


def taken(blocks: list[list[Result]], pool: Pool) -> Crossed:
    crossing = Crossing()
    for block in blocks:
        crossing.add(block)
    return crossing.crossed()[pool]


@pytest.mark.parametrize("pool", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("seed", range(5))
def test_sums_are_those_of_all_results_at_once(seed: int, pool: Pool) -> None:
    blocks = history(seed, pool, rounds=6)
    whole = pairs(one for block in blocks for one in block)[pool]

    found = taken(blocks, pool)

    assert set(found.met) == set(whole)
    for key, one in found.met.items():
        expected = Met.of(whole[key])
        assert one.p == pytest.approx(expected.p, rel=1e-9)
        assert (one.wins, one.draws, one.losses, one.blocks, one.lead) == (
            *(expected.wins, expected.draws, expected.losses),
            *(expected.blocks, expected.lead),
        )
    assert found.verdicts == different(whole)


@pytest.mark.parametrize("rounds", [1, 7, 9, 200, 1000])
def test_a_career_ends_with_the_live_rating_and_stays_short(rounds: int) -> None:
    blocks = history(3, TWO, rounds, entries=3)
    live = Live()
    for block in blocks:
        for one in block:
            live.add(one)

    histories = taken(blocks, TWO).histories

    for number, looks in histories.items():
        assert (looks[-1].mu, looks[-1].sigma) == (
            live.ratings[number].mu,
            live.ratings[number].sigma,
        )
        assert looks[-1].matches == rounds * 4
        assert [one.matches for one in looks] == sorted({one.matches for one in looks})
        assert len(looks) <= 120


def test_with_enough_passes_a_look_is_the_end_of_one_and_no_fault_is_lost() -> None:
    blocks = history(4, TWO, rounds=20, entries=3)
    failed = {
        number: any(
            bad
            for block in blocks
            for one in block
            for entry, bad in zip(one.entries, one.faults, strict=True)
            if entry == number
        )
        for number in range(3)
    }

    histories = taken(blocks, TWO).histories

    for number, looks in histories.items():
        assert [one.matches for one in looks] == [4 * done for done in range(1, 21)]
        assert any(one.faulty for one in looks) == failed[number]


def test_what_is_kept_is_what_was_made_until_more_is_stored(empty: str) -> None:
    with open_database(empty, write=True) as database:
        with database.writing() as store:
            store.add_tournament(head(), field())
            store.add_matches([match(number) for number in range(1, 9)])
            keep_standings(store, "abc")
        with database.reading() as store:
            (pool, made), *_ = crossed(store, "abc").items()
            results, _ = counted(store, "abc")

            assert has_crossed(store, "abc", MODELS)
            assert kept_pairs(store, "abc", pool) == (made.met, made.verdicts)
            seen, total = kept_opponents(store, "abc", pool, 1, limit=5)
            assert (seen, total) == (
                [(0, made.met[0, 1].turned(), -made.verdicts.get((0, 1), 0))],
                1,
            )
            looks = kept_history(store, "abc", pool, 0)
            assert [one.matches for one in looks] == [one.matches for one in made.histories[0]]
            assert counting(results, "all")[0] == results
        with database.writing() as store:
            store.add_matches([match(9)])
        with database.reading() as store:
            assert not has_crossed(store, "abc", MODELS)
            assert uncrossed(store, MODELS) == []  # it is not over
