"""What was played can be checked, written out and read back, by the command."""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.tournament.verification import verify_stored
from leaderboard.database import open_database
from tests.tournament.arena_command import answer, records, run, stored

MINE = (
    "from arena.sdk import Bot, run\n"
    "class Mine(Bot):\n"
    "    def act(self, turn):\n"
    "        turn.note('first')\n"
    "        return turn.legal[0]\n"
    "run(Mine)\n"
)
MATCHES = 12


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot and a finished tournament, made once."""
    folder = tmp_path_factory.mktemp("audit")
    (folder / "mine").mkdir()
    manifest = 'name = "mine"\ncommand = ["{python}", "mine.py"]\n'
    (folder / "mine" / "bot.toml").write_text(manifest)
    (folder / "mine" / "mine.py").write_text(MINE)
    done = run(
        folder,
        *("tournament", "random", "./mine", "random:as=twin", "--game", "kupferkessel"),
        *("--rounds", "2", "--name", "autumn", "--isolation", "none", "--workers", "1", "--quiet"),
    )
    assert done.returncode == 0, done.stderr
    assert run(folder, "export", "--out", "autumn.ndjson").returncode == 0
    return folder


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    """A copy that may be changed."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path


def change(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "arena.db") as connection:
        assert connection.execute(statement, values).rowcount


def change_record(folder: Path, pairing: int, edit: Callable[[dict[str, Any]], None]) -> None:
    with sqlite3.connect(folder / "arena.db") as connection:
        wanted = "SELECT sequence, packed FROM match JOIN record ON match = sequence"
        rows = connection.execute(f"{wanted} WHERE pairing = ?", (pairing,))
        ((sequence, packed),) = rows.fetchall()
        record = json.loads(zlib.decompress(packed))
        edit(record)
        again = zlib.compress(json.dumps(record).encode())
        connection.execute("UPDATE record SET packed = ? WHERE match = ?", (again, sequence))


def test_a_tournament_that_was_played_agrees(played: Path) -> None:
    done = run(played, "verify", "autumn")

    assert done.returncode == 0
    told = f"{MATCHES} matches: deals, moves, scores, commitments and table agree\n"
    assert (done.stdout, done.stderr) == (told, "")
    assert answer(played, "verify", "last")["unchecked"] == []


def test_a_match_and_its_record_in_a_file_agree(played: Path) -> None:
    match = answer(played, "matches", "--limit", "1")[0]["match"]
    record = run(played, "replay", match, "--json").stdout
    (played / "record.json").write_text(record)

    assert run(played, "verify", match).returncode == 0
    assert run(played, "verify", "record.json").returncode == 0
    (played / "other.json").write_text(record.replace('"step": 3', '"step": 4'))
    done = run(played, "verify", "other.json")
    assert done.returncode == 5
    assert f"{match}: moves[2].step: expected 3, found 4" in done.stdout
    (played / "torn.json").write_text(record[:-9])
    assert run(played, "verify", "torn.json").returncode == 5


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE seat SET rank = 3 - rank WHERE match = 5", "stored.seats"),
        ("UPDATE seat SET score = 99 WHERE match = 5 AND seat = 1", "stored.seats"),
        ("UPDATE seat SET fault = 'crash' WHERE match = 5 AND seat = 1", "stored.seats"),
        ("UPDATE match SET turns = 1 WHERE sequence = 5", "stored.end"),
        ("UPDATE match SET commitment = 'ff' WHERE sequence = 5", "stored.commitment"),
        ("UPDATE match SET deal = 9 WHERE sequence = 5", "schedule.deal"),
        ("UPDATE match SET block = 9 WHERE sequence = 5", "schedule.block"),
        ("UPDATE match SET pairing = 99 WHERE sequence = 5", "schedule.pairing"),
        ("UPDATE entry SET version = '9' WHERE number = 0", "stored.seats"),
        ("UPDATE tournament SET secret = 'ff'", "stored secret"),
        ("UPDATE tournament SET seed = '5'", "stored seed"),
        ("UPDATE rating SET mu = mu + 1 WHERE entry = 1", "table of kupferkessel, entry 1, mu"),
        ("UPDATE rating SET high = 99 WHERE entry = 1", "table of kupferkessel, entry 1, high"),
        ("UPDATE rating SET waiting = 7", "table of kupferkessel, matches that wait"),
        ("UPDATE record SET packed = X'00' WHERE match = 5", "record"),
        ("DELETE FROM record WHERE match = 5", "record"),
        ("DELETE FROM match WHERE sequence = 5", "schedule"),
    ],
)
def test_what_was_changed_in_the_database_is_found(
    copied: Path, statement: str, place: str
) -> None:
    change(copied, statement)

    # Not by the command: there are many of these, and a process takes longer than the audit.
    with open_database(copied / "arena.db", write=False) as database:
        audit = verify_stored(database, "autumn", lambda done, of: None)

    assert place in {one.finding.place for one in audit.found}


def test_a_changed_note_is_found_by_the_digest_and_a_long_list_is_cut(copied: Path) -> None:
    def renote(record: dict[str, Any]) -> None:
        record["moves"][0]["note"] = "better"

    change_record(copied, 3, renote)
    assert "-3: digest: expected" in run(copied, "verify", "autumn").stdout

    def rewrite(record: dict[str, Any]) -> None:
        for move in record["moves"]:
            move["turn"] += 1

    change_record(copied, 4, rewrite)
    lines = run(copied, "verify", "autumn").stdout.splitlines()
    assert len(lines) == 22
    assert "more; --json lists all" in lines[20]


def test_seeds_are_not_told_before_the_tournament_is_over(copied: Path) -> None:
    seed = str(answer(copied, "replay", "last")["seed"])
    seeds = {str(record["match_seed"]) for record in records(copied / "arena.db").values()}
    change(copied, "UPDATE tournament SET finished_us = NULL")

    def swap(record: dict[str, Any]) -> None:
        record["match_seed"] = record["match_seed"][::-1]

    change_record(copied, 3, swap)
    checked = run(copied, "verify", "autumn")
    written = run(copied, "export")

    assert checked.returncode == 5
    assert "match_seed" in checked.stdout
    for text in (checked.stdout + checked.stderr, written.stdout):
        assert seed not in text
        assert not any(one in text for one in seeds)
    (copied / "early.ndjson").write_text(written.stdout)
    done = run(copied, "import", "early.ndjson", "--db", "other.db")
    assert done.returncode == 2
    assert "before its tournament was over" in done.stderr


def test_without_its_bots_a_tournament_is_checked_but_for_the_schedule(copied: Path) -> None:
    shutil.rmtree(copied / "mine")

    done = run(copied, "verify", "autumn")

    assert done.returncode == 0
    assert "Not checked: the schedule" in done.stderr
    assert f"{MATCHES} matches" in done.stdout


def test_an_export_is_read_back_without_loss(played: Path, tmp_path: Path) -> None:
    shutil.copy(played / "autumn.ndjson", tmp_path)

    first = run(tmp_path, "import", "autumn.ndjson")
    again = run(tmp_path, "import", "autumn.ndjson")

    assert first.returncode == again.returncode == 0, first.stderr
    assert "Nothing new" in again.stdout
    assert run(tmp_path, "export").stdout == (played / "autumn.ndjson").read_text()
    assert answer(tmp_path, "leaderboard") == answer(played, "leaderboard")
    assert run(tmp_path, "verify", "autumn.ndjson").returncode == 0


@pytest.mark.parametrize(
    ("spoil", "code", "told"),
    [
        (lambda text: "hello\n", 2, "not JSON"),
        (lambda text: "{}\n", 2, "is no arena-export/1"),
        (lambda text: text[:-100], 2, "line 13: not JSON"),
        (lambda text: text[: text.rindex("\n", 0, -1) + 1], 2, "is torn"),
        (lambda text: text.replace('"pairing":3', '"pairing":"3"', 1), 2, "no match"),
        (lambda text: text.replace('"entry":2', '"entry":7', 1), 2, "there is no entry 7"),
        (lambda text: text.replace('"rank":1', '"rank":2', 1), 5, "not what was played"),
    ],
    ids=["text", "object", "cut", "short", "kind", "entry", "result"],
)
def test_what_is_no_whole_export_is_refused_in_a_line_and_nothing_is_stored(
    played: Path, tmp_path: Path, spoil: Callable[[str], str], code: int, told: str
) -> None:
    (tmp_path / "file").write_text(spoil((played / "autumn.ndjson").read_text()))

    done = run(tmp_path, "import", "file")

    assert done.returncode == code, done.stderr
    assert told in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert stored(tmp_path / "arena.db") == 0


def test_another_tournament_of_the_same_id_is_a_clash(copied: Path) -> None:
    change(copied, "UPDATE seat SET elapsed_us = 1 WHERE match = 5")

    done = run(copied, "import", "autumn.ndjson")

    assert done.returncode == 1
    assert "the database holds another tournament" in done.stderr


@pytest.mark.parametrize(
    ("words", "lines", "column"),
    [((), 2 * MATCHES, "score"), (("--ratings",), 3, "mu"), (("--schedule",), MATCHES, "seats")],
)
def test_tables_for_other_programs_have_a_line_each(
    played: Path, words: tuple[str, ...], lines: int, column: str
) -> None:
    text = run(played, "export", *words, "--format", "csv").stdout.splitlines()

    assert len(text) == lines + 1
    assert column in text[0].split(",")


def test_a_name_of_nothing_is_told(played: Path) -> None:
    done = run(played, "verify", "nowhere")

    assert done.returncode == 2
    assert "'nowhere' is no file, and no tournament here" in done.stderr
