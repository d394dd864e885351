"""Playing a tournament from the command line: progress, interrupts, the table at the end."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType

from arena.cli import exits
from arena.cli.isolating import Isolating
from arena.cli.preparing import ready_to_run
from arena.cli.progress import display_for
from arena.cli.screen import Screen
from arena.cli.tables import show_benched, show_tables, title
from arena.tournament.conduct import conduct
from arena.tournament.contest import Contest
from arena.tournament.errors import WorkersFail
from arena.tournament.runner import Brake, Ending
from leaderboard.database import Database
from leaderboard.errors import LeaderboardError
from leaderboard.standings import standings
from leaderboard.values import Tournament
from referee.match.seeds import SECRET_BITS


@dataclass(frozen=True)
class Staffing:
    """Who plays, and how."""

    workers: int
    isolating: Isolating
    fresh: bool
    strict: bool


def now_us() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def play_on(
    screen: Screen,
    results: Database,
    head: Tournament,
    contest: Contest,
    staffing: Staffing,
    *,
    as_json: bool,
) -> int:
    """Play what is missing of a tournament and show the table; the exit code."""
    contest = replace(contest, entries=ready_to_run(screen, contest.entries))
    hosting = staffing.isolating.hosting(
        screen,
        contest.entries,
        results.place,
        control=contest.control,
        limits=contest.limits,
        freeze=contest.freeze,
        fresh=staffing.fresh,
    )
    own = all(entry.manifest.built_in for entry in contest.entries)
    if head.seed.bit_length() < SECRET_BITS and not own:
        screen.note("A small seed is for repeatable runs: a bot could guess it, and so the deals.")
    with results.reading() as store:
        if len(store.done_pairings(head.id)) == contest.schedule.count:
            screen.note("Nothing is missing.")
    display = display_for(screen, as_json=as_json)
    resume = f"resume {head.id}"
    try:
        with _stoppable() as brake, display.showing():
            ending = conduct(
                results,
                head,
                contest,
                hosting,
                workers=staffing.workers,
                brake=brake,
                tell=display.tell,
                now=now_us,
            )
    except KeyboardInterrupt:
        screen.to_go_on("stopped at once, what was finished is stored", resume)
        return exits.INTERRUPTED
    except WorkersFail as error:
        screen.to_go_on(f"{error}; what was finished is stored", resume)
        return exits.FAILED
    except LeaderboardError as error:
        screen.to_go_on(f"{error}; what was stored before is safe", resume)
        return exits.FAILED
    if not as_json:
        _show_ranking(screen, results, head)
    if ending is Ending.STOPPED:
        screen.to_go_on("stopped, what was finished is stored", resume)
        return exits.INTERRUPTED
    screen.note(f"\nTournament {title(head)}, seed {head.seed}.")
    screen.next_steps("leaderboard --wide", f"matches --tournament {head.id}", "show last")
    return exits.FAULTED if staffing.strict and _faulted(results, head) else exits.DONE


def _show_ranking(screen: Screen, results: Database, head: Tournament) -> None:
    with results.reading() as store:
        tables = standings(store, head.id)
        entries = store.entries(head.id)
    show_tables(screen, tables)
    show_benched(screen, entries)


def _faulted(results: Database, head: Tournament) -> bool:
    """Whether any bot has."""
    with results.reading() as store:
        return any(any(one.faults) for one in store.results(head.id, everything=True))


@contextmanager
def _stoppable() -> Iterator[Brake]:
    """Ctrl-C once lets running matches finish, twice stops at once."""
    brake = Brake()

    def pull(number: int, frame: FrameType | None) -> None:
        if brake.gently:
            raise KeyboardInterrupt
        brake.gently = True

    before = {one: signal.signal(one, pull) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield brake
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
