"""What goes wrong with a season between two nights is said, and leaves it playable."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from arena.tournament.audit import audit_tournament
from arena.tournament.conduct import missing
from arena.tournament.contest import resolve_stored
from arena.tournament.errors import SpecError
from arena.tournament.runner import Brake, Ending
from arena.tournament.seasons import roster
from arena.tournament.seasons.closing import NotYet, close
from arena.tournament.seasons.nights import begin_night
from arena.views.ranking import ranking
from referee.bots.errors import BotError
from referee.games.registry import get_game
from tests.tournament.test_season import NAME, Organiser, organiser_in


@pytest.fixture(name="organiser")
def _organiser(tmp_path: Path) -> Iterator[Organiser]:
    with organiser_in(tmp_path) as one:
        yield one


@pytest.mark.parametrize(
    ("one", "other"),
    [("heuristic", "heuristic:as=other"), ("mcts:iterations=200", "mcts:iterations=0200")],
)
def test_yardsticks_that_are_the_same_bot_are_refused_by_both_their_names(
    organiser: Organiser, one: str, other: str
) -> None:
    plan = organiser.plan(yardsticks=[one, other, "random"])

    with pytest.raises(SpecError, match=f"'{one}' and '{other}' are the same bot"):
        organiser.night(plan)


def test_a_season_that_holds_a_bot_twice_goes_on_with_it_once(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = organiser.plan(yardsticks=["heuristic", "heuristic:as=other", "random"])
    with monkeypatch.context() as patch:
        patch.setattr(roster, "_refuse_twice", lambda yardsticks: None)
        night = organiser.night(twice)
    head = begin_night(organiser.database, night, twice, lambda: 7)
    organiser.play(head, night, Brake(), 0)
    once = organiser.plan(yardsticks=["heuristic", "random"])

    night = organiser.night(once)

    assert night.begins
    names = {number: one.entry.manifest.name for number, one in night.present.items()}
    seated = {number: night.contest.entries[number].manifest.name for number in night.present}
    assert len(night.contest.entries) == 3
    assert sorted(names.values()) == ["heuristic", "random"]
    assert seated == names
    head = begin_night(organiser.database, night, once, lambda: 8)
    assert organiser.play(head, night, Brake(), 0) is Ending.COMPLETE
    assert not organiser.night(once).begins


def test_a_season_does_not_go_on_under_other_rules(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser.submit("crab", "1")
    season, _ = organiser.run()
    before = organiser.facts(season)
    organiser.submit("crab", "2", 2)
    monkeypatch.setattr(type(get_game("kupferkessel")), "rules_version", "2099.1")
    night = organiser.night()

    with pytest.raises(SpecError, match=f"the rules have changed since tournament {season}"):
        begin_night(organiser.database, night, organiser.plan(), lambda: 8)

    assert organiser.facts(season) == before


@pytest.mark.parametrize("trouble", ["damaged", "changed", "not built"])
def test_the_board_tells_no_path_and_no_name_of_a_bot_under_an_alias(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    kept = organiser.submit("crab", "1", alias="team7")
    source = organiser.shelf.source(kept)
    if trouble == "damaged":
        (source.parent / "about.json").write_text("no JSON")
    if trouble == "changed":
        (source / "main.py").write_text("print('another')")
    if trouble == "not built":
        why = f"crab could not be built: crab.c in {organiser.folder}/cache/x: crab is no target"
        monkeypatch.setattr(roster, "ready_to_run", _raising(BotError(why)))
    plan = organiser.plan(yardsticks=["random", "heuristic"])

    night = organiser.night(plan, builds=trouble == "not built")
    head = begin_night(organiser.database, night, plan, lambda: 7)

    with organiser.database.reading() as store:
        board = json.dumps(ranking(store, head.id).to_json())
    told = {
        "damaged": "about.json is damaged: submit the bot again",
        "changed": "main.py was changed on the shelf",
        "not built": "team7 could not be built: crab.c in x: team7 is no target",
    }
    assert told[trouble] in board
    assert (kept.short if trouble == "damaged" else "team7") in board
    assert str(organiser.folder) not in board
    assert "crab" not in board.replace("crab.c", "")


def test_a_season_that_nobody_can_play_on_is_closed_when_what_is_missing_is_given_up(
    organiser: Organiser,
) -> None:
    gone = [organiser.submit(name, "1") for name in ("crab", "dodo")]
    season, ending = organiser.run(chunks=1)
    gone.append(organiser.submit("crab", "2", 2))
    organiser.run(chunks=0)
    for one in gone:
        organiser.shelf.change(replace(one, withdrawn_us=3))
    with pytest.raises(SpecError, match="1 bot is ready and a table takes 2"):
        organiser.night()
    with pytest.raises(NotYet, match=r"are missing: play it on .* with --skip-missing"):
        close(organiser.database, NAME, lambda: 11)

    head = close(organiser.database, NAME, lambda: 11, skip=True)

    with organiser.database.reading() as store:
        results = list(store.results(season))
        contest = resolve_stored(head, store.entries(season))
        audit = audit_tournament(store, head, organiser.folder)
    assert ending is Ending.TIME_UP
    assert head.finished_us == 11
    assert missing(organiser.database, head, contest) == 0
    assert {one.status for one in results} == {"done", "skipped"}
    assert max(one.generation for one in results) == 1
    assert audit.table
    assert [one for one in audit.found if "schedule" in str(one)] == []


def _raising(error: BotError) -> Callable[..., NoReturn]:
    def call(*_: object) -> NoReturn:
        raise error

    return call
