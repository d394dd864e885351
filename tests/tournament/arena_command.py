"""The `arena` command and the processes it starts, for tests."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from leaderboard.database import open_database
from leaderboard.errors import LeaderboardError
from leaderboard.store import Store
from leaderboard.values import MatchFilter, StoredMatch
from referee.match.record import read_record

COMMAND = (sys.executable, "-m", "arena.cli")


def start(folder: Path, *words: str, **options: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=folder,
        text=True,
        env=_environment(),
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def run(folder: Path, *words: str, timeout_s: float = 300) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        env=_environment(),
        timeout=timeout_s,
        check=False,
    )


def answer(folder: Path, *words: str) -> Any:
    """The JSON that a command prints."""
    done = run(folder, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def pools(folder: Path, database: str = "arena.db") -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = answer(folder, "leaderboard", "--db", database)["pools"]
    return tables


def records(path: Path | str) -> dict[int, Mapping[str, object]]:
    """All records by pairing, without what depends on the run."""
    with open_database(path, write=False) as database, database.reading() as store:
        return {
            match.pairing: without_run(_whole(store, match))
            for match in store.matches(MatchFilter())
        }


def _whole(store: Store, match: StoredMatch) -> dict[str, Any]:
    """The record as it is told when all is over."""
    head = store.find_tournament(match.tournament)
    return read_record(store.record(match)).revealed(head.seed, head.secret).to_json()


def stored(path: Path | str) -> int:
    """How many matches a database holds; 0 as long as there is none."""
    try:
        with open_database(path, write=False) as database, database.reading() as store:
            return store.count_matches(MatchFilter())
    except LeaderboardError:
        return 0


def wait_for_matches(path: Path | str, timeout_s: float = 60.0) -> None:
    """Return when the first match is stored."""
    deadline = time.monotonic() + timeout_s
    while not stored(path):
        assert time.monotonic() < deadline, f"no match in {path}"
        time.sleep(0.02)


def without_run(record: dict[str, Any]) -> dict[str, Any]:
    moves = [
        {key: value for key, value in move.items() if key != "elapsed_us"}
        for move in record["moves"]
    ]
    return {key: value for key, value in record.items() if key != "run"} | {"moves": moves}


def family(root: int) -> list[int]:
    """A process and everything that descends from it."""
    children: dict[int, list[int]] = {}
    for process, parent in _processes():
        children.setdefault(parent, []).append(process)
    found, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children.get(process, [])
    return found


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _processes() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            yield int(entry.name), int(fields[1])


def _environment() -> dict[str, str]:
    return {**os.environ, "COLUMNS": "80", "ARENA_PROGRAM": "arena"}
