"""`arena matches`: the matches that were played."""

import click
from rich.table import Table

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from arena.views.match import MatchRow, list_matches
from leaderboard.database import open_database
from leaderboard.values import ANY_FAULT


@click.command("matches")
@click.option("--tournament", help="Of this tournament: an id or a name.")
@click.option("--game", help="Of this game.")
@click.option("--bot", help="With this bot.")
@click.option("--fault", help=f"With a fault: its name, or `{ANY_FAULT}`.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many at most.",
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    game: str | None,
    bot: str | None,
    fault: str | None,
    limit: int,
    database: str,
    as_json: bool,
) -> None:
    """List matches, the newest first.

    Example: arena matches --bot mybot --fault any
    """
    with open_database(database, write=False) as results, results.reading() as store:
        found = list_matches(
            store, tournament=tournament, game=game, bot=bot, fault=fault, limit=limit
        )
    if as_json:
        screen.json([row.to_json() for row in found])
        return
    if not found:
        screen.out("No match fits.")
        return
    screen.console.print(_table(found))
    screen.next_steps(f"show {found[0].match}", f"replay {found[0].match}")


def _table(matches: list[MatchRow]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Match", "Game", "Seats, best first", "How it ended"):
        table.add_column(heading, no_wrap=heading != "Seats, best first", overflow="ellipsis")
    for row in matches:
        names = ", ".join(
            f"{seat.bot} {'-' if seat.score is None else seat.score}" for seat in row.best_first
        )
        table.add_row(row.match, row.pool.game, names, row.termination or row.status)
    return table
