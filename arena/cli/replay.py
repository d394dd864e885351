"""`arena replay`: the record of a match."""

from typing import Final

import click

from arena.cli.options import database_option, output_options
from arena.cli.reading import record_text
from arena.cli.screen import Screen
from leaderboard.database import open_database
from leaderboard.errors import NotFound

SECRETS: Final = ("seed", "match_seed", "secret")
"""What is told only when the tournament is over."""


@click.command("replay")
@click.argument("match", metavar="MATCH[@STEP]")
@click.option("--text", "as_text", is_flag=True, help="Print for reading (the default).")
@database_option
@output_options
@click.pass_obj
def command(screen: Screen, match: str, database: str, *, as_text: bool, as_json: bool) -> None:
    """Print the record of MATCH: an id as printed, the beginning of one, or `last`.

    MATCH@17 is the match up to step 17.

    Example: arena replay last --json
    """
    if as_text and as_json:
        raise click.UsageError("--text and --json exclude each other")
    name, step = _step(match)
    with open_database(database, write=False) as results, results.reading() as store:
        found = store.find_match(name)
        record = store.record(found)
        running = store.find_tournament(found.tournament).finished_us is None
    if running:
        # Other matches on the same seed are still to be played.
        record = {key: value for key, value in record.items() if key not in SECRETS}
        screen.note("The tournament is not over: its seeds are not told yet.")
    if step is not None:
        record["moves"] = _until(record, step, match)
    if as_json:
        screen.json(record)
    else:
        screen.out(record_text(record))


def _step(match: str) -> tuple[str, int | None]:
    name, at, number = match.partition("@")
    if at and not number.isdecimal():
        raise click.UsageError(f"'{match}': after @ comes the number of a step")
    return name, int(number) if at else None


def _until(record: dict[str, object], step: int, match: str) -> list[object]:
    """The moves up to a step, and chance before them."""
    moves = record["moves"]
    kept: list[object] = []
    last = 0
    for move in moves if isinstance(moves, list) else ():
        last = move.get("step", last)
        if last > step:
            return kept
        kept.append(move)
    if not 0 < step <= last:
        raise NotFound(f"there is no step in '{match}'; the match has steps 1 to {last}")
    return kept
