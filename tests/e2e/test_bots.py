"""Who can play: the list, one bot, and what is withdrawn or forgotten."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from leaderboard.database import open_database
from leaderboard.values import MatchFilter
from referee.bots.shelf import FolderShelf
from tests.e2e.command import Arena
from tests.shelf.shelves import put, written


@pytest.fixture
def shelved(arena: Arena) -> Arena:
    """The command where a bot is on the shelf in two versions, and another in one."""
    shelf = FolderShelf(arena.folder / "arena.shelf")
    home = written(arena.folder / "bots/mine", more='summary = "Takes the first card."\n')
    put(shelf, home, 1, author="Ann", alias="owl")
    (home / "main.py").write_text((home / "main.py").read_text() + "#")
    put(shelf, home, 2, author="Ann", alias="owl")
    put(shelf, written(arena.folder / "bots/other", name="other"), 3)
    return arena


TRUSTED = ("--isolation", "process", "--trust-foreign")
FIELD = ("tournament", "mybot", "mybot@-1", "random", "--game", "kupferkessel", "--rounds", "2")


def test_the_list_has_built_in_and_submitted_bots_without_a_database(shelved: Arena) -> None:
    done = shelved("bots")
    told = shelved("bots", "--json").json

    assert done.code == 0
    assert "mybot           Takes the first card." in done.out
    assert "2 versions; of owl" in done.out
    assert "Ann" not in done.out
    assert all(len(line) <= 80 for line in done.out.splitlines())
    names = [one["name"] for one in told]
    assert names == ["heuristic", "mcts", "random", "mybot", "other"]
    assert [one["built_in"] for one in told] == [True, True, True, False, False]
    assert not (shelved.folder / "arena.db").exists()


def test_the_list_tells_where_each_stands(shelved: Arena) -> None:
    assert shelved(*FIELD, "--name", "autumn", "--quiet", *TRUSTED).code == 0

    told = {one["name"]: one["latest"] for one in shelved("bots", "--json").json}

    assert told["mcts"] is None
    assert told["random"]["name"] == "autumn"
    assert told["random"]["of"] == 3
    rows = list(csv.DictReader(io.StringIO(shelved("bots", "--format", "csv").out)))
    assert [row["name"] for row in rows] == list(told)
    assert "in autumn (kupferkessel)" in rows[2]["latest"]


def test_one_bot_is_told_with_versions_and_results_against_each(shelved: Arena) -> None:
    assert shelved(*FIELD, "--name", "autumn", "--quiet", *TRUSTED).code == 0

    page = shelved("bots", "mybot", "--json").json
    shown = shelved("bots", "mybot")

    assert [one["submitted_us"] for one in page["versions"]] == [2, 1]
    assert "author" not in page["versions"][0]
    called = {f"mybot@{one['fingerprint'][:8]}" for one in page["versions"]}
    assert {one["bot"] for one in page["results"]} == called
    for one in page["results"]:
        (pool,) = one["pools"]
        assert {other["bot"] for other in pool["opponents"]} == called - {one["bot"]} | {"random"}
        assert pool["entry"]["faults"] == 0
    assert "against random" in shown.out
    assert "Ann" not in shown.out
    assert all(len(line) <= 80 for line in shown.out.splitlines() if "Folder:" not in line)


def test_authors_are_told_with_names_only(shelved: Arena) -> None:
    assert "Ann" in shelved("bots", "mybot", "--names").out
    assert shelved("bots", "mybot", "--names", "--json").json["versions"][0]["author"] == "Ann"


def test_a_damaged_bot_is_told_and_the_others_are_listed(shelved: Arena) -> None:
    newest = shelved("bots", "mybot", "--json").json["versions"][0]["fingerprint"]
    folder = shelved.folder / f"arena.shelf/mybot/{newest}"
    (folder / "source/main.py").write_text("print('another')")

    shown = shelved("bots", "mybot")
    (folder / "about.json").write_text("{")
    listed = shelved("bots", "--json")

    assert shown.code == 0
    assert "damaged" in shown.out
    assert "source/main.py was changed on the shelf" in " ".join(shown.out.split())
    assert listed.code == 0
    state = {one["name"]: one["state"] for one in listed.json}
    assert "about.json is damaged" in state["mybot"]
    assert state["other"] == ""


def test_a_withdrawn_version_is_out_of_what_comes(shelved: Arena) -> None:
    versions = [one["version"] for one in shelved("bots", "mybot", "--json").json["versions"]]

    done = shelved("withdraw", "mybot")

    assert f"mybot {versions[0]} is withdrawn.\nmybot is {versions[1]} from now on." in done.out
    assert shelved("bots", "mybot", "--json").json["version"] == versions[1]
    assert shelved("withdraw", "mybot", "--json").json["newest"] is None
    refused = shelved("match", "mybot", "random", *TRUSTED)
    assert refused.code == 2
    assert "every version of mybot was withdrawn" in refused.err
    assert shelved("bots", "mybot").code == 0
    assert shelved("withdraw", "mybot").code == 2
    assert shelved("withdraw", "mybot", "--all", "--undo").code == 0
    assert shelved("bots", "mybot", "--json").json["version"] == versions[0]


def test_a_named_version_is_withdrawn(shelved: Arena) -> None:
    versions = shelved("bots", "mybot", "--json").json["versions"]

    done = shelved("withdraw", f"mybot@{versions[1]['fingerprint'][:8]}", "--json")

    assert done.json == {
        "bot": "mybot",
        "changed": [versions[1]["version"]],
        "newest": versions[0]["version"],
    }


@pytest.mark.parametrize("name", ["random", "nobody", "./bots/mine"])
def test_only_submitted_bots_are_withdrawn(shelved: Arena, name: str) -> None:
    done = shelved("withdraw", name)

    assert done.code == 2
    assert f"there is no submitted bot '{name}'; there is mybot, other" in done.err


def test_a_folder_is_told_as_before(arena: Arena, tmp_path: Path) -> None:
    home = written(tmp_path / "mine")

    assert arena("bots", str(home)).out.startswith("mybot 1.0+")


def everything_kept(folder: Path) -> str:
    """All that is stored there, unpacked, as one text."""
    told = []
    with open_database(folder / "arena.db", write=False) as database, database.reading() as store:
        for head in store.tournaments():
            told += [str(head), str(store.entries(head.id))]
            for match in store.matches(MatchFilter(tournament=head.id)):
                told += [str(match), json.dumps(store.record(match)), str(store.logs(match))]
    told += [str(path) for path in (folder / "arena.shelf").rglob("*")]
    return "\n".join(told)


def test_a_forgotten_bot_leaves_anonymous_results(shelved: Arena) -> None:
    home = written(shelved.folder / "bots/speaks", name="speaks")
    program = (home / "main.py").read_text()
    program = program.replace('"action": 0', '"action": 0, "note": "I am of Ann"')
    (home / "main.py").write_text('import sys\nprint("Ann was here", file=sys.stderr)\n' + program)
    assert shelved("submit", "bots/speaks", *TRUSTED, "--author", "Ann A").code == 0
    field = ("tournament", "speaks", "other", "random", "--game", "kupferkessel", "--seed", "1")
    assert shelved(*field, "--rounds", "2", "--name", "autumn", "--quiet", *TRUSTED).code == 0
    assert shelved("match", "speaks", "random", "--game", "kupferkessel", *TRUSTED).code == 0
    before = shelved("leaderboard", "--tournament", "autumn", "--json").json
    assert "speaks" in everything_kept(shelved.folder)
    assert "Ann" in everything_kept(shelved.folder)

    asked = shelved("bots", "speaks", "--forget")
    done = shelved("bots", "speaks", "--forget", "--yes", "--json")

    assert asked.code == 2
    assert "add --yes" in asked.err
    assert done.code == 0, done.err
    name = done.json["name"]
    assert done.json["versions"] == 1
    left = everything_kept(shelved.folder)
    for word in ("speaks", "Ann"):
        assert word not in left
        assert word.encode() not in (shelved.folder / "arena.db").read_bytes()
    after = shelved("leaderboard", "--tournament", "autumn", "--json").json
    assert numbers(after) == numbers(before)
    assert {one["bot"] for one in after["pools"][0]["entries"]} == {name, "other", "random"}
    audit = shelved("verify", "autumn", "--json")
    assert audit.code == 0, audit.out
    assert "a bot was forgotten: its deals cannot be derived" in " ".join(audit.json["unchecked"])
    assert shelved("verify", "last").code == 0
    assert shelved("bots", "speaks").code == 2
    gone = shelved("bots", "speaks", "--forget", "--yes")
    assert gone.code == 2
    assert "there is no submitted bot 'speaks'" in gone.err


def numbers(board: dict[str, Any]) -> list[list[tuple[str, object]]]:
    """A table without names."""
    names = ("bot", "version", "rank")
    lines = [
        sorted((key, value) for key, value in line.items() if key not in names)
        for line in board["pools"][0]["entries"]
    ]
    return sorted(lines, key=str)


def test_only_submitted_bots_are_forgotten(shelved: Arena) -> None:
    for name in ("random", "nobody", "./bots/mine"):
        done = shelved("bots", name, "--forget", "--yes")

        assert done.code == 2
        assert "there is no submitted bot" in done.err
    assert shelved("bots", "--forget").code == 2


def test_a_bot_that_never_played_is_forgotten_without_a_database(shelved: Arena) -> None:
    done = shelved("bots", "mybot", "--forget", "--yes")

    assert done.code == 0
    assert "Forgotten: 2 versions; 0 matches stay" in done.out
    assert [path.name for path in (shelved.folder / "arena.shelf").iterdir()] == ["other"]
    assert not (shelved.folder / "arena.db").exists()
