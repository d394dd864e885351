"""A database that an arena of the first schema wrote opens, shows what it holds, and goes on."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.tournament.catching_up import catch_up, lacking
from leaderboard.database import open_database
from leaderboard.keeping import has_crossed
from leaderboard.looking import told_matches
from leaderboard.standings import MODELS
from tests.tournament.arena_command import answer, run

KEPT = Path(__file__).parents[1] / "leaderboard" / "schema_1"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a finished tournament, a match on its own, and a tournament that stopped."""
    shutil.copy(KEPT / "kept.db", tmp_path / "arena.db")
    return tmp_path


def tables() -> Any:
    return json.loads((KEPT / "pools.json").read_text())


def test_its_finished_tournament_has_the_table_it_had(old: Path) -> None:
    assert answer(old, "leaderboard", "--tournament", "finished")["pools"] == tables()["finished"]


def test_its_matches_are_listed_and_can_be_replayed(old: Path) -> None:
    matches = answer(old, "matches", "--limit", "100")
    shown = [answer(old, "show", one["match"]) for one in matches]
    records = [answer(old, "replay", one["match"]) for one in matches]

    assert len(matches) == 12
    assert [one["match"] for one in shown] == [one["match"] for one in records]
    assert {one.get("seed") for one in records} == {21, 22, None}


def test_its_stopped_tournament_is_resumed_and_gets_the_table_of_an_undisturbed_one(
    old: Path,
) -> None:
    done = run(old, "resume", "stopped", "--isolation", "process", "--quiet")

    assert done.returncode == 0, done.stderr
    assert answer(old, "leaderboard", "--tournament", "stopped")["pools"] == tables()["stopped"]


def test_what_was_not_counted_then_is_counted_once(old: Path) -> None:
    done: list[int] = []
    with open_database(old / "arena.db", write=True) as results:
        before = lacking(results)
        catch_up(results, done.append)
        with results.reading() as store:
            finished = store.find_tournament("finished").id
            told = told_matches(store, finished, among=100, limit=100)
            kept = has_crossed(store, finished, MODELS)

        assert before == sum(done) > 0
        assert lacking(results) == 0
        assert kept
    assert len(told) > 3
    assert all(one.margin > 0 and one.deficit >= 0 and one.changes >= 0 for one in told)
