"""Bots that are handed in: what is kept, what is refused, and how they play."""

import csv
import io
import json
import os
import shutil
import signal
import tarfile
import zipfile
from pathlib import Path

import pytest

from referee.bots.shelf import FolderShelf, Kept
from tests.e2e.command import PATIENCE_S, Arena
from tests.shelf.shelves import put, written

TRUSTED = ("--isolation", "process", "--trust-foreign")
"""Where no sandbox is needed to see what a test looks at."""
MARK = "Not isolated: submitted bots played at a level that does not hold them."


def submit(arena: Arena, *words: str) -> list[dict[str, str]]:
    """Hand in bots, each of which must be taken."""
    done = arena("submit", *words, *TRUSTED, "--json")
    assert done.code == 0, done.err
    found: list[dict[str, str]] = done.json
    return found


def shelve(arena: Arena, home: Path) -> Kept:
    """Put a bot on the shelf as it is."""
    return put(FolderShelf(arena.folder / "arena.shelf"), home, len(list(arena.folder.iterdir())))


def test_many_are_handed_in_at_once_and_those_that_fail_are_told(arena: Arena) -> None:
    written(arena.folder / "good", name="good")
    with tarfile.open(arena.folder / "packed.tgz", "w:gz") as archive:
        archive.add(written(arena.folder / "packed", name="packed"), arcname="packed")
    shutil.copy(arena.folder / "good/main.py", arena.folder / "sole.py")
    (written(arena.folder / "fails", name="fails") / "main.py").write_text("print(1 / 0)")
    written(arena.folder / "taken", name="random")
    with zipfile.ZipFile(arena.folder / "empty.zip", "w"):
        pass
    paths = ("good", "packed.tgz", "sole.py", "fails", "taken", "empty.zip", "nothing")

    done = arena("submit", *paths, *TRUSTED, "--json")

    assert done.code == 4
    told = {one["path"]: (one["bot"], one["state"]) for one in done.json}
    assert told == {
        "good": ("good", "kept"),
        "packed.tgz": ("packed", "kept"),
        "sole.py": ("sole", "kept"),
        "fails": ("fails", "failed"),
        "taken": ("", "failed"),
        "empty.zip": ("", "failed"),
        "nothing": ("", "failed"),
    }
    reasons = {one["path"]: one["reason"] for one in done.json}
    assert "division by zero" in reasons["fails"]
    assert "'random' is a bot that comes with the arena" in reasons["taken"]
    assert "there is no bot.toml in it" in reasons["empty.zip"]
    assert sorted(path.name for path in (arena.folder / "arena.shelf").iterdir()) == [
        *("good", "packed", "sole")
    ]
    assert "[7/7] nothing: failed" in done.err


def test_what_was_kept_and_what_was_not_stands_in_a_table(arena: Arena) -> None:
    written(arena.folder / "good", name="good")

    shown = arena("submit", "good", "nothing", *TRUSTED)

    assert shown.code == 4
    assert shown.out.splitlines()[0].split() == ["Path", "Bot", "Version", "Result"]
    assert "nothing: there is no nothing" in shown.out
    assert "1 kept, 0 known before, 1 failed." in shown.out
    assert "arena bots good" in shown.err
    assert all(len(line) <= 80 for line in shown.out.splitlines())


def test_the_same_content_is_the_same_version_and_a_changed_byte_another(arena: Arena) -> None:
    home = written(arena.folder / "mybot")
    first = submit(arena, "mybot", "--author", "Ann", "--alias", "owl")[0]
    shutil.copytree(home, arena.folder / "copied")
    again = submit(arena, "copied")[0]
    (home / "main.py").write_text((home / "main.py").read_text() + "#")

    second = submit(arena, "mybot")[0]

    assert (first["state"], again["state"], second["state"]) == ("kept", "known", "kept")
    assert again["version"] == first["version"] != second["version"]
    about = json.loads(
        (arena.folder / f"arena.shelf/mybot/{second['fingerprint']}/about.json").read_text()
    )
    assert (about["author"], about["alias"]) == ("Ann", "owl")


def test_a_name_belongs_to_its_author(arena: Arena) -> None:
    home = written(arena.folder / "mybot")
    submit(arena, "mybot", "--author", "Ann")
    (home / "main.py").write_text((home / "main.py").read_text() + "#")

    done = arena("submit", "mybot", *TRUSTED, "--author", "Bob")

    assert done.code == 4
    assert "the name 'mybot' is another author's; change it in bot.toml" in " ".join(
        done.out.split()
    )


def test_two_of_one_name_are_refused_unless_they_are_one(arena: Arena) -> None:
    for name in ("ann", "bob"):
        written(arena.folder / name / "mine")
    (arena.folder / "bob/mine/main.py").write_text("import sys\nsys.stdin.read()\n")

    done = arena("submit", "ann/mine", "bob/mine", *TRUSTED, "--format", "csv")

    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["state"] for row in rows] == ["kept", "failed"]
    assert "ann/mine is called 'mybot' as well" in rows[1]["reason"]


def test_a_file_can_be_given_a_name(arena: Arena) -> None:
    shutil.copy(written(arena.folder / "mybot") / "main.py", arena.folder / "bot.py")

    kept = submit(arena, "bot.py", "--name", "anns")[0]

    assert kept["bot"] == "anns"
    done = arena("match", "anns", "random", "--game", "kupferkessel", *TRUSTED, "--json")
    assert [seat["bot"] for seat in done.json["seats"]] == ["anns", "random"]
    assert [seat["fault"] for seat in done.json["seats"]] == [None, None]


def test_what_was_changed_on_the_shelf_is_mended_by_handing_it_in_again(arena: Arena) -> None:
    written(arena.folder / "mine")
    kept = submit(arena, "mine")[0]
    changed = arena.folder / f"arena.shelf/mybot/{kept['fingerprint']}/source/main.py"
    changed.write_text("print('another')")
    refused = arena("match", "mybot", "random", *TRUSTED)

    again = submit(arena, "mine")[0]

    assert refused.code == 4
    assert "source/main.py was changed on the shelf: submit the bot again" in refused.err
    assert (again["state"], again["fingerprint"]) == ("kept", kept["fingerprint"])
    assert arena("match", "mybot", "random", *TRUSTED).code == 0


def test_a_submitted_bot_needs_a_level_that_holds_it(arena: Arena) -> None:
    shelve(arena, written(arena.folder / "mine"))

    for words in (("submit", "mine"), ("match", "mybot", "random"), ("check", "mybot")):
        done = arena(*words, "--isolation", "process")
        assert done.code == 1
        assert "submitted bots need isolation 'sandbox' with limits or 'container'" in done.err


def test_a_submitted_bot_plays_in_a_sandbox_as_anybody_else(arena: Arena, sandbox: str) -> None:
    written(arena.folder / "mine")
    assert arena("submit", "mine").code == 0

    words = ("tournament", "mybot", "random", "--game", "kupferkessel", "--rounds", "2")
    done = arena(*words, "--quiet")

    assert done.code == 0
    assert "Not isolated" not in done.out
    assert arena("leaderboard", "--json").json["run"]["marks"] == []


def test_bots_that_played_unisolated_are_marked_wherever_their_results_are(arena: Arena) -> None:
    shelve(arena, written(arena.folder / "mine"))
    words = ("tournament", "mybot", "random", "--game", "kupferkessel", "--rounds", "2")
    done = arena(*words, "--seed", "1", *TRUSTED)

    assert done.code == 0
    assert MARK in " ".join(done.out.split())
    assert MARK in " ".join(arena("leaderboard").out.split())
    assert arena("leaderboard", "--json").json["run"]["marks"] == ["unisolated"]
    assert arena("tournaments", "--json").json[0]["run"]["marks"] == ["unisolated"]
    record = arena("replay", "last", "--json").json
    assert record["run"]["unisolated"] is True
    assert "mybot" in [seat["bot"] for seat in record["seats"]]
    assert arena("web", "--export", "site").code == 0
    pages = [path.read_text() for path in (arena.folder / "site").rglob("*.html")]
    assert sum("unisolated" in page or MARK in page for page in pages) > 2


def test_a_match_that_was_played_unisolated_is_marked(arena: Arena) -> None:
    shelve(arena, written(arena.folder / "mine"))

    played = arena("match", "mybot", "random", "--game", "kupferkessel", *TRUSTED, "--json").json

    assert arena("show", played["match"], "--json").json["marks"] == ["unisolated"]
    assert arena("replay", played["match"], "--json").json["run"]["unisolated"] is True


def test_a_stored_match_is_played_again_by_the_command_that_is_told(arena: Arena) -> None:
    home = written(arena.folder / "mine")
    kept = shelve(arena, home)
    first = arena("match", "mybot", "random", "--game", "kupferkessel", *TRUSTED, "--json").json
    (home / "main.py").write_text((home / "main.py").read_text() + "#")
    shelve(arena, home)
    told = arena("show", first["match"]).out
    line = next(one for one in told.splitlines() if one.startswith("Again"))

    words = line.split()[2:]
    again = arena(*words, *TRUSTED, "--json").json

    assert f"mybot@{kept.version}" in words
    assert again["match"] == first["match"]
    assert [seat["score"] for seat in again["seats"]] == [seat["score"] for seat in first["seats"]]


def test_a_tournament_goes_on_with_the_version_it_began_with(arena: Arena) -> None:
    home = written(arena.folder / "mine")
    kept = shelve(arena, home)
    words = ("tournament", "mybot", "random", "--game", "kupferkessel", "--rounds", "2")
    assert arena(*words, *TRUSTED, "--seed", "1").code == 0
    (home / "main.py").write_text((home / "main.py").read_text() + "#")
    newer = shelve(arena, home)

    done = arena("resume", "last", "--rounds", "4", *TRUSTED)

    assert done.code == 0
    entries = arena("leaderboard", "--json").json["pools"][0]["entries"]
    versions = {one["bot"]: one["version"] for one in entries}
    assert versions["mybot"] == kept.version != newer.version
    assert arena("verify", "last").code == 0


def test_handing_in_is_interrupted_and_goes_on(arena: Arena) -> None:
    for number in range(3):
        home = written(arena.folder / f"b{number}", name=f"bot{number}")
        (home / "data").write_text(str(number))
    paths = [f"b{number}" for number in range(3)]
    process = arena.start("submit", *paths, *TRUSTED)
    assert process.stderr is not None
    while "[1/3]" not in process.stderr.readline():
        assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)

    again = submit(arena, *paths)

    assert process.returncode == 130
    assert "the same command goes on" in err
    assert again[0]["state"] == "known"
    assert {one["state"] for one in again} <= {"known", "kept"}
    assert again[-1]["state"] == "kept"


@pytest.mark.parametrize(
    "words",
    [
        ("submit",),
        ("submit", "mine", "--alias", "two\nlines"),
        ("submit", "mine", "--name", "no name"),
        ("submit", "a", "b", "--name", "one"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_done(
    arena: Arena, words: tuple[str, ...]
) -> None:
    written(arena.folder / "mine")

    done = arena(*words, *TRUSTED)

    assert done.code == 2
    assert not (arena.folder / "arena.shelf").exists()


def test_a_program_is_built_once_and_kept(arena: Arena, sandbox: str) -> None:
    home = written(arena.folder / "mine", more='build = ["/bin/sh", "make.sh"]\n')
    program = (home / "main.py").read_text()
    (home / "main.py").unlink()
    (home / "source.txt").write_text(program)
    (home / "make.sh").write_text("cp source.txt main.py\n")

    kept = arena("submit", "mine", "--json").json[0]

    folder = arena.folder / f"arena.shelf/mybot/{kept['fingerprint']}"
    assert (folder / "built/main.py").read_text() == program
    assert not (folder / "source/main.py").exists()
    done = arena("match", "mybot", "random", "--game", "kupferkessel", "--json")
    assert [seat["fault"] for seat in done.json["seats"]] == [None, None]
    (folder / "built/main.py").write_text(program.replace("0", "1"))
    refused = arena("match", "mybot", "random")
    assert refused.code == 4
    assert "built/main.py was changed on the shelf" in refused.err


def test_a_shelf_can_lie_elsewhere(arena: Arena, tmp_path: Path) -> None:
    written(arena.folder / "mine")
    place = tmp_path / "bots here"

    done = arena("submit", "mine", "--shelf", str(place), *TRUSTED)

    assert (place / "mybot").is_dir()
    assert f"arena bots mybot --shelf '{place}'" in done.err
    assert arena("bots", "mybot").code == 2
    assert arena("bots", "mybot", "--shelf", str(place)).code == 0
