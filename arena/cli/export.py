"""`arena export`: a tournament as lines, for another database or another program."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

import click

from arena.cli.options import database_option
from arena.cli.screen import Screen, heard
from arena.cli.shelves import shelf_option
from arena.errors import ArenaError
from arena.text import csv_cell
from arena.tournament.exchange import exported
from arena.views.export import rating_lines, schedule_lines, seat_lines
from arena.views.grades import grade_lines
from leaderboard.database import open_database
from leaderboard.store import Store
from leaderboard.values import Tournament

FORMATS: Final = ("ndjson", "csv")


class NotWritten(ArenaError):
    """The file could not be written."""


@click.command("export")
@click.option("--tournament", default="last", help="An id, a name, or `last` (the default).")
@click.option("--matches", "what", flag_value="matches", default=True, help="The matches.")
@click.option("--ratings", "what", flag_value="ratings", help="The ranking.")
@click.option("--grades", "what", flag_value="grades", help="The ranking by author, as CSV.")
@click.option("--names", is_flag=True, help="With --grades: authors, not their aliases.")
@click.option("--schedule", "what", flag_value="schedule", help="Who meets whom.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="A JSON object a line (the default), or a table; matches as NDJSON can be imported.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file to write to.")
@database_option
@shelf_option
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str,
    what: str,
    names: bool,
    form: str | None,
    out: Path | None,
    database: str,
) -> None:
    """Write a tournament as lines of text: matches with their records, or tables.

    Matches as NDJSON are complete but for what bots printed, and `arena import` reads
    them back. As CSV there is a line for each seat. Seeds are left out while the
    tournament is not over.

    Example: arena export --tournament last --out autumn.ndjson
    """
    if names and what != "grades":
        raise click.UsageError("--names belongs to --grades")
    form = form or ("csv" if what == "grades" else "ndjson")
    with open_database(database, write=False) as results, results.reading() as store:
        kind = None if what == "matches" else "tournament"
        head = store.find_tournament(tournament, kind)  # type: ignore[arg-type]
        if what == "schedule":
            lines = schedule_lines(store, head, results.folder, screen.shelf)
        elif what == "grades":
            lines = grade_lines(store, head, screen.shelf, names=names)
        else:
            lines = _lines(store, head, what, form)
        with _open(out) as file:
            written = _write(file, lines, form)
    if out is not None:
        screen.note(f"{written} lines are in {out}.")


def _lines(store: Store, head: Tournament, what: str, form: str) -> Iterator[dict[str, Any]]:
    if what == "ratings":
        return rating_lines(store, head)
    return exported(store, head) if form == "ndjson" else seat_lines(store, head)


def _write(file: TextIO, lines: Iterable[dict[str, Any]], form: str) -> int:
    written = 0
    table = csv.writer(file, lineterminator="\n")
    for line in lines:
        if form == "ndjson":
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
        else:
            if not written:
                table.writerow(line)
            table.writerow([_cell(value) for value in line.values()])
        written += 1
    return written


def _cell(value: object) -> object:
    return csv_cell(json.dumps(value) if isinstance(value, dict | list) else value)


@contextmanager
def _open(out: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that is there when it is complete."""
    if out is None:
        with heard(sys.stdout):
            yield sys.stdout
            sys.stdout.flush()
        return
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            yield file
        part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise NotWritten(f"{out}: {error.strerror}; name another file with --out") from None
