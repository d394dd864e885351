"""Bots of others that played without isolation: tournament, record and leaderboard say so."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.tournament.conduct import begin, conduct
from arena.tournament.contest import resolve
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.runner import Brake
from arena.tournament.terms import Terms
from arena.views.match import tell_record
from arena.views.ranking import ranking
from leaderboard.database import open_database
from referee.bots.entry import Entry
from referee.isolation.port import LaunchError

TERMS = Terms(bots=("random", "heuristic"), games=("kupferkessel",), rounds=1, seed=1)


def foreign(entry: Entry) -> Entry:
    return replace(entry, manifest=replace(entry.manifest, foreign=True))


def test_the_mark_reaches_tournament_record_and_leaderboard(tmp_path: Path) -> None:
    contest = resolve(TERMS)
    entries = tuple(map(foreign, contest.entries))
    run = Run(level="process", trust_foreign=True, workers=1)
    prepared = prepare(entries, TERMS.conditions, run, Surroundings({}))
    with open_database(tmp_path / "arena.db", write=True) as database:
        head = begin(database, contest, now=lambda: 1)
        conduct(
            *(database, head, contest, prepared, run),
            brake=Brake(),
            tell=lambda event: None,
            now=lambda: 2,
        )

        with database.reading() as store:
            shown = ranking(store, head.id)
            record = tell_record(store, f"{head.id}-1").record
    assert shown.tournament.marks == ("unisolated",)
    assert shown.to_json()["run"] == {
        "tournament": head.id,
        "name": "",
        "created_us": 1,
        "finished_us": 2,
        "marks": ["unisolated"],
        "last_faults": {},
    }
    assert record.run["unisolated"] is True


def test_without_trust_they_are_refused_before_anything_is_stored() -> None:
    contest = resolve(TERMS)

    with pytest.raises(LaunchError, match="submitted bots need isolation 'sandbox'"):
        prepare(
            [foreign(contest.entries[0])],
            TERMS.conditions,
            Run(level="process"),
            Surroundings({}),
        )
