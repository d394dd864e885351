"""Stepping through a match in a terminal: what keys do, and what is seen."""

import os
import pty
import select
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.keys import named
from arena.cli.watch import Place
from arena.views.match import tell_record
from arena.views.scenes import scenes
from leaderboard.database import Database
from referee.match.replay import Replay
from tests.web import stored
from tests.web.stored import DONE, OPEN, ROUGH

HERE = Place(step=10, last=40, view=None, views=(None, 0, 1), marks=(3, 17, 30))
PATIENCE_S = 60


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Database:
    return stored.made(tmp_path_factory.mktemp("watch") / "watch.db")


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("\x1b[C", 11),
        ("\x1b[D", 9),
        ("\x1b[H", 0),
        ("\x1b[F", 40),
        (".", 17),
        (",", 3),
        ("\x1b[1;2C\x1b[1;2C\x1b[1;2C", 40),
        ("25\r", 25),
        ("999\r", 40),
        ("\x1b[D" * 12, 0),
        ("zZ\x1b[9~", 10),
    ],
)
def test_keys_lead_to_steps(typed: str, step: int) -> None:
    place = HERE
    for key in named(typed):
        place = place.press(key)

    assert place.step == step


def test_playing_goes_on_to_the_end_and_any_step_stops_it() -> None:
    playing = HERE.press(" ")

    assert playing.playing
    assert playing.tick().step == 11
    assert not replace(playing, step=39).tick().playing
    assert not playing.press("right").playing
    assert playing.press("+").press("+").press("+").speed == 3


def test_views_go_round() -> None:
    seen = [HERE.view]
    place = HERE
    for _ in range(3):
        place = place.press("v")
        seen.append(place.view)

    assert seen == [None, 0, 1, None]


def test_scenes_show_the_table_after_each_step(results: Database) -> None:
    with results.reading() as store:
        told = tell_record(store, f"{DONE}-1")
    shown = scenes(told, None)
    replay = Replay(told.complete)
    tables = [*(replay.table() for _ in replay.positions()), replay.table()]

    assert [one.picture for one in shown] == tables
    assert [one.step for one in shown] == list(range(len(tables)))
    assert any(one.mark == "the lead changes" for one in shown)


def test_before_the_end_of_a_tournament_there_are_seats_only(results: Database) -> None:
    with results.reading() as store:
        told = tell_record(store, f"{OPEN}-1")

    with pytest.raises(Exception, match="--seat 1"):
        scenes(told, None)
    assert len(scenes(told, 1)) > 10


def test_a_fault_is_a_mark(results: Database) -> None:
    with results.reading() as store:
        shown = scenes(tell_record(store, f"{ROUGH}-1"), None)

    assert all("fails" not in one.mark for one in shown[:-1])


def test_it_steps_in_a_real_terminal(results: Database) -> None:
    place = results.file
    assert isinstance(place, Path)
    child, terminal = pty.fork()
    if child == 0:
        arena = Path(sys.executable).with_name("arena")
        os.environ["TERM"] = "xterm"
        os.execv(arena, [str(arena), "watch", f"{DONE}-1@5", "--db", str(place)])
    seen = _read_until(terminal, "step 5/")
    os.write(terminal, b"\x1b[Cv")
    seen += _read_until(terminal, "seat 1")
    os.write(terminal, b"q")
    _, status = os.waitpid(child, 0)
    os.close(terminal)

    assert "step 6/" in seen
    assert os.waitstatus_to_exitcode(status) == 0


def _read_until(terminal: int, words: str) -> str:
    seen = ""
    while words not in seen:
        ready, _, _ = select.select([terminal], [], [], PATIENCE_S)
        assert ready, f"never saw {words!r} in {seen!r}"
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen
