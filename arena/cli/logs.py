"""`arena logs`: what the bots printed."""

import click

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from arena.views.match import tell_logs
from leaderboard.database import open_database


@click.command("logs")
@click.argument("match")
@click.option("--bot", help="Of this bot only.")
@database_option
@output_options
@click.pass_obj
def command(screen: Screen, *, match: str, bot: str | None, database: str, as_json: bool) -> None:
    """Show what the bots printed during MATCH, and the notes they left at its steps.

    MATCH is an id as printed, the beginning of one, or `last`.

    Example: arena logs last --bot mybot
    """
    with open_database(database, write=False) as results, results.reading() as store:
        told = tell_logs(store, match, bot)
    if as_json:
        screen.json(told.to_json())
        return
    for seat in told.seats:
        screen.line(f"{seat.bot} (seat {seat.seat + 1})")
        elsewhere = "attached: what it printed is where it was started"
        nothing = elsewhere if seat.attached else "printed nothing"
        nothing = "what it printed is not kept" if seat.pruned else nothing
        screen.out(seat.log.rstrip() or f"  ({nothing})")
        for step, note in seat.notes:
            screen.line(f"  step {step}: {note}")
