"""`arena crosstable`: who beats whom."""

import shlex
from collections.abc import Iterator
from typing import Final

import click
from rich.text import Text

from arena.cli.console import Listing
from arena.cli.options import database_option, output_options
from arena.cli.screen import WIDTH, Screen, fill
from arena.cli.sheet import csv_text, format_option, markdown_text
from arena.cli.tables import pool_title, title, unfinished
from arena.text import markdown_cell, one_line
from arena.views.crosstable import Cell, CrossTable, CrossTables, crosstables
from leaderboard.database import open_database

_MARKS: Final = {"better": "+", "worse": "-", "open": "."}
_STYLES: Final = {"better": "green", "worse": "red", "open": ""}
_COLUMN: Final = 6
_LONGEST_NAME: Final = 30
_LEGEND: Final = (
    "Percent scored by the bot of the row. + better, - worse, . not settled: 95 % sure for all "
    "pairs of a table together, at a single look."
)


@click.command("crosstable")
@click.option("--tournament", help="An id, a name, or `last` (the default).")
@click.option("--game", help="This game only.")
@click.option("--players", type=click.IntRange(min=2), metavar="N", help="Tables of this size.")
@click.option("--wide", is_flag=True, help="Also every pair with its wins and points.")
@format_option
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    game: str | None,
    players: int | None,
    wide: bool,
    form: str,
    database: str,
    as_json: bool,
) -> None:
    """Show who beats whom in a tournament, and how sure that is.

    Example: arena crosstable --tournament last --wide
    """
    with open_database(database, write=False) as results, results.reading() as store:
        shown = crosstables(store, tournament or "last", game, players)
    if as_json:
        screen.json(shown.to_json())
    elif form == "csv":
        screen.out(_csv(shown))
    elif form == "markdown":
        screen.out("\n\n".join([*map(_markdown, shown.tables), markdown_cell(_LEGEND)]))
    else:
        if tournament is None:
            screen.note(f"The newest tournament, {title(shown.tournament)}.\n")
        _show(screen, shown, wide=wide)


def _show(screen: Screen, shown: CrossTables, *, wide: bool) -> None:
    if not shown.tables:
        screen.out("There is nothing to compare: no match counts here so far.")
    for number, table in enumerate(shown.tables):
        if number:
            screen.out("")
        screen.line(pool_title(table.pool))
        for row in _matrix(table):
            screen.console.print(row, soft_wrap=True)
        if wide:
            screen.out("")
            screen.console.print(_pairs(table))
        for remark in _remarks(table):
            screen.out(fill(remark))
    if shown.tables:
        screen.note("\n" + fill(_LEGEND))
        one = f"--tournament {shown.tournament.id}"
        more = () if wide else (f"crosstable {one} --wide",)
        first = shown.tables[0].bots[:2]
        pair = (f"compare {shlex.join(first)} {one}",) if len(first) > 1 else ()
        screen.next_steps(*pair, *more)


def _remarks(table: CrossTable) -> Iterator[str]:
    """What a matrix does not show."""
    for ring in table.cycles:
        steps = zip(ring, ring[1:] + ring[:1], strict=True)
        told = ", ".join(f"{one} beats {other}" for one, other in steps)
        yield f"No ranking can show this: {told}."
    if not table.complete:
        yield unfinished(table.waiting)


def _matrix(table: CrossTable) -> Iterator[Text]:
    """The lines of the matrix, its columns in blocks that fit the screen."""
    size = len(table.bots)
    digits = len(str(size))
    names = [one_line(bot) for bot in table.bots]
    longest = min(max(map(len, names)), _LONGEST_NAME)
    columns = max(1, (WIDTH - digits - 1 - longest) // _COLUMN)
    for start in range(0, size, columns):
        part = range(start, min(start + columns, size))
        if start:
            yield Text()
        heads = "".join(f"{number + 1:>{_COLUMN - 1}} " for number in part)
        yield Text(f"{'#':>{digits}} {'Bot':<{longest}}{heads}".rstrip(), style="bold")
        for place, bot in enumerate(names):
            row = Text(f"{place + 1:>{digits}} {_cut(bot, longest):<{longest}}")
            for number in part:
                cell = table.cells.get((place, number))
                told = "" if place == number else "?" if cell is None else _told(cell)
                style = "" if cell is None else _STYLES[cell.verdict]
                row.append(f"{told:>{_COLUMN}}", style)
            row.rstrip()
            yield row


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 2] + ".."


def _told(cell: Cell) -> str:
    return f"{100 * cell.pair.score:.0f}{_MARKS[cell.verdict]}"


def _record(cell: Cell) -> str:
    return f"{cell.pair.wins}-{cell.pair.draws}-{cell.pair.losses}"


def _lead(cell: Cell) -> str:
    return "-" if cell.pair.lead is None else f"{cell.pair.lead:+.1f}"


def _pairs(table: CrossTable) -> Listing:
    drawn = Listing()
    for heading in ("Bot", "Against", "Score", "W-D-L", "Lead", "Blocks", "p"):
        name = heading in ("Bot", "Against")
        drawn.add_column(
            heading, justify="left" if name else "right", no_wrap=not name, overflow="fold"
        )
    for (one, other), cell in table.cells.items():
        if one < other:
            drawn.add_row(
                table.bots[one],
                table.bots[other],
                f"{100 * cell.pair.score:.1f} {_MARKS[cell.verdict]}",
                _record(cell),
                _lead(cell),
                str(cell.pair.blocks),
                f"{cell.pair.p:.4f}",
            )
    return drawn


def _csv(shown: CrossTables) -> str:
    head = ("game", "rules", "options", "players", "control", "bot", "against")
    keys = ("score", "wins", "draws", "losses", "blocks", "lead", "p", "verdict")
    rows = []
    for table in shown.tables:
        pool = table.pool
        of_pool = (pool.game, pool.rules, pool.options, pool.players, pool.control)
        for (one, other), cell in table.cells.items():
            told = cell.to_json()
            names = (table.bots[one], table.bots[other])
            rows.append((*of_pool, *names, *(told[key] for key in keys)))
    return csv_text((*head, *keys), rows)


def _markdown(table: CrossTable) -> str:
    numbers = [str(place + 1) for place in range(len(table.bots))]
    rows = [
        (number, bot, *(_markdown_cell(table, place, other) for other in range(len(numbers))))
        for place, (number, bot) in enumerate(zip(numbers, table.bots, strict=True))
    ]
    drawn = markdown_text(("#", "Bot", *numbers), rows, ("#", *numbers))
    title = f"**{markdown_cell(pool_title(table.pool))}**"
    return "\n\n".join([title, drawn, *map(markdown_cell, _remarks(table))])


def _markdown_cell(table: CrossTable, place: int, other: int) -> str:
    cell = table.cells.get((place, other))
    if cell is None:
        return "" if place == other else "?"
    return f"{_told(cell)} ({_record(cell)})"
