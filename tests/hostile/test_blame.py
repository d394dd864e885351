"""Bots that do not answer in time and make evidence that the machine did not let them."""

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from referee.match.clock import SECOND_US, Control
from referee.match.plan import MatchPlan
from referee.match.verdict import Termination
from tests.hostile.playground import HERE, Watch, need, play_at, table
from tests.load.test_load import busy_machine

TIMED: Final = Control(move_us=SECOND_US)
ROWS: Final = range(50, 58)
GIVING_UP_TURNS: Final = (56, *range(76, 79))


@pytest.fixture(scope="module")
def blamer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("blamer")
    shutil.copytree(HERE / "blamer", folder, dirs_exist_ok=True)
    return folder


def timed(blamer: Path, row: int) -> MatchPlan:
    return replace(table(f"{blamer}:row={row}", "random"), control=TIMED)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("level", ["sandbox", "process"])
def test_what_a_bot_does_among_its_own_processes_blames_nobody_else(
    blamer: Path, watch: Watch, level: str, row: int
) -> None:
    (played,) = play_at(need(level), timed(blamer, row))

    assert played.outcome.termination is Termination.TIME_FORFEIT, played.outcome.reason
    assert played.outcome.ranks == (2, 1)
    assert played.attempts == 1
    watch.assert_unharmed(played)


@pytest.mark.parametrize("row", GIVING_UP_TURNS)
@pytest.mark.parametrize("level", ["sandbox", "process"])
def test_on_a_busy_machine_who_gives_up_his_turns_was_not_kept(
    blamer: Path, watch: Watch, level: str, row: int
) -> None:
    """He waits for each turn as long as everybody, and is hardly ever on a processor."""
    with busy_machine(2 * len(os.sched_getaffinity(0)), 60):
        (played,) = play_at(need(level), timed(blamer, row))

    assert played.outcome.termination is Termination.TIME_FORFEIT, played.outcome.reason
    assert played.attempts == 1
    watch.assert_unharmed(played)
