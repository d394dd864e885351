"""`arena tournaments`: the list, and what becomes of one of them."""

import sys
from typing import Final

import click

from arena.cli.console import Listing
from arena.cli.dates import date_and_time
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted
from arena.cli.sheet import (
    LIMIT,
    csv_text,
    format_option,
    markdown_text,
    next_page,
    page_note,
    page_options,
)
from arena.text import one_line
from arena.views.tournaments import (
    TournamentPage,
    TournamentRow,
    list_tournaments,
    rename,
    tournament_row,
)
from leaderboard.database import Database, open_database

_HEADINGS: Final = ("Id", "Name", "Begun", "Games", "Bots", "Matches", "State")
_NUMBERS: Final = ("Bots", "Matches")


@click.command("tournaments")
@click.option("--delete", metavar="ID", help="Forget this one, with its matches and records.")
@click.option(
    "--rename", "renamed", nargs=2, metavar="ID NAME", help="Give this one another name."
)
@click.option("--yes", is_flag=True, help="Delete without asking.")
@page_options
@format_option
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    delete: str | None,
    renamed: tuple[str, str] | None,
    yes: bool,
    limit: int,
    page: int,
    form: str,
    database: str,
    as_json: bool,
) -> None:
    """List the tournaments, the newest first; rename one, or delete it.

    Example: arena tournaments --rename last autumn
    """
    if delete is not None and renamed is not None:
        raise click.UsageError("rename or delete: one at a time")
    if delete is not None or renamed is not None:
        with open_database(database, write=False):
            pass  # to write would make one where none is
        with open_database(database, write=True) as results:
            changed = (
                _delete(screen, results, delete, yes=yes)
                if delete is not None
                else _rename(screen, results, *(renamed or ("", "")))
            )
        if as_json:
            screen.json(changed.to_json())
        return
    with open_database(database, write=False) as results, results.reading() as store:
        found = list_tournaments(store, limit=limit, page=page)
    if as_json:
        screen.json([row.to_json() for row in found.rows])
    else:
        _show(screen, found, form, limit=limit, page=page)


def _delete(screen: Screen, results: Database, name: str, *, yes: bool) -> TournamentRow:
    with results.reading() as store:
        doomed = tournament_row(store, name)
    told = f"{doomed.id} ({one_line(doomed.name)})" if doomed.name else doomed.id
    matches = counted(doomed.done, "match").replace("matchs", "matches")
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError(
                f"this deletes {told} with {matches} for good; to do it without being asked "
                "add --yes"
            )
        state = "" if doomed.finished else " It is not finished."
        click.confirm(f"Delete {told} with {matches} for good?{state}", abort=True, err=True)
    with results.writing() as store:
        store.delete_tournament(doomed.id)
    screen.note(f"Deleted {told} with {matches}.")
    return doomed


def _rename(screen: Screen, results: Database, tournament: str, name: str) -> TournamentRow:
    with results.writing() as store:
        row = rename(store, tournament, name)
    screen.note(
        f"{row.id} is called {one_line(row.name)} now." if name else f"{row.id} has no name now."
    )
    return row


def _show(screen: Screen, found: TournamentPage, form: str, *, limit: int, page: int) -> None:
    rows, total = found.rows, found.total
    if form == "csv":
        keys = ("id", "name", "created_us", "finished_us", "games", "bots", "done", "total")
        screen.out(csv_text((*keys, "state"), [_plain(row, keys) for row in rows]))
        return
    if form == "markdown":
        screen.out(markdown_text(_HEADINGS, map(_cells, rows), _NUMBERS))
        return
    if not rows:
        screen.out("No tournament is stored." if not total else "There are fewer pages.")
        return
    screen.console.print(_table(rows))
    page_note(screen, "Tournaments", page=page, limit=limit, shown=len(rows), total=total)
    given = {"limit": None if limit == LIMIT else limit}
    more = next_page("tournaments", given, page=page, limit=limit, shown=len(rows), total=total)
    going = (rows[0].again,) if rows[0].again else ()
    screen.next_steps(f"leaderboard --tournament {rows[0].id}", *going, *more)


def _plain(row: TournamentRow, keys: tuple[str, ...]) -> list[object]:
    values = {key: getattr(row, key) for key in keys} | {"games": " ".join(row.games)}
    return [*("" if value is None else value for value in values.values()), row.state]


def _cells(row: TournamentRow) -> tuple[str, ...]:
    total = "?" if row.total is None else row.total
    games = ", ".join(row.games) or "all shared"
    when = date_and_time(row.created_us)
    return (row.id, row.name, when, games, str(row.bots), f"{row.done}/{total}", row.state)


def _table(rows: tuple[TournamentRow, ...]) -> Listing:
    table = Listing()
    for heading in _HEADINGS:
        table.add_column(
            heading,
            justify="right" if heading in _NUMBERS else "left",
            no_wrap=heading not in ("Name", "Games"),
            overflow="fold",
        )
    for row in rows:
        table.add_row(*_cells(row))
    return table
