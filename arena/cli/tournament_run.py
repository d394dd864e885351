"""A tournament while the command lasts: progress, interrupts, the table at the end."""

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from arena.cli import exits
from arena.cli.progress import display_for
from arena.cli.screen import Screen, fill
from arena.cli.tables import show_ranking, title
from arena.tournament.conduct import begin, conduct, missing
from arena.tournament.contest import Contest
from arena.tournament.errors import WorkersFail
from arena.tournament.events import Event, TournamentFinished
from arena.tournament.preparation import prepare, warn_of_small_seed
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending
from arena.views.ranking import ranking
from arena.views.sprt import tested
from arena.views.tournament import verdict_json
from leaderboard.database import Database, open_database
from leaderboard.errors import DatabaseGone, LeaderboardError
from leaderboard.values import Tournament


def play_new(
    screen: Screen, database: str, contest: Contest, run: Run, *, strict: bool, as_json: bool
) -> int:
    """Play a new tournament into a database, which is made if there is none; the exit code."""
    with open_database(database, write=True) as results:
        screen.opened(results)
        return play_on(screen, results, contest, None, run, strict=strict, as_json=as_json)


def play_on(
    screen: Screen,
    results: Database,
    contest: Contest,
    head: Tournament | None,
    run: Run,
    *,
    strict: bool,
    as_json: bool,
) -> int:
    """Play a new tournament, or what is missing of `head`, and show the table; the exit code."""
    surroundings = screen.surroundings(results)
    prepared = prepare(contest.entries, contest.terms.conditions, run, surroundings)
    warn_of_small_seed(contest.terms.seed, contest.entries, surroundings)
    head = head or begin(results, contest, now=screen.now_us)
    if missing(results, head, contest) == 0:
        screen.note("Nothing is missing.")
    display = display_for(screen, as_json=as_json)
    faults = 0

    def tell(event: Event) -> None:
        nonlocal faults
        faults = event.faults if isinstance(event, TournamentFinished) else faults
        display.tell(event)

    resume = f"resume {head.id}"
    try:
        with _stoppable(screen, run) as brake, display.showing():
            ending = conduct(
                results, head, contest, prepared, run, brake=brake, tell=tell, now=screen.now_us
            )
    except KeyboardInterrupt:
        screen.to_go_on("stopped at once, what was finished is stored", resume)
        return exits.INTERRUPTED
    except WorkersFail as error:
        screen.to_go_on(f"{error}; what was finished is stored", resume)
        return exits.FAILED
    except DatabaseGone:
        raise  # nothing is safe, and nothing there could go on
    except LeaderboardError as error:
        screen.to_go_on(f"{error}; what was stored before is safe", resume)
        return exits.FAILED
    _show_end(screen, results, contest, head, as_json=as_json)
    if ending is Ending.STOPPED:
        screen.to_go_on("stopped, what was finished is stored", resume)
        return exits.INTERRUPTED
    if ending is Ending.TIME_UP:
        screen.note(f"\nThe time is up; tournament {title(head)} can go on.")
        screen.next_steps(f"{resume} --for 1h", f"leaderboard --tournament {head.id} --wide")
        return exits.FAULTED if strict and faults else exits.DONE
    screen.note(f"\nTournament {title(head)}, seed {head.seed}.")
    one = f"--tournament {head.id}"
    looks = f"leaderboard {one} --wide"
    if contest.terms.sprt is not None:
        names = shlex.join(entry.name for entry in contest.entries[:2])
        looks = f"compare {names} {one}"
    screen.next_steps(looks, f"matches {one}", "show last")
    return exits.FAULTED if strict and faults else exits.DONE


def _show_end(
    screen: Screen, results: Database, contest: Contest, head: Tournament, *, as_json: bool
) -> None:
    """The table, or what a test has shown."""
    test = contest.terms.sprt
    with results.reading() as store:
        verdict = None if test is None else tested(store, head.id, contest.format, test)
        shown = None if verdict is not None or as_json else ranking(store, head.id)
    if verdict is not None and as_json:
        screen.json(verdict_json(verdict))
    elif verdict is not None:
        screen.out(fill(verdict.sentence))
    elif shown is not None:
        show_ranking(screen, shown)


@contextmanager
def _stoppable(screen: Screen, run: Run) -> Iterator[Brake]:
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
