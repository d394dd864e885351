"""Bots that use up what the referee can open: nobody but themselves has less of it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.hostile.playground import HERE, need
from tests.leftovers import clean_ground

ROWS: Final = (58, 59)
TIMED: Final = ("--move-time", "5", "--freeze")


def played(folder: Path, row: int, limit: int, *words: str) -> dict[str, Any]:
    """A match of the attacker against an honest bot, in a referee that may open so many files."""
    bot = folder / "blamer"
    if not bot.exists():
        shutil.copytree(HERE / "blamer", bot)
    command = (
        *(sys.executable, "-m", "arena.cli", "match", f"{bot}:row={row},as=blamer", "random"),
        *("--game", "kupferkessel", "--seed", "7", "--isolation", need("sandbox"), "--json"),
        *("--db", str(folder / "arena.db"), *words),
    )
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -n {limit} && exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "Traceback" not in done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def verdict(told: dict[str, Any]) -> object:
    seats = [[seat[name] for name in ("rank", "score", "fault")] for seat in told["seats"]]
    return told["termination"], seats, told["run"]["attempts"]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("limit", [256, 1024, 20_000])
@pytest.mark.parametrize("words", [(), TIMED], ids=["untimed", "timed"])
def test_connections_of_one_bot_cost_the_other_nothing(
    tmp_path: Path, row: int, limit: int, words: tuple[str, ...]
) -> None:
    with clean_ground():
        honest = played(tmp_path, 0, 20_000, *words)
        attacked = played(tmp_path, row, limit, *words)

    assert honest["termination"] == "normal"
    # One who crowds his own door may fall out of it; the honest one never pays for it.
    assert attacked["seats"][1]["fault"] is None
    assert attacked["termination"] not in ("host_fault", "interrupted")
    if attacked["termination"] == "normal":
        assert verdict(attacked) == verdict(honest)
    else:
        assert attacked["seats"][0]["rank"] == 2
