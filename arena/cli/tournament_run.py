"""A tournament while the command lasts: progress, interrupts, the table at the end."""

import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from arena.cli import exits
from arena.cli.pages import pages_beside
from arena.cli.progress import Display, display_for
from arena.cli.screen import Screen, Unheard, fill
from arena.cli.tables import show_ranking, title
from arena.tournament.conduct import begin, conduct, missing
from arena.tournament.contest import Contest
from arena.tournament.errors import WorkersFail
from arena.tournament.events import Event, NightOver, TournamentFinished
from arena.tournament.preparation import prepare, warn_of_slow_ratings, warn_of_small_seed
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending
from arena.views.ranking import ranking
from arena.views.sprt import tested
from arena.views.tournament import verdict_json
from leaderboard.database import Database, open_database
from leaderboard.errors import DatabaseGone, LeaderboardError
from leaderboard.values import Tournament

Opening = Callable[[], Tournament]
"""Stores what is to be played, once nothing can be refused any more."""


def play_new(
    screen: Screen,
    database: str,
    contest: Contest,
    run: Run,
    *,
    strict: bool,
    as_json: bool,
    web: bool = False,
) -> int:
    """Play a new tournament into a database, which is made if there is none; the exit code."""
    with open_database(database, write=True) as results:
        screen.opened(results)

        def opening() -> Tournament:
            return begin(results, contest, now=screen.now_us)

        return play_on(
            screen, results, contest, opening, run, strict=strict, as_json=as_json, web=web
        )


def play_on(
    screen: Screen,
    results: Database,
    contest: Contest,
    opening: Opening,
    run: Run,
    *,
    strict: bool,
    as_json: bool,
    web: bool = False,
) -> int:
    """Play what is missing of a tournament, and show the table; the exit code."""
    surroundings = screen.surroundings(results)
    prepared = prepare(contest.entries, contest.terms.conditions, run, surroundings)
    warn_of_small_seed(contest.terms.seed, contest.entries, surroundings)
    warn_of_slow_ratings(len(contest.entries), surroundings)
    head = opening()
    if missing(results, head, contest) == 0:
        screen.note("Nothing is missing.")
    display = display_for(screen, as_json=as_json)
    pages = pages_beside(screen, screen.looked_at, f"/t/{head.id}", wanted=web)
    try:
        with pages, stoppable(screen, run) as brake, display.showing():
            audience = Audience(display, brake)
            tell = audience.tell
            ending = conduct(
                results, head, contest, prepared, run, brake=brake, tell=tell, now=screen.now_us
            )
    except (KeyboardInterrupt, WorkersFail, LeaderboardError) as error:
        return break_off(screen, f"resume {head.id}", error)
    if ending is Ending.COMPLETE:
        show_end(screen, results, head, as_json=as_json)
        return _part(screen, contest, head, audience, strict=strict)
    if not audience.gone:
        show_end(screen, results, head, as_json=as_json)
    return _pause(screen, head, ending, audience, strict=strict)


@dataclass
class Audience:
    """Is shown what happens; when nobody looks any more, the tournament stops gently."""

    display: Display
    brake: Brake
    gone: bool = False
    end: TournamentFinished | NightOver | None = None

    def tell(self, event: Event) -> None:
        """Show an event."""
        self.end = event if isinstance(event, TournamentFinished | NightOver) else self.end
        if self.gone:
            return
        try:
            self.display.tell(event)
        except Unheard:
            self.gone = self.brake.gently = True

    def exit_code(self, *, strict: bool) -> int:
        """How a command ends that played."""
        faulty = self.end is not None and self.end.faults > 0
        return exits.FAULTED if strict and faulty else exits.DONE


def break_off(
    screen: Screen, resume: str, error: KeyboardInterrupt | WorkersFail | LeaderboardError
) -> int:
    """Say what is stored, and how to go on, after what could not be waited for; the exit code."""
    if isinstance(error, DatabaseGone):
        raise error  # nothing is safe, and nothing there could go on
    if isinstance(error, KeyboardInterrupt):
        screen.to_go_on("stopped at once, what was finished is stored", resume)
        return exits.INTERRUPTED
    safe = (
        "was finished is stored" if isinstance(error, WorkersFail) else "was stored before is safe"
    )
    screen.to_go_on(f"{error}; what {safe}", resume)
    return exits.FAILED


def _pause(
    screen: Screen, head: Tournament, ending: Ending, audience: Audience, *, strict: bool
) -> int:
    """Say how a tournament goes on that is not over; the exit code."""
    resume = f"resume {head.id}"
    if ending is Ending.STOPPED:
        why = "nobody reads the output any more" if audience.gone else "stopped"
        screen.to_go_on(f"{why}, what was finished is stored", resume)
        return exits.INTERRUPTED
    screen.note(f"\nThe time is up; tournament {title(head)} can go on.")
    screen.next_steps(f"{resume} --for 1h", f"leaderboard --tournament {head.id} --wide")
    return audience.exit_code(strict=strict)


def _part(
    screen: Screen, contest: Contest, head: Tournament, audience: Audience, *, strict: bool
) -> int:
    """Say what can be done with a tournament that is over; the exit code."""
    end = audience.end
    if end is not None and end.void and not end.done:
        told = "the match is" if end.void == 1 else f"all {end.void} matches are"
        screen.problem(f"nothing counts: {told} void", hint=screen.command("show last"))
        return exits.FAILED
    screen.note(f"\nTournament {title(head)}, seed {head.seed}.")
    one = f"--tournament {head.id}"
    looks = f"leaderboard {one} --wide"
    if contest.terms.sprt is not None:
        names = shlex.join(entry.name for entry in contest.entries[:2])
        looks = f"compare {names} {one}"
    screen.next_steps(looks, f"matches {one}", "show last")
    screen.note(f"In a browser: {screen.command('web')}")
    return audience.exit_code(strict=strict)


def show_end(screen: Screen, results: Database, head: Tournament, *, as_json: bool) -> None:
    """The table, or what a test has shown."""
    with results.reading() as store:
        verdict = tested(store, store.find_tournament(head.id))  # it may be finished by now
        shown = None if verdict is not None or as_json else ranking(store, head.id)
    if verdict is not None and as_json:
        screen.json(verdict_json(verdict))
    elif verdict is not None:
        screen.out(fill(verdict.sentence))
    elif shown is not None:
        show_ranking(screen, shown)


@contextmanager
def stoppable(screen: Screen, run: Run) -> Iterator[Brake]:
    """Ctrl-C once lets running matches finish, twice stops at once; the time may be limited."""
    end = run.until_us
    brake = Brake(time_up=lambda: end is not None and screen.now_us() >= end)

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
