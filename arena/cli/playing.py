"""Playing a tournament from the command line: progress, interrupts, the table at the end."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from arena.cli import exits
from arena.cli.progress import display_for
from arena.cli.screen import Screen
from arena.cli.tables import show_benched, show_tables, title
from arena.tournament.conduct import conduct
from arena.tournament.contest import Contest
from arena.tournament.runner import Brake, Ending
from arena.version import VERSION
from leaderboard.database import Database
from leaderboard.errors import LeaderboardError
from leaderboard.standings import standings
from leaderboard.values import Tournament
from referee.host import Hosting
from referee.isolation.levels import isolation

_GUESSABLE_BITS: Final = 64
"""A seed of fewer bits is one that somebody chose, and that a bot could find by trying."""


@dataclass(frozen=True)
class Staffing:
    """Who plays, and how."""

    workers: int
    isolation: str
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
    level = isolation(staffing.isolation, screen.environment)
    if staffing.isolation == "auto":
        screen.note(f"Isolation: {level.name}, {level.meaning}.")
    own = all(entry.manifest.built_in for entry in contest.entries)
    if head.seed.bit_length() < _GUESSABLE_BITS and not own:
        screen.note("A small seed is for repeatable runs: a bot could guess it, and so the deals.")
    hosting = Hosting(
        level.name, screen.environment, VERSION, contest.control.startup_us, staffing.fresh
    )
    display = display_for(screen, as_json=as_json)
    resume = f"{screen.program} resume {head.id}"
    try:
        with _stoppable(screen) as brake, display.showing():
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
        screen.problem(f"stopped at once, what was finished is stored; to go on: {resume}")
        return exits.INTERRUPTED
    except LeaderboardError as error:
        screen.problem(f"{error}; what was stored before is safe, to go on: {resume}")
        return exits.FAILED
    with results.reading() as store:
        tables = standings(store, head.id)
        entries = store.entries(head.id)
    if not as_json:
        show_tables(screen, tables)
        show_benched(screen, entries)
    if ending is Ending.STOPPED:
        screen.problem(f"stopped, what was finished is stored; to go on: {resume}")
        return exits.INTERRUPTED
    screen.note(f"\nTournament {title(head)}, seed {head.seed}.")
    screen.next_steps("leaderboard --wide", f"matches --tournament {head.id}", "show last")
    faulted = any(one.score.faults for table in tables for one in table.standings)
    return exits.FAULTED if staffing.strict and faulted else exits.DONE


@contextmanager
def _stoppable(screen: Screen) -> Iterator[Brake]:
    """Ctrl-C once lets running matches finish, twice stops at once."""
    brake = Brake()

    def pull(number: int, frame: FrameType | None) -> None:
        if brake.gently:
            raise KeyboardInterrupt
        brake.gently = True
        screen.note("Finishing the matches that are being played; Ctrl-C again stops at once.")

    before = {one: signal.signal(one, pull) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield brake
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
