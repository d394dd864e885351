"""A damaged database is one line in every command, and the doctor finds what is wrong."""

import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.tournament.soundness import flaws
from tests.faults.commands import Command

READING = [
    ("tournaments",),
    ("tournaments", "--format", "csv"),
    ("leaderboard", "--wide"),
    ("leaderboard", "--json"),
    ("crosstable", "--wide"),
    ("compare", "random", "twin"),
    ("matches", "--limit", "50"),
    ("matches", "--bot", "mine", "--won", "--format", "markdown"),
    ("show", "last"),
    ("replay", "last"),
    ("replay", "last@2"),
    ("logs", "last"),
    ("verify", "last"),
    ("export",),
    ("export", "--format", "csv"),
    ("export", "--ratings"),
    ("export", "--schedule"),
    ("tournaments", "--rename", "last", "other"),
    ("resume", "--isolation", "process"),
]


def every_command_copes(folder: Path, arena: Command) -> list[int]:
    """The exit codes; what is not an error for people is raised by the command."""
    codes = []
    before = (folder / "arena.db").read_bytes()
    for words in READING:
        said = arena(*words)
        codes.append(said.code)
        assert said.code in (0, 1, 2, 5), (words, said.err)
        if said.code in (1, 2):
            (line,) = [one for one in said.err.splitlines() if one.startswith("arena: ")]
            assert len(line) < 2100
        if (folder / "arena.db").read_bytes() != before:  # one that could still be written
            (folder / "arena.db").write_bytes(before)
            for beside in ("-wal", "-shm"):
                (folder / f"arena.db{beside}").unlink(missing_ok=True)
    return codes


def flipped(path: Path, number: int, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    for place in chance.sample(range(100, len(content)), number):
        content[place] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("number", [400, 20])
def test_flipped_bytes_are_one_line_in_every_command_and_found_by_the_doctor(
    played: Path, tmp_path: Path, arena: Command, number: int, seed: int
) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    flipped(tmp_path / "arena.db", number, seed)

    codes = every_command_copes(tmp_path, arena)
    doctor = arena("doctor")

    if number == 400:
        assert set(codes) & {1, 5}
        assert doctor.code == 1
        assert "DAMAGED: " in doctor.out
    assert doctor.code in (0, 1)


HARMS: dict[str, str] = {
    "terms": "UPDATE tournament SET spec = '{'",
    "terms of another kind": "UPDATE tournament SET spec = '7'",
    "a seed": "UPDATE tournament SET seed = 'x'",
    "a secret": "UPDATE tournament SET secret = 'xyz'",
    "marks": "UPDATE tournament SET marks = '7'",
    "a date": "UPDATE tournament SET created_us = 'monday'",
    "a kind": "UPDATE tournament SET kind = 'tournamenu'",
    "options of a bot": "UPDATE entry SET options = '[1'",
    "options as bytes": "UPDATE entry SET options = X'FF00'",
    "a command": "UPDATE entry SET command = '3'",
    "a name of bytes": "UPDATE entry SET name = X'FFFE' WHERE number = 0",
    "a name that is no text": "UPDATE entry SET name = CAST(X'FFFE' AS TEXT) WHERE number = 0",
    "options of a game": "UPDATE match SET options = '7'",
    "a status": "UPDATE match SET status = 'dona'",
    "players": "UPDATE match SET players = 'two'",
    "a pairing": "UPDATE match SET pairing = 'x' WHERE pairing = 12",
    "a rank": "UPDATE seat SET rank = 'first'",
    "a duration": "UPDATE seat SET elapsed_us = X'00'",
    "a record": "UPDATE record SET packed = X'789C00'",
    "a record as text": "UPDATE record SET packed = 'record'",
    "a log": "UPDATE log SET packed = X'00'",
    "seats": "PRAGMA foreign_keys = OFF; DELETE FROM entry WHERE number = 1",
    "a column": "ALTER TABLE match RENAME COLUMN reason TO treason",
    "a table": "DROP TABLE log",
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_a_hand_has_spoilt_is_one_line_in_every_command_and_found_by_the_doctor(
    played: Path, tmp_path: Path, arena: Command, harm: str
) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        connection.execute("INSERT OR REPLACE INTO log VALUES (1, 0, X'789C030000000001')")
        connection.executescript(HARMS[harm])

    every_command_copes(tmp_path, arena)
    doctor = arena("doctor", "--json")

    assert doctor.code == 1
    assert list(flaws(tmp_path / "arena.db"))


def test_a_record_that_does_not_fit_its_digest_is_found(played: Path, tmp_path: Path) -> None:
    shutil.copy(played / "arena.db", tmp_path)
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        packed = connection.execute("SELECT packed FROM record WHERE match = 3").fetchone()[0]
        text = zlib.decompress(packed).replace(b'"turn":1,', b'"turn":2,', 1)
        connection.execute("UPDATE record SET packed = ? WHERE match = 3", (zlib.compress(text),))

    assert list(flaws(tmp_path / "arena.db")) == ["table record, 3: it does not fit its digest"]


def test_a_sound_database_has_no_flaws(played: Path, tmp_path: Path, arena: Command) -> None:
    shutil.copy(played / "arena.db", tmp_path)

    assert list(flaws(tmp_path / "arena.db")) == []
    assert arena("doctor").code == 0


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3000])


def _zero(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + bytes(4096) + content[12288:])


def _swap(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + content[12288:16384] + content[8192:12288] + content[16384:])


@pytest.mark.parametrize("harm", [_cut, _zero, _swap])
def test_lost_and_swapped_pages_are_one_line_and_found(
    played: Path, tmp_path: Path, arena: Command, harm: Callable[[Path], None]
) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    harm(tmp_path / "arena.db")

    every_command_copes(tmp_path, arena)

    assert arena("doctor").code == 1


def test_a_bug_of_ours_keeps_its_traceback_when_the_database_is_sound(
    played: Path, tmp_path: Path, arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(played / "arena.db", tmp_path)

    def broken(*given: object, **more: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("arena.cli.show.show_match", broken)
    with pytest.raises(KeyError, match="ours"):
        arena("show", "last")
