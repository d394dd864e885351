"""Workers on this machine: stopped, killed or stuck, they cost a chunk and leave nothing."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.tournament.conduct import begin
from arena.tournament.contest import Contest, resolve
from arena.tournament.events import Event, MatchFinished, WorkerLost
from arena.tournament.places.local import LocalPlace
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.terms import Terms
from arena.tournament.worker import Assignment, assign
from leaderboard.database import Database, open_database
from leaderboard.standings import standings

pytestmark = pytest.mark.slow

TERMS = Terms(bots=("random:as=a", "random:as=b"), games=("kupferkessel",), rounds=15, seed=4)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "arena.db", write=True) as database:
        yield database


@pytest.fixture(scope="module")
def contest() -> Contest:
    return resolve(TERMS)


def assignment(contest: Contest, tournament: str) -> Assignment:
    run = Run(level="process")
    prepared = prepare(contest.entries, contest.terms.conditions, run, Surroundings(os.environ))
    return assign(tournament, contest, prepared.hosting)


def play(
    database: Database,
    contest: Contest,
    place_of: Callable[[Assignment], LocalPlace],
    meanwhile: Callable[[Event, LocalPlace], None] = lambda event, place: None,
) -> tuple[object, list[Event]]:
    head = begin(database, contest, now=lambda: 1)
    events: list[Event] = []

    def tell(event: Event) -> None:
        events.append(event)
        meanwhile(event, place)

    runner = Runner(head.id, contest, database, tell, Brake())
    with place_of(assignment(contest, head.id)) as place:
        assert runner.run(place) is Ending.COMPLETE
    with database.reading() as store:
        table = [
            [(line.entry.name, line.score) for line in one.standings]
            for one in standings(store, head.id)
        ]
    return table, events


def workers(place: LocalPlace) -> list[int]:
    return [slot.worker.pid or 0 for slot in place._slots.values()]


@pytest.mark.parametrize("harm", [signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_is_stopped_or_killed_is_replaced_and_changes_nothing(
    database: Database, contest: Contest, harm: signal.Signals
) -> None:
    undisturbed, _ = play(database, contest, lambda given: LocalPlace(given, 1))
    harmed: list[int] = []
    told: list[float] = []
    # A new worker may be long in coming up on a busy machine, which is silence as well.
    silent_s, patience_s = (2.0, 6.0) if harm is signal.SIGSTOP else (120.0, 240.0)

    def meanwhile(event: Event, place: LocalPlace) -> None:
        if isinstance(event, MatchFinished) and not harmed:
            harmed.extend(workers(place))
            os.kill(harmed[0], harm)

    table, events = play(
        database,
        contest,
        lambda given: LocalPlace(
            given, 1, silent=told.append, silent_s=silent_s, patience_s=patience_s
        ),
        meanwhile,
    )

    assert table == undisturbed
    assert any(isinstance(event, WorkerLost) for event in events)
    assert (len(told) > 0) == (harm is signal.SIGSTOP)
    assert not Path(f"/proc/{harmed[0]}").exists()


def test_a_worker_that_is_stopped_before_it_is_up_is_replaced(
    database: Database, contest: Contest
) -> None:
    stopped: list[int] = []

    class Hurt(LocalPlace):
        def submit(self, slot: int, chunk: object) -> None:
            super().submit(slot, chunk)  # type: ignore[arg-type]
            if not stopped:
                stopped.extend(workers(self))
                os.kill(stopped[0], signal.SIGSTOP)

    table, events = play(database, contest, lambda given: Hurt(given, 1, patience_s=6.0))

    assert any(isinstance(event, WorkerLost) for event in events)
    assert sum(isinstance(event, MatchFinished) for event in events) == 30
    assert table
    assert not Path(f"/proc/{stopped[0]}").exists()


def test_a_worker_that_is_stopped_when_it_is_to_go_does_not_hold_up_the_end(
    contest: Contest,
) -> None:
    with LocalPlace(assignment(contest, "t"), 1) as place:
        place.submit(0, (contest.fixture(next(iter(contest.format.generation(0, ())))),))
        while place.take(0.2) is None:
            pass
        place.patience_s = 3.0  # it is up by now, which may have taken longer
        (worker,) = workers(place)
        os.kill(worker, signal.SIGSTOP)
        begun = time.monotonic()

    assert time.monotonic() - begun < 30
    assert not Path(f"/proc/{worker}").exists()


def test_a_runner_that_was_stopped_itself_blames_nobody_for_the_time(contest: Contest) -> None:
    hours = iter(range(0, 10**9, 3600))
    told: list[float] = []
    place = LocalPlace(
        assignment(contest, "t"), 1, silent=told.append, clock=lambda: float(next(hours))
    )
    with place:
        place.submit(0, (contest.fixture(next(iter(contest.format.generation(0, ())))),))
        while (returned := place.take(0.2)) is None:
            pass

    assert returned.played is not None
    assert told == []


def test_an_error_of_a_worker_comes_back_with_the_place_where_it_arose(contest: Contest) -> None:
    def wait(place: LocalPlace) -> None:
        while place.take(0.2) is None:
            pass

    with LocalPlace(assignment(contest, "t"), 1) as place:
        place.submit(0, ("no fixture",))  # type: ignore[arg-type]
        with pytest.raises(AttributeError) as caught:
            wait(place)

    assert "worker.py" in "".join(caught.value.__notes__)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc here")
def test_workers_have_nothing_with_a_name_that_a_kill_of_all_would_leave(
    contest: Contest,
) -> None:
    with LocalPlace(assignment(contest, "t"), 2) as place:
        for slot, pairing in zip((0, 1), contest.format.generation(0, ()), strict=False):
            place.submit(slot, (contest.fixture(pairing),))
        while place.busy:
            place.take(0.2)
        maps = [Path(f"/proc/{one}/maps").read_text() for one in ("self", *workers(place))]
        assert len(maps) == 3
    assert not [one for one in maps if "/dev/shm/" in one]
