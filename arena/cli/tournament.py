"""`arena tournament`: schedules and plays."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from arena.cli import exits
from arena.cli.options import (
    Play,
    database_option,
    output_options,
    play_options,
    verbose_option,
)
from arena.cli.playing import Staffing, now_us, play_on
from arena.cli.screen import Screen
from arena.tournament.bench import LIMIT
from arena.tournament.conduct import begin
from arena.tournament.contest import Contest
from arena.tournament.formats.round_robin import SeatOrders, coverage
from arena.tournament.places.local import default_workers
from arena.tournament.spec import Spec, default_bots, read_spec, settled
from arena.version import VERSION
from leaderboard.database import open_database
from referee.match.clock import SECOND_US
from referee.match.seeds import fresh_seed


@click.command("tournament")
@click.argument("bots", nargs=-1, metavar="[BOT...]")
@click.option("--game", "games", multiple=True, help="A game; by default all the bots share.")
@click.option("--players", type=int, default=2, show_default=True, help="Seats at a table.")
@click.option("--rounds", type=int, default=10, show_default=True, help="Deals for each table.")
@click.option(
    "--format",
    "form",
    default="round-robin",
    show_default=True,
    help="Who meets whom: there is round-robin.",
)
@click.option(
    "--seat-orders",
    type=click.Choice([order.value for order in SeatOrders]),
    default=SeatOrders.ALL.value,
    show_default=True,
    help="In which seat orders each deal is played.",
)
@click.option("--spec", type=click.Path(path_type=Path), help="A file that says all of this.")
@click.option("--name", default="", help="What the tournament is called.")
@click.option("--workers", type=click.IntRange(min=1), help="Matches at a time; one per core.")
@click.option("--fresh", is_flag=True, help="A new process for every match.")
@click.option(
    "--bench",
    type=click.IntRange(min=0),
    default=LIMIT,
    show_default=True,
    metavar="N",
    help="Take a bot out after N faults in a row; 0 never.",
)
@click.option("--dry-run", is_flag=True, help="Print who would meet whom, and play nothing.")
@play_options
@database_option
@verbose_option
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    bots: tuple[str, ...],
    games: tuple[str, ...],
    players: int,
    rounds: int,
    form: str,
    seat_orders: str,
    spec: Path | None,
    name: str,
    workers: int | None,
    fresh: bool,
    bench: int,
    dry_run: bool,
    play: Play,
    database: str,
    as_json: bool,
) -> int:
    """Let bots play a tournament: every table of them on the same deals, in every seat order.

    Without a BOT all bots that come with the arena take part. It can be stopped at any time
    (Ctrl-C) and taken up again with `arena resume`.

    Example: arena tournament random ./mybot --game kupferkessel --rounds 50 --seed 1
    """
    screen: Screen = ctx.obj
    if spec is None:
        asked = replace(
            _spec(bots or default_bots(players), play),
            name=name,
            format=form,
            games=games,
            players=players,
            rounds=rounds,
            seat_orders=seat_orders,
            bench=bench,
        )
    else:
        _only_spec(ctx, bots)
        asked = read_spec(spec)
        asked = replace(asked, name=name or asked.name)
    asked = settled(asked)
    contest = asked.resolve()
    if dry_run:
        _show_schedule(screen, contest, as_json=as_json)
        return exits.DONE
    with open_database(database, write=True) as results:
        if results.created:
            screen.note(f"Made {results.place}, where results are kept.")
        head = begin(results, asked, contest, arena_version=VERSION, now=now_us)
        return play_on(
            screen,
            results,
            head,
            contest,
            Staffing(workers or default_workers(), play.isolating, fresh, play.strict),
            as_json=as_json,
        )


def _spec(bots: Sequence[str], play: Play) -> Spec:
    """These bots, playing as the shared options say."""
    return Spec(
        bots=tuple(bots),
        options=play.variant,
        seed=fresh_seed() if play.seed is None else play.seed,
        tc=play.control.clock_text,
        move_time=play.control.move_us / SECOND_US,
        nodes=play.control.nodes,
        hang=play.control.hang_us / SECOND_US,
        startup=play.control.startup_us / SECOND_US,
        limits=play.limits,
        freeze=play.freeze,
    )


def _only_spec(ctx: click.Context, bots: tuple[str, ...]) -> None:
    """A file says everything: refuse options that it would silently override."""
    mine = {"games", "players", "rounds", "form", "seat_orders", "variant", "seed", "nodes"}
    mine |= {"hang", "startup", "clock", "move_time", "bench", "limits", "freeze"}
    given = [
        param.opts[0]
        for param in ctx.command.params
        if param.name in mine
        and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    if bots or given:
        what = "a BOT" if bots else given[0]
        raise click.UsageError(f"--spec says everything; write {what} into the file")


def _show_schedule(screen: Screen, contest: Contest, *, as_json: bool) -> None:
    """Who would meet whom how often, and who would sit where."""
    schedule = contest.schedule
    counted = coverage(schedule)
    names = [entry.name for entry in contest.entries]
    if as_json:
        screen.json(
            {
                "matches": schedule.count,
                "blocks": schedule.blocks,
                "pairs": [
                    {"bots": [names[one], names[other]], "matches": count}
                    for (one, other), count in counted.pairs.items()
                ],
                "seats": [
                    {"bot": names[entry], "seat": seat, "matches": count}
                    for (entry, seat), count in counted.seats.items()
                ],
            }
        )
        return
    screen.out(
        f"{schedule.count} matches in {schedule.blocks} blocks of {schedule.orders}, "
        f"tables of {contest.players}"
    )
    screen.out("\nMatches of each pair")
    for (one, other), matches in counted.pairs.items():
        screen.out(f"  {names[one]} - {names[other]}: {matches}")
    screen.out("\nMatches in each seat")
    for number, name in enumerate(names):
        row = [str(counted.seats.get((number, seat), 0)) for seat in range(contest.players)]
        screen.out(f"  {name}: {', '.join(row)}")
