"""Whatever ends the command in the middle, nothing of it is left two seconds later."""

import signal
import time
from collections.abc import Callable
from typing import Final

import pytest

from tests.e2e.command import PATIENCE_S, PROCESS, Arena, bot
from tests.leftovers import Ground

_LOOK_S: Final = 0.01
QUIET: Final = ("--quiet", *PROCESS)
PLAY: Final = ("match", "--isolation", "process", bot("sleeps"))
"""Bots in a sandbox leave no files to look at; what is left of them `tests/isolation` asks."""


def until(happened: Callable[[], object]) -> None:
    """Look until it has happened."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(_LOOK_S)


def bot_has_begun(ground: Ground) -> bool:
    return any("misbehaving.py" in said for said in ground.processes().values())


def bot_is_asleep(ground: Ground) -> bool:
    """In the middle of a match: it was asked and will not answer."""
    return any(ground.folder.glob("arena-*/bot-*/asleep"))


MOMENTS: Final = {"starting": bot_has_begun, "playing": bot_is_asleep}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_is_told_in_one_line_with_the_command_to_play_it_again(
    arena: Arena, moment: str
) -> None:
    process = arena.start(*PLAY, "random", "--seed", "7", "--quiet", "--game", "kupferkessel")
    until(lambda: MOMENTS[moment](arena.ground))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 130
    assert out == ""
    assert err == (
        "arena: interrupted, nothing was stored; to go on:\n"
        f"  arena match {bot('sleeps')} random --game kupferkessel --seed 7\n"
    )
    arena.ground.assert_clean()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_command_leaves_nothing_behind(
    arena: Arena, moment: str, name: signal.Signals
) -> None:
    process = arena.start(*PLAY, bot("ignores_everything"), "--seed", "7", *QUIET)
    until(lambda: MOMENTS[moment](arena.ground))
    process.send_signal(name)
    process.communicate(timeout=PATIENCE_S)

    assert process.returncode == -name
    arena.ground.assert_clean()


def test_a_match_that_is_interrupted_can_be_played_again(arena: Arena) -> None:
    process = arena.start(*PLAY, "random", "--seed", "7", *QUIET)
    until(lambda: bot_is_asleep(arena.ground))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)

    again = arena(
        "match", bot("sleeps"), "random", "--seed", "7", "--hang", "0.5", "--json", *QUIET
    )

    assert again.code == 0
    assert again.json["termination"] == "time_forfeit"
