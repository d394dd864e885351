"""Fairness under load: honest bots never forfeit on a busy machine, a sleeper always does."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.arena_command import answer, run, start

SLEEPER = """
import time
from arena.sdk import Bot, run

class Sleeper(Bot):
    def act(self, turn):
        if turn.step > 4:
            time.sleep(2)
        return turn.legal[0]

run(Sleeper)
"""


@contextmanager
def busy_machine(processes: int, seconds: int) -> Iterator[None]:
    """Keep every core busy; each process ends by itself, whatever becomes of the test."""
    work = f"import time\nend = time.monotonic() + {seconds}\nwhile time.monotonic() < end: pass"
    busy = [subprocess.Popen([sys.executable, "-c", work]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def faults(match: Mapping[str, Any]) -> list[str]:
    """What ended it, if somebody's fault did."""
    return [seat["fault"] for seat in match["seats"] if seat["fault"]]


@pytest.fixture
def matches(*, asked_for: bool) -> int:
    """How many are played."""
    return 10_000 if asked_for else 200


def test_on_a_busy_machine_only_the_sleeper_forfeits(tmp_path: Path, matches: int) -> None:
    sleeper = tmp_path / "sleeper"
    sleeper.mkdir()
    (sleeper / "bot.toml").write_text('name = "sleeper"\ncommand = ["{python}", "main.py"]\n')
    (sleeper / "main.py").write_text(SLEEPER)
    timed = ("--game", "kupferkessel", "--move-time", "0.1", "--seed", "6", "--quiet")

    with busy_machine(2 * len(os.sched_getaffinity(0)), 7200):
        sleeping = start(
            tmp_path,
            *("tournament", "./sleeper", "random", "--rounds", "5", "--bench", "0"),
            *(*timed, "--workers", "1", "--db", "sleeper.db"),
        )
        honest = run(
            tmp_path,
            *("tournament", "random", "random:as=twin", "--rounds", str(matches // 2)),
            *(*timed, "--db", "honest.db"),
            timeout_s=7000,
        )
        sleeping.communicate(timeout=300)

    played = answer(tmp_path, "matches", "--db", "honest.db", "--limit", "100000")
    slept = answer(tmp_path, "matches", "--db", "sleeper.db", "--limit", "100000")
    assert honest.returncode == 0, honest.stderr
    assert len(played) == matches
    assert [
        match["reason"] for match in played if match["status"] == "done" and faults(match)
    ] == []
    assert sum(match["status"] == "void" for match in played) < matches / 100
    assert answer(tmp_path, "leaderboard", "--db", "honest.db")["benched"] == []
    assert len(slept) == 10
    assert {match["termination"] for match in slept} == {"time_forfeit"}
    assert {seat["bot"] for match in slept for seat in match["seats"] if seat["fault"]} == {
        "sleeper"
    }
