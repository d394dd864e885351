"""`arena matches`: the matches that were played."""

from typing import Any, Final

import click

from arena.cli.console import Listing
from arena.cli.dates import date, date_and_time, parse_date
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from arena.cli.sheet import (
    csv_text,
    format_option,
    markdown_text,
    next_page,
    page_note,
    page_options,
)
from arena.views.match import MatchRow
from arena.views.matches import list_matches
from leaderboard.database import open_database
from leaderboard.values import ANY_FAULT, Outcome

_HEADINGS: Final = ("Match", "Date", "Game", "Seats, best first", "How it ended")


@click.command("matches")
@click.option("--tournament", help="Of this tournament: an id or a name.")
@click.option("--game", help="Of this game.")
@click.option("--bot", help="With this bot; what follows is about its seat.")
@click.option("--against", metavar="BOT", help="With this bot at another seat.")
@click.option("--won", is_flag=True, help="It was first, alone.")
@click.option("--lost", is_flag=True, help="Somebody was before it.")
@click.option(
    "--fault",
    is_flag=False,
    flag_value=ANY_FAULT,
    metavar="[FAULT]",
    help=f"It faulted: by this name, or `{ANY_FAULT}` (the default).",
)
@click.option("--seat", type=click.IntRange(1, 9), metavar="N", help="It sat there, from 1.")
@click.option("--since", callback=parse_date, metavar="DATE", help="Stored then or later.")
@page_options
@format_option
@database_option
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    won: bool,
    lost: bool,
    seat: int | None,
    since: int | None,
    limit: int,
    page: int,
    form: str,
    database: str,
    as_json: bool,
    **words: str | None,
) -> None:
    """List matches, the newest first.

    Example: arena matches --bot mybot --lost --against heuristic
    """
    screen: Screen = ctx.obj
    if won and lost:
        raise click.UsageError("a seat won or lost: give one of --won and --lost")
    outcome: Outcome | None = "won" if won else "lost" if lost else None
    place = None if seat is None else seat - 1
    with open_database(database, write=False) as results, results.reading() as store:
        found = list_matches(
            store,
            **words,
            outcome=outcome,
            seat=place,
            since_us=since,
            limit=limit,
            page=page,
        )
    rows = found.rows
    if as_json:
        screen.json([row.to_json() for row in rows])
    elif form == "csv":
        screen.out(_csv(rows))
    elif form == "markdown":
        screen.out(markdown_text(_HEADINGS, map(_cells, rows)))
    elif not rows:
        screen.out(f"There are fewer pages: {found.total} in all." if found.total else _NONE)
    else:
        screen.console.print(_table(rows))
        part = {"page": page, "limit": limit, "shown": len(rows), "total": found.total}
        page_note(screen, "Matches", **part)
        more = next_page("matches", _typed(ctx), **part)
        screen.next_steps(f"show {rows[0].match}", f"replay {rows[0].match}", *more)


_NONE: Final = "No match fits."


def _typed(ctx: click.Context) -> dict[str, Any]:
    """The options that choose matches, as they were typed."""
    names = ("tournament", "game", "bot", "against", "won", "lost", "fault", "seat")
    given = {name: ctx.params[name] for name in names}
    if ctx.params["since"] is not None:
        given["since"] = date_and_time(ctx.params["since"]).replace(" ", "T")
    return given | {"limit": ctx.params["limit"]}


def _csv(rows: tuple[MatchRow, ...]) -> str:
    """One line for each seat."""
    head = ("match", "game", "players", "status", "termination", "stored_us")
    seat = ("seat", "bot", "version", "rank", "score", "fault")
    lines = [
        (
            *(row.match, row.pool.game, row.pool.players, row.status, row.termination),
            *(row.stored_us, *(one.to_json()[name] for name in seat)),
        )
        for row in rows
        for one in row.seats
    ]
    return csv_text((*head, *seat), lines)


def _cells(row: MatchRow) -> tuple[str, ...]:
    names = ", ".join(
        f"{seat.bot} {'-' if seat.score is None else seat.score}" for seat in row.best_first
    )
    ended = row.termination or row.status
    return (row.match, date(row.stored_us), row.pool.game, names, ended)


def _table(rows: tuple[MatchRow, ...]) -> Listing:
    table = Listing()
    for heading in _HEADINGS:
        table.add_column(heading, no_wrap=heading != "Seats, best first", overflow="fold")
    for row in rows:
        table.add_row(*_cells(row))
    return table
