"""`arena replay`: the record of a match."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from arena.cli.options import database_option, output_options
from arena.cli.record_text import beginning_text, end_text, head_text
from arena.cli.render import choice_text, show_decision, show_moment
from arena.cli.screen import Screen
from arena.views.match import RecordView, tell_record
from arena.views.table import Moment, decision_at, moments
from leaderboard.database import open_database

_DIGITS: Final = 10
"""No step has so many."""


@click.command("replay")
@click.argument("match", metavar="MATCH[@STEP]")
@click.option("--text", "as_text", is_flag=True, help="Print for reading (the default).")
@click.option("--watch", is_flag=True, help="Show the table at every step.")
@click.option(
    "--html",
    "file",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write a file that plays the match in a browser.",
)
@click.option("--seat", type=click.IntRange(1), help="With --html: what this seat saw, alone.")
@click.option(
    "--open", "whole", is_flag=True, help="Show the whole table, also what no seat could see."
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    match: str,
    database: str,
    *,
    as_text: bool,
    watch: bool,
    file: Path | None,
    seat: int | None,
    whole: bool,
    as_json: bool,
) -> None:
    """Print the record of MATCH: an id as printed, the beginning of one, or `last`.

    MATCH@17 is the match up to step 17, with the table as it was then and what else was legal. A
    file is the whole match and opens there. Until its tournament is over only the view of one seat
    is told (--seat).

    Example: arena replay last --watch
    """
    if (as_text or watch) and as_json:
        other = "--text" if as_text else "--watch"
        raise click.UsageError(f"{other} and --json exclude each other")
    if file is not None and (as_json or as_text or watch):
        raise click.UsageError("--html writes a file; leave --json, --text and --watch out")
    if seat is not None and file is None:
        raise click.UsageError("--seat is for files; add --html FILE")
    name, step = split_step(match)
    if whole and not watch and step is None:
        raise click.UsageError("--open shows tables; add --watch, or a step as in MATCH@17")
    with open_database(database, write=False) as results, results.reading() as store:
        told = tell_record(store, name)
    if not told.over:
        screen.note("The tournament is not over: its seeds are not told yet.")
    until = told if step is None else told.until(step, name)
    if file is not None:
        _write(screen, told, file, None if seat is None else seat - 1, step)
        return
    told = until
    if as_json:
        screen.json(told.to_json())
        return
    screen.out(head_text(told.record) if watch else beginning_text(told.record))
    if watch:
        _show_moments(screen, moments(told, whole=whole))
    elif step is not None and (decision := decision_at(told, step, whole=whole)) is not None:
        show_decision(screen.console, decision, explained=True)
        screen.out(choice_text(decision))
    if step is None:
        screen.out(("" if watch else "\n") + end_text(told.record))


def _write(
    screen: Screen, told: RecordView, path: Path, seat: int | None, step: int | None
) -> None:
    """A file that plays the match; it opens at the end, or at the step that was named."""
    # Only this command draws, and drawing loads what no other needs.
    from arena.views.film import film  # noqa: PLC0415
    from arena.web.files import write  # noqa: PLC0415
    from arena.web.replay_file import replay_file  # noqa: PLC0415

    page = replay_file(film(told, seat), told.record.evidence if told.over else {})
    write(path, page)
    screen.out(str(path))
    at = f"#{step}" if step else ""
    screen.note(f"Open it in a browser: {path.absolute().as_uri()}{at}")


def _show_moments(screen: Screen, shown: Iterator[Moment]) -> None:
    """The table at every step that was a choice, with what was announced."""
    console = screen.console
    for number, moment in enumerate(shown):
        show_moment(console, moment, explained=number == 0)
    screen.out("")


def split_step(match: str) -> tuple[str, int | None]:
    """MATCH or MATCH@17, taken apart."""
    name, at, number = match.partition("@")
    if at and not (number.isdecimal() and len(number) < _DIGITS):
        raise click.UsageError(f"'{match}': after @ comes the number of a step")
    return name, int(number) if at else None
