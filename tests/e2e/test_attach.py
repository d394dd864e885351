"""A bot that its author starts himself, and the match that waits for it."""

import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.e2e import ten_lines
from tests.e2e.command import PATIENCE_S, PROCESS, Arena, bot
from tests.e2e.test_interruption import until

FILE: Final = ".env.arena"
MYBOT: Final = ("./mybot", "random", "--attach", "mybot", "--seed", "7", "--json")
NOTHING: Final = {"PATH": "/usr/bin:/bin"}
"""The environment of an author who sets no variables."""


def waiting(arena: Arena, *words: str) -> "subprocess.Popen[str]":
    """A match that waits for its bot."""
    process = arena.start("match", *words, *PROCESS)
    until(lambda: process.poll() is not None or invitation(arena))
    assert process.poll() is None
    return process


def invitation(arena: Arena) -> str:
    """What stands in the file, complete."""
    file = arena.folder / FILE
    text = file.read_text() if file.exists() else ""
    return text if text.count("\n") == 3 else ""


def printed(match: "subprocess.Popen[str]") -> str:
    """The command that the author is told."""
    assert match.stderr is not None
    return next(line for line in match.stderr if line.startswith("  (set -a"))


def start(folder: Path, *command: str) -> int:
    """What an author does; he waits for the end."""
    done = subprocess.run(command, cwd=folder, env=NOTHING, check=False, timeout=PATIENCE_S)
    return done.returncode


@pytest.mark.parametrize("place", [".", "mybot"], ids=["here", "below"])
def test_the_kit_finds_the_match_that_waits_in_the_folder_or_above(
    arena: Arena, place: str
) -> None:
    ten_lines.paste(arena.folder / "mybot")
    match = waiting(arena, *MYBOT)
    mode = stat.S_IMODE((arena.folder / FILE).stat().st_mode)
    told = dict(line.split("=", 1) for line in invitation(arena).splitlines())

    code = start(arena.folder / place, sys.executable, str(arena.folder / "mybot" / "mybot.py"))
    out, err = match.communicate(timeout=PATIENCE_S)

    assert (code, match.returncode) == (0, 0)
    assert '"termination": "normal"' in out
    assert mode == 0o600
    assert f"ARENA_ADDRESS={told['ARENA_ADDRESS']}" in err
    assert f"ARENA_TOKEN={told['ARENA_TOKEN']}" in err
    assert not (arena.folder / FILE).exists()
    arena.ground.assert_clean()


def test_the_command_that_is_printed_starts_any_bot_from_the_folder(arena: Arena) -> None:
    match = waiting(arena, bot("honest"), "random", "--attach", "honest", "--seed", "7")

    start(arena.folder, "sh", "-c", printed(match))
    out, _ = match.communicate(timeout=PATIENCE_S)

    assert match.returncode == 0
    assert "The match ended by the rules" in out


def test_the_match_is_kept_with_a_mark_and_is_in_no_rating(arena: Arena) -> None:
    ten_lines.paste(arena.folder / "mybot")
    match = waiting(arena, *MYBOT)
    start(arena.folder / "mybot", sys.executable, "mybot.py")
    match.communicate(timeout=PATIENCE_S)
    alone = arena("match", "./mybot", "random", "--seed", "7", "--json", *PROCESS)

    seats = arena("replay", "--json", "last").json["seats"]
    (attached,) = (one["match"] for one in arena("matches", "--json").json[1:])
    marked = arena("replay", attached, "--json").json["seats"]

    assert alone.json["match"] != attached
    assert [seat.get("attached") for seat in seats] == [None, None]
    assert [seat.get("attached") for seat in marked] == [True, None]
    assert "mybot: rank" in arena("show", attached).out
    assert ", attached\n" in arena("show", attached).out
    assert "(attached: what it printed is where it was started)" in arena("logs", attached).out
    assert "no tournament is stored yet" in arena("leaderboard").err


def test_a_bot_that_goes_away_has_lost(arena: Arena) -> None:
    words = (bot("exits_midway"), "random", "--attach", "exits_midway", "--seed", "7")
    match = waiting(arena, *words)

    code = start(arena.folder, "sh", "-c", printed(match))
    out, _ = match.communicate(timeout=PATIENCE_S)

    assert code == 3
    assert match.returncode == 0
    assert "Seat 1 closed its stream." in out


def test_ctrl_c_ends_the_wait_and_tells_how_to_wait_again(arena: Arena) -> None:
    ten_lines.paste(arena.folder / "mybot")
    match = waiting(arena, *MYBOT, "--quiet", "--game", "kupferkessel")

    match.send_signal(signal.SIGINT)
    out, err = match.communicate(timeout=PATIENCE_S)

    assert (match.returncode, out) == (130, "")
    assert err == (
        "arena: interrupted, nothing was stored; to go on:\n"
        f"  arena match {arena.folder}/mybot random --game kupferkessel --seed 7 --attach mybot\n"
    )
    assert not (arena.folder / FILE).exists()
    arena.ground.assert_clean()


@pytest.mark.parametrize("name", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_match_leaves_no_token_behind(arena: Arena, name: signal.Signals) -> None:
    ten_lines.paste(arena.folder / "mybot")
    match = waiting(arena, *MYBOT)

    match.send_signal(name)
    match.communicate(timeout=PATIENCE_S)

    arena.ground.assert_clean()
    assert not (arena.folder / FILE).exists()


def test_two_matches_do_not_wait_in_the_same_folder(arena: Arena) -> None:
    ten_lines.paste(arena.folder / "mybot")
    first = waiting(arena, *MYBOT)
    told = invitation(arena)

    second = arena("match", *MYBOT, *PROCESS, "--quiet")
    kept = invitation(arena)
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=PATIENCE_S)

    assert (second.code, second.out) == (1, "")
    assert second.err == (
        "arena: .env.arena is there already: another match waits in this folder; end it, or "
        "delete the file if there is none\n"
    )
    assert kept == told
