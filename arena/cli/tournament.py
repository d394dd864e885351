"""`arena tournament`: schedules and plays."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from arena.cli import exits
from arena.cli.options import (
    Agreed,
    agreed_options,
    database_option,
    output_options,
    run_options,
    strict_option,
    verbose_option,
)
from arena.cli.pages import web_option
from arena.cli.screen import Screen, fill
from arena.cli.shelves import shelf_option
from arena.cli.tournament_run import play_new
from arena.errors import ArenaError
from arena.tournament.contest import Contest, resolve
from arena.tournament.field import default_bots
from arena.tournament.formats import GAUNTLET, NEWEST, ROUND_ROBIN, SeatOrders
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.sampling import Sample, sampled
from arena.tournament.terms import BENCH, MOST, ROUNDS, Terms, read_terms
from arena.views.tournament import ScheduleView, schedule_view

_NO_TERMS: Final = {
    *("spec", "name", "workers", "fresh", "dry_run", "level", "trust_foreign", "strict"),
    *("duration", "until", "web", "shelf_place", "keep_logs", "min_free"),
    *("database", "verbose", "as_json", "quiet", "colour"),
}
"""Options that a file does not tell, because they belong to no contest."""
_PAIRS: Final = 100
"""So many are listed; --json has all."""


@click.command("tournament")
@click.argument("bots", nargs=-1, metavar="[BOT...]")
@click.option("--game", "games", multiple=True, help="A game; by default all the bots share.")
@click.option(
    "--players",
    type=click.IntRange(max=MOST["players"]),
    default=Terms.players,
    show_default=True,
    help="Seats at a table.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST["rounds"]),
    help=f"Deals for each table, or generations of a ladder: {ROUNDS}, or no end with --for or "
    "--until.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice([*NEWEST]),
    default=ROUND_ROBIN,
    show_default=True,
    help="Who meets whom: everybody, --new bots the others, or who tells most about the order.",
)
@click.option(
    "--new",
    multiple=True,
    metavar="BOT",
    help="A bot that runs the gauntlet; may be given several times, the BOTs are the field.",
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
@click.option(
    "--bench",
    type=click.IntRange(0, MOST["bench"]),
    default=BENCH,
    show_default=True,
    metavar="N",
    help="Take a bot out after N faults in a row; 0 never.",
)
@web_option("Show it in a browser while it is played.")
@click.option("--dry-run", is_flag=True, help="Print who would meet whom, and what it would cost.")
@agreed_options
@run_options
@strict_option
@database_option
@shelf_option
@verbose_option
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    bots: tuple[str, ...],
    games: tuple[str, ...],
    players: int,
    rounds: int | None,
    form: str,
    new: tuple[str, ...],
    seat_orders: str,
    spec: Path | None,
    name: str,
    bench: int,
    dry_run: bool,
    web: bool,
    agreed: Agreed,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Let bots play a tournament: every table of them on deals of its own, in every seat order.

    Without a BOT all bots that come with the arena take part. It can be stopped at any time
    (Ctrl-C) and taken up again with `arena resume`.

    In a gauntlet each --new bot meets the field, and no other new one. A ladder has generations:
    after the first each plays the blocks that tell most about the order so far.

    Example: arena tournament random ./mybot --game kupferkessel --rounds 50 --seed 1
    """
    screen: Screen = ctx.obj
    usual = ROUNDS if run.until_us is None else None
    if spec is None:
        if bool(new) != (form == GAUNTLET):
            raise click.UsageError("--format gauntlet and --new BOT go together")
        terms = Terms(
            bots=(*new, *(bots or default_bots(players))),
            new=len(new),
            format=NEWEST[form],
            name=name,
            games=games,
            options=agreed.options,
            players=players,
            rounds=rounds or usual,
            seed=agreed.seed,
            seat_orders=seat_orders,
            bench=bench,
            conditions=agreed.conditions,
        ).seen_from(Path.cwd(), screen.shelf)
    else:
        _only_spec(ctx, bots)
        terms = read_terms(spec, usual, screen.shelf)
        terms = replace(terms, name=name or terms.name)
    contest = resolve(terms, shelf=screen.shelf)
    if dry_run:
        shown = schedule_view(contest, _sample(screen, contest, run))
        screen.json(shown.to_json()) if as_json else _show_schedule(screen, shown)
        return exits.DONE
    return play_new(screen, database, contest, run, strict=strict, as_json=as_json, web=web)


def _only_spec(ctx: click.Context, bots: tuple[str, ...]) -> None:
    """A file says everything: refuse options that it would silently override."""
    given = [
        param.opts[0]
        for param in ctx.command.params
        if param.name not in {*_NO_TERMS, "bots"}
        and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    if bots or given:
        what = "a BOT" if bots else given[0]
        raise click.UsageError(f"--spec says everything; write {what} into the file")


def _sample(screen: Screen, contest: Contest, run: Run) -> Sample | None:
    """What a few matches cost here; a schedule is told without as well."""
    surroundings = Surroundings(screen.environment, tell=lambda text: screen.note(fill(text)))
    screen.note("Playing a few matches, to tell what all of them would cost; none is kept.")
    try:
        found = sampled(
            contest, prepare(contest.entries, contest.terms.conditions, run, surroundings)
        )
    except ArenaError as error:
        screen.problem(f"no sample could be played: {error}")
        return None
    if found is None:
        screen.note("None of them ended within a minute.")
    return found


def _show_cost(screen: Screen, shown: ScheduleView) -> None:
    """What all of it would cost here."""
    sample = shown.sample
    if sample is None:
        return
    each = f"{sample.cpu_s:.3g} s of processor and {sample.stored_bytes / 1e3:.1f} kB a match"
    all_of_it = ""
    if shown.core_hours is not None and shown.disk_bytes is not None:
        size = shown.disk_bytes / 1e6
        all_of_it = f"{shown.core_hours:.2g} core-hours and {size:.1f} MB of results: "
    memory = f"{sample.memory_bytes / 1e6:.0f} MB of memory for a worker"
    screen.out(fill(f"About {all_of_it}{each}, {memory} ({sample.matches} matches sampled)."))


def _show_schedule(screen: Screen, shown: ScheduleView) -> None:
    """Who would meet whom how often, and who would sit where."""
    how_many = "No end of" if shown.matches is None else str(shown.matches)
    blocks = "" if shown.blocks is None else f"{shown.blocks} "
    screen.out(
        f"{how_many} matches in {blocks}blocks of {shown.orders}, tables of {shown.players}"
    )
    _show_cost(screen, shown)
    if shown.covered != shown.matches:
        screen.out(f"Of these the first {shown.covered}:")
    screen.out("\nMatches of each pair")
    pairs = shown.coverage.pairs
    for (one, other), matches in islice(pairs.items(), _PAIRS):
        screen.line(f"  {shown.names[one]} - {shown.names[other]}: {matches}")
    if len(pairs) > _PAIRS:
        least, most = min(pairs.values()), max(pairs.values())
        screen.out(f"  and {len(pairs) - _PAIRS} more, each with {least} to {most}")
    screen.out("\nMatches in each seat")
    for number, name in enumerate(shown.names):
        row = [str(shown.coverage.seats.get((number, seat), 0)) for seat in range(shown.players)]
        screen.line(f"  {name}: {', '.join(row)}")
