"""A disk that fills up pauses a tournament; nothing is lost, and it goes on by itself."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tournament.conduct import begin
from arena.tournament.contest import resolve
from arena.tournament.events import DiskLow, DiskRoomy, Event, MatchFinished, MatchStarted
from arena.tournament.room import Room
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.terms import Terms
from leaderboard.database import Database, open_database
from tests.tournament.arena_command import start, stored
from tests.tournament.fake_place import FakePlace

TERMS = Terms(bots=("random:as=a", "random:as=b"), games=("kupferkessel",), rounds=20, seed=4)
MB = 1_000_000


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "arena.db", write=True) as database:
        yield database


def test_room_is_told_of_once_and_must_come_back_with_something_to_spare() -> None:
    events: list[Event] = []
    free = [2000, 1000, 999, 990, 1000, 1099, 1100, 1000, 999]
    looks = iter(free)
    room = Room(lambda: next(looks) * MB, events.append, 1000 * MB)

    found = [room.look() for _ in free]

    assert found == [True, True, False, False, False, False, True, True, False]
    assert [type(event) for event in events] == [DiskLow, DiskRoomy, DiskLow]


def test_a_disk_that_nobody_can_look_at_stops_nothing() -> None:
    events: list[Event] = []

    assert Room(lambda: None, events.append, 1000 * MB).look()
    assert events == []


def test_a_tournament_begins_nothing_while_there_is_no_room_and_then_goes_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = resolve(TERMS)
    head = begin(database, contest, now=lambda: 1)
    events: list[Event] = []
    free = 5000 * MB
    paused: list[int] = []

    def hear(event: Event) -> None:
        nonlocal free
        events.append(event)
        if isinstance(event, MatchFinished) and event.pairing == 9:
            free = 10 * MB

    def pause(seconds: float) -> None:
        nonlocal free
        paused.append(len(events))
        if len(paused) == 3:
            free = 5000 * MB

    monkeypatch.setattr(database, "free_bytes", lambda: free)
    runner = Runner(head.id, contest, database, hear, Brake(), pause=pause)

    assert runner.run(FakePlace(contest, head.id, 1, random.Random(1))) is Ending.COMPLETE
    assert len(set(paused)) == 1, "nothing happens while it is paused"
    kinds = [type(event) for event in events]
    assert MatchStarted not in kinds[kinds.index(DiskLow) : kinds.index(DiskRoomy)]
    assert kinds.count(MatchFinished) == 40


def test_a_paused_tournament_can_be_stopped(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = resolve(TERMS)
    head = begin(database, contest, now=lambda: 1)
    brake = Brake()

    def pause(seconds: float) -> None:
        brake.gently = True

    monkeypatch.setattr(database, "free_bytes", lambda: 0)
    runner = Runner(head.id, contest, database, lambda event: None, brake, pause=pause)

    assert runner.run(FakePlace(contest, head.id, 1, random.Random(1))) is Ending.STOPPED


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 24 MB, where this user may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be made here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux does")
def test_a_real_disk_that_is_full_is_waited_for(small_disk: Path) -> None:
    words = ("random", "random:as=twin", "--game", "kupferkessel", "--seed", "3", "--min-free")
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(10 * MB))

    runner = start(small_disk, "tournament", *words, "16", "--rounds", "5", "--workers", "1")
    assert runner.stderr is not None
    said = ""
    while "Paused" not in said:
        said = runner.stderr.readline()
        assert said, "it ended"
    assert stored(small_disk / "arena.db") == 0
    ballast.unlink()

    _, rest = runner.communicate(timeout=120)
    assert runner.returncode == 0, rest
    assert "There is room again" in rest
    assert stored(small_disk / "arena.db") == 10
