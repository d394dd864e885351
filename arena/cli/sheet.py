"""Listings in the forms that all of them have: CSV for programs, Markdown for pages; and pages."""

import csv
import io
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

from arena.cli.screen import Screen
from arena.text import csv_cell, markdown_cell

LIMIT: Final = 20
MOST: Final = 1_000_000
"""Matches on a page, and pages; what is asked of a database is below their product."""
FORMATS: Final = ("table", "csv", "markdown")
Command = TypeVar("Command", bound=Callable[..., Any])


def format_option(command: Command) -> Command:
    """How a listing is written: `--format`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="A table for the screen, for a program or for a page.",
    )(command)


def page_options(command: Command) -> Command:
    """Which part of a long listing: `--limit`, `--page`."""
    for option in (
        click.option(
            "--page",
            type=click.IntRange(1, MOST),
            default=1,
            show_default=True,
            metavar="N",
            help="Which of the pages.",
        ),
        click.option(
            "--limit",
            type=click.IntRange(1, MOST),
            default=LIMIT,
            show_default=True,
            metavar="N",
            help="How many on a page.",
        ),
    ):
        command = option(command)
    return command


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, without the last line's end."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(map(csv_cell, row) for row in rows)
    return text.getvalue().rstrip("\n")


def markdown_text(
    headings: Sequence[str], rows: Iterable[Sequence[object]], right: Iterable[str] = ()
) -> str:
    """Rows as a Markdown table; columns named in `right` are numbers."""
    numbers = set(right)
    rule = "|".join("--:" if heading in numbers else "---" for heading in headings)
    lines = [_line(headings), f"|{rule}|", *map(_line, rows)]
    return "\n".join(lines)


def page_note(screen: Screen, what: str, *, page: int, limit: int, shown: int, total: int) -> None:
    """Say which part of a listing is shown, if it is not the whole."""
    if shown < total:
        first = (page - 1) * limit + 1
        screen.note(f"{what} {first}-{first + shown - 1} of {total}.")


def next_page(
    command: str, given: Mapping[str, object], *, page: int, limit: int, shown: int, total: int
) -> tuple[str, ...]:
    """The command that shows the next page with the same options, if there is one."""
    if not shown or (page - 1) * limit + shown >= total:
        return ()
    return (words(command, {**given, "page": page + 1}),)


def words(command: str, given: Mapping[str, object]) -> str:
    """A command with its options as they are typed; what was not given is left out."""
    parts = [command]
    for name, value in given.items():
        if value is True:
            parts.append(f"--{name}")
        elif value is not None and value is not False:
            parts.append(f"--{name} {shlex.quote(str(value))}")
    return " ".join(parts)


def _line(cells: Sequence[object]) -> str:
    return "| " + " | ".join(map(markdown_cell, cells)) + " |"
