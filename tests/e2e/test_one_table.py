"""One log has one table: a real tournament, its matches in any order, its bots named in any."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from arena.tournament.contest import resolve
from arena.tournament.terms import Terms
from arena.views.ranking import pool_table
from leaderboard.database import open_database
from leaderboard.ratings.table import folded, make_tables
from leaderboard.values import Result, StoredEntry
from tests.tournament.arena_command import pools, run

BOTS = ("random", "random:as=twin", "random:as=third", "heuristic", "heuristic:as=other")
ROUNDS = 4
LIVE = ("mu", "sigma")
"""What moves with the order of play, and says so."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished tournament of five."""
    folder = tmp_path_factory.mktemp("five")
    where = ("--game", "kupferkessel", "--isolation", "process", "--quiet")
    done = run(folder, "tournament", *BOTS, "--rounds", str(ROUNDS), "--seed", "5", *where)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def log(played: Path) -> tuple[list[Result], tuple[StoredEntry, ...]]:
    """All its results, and its field."""
    with open_database(played / "arena.db", write=False) as database, database.reading() as store:
        head = store.find_tournament("last")
        return list(store.results(head.id)), store.entries(head.id)


def table(
    results: Sequence[Result], entries: Sequence[StoredEntry], without: Sequence[str] = ()
) -> str:
    """The table as it is printed for machines."""
    by_pairing = sorted(results, key=lambda one: one.pairing)
    made = make_tables(folded(by_pairing, "all").scores(entries), entries)
    told: list[dict[str, Any]] = [pool_table(one, complete=True).to_json() for one in made]
    for pool in told:
        for line in pool["entries"]:
            for name in without:
                del line[name]
    return json.dumps(told)


def test_thirty_shuffles_of_its_matches_give_one_table_byte_for_byte(
    played: Path, log: tuple[list[Result], tuple[StoredEntry, ...]]
) -> None:
    results, entries = log
    assert table(results, entries) == json.dumps(pools(played))
    assert len(results) == 20 * ROUNDS

    tables = set()
    for seed in range(30):
        numbers = random.Random(seed).sample(range(len(results)), len(results))
        shuffled = [
            replace(one, pairing=number) for one, number in zip(results, numbers, strict=True)
        ]
        tables.add(table(shuffled, entries, without=LIVE))

    assert tables == {table(results, entries, without=LIVE)}


def test_all_orders_of_naming_its_bots_give_one_table_byte_for_byte(
    log: tuple[list[Result], tuple[StoredEntry, ...]],
) -> None:
    results, entries = log
    tables, contests = set(), set()

    for order in permutations(range(5)):
        numbered = [replace(entries[old], number=new) for new, old in enumerate(order)]
        moved = [
            replace(one, entries=tuple(order.index(old) for old in one.entries)) for one in results
        ]
        tables.add(table(moved, numbered))
        terms = Terms(bots=tuple(BOTS[at] for at in order), games=("kupferkessel",), seed=5)
        contest = resolve(terms)
        contests.add((contest.id, tuple(entry.name for entry in contest.entries)))

    assert tables == {table(results, entries)}
    assert len(contests) == 1


def test_its_order_is_the_order_of_points(played: Path) -> None:
    (pool,) = pools(played)

    points = [2 * one["wins"] + one["draws"] for one in pool["entries"]]

    assert points == sorted(points, reverse=True)
