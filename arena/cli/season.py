"""`arena season`: plays a contest whose field changes, night by night."""

from pathlib import Path

import click

from arena.cli import exits
from arena.cli.options import (
    database_option,
    output_options,
    run_options,
    strict_option,
    verbose_option,
)
from arena.cli.progress import display_for
from arena.cli.screen import Screen
from arena.cli.shelves import shelf_option
from arena.cli.tables import title
from arena.cli.tournament_run import Audience, break_off, show_end, stoppable
from arena.errors import Misuse
from arena.tournament.deadline import past_us
from arena.tournament.errors import WorkersFail
from arena.tournament.run import Run
from arena.tournament.runner import Ending
from arena.tournament.seasons.closing import close
from arena.tournament.seasons.plan import Plan, read_plan
from arena.tournament.seasons.play import House
from arena.views.season import NightView, night_view
from leaderboard.database import Database, open_database
from leaderboard.errors import LeaderboardError
from leaderboard.values import Tournament


@click.command("season")
@click.argument("name")
@click.option("--spec", type=click.Path(path_type=Path), help="A file that says what is played.")
@click.option(
    "--freeze-at",
    default="",
    metavar="TIME",
    help="Versions submitted later wait: 18:00 (the last one) or 2027-01-31 18:00.",
)
@click.option("--dry-run", is_flag=True, help="Tell who would play what, and play nothing.")
@click.option("--close", "closes", is_flag=True, help="End the season; its seed is told then.")
@click.option("--skip-missing", is_flag=True, help="With --close: give up what is not played.")
@run_options
@strict_option
@database_option
@shelf_option
@verbose_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    name: str,
    spec: Path | None,
    freeze_at: str,
    dry_run: bool,
    closes: bool,
    skip_missing: bool,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Play what is missing of season NAME: submitted bots, each in its newest version.

    The first call needs --spec FILE; later ones go on, also after a stop or a kill. Versions that
    came meanwhile take the places of older ones and meet everybody on deals of their own; who met
    before does not meet again. A version that cannot play is benched, and the one before it plays.

    Example: arena season autumn --spec autumn.toml --for 6h
    """
    plan = None if spec is None else read_plan(spec, name)
    if closes and (spec is not None or dry_run):
        raise Misuse("--close ends a season as it is: leave the other options out")
    if skip_missing and not closes:
        raise Misuse("--skip-missing belongs to --close: leave it out to play")
    with open_database(database, write=True) as results:
        screen.opened(results)
        with results.alone(f"season {name}") as alone:
            if not alone:
                screen.note(f"Season {name} is being played by another process.")
                return exits.DONE
            if closes:
                head = close(results, name, screen.now_us, skip=skip_missing)
                screen.note(f"Season {title(head)} is over, seed {head.seed}.")
                screen.next_steps(f"leaderboard --tournament {head.id}", f"verify {head.id}")
                return exits.DONE
            house = _house(screen, results, run, freeze_at)
            if dry_run:
                shown = night_view(results, house.look(name, plan))
                screen.json(shown.to_json()) if as_json else _show_night(screen, shown)
                return exits.DONE
            return _play(screen, house, name, plan, strict=strict, as_json=as_json)


def _house(screen: Screen, results: Database, run: Run, freeze_at: str) -> House:
    return House(
        database=results,
        shelf=screen.shelf,
        run=run,
        surroundings=screen.surroundings(results),
        now=screen.now_us,
        freeze_us=past_us(freeze_at, screen.now_us()) if freeze_at else None,
    )


def _play(
    screen: Screen, house: House, name: str, plan: Plan | None, *, strict: bool, as_json: bool
) -> int:
    """Play, and show the table; the exit code."""
    again = f"season {name}"
    display = display_for(screen, as_json=as_json)
    try:
        with stoppable(screen, house.run) as brake, display.showing():
            audience = Audience(display, brake)
            head, ending = house.play(name, plan, brake=brake, tell=audience.tell)
    except (KeyboardInterrupt, WorkersFail, LeaderboardError) as error:
        return break_off(screen, again, error)
    if not audience.gone:
        show_end(screen, house.database, head, as_json=as_json)
    if ending is Ending.STOPPED:
        why = "nobody reads the output any more" if audience.gone else "stopped"
        screen.to_go_on(f"{why}, what was finished is stored", again)
        return exits.INTERRUPTED
    _say_what_next(screen, head, ending)
    return audience.exit_code(strict=strict)


def _say_what_next(screen: Screen, head: Tournament, ending: Ending) -> None:
    over = ending is Ending.COMPLETE
    told = "Nothing is missing" if over else "The time is up"
    screen.note(f"\n{told}; season {title(head)} goes on.")
    one = f"--tournament {head.id}"
    screen.next_steps(f"leaderboard {one} --wide", f"season {head.name}", f"export {one} --grades")


def _show_night(screen: Screen, shown: NightView) -> None:
    """Who would play what."""
    verb = "would begin" if shown.begins else "would go on"
    screen.out(f"Night {shown.night} {verb}, matches: {shown.missing} to play.")
    screen.out("")
    for one in shown.present:
        screen.line(f"  {one.name} {one.version}{', new' if one.new else ''}")
    for name in shown.left:
        screen.line(f"  {name} would not play any more")
    for bot, version, reason in shown.aside:
        screen.line(f"  {bot} {version} would be set aside: {reason}")
