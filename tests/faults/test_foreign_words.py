"""Words of others, planted wherever they can stand, steer nothing in any command."""

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from arena.text import safe
from tests.faults.commands import Command
from tests.unit.nasty import NASTY

STORABLE = [text for name, text in NASTY.items() if name != "no text"]
HANDFULS = [tuple(STORABLE[first::3]) for first in range(3)]
"""Each command takes its time: several at once."""

SHOWING = [
    ("tournaments",),
    ("tournaments", "--format", "csv"),
    ("tournaments", "--format", "markdown"),
    ("tournaments", "--json"),
    ("leaderboard",),
    ("leaderboard", "--wide"),
    ("leaderboard", "--format", "csv"),
    ("leaderboard", "--format", "markdown"),
    ("leaderboard", "--json"),
    ("leaderboard", "--color", "always"),
    ("crosstable", "--wide"),
    ("crosstable", "--format", "csv"),
    ("crosstable", "--format", "markdown"),
    ("matches",),
    ("matches", "--format", "csv"),
    ("matches", "--format", "markdown"),
    ("matches", "--json"),
    ("show", "last"),
    ("show", "last", "--json"),
    ("replay", "last"),
    ("replay", "last@3"),
    ("logs", "last"),
    ("logs", "last", "--json"),
    ("logs", "last", "--bot", "nobody"),
    ("compare", "nobody", "twin"),
    ("verify", "last"),
    ("verify", "last", "--json"),
    ("export",),
    ("export", "--format", "csv"),
    ("export", "--ratings", "--format", "csv"),
    ("tournaments", "--delete", "last", "--yes"),
]


def planted(folder: Path, text: str) -> None:
    """Put a text wherever a database can hold one that somebody else chose."""
    with closing(sqlite3.connect(folder / "arena.db")) as connection, connection:
        do = connection.execute
        do("UPDATE tournament SET name = ?, marks = ?", (f"a{text}b", json.dumps([text])))
        do("UPDATE entry SET name = ? || number WHERE number < 2", (f"a{text}b",))
        do("UPDATE entry SET bot = ?, version = ?, benched = ? WHERE number = 0", [text] * 3)
        do("UPDATE match SET reason = ?, game = ?, control = ?", [f"a{text}b"] * 3)
        do("UPDATE seat SET fault = ? WHERE seat = 0", (text,))
        log = zlib.compress(f"{text}\n".encode())
        do("INSERT OR REPLACE INTO log SELECT sequence, 0, ? FROM match", (log,))
        for match, packed in do("SELECT match, packed FROM record").fetchall():
            record = _spoilt(json.loads(zlib.decompress(packed)), f"a{text}b")
            again = zlib.compress(json.dumps(record).encode())
            do("UPDATE record SET packed = ? WHERE match = ?", (again, match))


def _spoilt(record: dict[str, Any], text: str) -> dict[str, Any]:
    for seat in record["seats"]:
        seat |= {"bot": text, "version": text, "fault": text}
    for move in record["moves"]:
        if "note" in move:
            move["note"] = text
    record["result"] |= {"reason": text}
    record["run"]["evidence"] = {"0": text}
    return record | {"control": text}


@pytest.mark.parametrize("texts", HANDFULS, ids=lambda texts: safe(" ".join(texts))[:20])
def test_no_command_shows_what_steers_or_hides(
    played: Path, tmp_path: Path, arena: Command, texts: tuple[str, ...]
) -> None:
    shutil.copy(played / "arena.db", tmp_path)
    planted(tmp_path, " - ".join(texts))

    for words in SHOWING:
        said = arena(*words)
        for shown in (said.out, said.err):
            plain = shown.replace("\x1b[1m", "").replace("\x1b[0m", "")  # what colours are made of
            assert safe(plain) == plain, words
            if "--json" not in words:
                seen = [one for one in texts if one in shown.replace("\n", "")]
                assert [one for one in seen if len(one) < 1000] == [], words
        for line in said.out.splitlines() if "--json" in words or words == ("export",) else ():
            json.loads(line)


@pytest.mark.parametrize("words", SHOWING, ids=" ".join)
def test_no_name_makes_a_line_of_its_own(
    played: Path, tmp_path: Path, arena: Command, words: tuple[str, ...]
) -> None:
    shutil.copy(played / "arena.db", tmp_path)
    planted(tmp_path, "\n1 champion 99.9")

    said = arena(*words)

    forged = [line for line in said.out.splitlines() if line.startswith("1 champion")]
    assert len(forged) <= (words[0] == "logs")  # there lines are what a bot printed


_ALL = [text for text in NASTY.values() if "\0" not in text]
TYPED = [tuple(_ALL[first::2]) for first in range(2)]

NAMED = [
    ("tournament", "random", "random", "--rounds", "1", "--name", "{}"),
    ("sprt", "random", "random:as=twin", "--game", "kupferkessel", "--name", "{}"),
    ("tournament", "random", "random:as={}", "--rounds", "1"),
    ("match", "random", "random:as={}"),
    ("match", "random", "{}"),
    ("match", "random", "random", "--game", "{}"),
    ("match", "random", "random", "--option", "{}=1"),
    ("match", "random", "random", "--limit", "memory_mb={}"),
    ("match", "random", "random", "--tc", "{}"),
    ("games", "{}"),
    ("bots", "{}"),
    ("{}",),
    ("leaderboard", "--tournament", "{}"),
    ("show", "{}"),
    ("import", "{}"),
    ("verify", "{}"),
    ("leaderboard", "--db", "{}/{}"),
    ("tournaments", "--rename", "last", "{}"),
]


@pytest.mark.parametrize("texts", TYPED, ids=lambda texts: safe(" ".join(texts))[:20])
def test_what_is_typed_or_pasted_is_refused_where_it_enters_and_told_in_one_safe_line(
    played: Path, tmp_path: Path, arena: Command, texts: tuple[str, ...]
) -> None:
    shutil.copy(played / "arena.db", tmp_path)
    before = (tmp_path / "arena.db").read_bytes()

    for words in NAMED:
        said = arena(*(word.format(*[f"a{'-'.join(texts)}b"] * 2) for word in words))
        assert said.code in (1, 2), words
        assert said.out == ""
        assert safe(said.err) == said.err, words
        assert len(said.err.splitlines()) == 1, words
        assert len(said.err) < 2100, words
    assert (tmp_path / "arena.db").read_bytes() == before


PLACES = ("name", "entry.name", "id", "entry.version", "marks")


@pytest.mark.parametrize(("name", "place"), list(zip(NASTY, cycle(PLACES), strict=False)))
def test_an_import_refuses_names_that_are_not_what_they_seem(
    played: Path, tmp_path: Path, arena: Command, name: str, place: str
) -> None:
    first, *rest = (played / "autumn.ndjson").read_text().splitlines(keepends=True)
    head = json.loads(first)
    text = f"a{NASTY[name]}b"
    if len(text) > 1000:
        text *= 10
    if place.startswith("entry."):
        head["entries"][0][place.removeprefix("entry.")] = text
    else:
        head["tournament"][place] = [text] if place == "marks" else text
    (tmp_path / "evil.ndjson").write_text(json.dumps(head) + "\n" + "".join(rest))

    said = arena("import", "evil.ndjson", "--no-verify")

    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert safe(said.err) == said.err
    assert not (tmp_path / "arena.db").exists()
