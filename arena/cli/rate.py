"""`arena rate`: how good a bot is."""

import shlex
import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.cli import exits
from arena.cli.options import (
    database_option,
    isolation_options,
    output_options,
    strict_option,
)
from arena.cli.progress import Display
from arena.cli.screen import Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.cli.tournament_run import stoppable
from arena.text import one_line
from arena.tournament.contest import Contest, resolve
from arena.tournament.deadline import parse_duration
from arena.tournament.events import Event, MatchFinished
from arena.tournament.preparation import prepare
from arena.tournament.rating import Allowance, rate
from arena.tournament.run import MOST_WORKERS, Run
from arena.tournament.terms import MOST
from arena.tournament.yardsticks import rate_terms, yardstick_of
from arena.views.climb import Climb
from arena.views.rate import Rated, RatedGame, rated
from leaderboard.database import Database, open_database
from referee.match.seeds import fresh_seed

_LINE_EVERY_S: Final = 5.0
_DRAWN_EVERY_S: Final = 0.1
_BAR: Final = "random"


@click.command("rate")
@click.argument("bot")
@click.option("--game", "games", multiple=True, help="A game; by default all that it plays.")
@click.option(
    "--players",
    type=click.IntRange(2, MOST["players"]),
    default=2,
    show_default=True,
    help="Seats at a table: the bot's, the others are all of one yardstick.",
)
@click.option(
    "--for",
    "length",
    default="60s",
    show_default=True,
    metavar="TIME",
    help="How long it may take, such as 60s or 5m; building the bot comes before.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Decides deals and bots' chance; by default drawn afresh.",
)
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help="Workers side by side; one per core."
)
@click.option(
    "--exit-code",
    "judge",
    is_flag=True,
    help="Exit with 1 unless it surely beats --beats in every game.",
)
@click.option(
    "--beats", metavar="YARDSTICK", help=f"The yardstick of --exit-code; by default {_BAR}."
)
@isolation_options
@strict_option
@database_option
@shelf_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bot: str,
    games: tuple[str, ...],
    players: int,
    length: str,
    seed: int | None,
    judge: bool,
    beats: str | None,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Tell how good BOT is, within a minute: a sentence for each yardstick in each game.

    It meets random, heuristic, and mcts with a tenth, a third and all of its budget, on deals of
    its own in every seat order. What is called sure holds for all yardsticks of a game together
    in 95 %, whenever you look. The matches are kept, and are in no leaderboard.

    Example: arena rate ./mybot --game kupferkessel --for 30s
    """
    if beats is not None and not judge:
        raise click.UsageError("--beats goes with --exit-code")
    seconds = parse_duration(length)
    drawn = fresh_seed() if seed is None else seed
    terms = rate_terms(bot, games=games, players=players, seed=drawn, shelf=screen.shelf)
    contest = resolve(terms.seen_from(Path.cwd(), screen.shelf), shelf=screen.shelf)
    bar = _bar(beats or _BAR, contest) if judge else None
    with open_database(database, write=True) as results:
        screen.opened(results)
        shown, stopped = _rated(screen, results, contest, run, seconds)
    if as_json:
        screen.json(shown.to_json())
    else:
        _show(screen, shown)
    if stopped:
        screen.problem("stopped; what was finished is stored, and told above")
        return exits.INTERRUPTED
    return _exit_code(screen, shown, bot, bar, strict=strict)


def _bar(beats: str, contest: Contest) -> str:
    """The yardstick that is to be beaten."""
    names = list(dict.fromkeys(yardstick_of(entry.name) for entry in contest.entries[1:]))
    if beats not in names:
        raise click.UsageError(f"--beats is one of {', '.join(names)}, not '{beats}'")
    return beats


def _rated(
    screen: Screen, results: Database, contest: Contest, run: Run, seconds: float
) -> tuple[Rated, bool]:
    """Play, and say what it showed; and whether somebody stopped it before the time."""
    prepared = prepare(
        contest.entries, contest.terms.conditions, run, screen.surroundings(results)
    )
    allowance = Allowance(seconds, time.monotonic, time.monotonic())
    display = _display(screen, allowance)
    with stoppable(screen, run) as brake, display.showing():
        head = rate(
            results,
            contest,
            prepared,
            run,
            allowance,
            brake=brake,
            tell=display.tell,
            now=screen.now_us,
        )
    with results.reading() as store:
        return rated(store, head), brake.gently


def _show(screen: Screen, shown: Rated) -> None:
    screen.line(f"{shown.bot} {shown.version}")
    for game in shown.games:
        screen.out("")
        _show_game(screen, game)
    if not shown.games:
        screen.out("\nNo match was played to its end: give it more time (--for 5m).")


def _show_game(screen: Screen, game: RatedGame) -> None:
    screen.out(fill(f"{_title(game)}: {game.rung}"))
    for one in game.measured:
        screen.line(f"  {one.sentence}")
    for told in game.look_at:
        screen.out(fill(f"  Look at: {one_line(told)}.", 4))
    if game.worst is not None:
        screen.line(f"  Worst: {game.worst.sentence}")
        screen.line(f"    {screen.command(f'replay {game.worst.match}')}")


def _title(game: RatedGame) -> str:
    return f"{game.pool.game}, {game.pool.players} players"


def _exit_code(screen: Screen, shown: Rated, bot: str, beats: str | None, *, strict: bool) -> int:
    """What scripts are told; people are told what to type next."""
    if shown.benched:
        screen.problem(
            f"{shown.bot} was {shown.benched}, and is rated no further",
            hint=screen.command(f"check {shlex.quote(bot)}"),
        )
        return exits.UNFIT
    here = shown.tournament.id
    screen.next_steps(f"matches --tournament {here} --lost --bot {shlex.quote(shown.bot)}")
    if strict and shown.faults:
        return exits.FAULTED
    return exits.DONE if beats is None or shown.beats(beats) else exits.FAILED


def _display(screen: Screen, allowance: Allowance) -> Display:
    """What fits where the output goes."""
    side = screen.side
    if side.is_terminal and not screen.quiet:
        return _Picture(side, allowance)
    return _Lines(screen, allowance)


@dataclass
class _Lines:
    """A line now and then, for logs."""

    screen: Screen
    allowance: Allowance
    climb: Climb = field(default_factory=Climb)
    _last: float = field(default=0.0, init=False)

    def showing(self) -> AbstractContextManager[object]:
        return nullcontext()

    def tell(self, event: Event) -> None:
        self.climb.take(event)
        now = self.allowance.clock()
        if isinstance(event, MatchFinished) and now - self._last >= _LINE_EVERY_S:
            self._last = now
            self.screen.note(_pace(self.climb, self.allowance))


@dataclass
class _Picture:
    """The time, and what was scored so far, redrawn in place."""

    console: Console
    allowance: Allowance
    climb: Climb = field(default_factory=Climb)
    _drawn: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._live = Live(console=self.console, auto_refresh=False, transient=True)

    def showing(self) -> AbstractContextManager[object]:
        return self._live

    def tell(self, event: Event) -> None:
        self.climb.take(event)
        now = self.allowance.clock()
        if now - self._drawn >= _DRAWN_EVERY_S:
            self._drawn = now
            spent = self.allowance.seconds - self.allowance.left_s
            bar = Table.grid()
            bar.add_row(ProgressBar(total=self.allowance.seconds, completed=spent, width=78))
            lines = [_pace(self.climb, self.allowance), *self.climb.lines()]
            text = Text("\n".join(map(one_line, lines)), no_wrap=True, overflow="ellipsis")
            self._live.update(Group(bar, text), refresh=True)


def _pace(climb: Climb, allowance: Allowance) -> str:
    return (
        f"{counted(climb.matches, 'match').replace('matchs', 'matches')}, "
        f"{allowance.left_s:.0f} s left, {counted(climb.faults, 'fault')}"
    )
