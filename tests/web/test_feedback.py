"""What an author is told lies in one folder: his own, bounded, and made again in place."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.views.feedback import Feedback, feedback
from arena.views.ranking import ranking
from arena.views.roster import latest
from arena.web.assets import Drawing
from arena.web.feedback import LEDGER, NotOurs, Written, write_feedback
from arena.web.files import NotWritten
from leaderboard.database import Database, open_database
from leaderboard.errors import NotFound
from tests.web.stored import DONE, HOSTILE, NAMES, NOW, OPEN, ROUGH, field, head, made, match

AFTER: Final = "after1"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Database:
    return made(tmp_path_factory.mktemp("feedback") / "arena.db")


def written(
    results: Database, folder: Path, bot: str, tournament: str | None = DONE, most: int = 3
) -> tuple[Feedback, Written]:
    with results.reading() as store:
        told = feedback(store, bot, tournament, most=most)
        return told, write_feedback(store, told, folder, lambda done, of: None)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_folder_holds_results_and_the_worst_matches_as_the_seat_saw_them(
    results: Database, tmp_path: Path
) -> None:
    told, done = written(results, tmp_path / "out", "oak")

    here = files(tmp_path / "out")
    lines = list(csv.DictReader(here["results.csv"].decode().splitlines()))
    kept = json.loads(here["results.json"])
    assert len(lines) == len(told.results) == kept["of"] == done.results
    assert done.replays == 3
    replays = sorted(name for name in here if name.startswith("replays/"))
    assert replays == sorted(f"replays/{one.match}-seat{one.seat + 1}.html" for one in told.worst)
    for name in replays:
        assert b"as seat" in here[name]
    assert [one.fault is None for one in told.worst] == sorted(
        one.fault is None for one in told.worst
    )
    page = here["index.html"].decode()
    assert all(one.match in page for one in told.worst)
    assert HOSTILE not in page


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("tournament", [DONE, OPEN, ROUGH])
def test_any_name_has_a_page_and_nothing_in_it_is_a_tag(
    results: Database, tmp_path: Path, bot: str, tournament: str
) -> None:
    try:
        written(results, tmp_path / "out", bot, tournament)
    except NotFound:
        pytest.skip("it did not take part")

    page = (tmp_path / "out" / "index.html").read_text()
    assert "<script" not in page
    assert "\u202e" not in page


def test_it_is_made_again_in_place_and_finished_after_a_stop(
    results: Database, tmp_path: Path
) -> None:
    whole, place = tmp_path / "whole", tmp_path / "out"
    written(results, whole, "oak", most=4)

    class Stopped(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise Stopped

    with results.reading() as store:
        told = feedback(store, "oak", DONE, most=4)
        with pytest.raises(Stopped):
            write_feedback(store, told, place, stop)
    stopped = files(place)
    _, done = written(results, place, "oak", most=4)
    _, again = written(results, place, "oak", most=4)

    assert "index.html" not in stopped
    assert files(place) == files(whole)
    assert done.written < len(files(whole))
    assert again.written == 0


def test_what_is_not_wanted_any_more_goes_and_nothing_else(
    results: Database, tmp_path: Path
) -> None:
    place = tmp_path / "out"
    written(results, place, "oak", most=5)
    (place / "replays" / "mine.html").write_text("mine")

    written(results, place, "oak", most=1)

    replays = [path.name for path in (place / "replays").iterdir()]
    assert len(replays) == 2
    assert "mine.html" in replays


def test_a_ledger_that_somebody_wrote_deletes_nothing_outside(
    results: Database, tmp_path: Path
) -> None:
    place = tmp_path / "out"
    written(results, place, "oak", most=1)
    (tmp_path / "treasure").write_text("mine")
    ledger = json.loads((place / LEDGER).read_text())
    ledger["files"] += ["../treasure", "replays/../../treasure", str(tmp_path / "treasure"), 7]
    (place / LEDGER).write_text(json.dumps(ledger))

    written(results, place, "oak", most=1)

    assert (tmp_path / "treasure").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "value"),
    [("files", 5), ("files", {"a": 1}), ("files", None), ("settled", [["a"], {}]), ("settled", 5)],
)
def test_a_damaged_ledger_is_as_good_as_none(
    results: Database, tmp_path: Path, name: str, value: object
) -> None:
    place = tmp_path / "out"
    written(results, place, "oak", most=1)
    whole = files(place)
    ledger = json.loads((place / LEDGER).read_text())
    (place / LEDGER).write_text(json.dumps({**ledger, name: value}))

    written(results, place, "oak", most=1)

    assert files(place) == whole


def test_a_folder_in_the_place_of_a_file_is_told_in_one_line(
    results: Database, tmp_path: Path
) -> None:
    place = tmp_path / "out"
    written(results, place, "oak", most=1)
    ledger = json.loads((place / LEDGER).read_text())
    (place / LEDGER).write_text(json.dumps({**ledger, "files": [*ledger["files"], "old.html"]}))
    (place / "old.html").mkdir()

    with pytest.raises(NotWritten, match=r"old.html cannot be removed"):
        written(results, place, "oak", most=1)

    (place / "old.html").rmdir()
    (place / "index.html").unlink()
    (place / "index.html.part").mkdir()
    with pytest.raises(NotWritten, match=r"index.html cannot be written"):
        written(results, place, "oak", most=1)


def test_replays_are_made_again_when_a_game_is_drawn_otherwise(
    results: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "out"
    written(results, place, "oak", most=1)
    drawn = Drawing(script="/* new */", style="/* drawn otherwise */", glyphs="")
    monkeypatch.setattr("arena.web.feedback.drawing", lambda game: drawn)
    monkeypatch.setattr("arena.web.replay_file.drawing", lambda game: drawn)

    written(results, place, "oak", most=1)

    (replay,) = (place / "replays").iterdir()
    assert "drawn otherwise" in replay.read_text()


def test_who_failed_before_the_first_step_is_told_so_and_sent_nowhere(tmp_path: Path) -> None:
    results = made(tmp_path / "arena.db")
    with open_database(tmp_path / "arena.db", write=True) as open_, open_.writing() as store:
        store.add_tournament(head(AFTER, finished=True), field())
        store.add_matches([match(AFTER, 1, 1, (0, 1), faults={0: 0})])

    written(results, tmp_path / "oak", "oak", AFTER)

    page = (tmp_path / "oak" / "index.html").read_text()
    assert "Before the first step it exited with code 3." in page
    assert "arena debug" not in page


def test_a_folder_of_somebody_else_is_left_alone(results: Database, tmp_path: Path) -> None:
    place, other = tmp_path / "full", tmp_path / "birch"
    place.mkdir()
    (place / "mine.txt").write_text("mine")
    written(results, other, "birch")
    before = files(other)

    with pytest.raises(NotOurs, match="holds other files: name an empty folder"):
        written(results, place, "oak")
    with pytest.raises(NotOurs, match=r"is about birch .* name another folder"):
        written(results, other, "oak")

    assert files(place) == {"mine.txt": b"mine"}
    assert files(other) == before


def test_nothing_of_the_seed_is_told_before_a_tournament_is_over(
    results: Database, tmp_path: Path
) -> None:
    told, _ = written(results, tmp_path / "out", "oak", OPEN)

    assert not told.over
    assert told.results
    for name, text in files(tmp_path / "out").items():
        assert b"00ff" not in text, name
        assert b'"view":"all"' not in text, name


def test_a_version_is_held_against_the_one_before(tmp_path: Path) -> None:
    results = made(tmp_path / "arena.db")
    entries = [
        replace(one, version="2.0+99999999") if one.name == "oak" else one for one in field()
    ]
    later = replace(head(AFTER, finished=True), created_us=NOW + 10**9)
    with open_database(tmp_path / "arena.db", write=True) as open_, open_.writing() as store:
        store.add_tournament(later, entries)
        store.add_matches([match(AFTER, 1, 1, (0, 3))])

    with results.reading() as store:
        told = feedback(store, "oak", most=1)
        earlier = feedback(store, "oak@1.0+1c3fb186", DONE, most=1)
        newest = feedback(store, "oak@2.0", most=1)

    assert (told.tournament, told.before) == (AFTER, "1.0+1c3fb186")
    assert newest.tournament == AFTER
    assert earlier.version == "1.0+1c3fb186"
    (against,) = told.against
    assert against.bot == "birch"
    assert against.now.matches == 1
    assert against.before is not None


def test_who_did_not_take_part_is_told_so(results: Database) -> None:
    with results.reading() as store:
        with pytest.raises(NotFound, match="there is no bot 'elm' in any tournament"):
            feedback(store, "elm", most=1)
        with pytest.raises(NotFound, match="there is no bot 'oak@7' in any tournament"):
            feedback(store, "oak@7", most=1)


def season(path: Path) -> None:
    """A season after everything else: a bot in three versions, of which the second plays now."""
    names = ("pine@1", "birch", "pine@2", "pine@3")
    entries = [
        replace(one, bot=one.name.partition("@")[0], version=f"1.{one.number}+{one.number}c3fb186")
        for one in field(names, **{"pine@2": "5 faults in a row"})
    ]
    spec = {"season": {"nights": [{"field": [0, 1]}, {"field": [1, 2]}]}}
    night = replace(head(AFTER, finished=False), spec=spec, created_us=NOW + 10**9)
    with open_database(path, write=True) as open_, open_.writing() as store:
        store.add_tournament(night, entries)
        store.add_matches(
            [
                match(AFTER, 1, 1, (2, 1), names=names, faults={0: 12}),
                match(AFTER, 2, 1, (0, 1), names=names),
                match(AFTER, 3, 2, (0, 1), names=names, faults={0: 12}),
            ]
        )


def test_in_a_season_a_bot_is_the_version_that_plays_now(tmp_path: Path) -> None:
    results = made(tmp_path / "arena.db")
    season(tmp_path / "arena.db")

    with results.reading() as store:
        told = feedback(store, "pine", most=1)
        place = latest(store, "pine")
        first = feedback(store, "pine@1", most=1)
        last = feedback(store, "pine@3", most=1)

    assert (told.bot, told.before) == ("pine@2", "1.0+0c3fb186")
    assert place is not None
    assert place.bot == "pine@2"
    assert (first.bot, first.before) == ("pine@1", None)
    assert last.before == "1.2+2c3fb186"


def test_matches_of_other_versions_never_stand_in_for_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = made(tmp_path / "arena.db")
    with open_database(tmp_path / "arena.db", write=True) as open_, open_.writing() as store:
        store.add_tournament(
            replace(head("named1", finished=True), created_us=NOW + 2 * 10**9),
            [replace(one, bot="pine") for one in field(("pine", "larch", "pitch"))],
        )
        store.add_matches([match("named1", 1, 1, (0, 2)), match("named1", 2, 2, (1, 2))])
    monkeypatch.setattr("arena.views.feedback.MOST_RESULTS", 1)

    with results.reading() as store:
        told = feedback(store, "pine", "named1", most=1)

    assert [one.match for one in told.results] == ["named1-1"]
    assert told.of == 1


def test_the_last_fault_of_a_benched_bot_is_its_own(tmp_path: Path) -> None:
    results = made(tmp_path / "arena.db")
    season(tmp_path / "arena.db")

    with results.reading() as store:
        (benched,) = ranking(store, AFTER).benched

    assert benched.bot == "pine@2"
    assert f"{AFTER}-1 " in benched.last


def test_a_bot_that_has_played_often_since_is_told_of_an_old_tournament(tmp_path: Path) -> None:
    results = made(tmp_path / "arena.db")
    with open_database(tmp_path / "arena.db", write=True) as open_, open_.writing() as store:
        for number in range(1, 231):
            later = replace(head(f"later{number}", finished=True), created_us=NOW + number)
            store.add_tournament(later, field())

    with results.reading() as store:
        told = feedback(store, "oak", DONE, most=1)
        version = feedback(store, "oak@1.0", DONE, most=1)

    assert told.tournament == version.tournament == DONE
    assert told.career is not None
