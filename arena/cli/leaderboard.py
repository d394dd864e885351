"""`arena leaderboard`: the ranking."""

import csv
import io
from collections.abc import Iterable

import click

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from arena.cli.tables import pool_title, show_benched, show_tables, title
from leaderboard.database import open_database
from leaderboard.ratings.table import Table, standing_json
from leaderboard.standings import standings
from leaderboard.values import Entry, Tournament
from referee.games.registry import get_game

FORMATS = ("table", "csv", "markdown")


@click.command("leaderboard")
@click.option("--tournament", help="An id, a name, or `last` (the default).")
@click.option("--game", help="This game only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="A table for the screen, for a program or for a page.",
)
@click.option("--wide", is_flag=True, help="All columns.")
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    game: str | None,
    form: str,
    wide: bool,
    database: str,
    as_json: bool,
) -> None:
    """Show the ranking of a tournament.

    Example: arena leaderboard --tournament last
    """
    if game is not None:
        get_game(game)
    with open_database(database, write=False) as results, results.reading() as store:
        head = store.find_tournament(tournament or "last", "tournament")
        tables = [table for table in standings(store, head.id) if game in (None, table.pool.game)]
        entries = store.entries(head.id)
    if as_json:
        screen.json(leaderboard_json(head, tables, entries))
    elif form == "csv":
        screen.out(_csv(tables))
    elif form == "markdown":
        screen.out(_markdown(tables))
    else:
        if tournament is None:
            screen.note(f"The newest tournament, {title(head)}.\n")
        show_tables(screen, tables, wide=wide)
        show_benched(screen, entries)
        screen.next_steps("matches", f"leaderboard --tournament {head.id} --wide")


def leaderboard_json(
    head: Tournament, tables: Iterable[Table], entries: Iterable[Entry]
) -> dict[str, object]:
    """The ranking for machines."""
    return {
        "run": {
            "tournament": head.id,
            "name": head.name,
            "created_us": head.created_us,
            "finished_us": head.finished_us,
        },
        "model": "online",
        "pools": [
            {
                "game": table.pool.game,
                "rules": table.pool.rules,
                "options": table.pool.chosen,
                "players": table.pool.players,
                "control": table.pool.control,
                "entries": [standing_json(one) for one in table.standings],
            }
            for table in tables
        ],
        "benched": [
            {"bot": entry.name, "version": entry.version, "reason": entry.benched}
            for entry in entries
            if entry.benched
        ],
    }


_COLUMNS = (
    *("rank", "bot", "version", "mu", "sigma", "low", "high"),
    *("matches", "blocks", "wins", "draws", "losses", "faults"),
)


def _csv(tables: Iterable[Table]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "rules", "options", "players", "control", *_COLUMNS))
    for table in tables:
        pool = table.pool
        head = (pool.game, pool.rules, pool.options, pool.players, pool.control)
        for one in table.standings:
            line = standing_json(one)
            writer.writerow((*head, *(line[name] for name in _COLUMNS)))
    return text.getvalue().rstrip()


def _markdown(tables: Iterable[Table]) -> str:
    parts = []
    for table in tables:
        rows = [
            f"| {one.rank} | {one.entry.name} | {one.score.mu:.1f} | "
            f"{(one.high - one.low) / 2:.1f} | {one.score.matches} | {one.score.faults} |"
            for one in table.standings
        ]
        heading = "| # | Bot | Rating | ± | Matches | Faults |\n|--:|---|--:|--:|--:|--:|"
        parts.append("\n".join((f"**{pool_title(table.pool)}**\n", heading, *rows)))
    return "\n\n".join(parts)
