"""`arena feedback`: what a bot's author is told, as a folder."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from arena.cli import exits
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from arena.views.feedback import entrants, feedback
from leaderboard.database import open_database

_MOST: Final = 1000
_EVERY_S: Final = 2.0
"""How often progress is told."""


@click.command("feedback")
@click.argument("bot", required=False, metavar="[NAME[@VERSION]]")
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder: a new or empty one, or one from before, which is brought up to date.",
)
@click.option("--tournament", metavar="TOURNAMENT", help="By default the newest it played in.")
@click.option(
    "--most",
    type=click.IntRange(0, _MOST),
    default=20,
    show_default=True,
    metavar="N",
    help="So many replays and logs, of the worst matches.",
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bot: str | None,
    folder: Path,
    tournament: str | None,
    most: int,
    database: str,
    as_json: bool,
) -> int:
    """Write what the author of a bot is told: results, faults, logs and replays of its own seat.

    NAME is a bot or its name in the tables. Without it everybody in --tournament gets a folder
    below DIR. Nothing of another seat is in it but what all are told in the end. It can be stopped
    and run again.

    Example: arena feedback mybot --out feedback
    """
    if bot is None and tournament is None:
        raise click.UsageError("name a bot, or a --tournament for all who played in it")
    # Only this command draws, and drawing loads what no other needs.
    from arena.web.feedback import folder_name, write_feedback  # noqa: PLC0415

    with open_database(database, write=False) as results, results.reading() as store:
        if bot is not None:
            wanted = [(bot, tournament, folder)]
        else:
            head, names = entrants(store, tournament or "")
            wanted = [
                (name, head.id, folder / folder_name(name, number))
                for number, name in enumerate(names)
            ]
        done = []
        try:
            for name, contest, place in wanted:
                told = feedback(store, name, contest, most=most)
                done.append(write_feedback(store, told, place, _progress(screen, told.bot)))
        except KeyboardInterrupt:
            screen.problem("interrupted; the same command goes on from here")
            return exits.INTERRUPTED
    for one in done:
        if not as_json:
            screen.line(one.words)
    if as_json:
        told_json = [one.to_json() for one in done]
        screen.json(told_json[0] if bot is not None else told_json)
    elif bot is not None:
        screen.note(f"Open it in a browser: {(folder / 'index.html').absolute().as_uri()}")
    return exits.DONE


def _progress(screen: Screen, bot: str) -> Callable[[int, int], None]:
    """Tells on standard error now and then how far it is, and how long it may take."""
    begun = told = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told < _EVERY_S or done == of:
            return
        told = now
        left_s = (now - begun) / done * (of - done)
        screen.note(f"{bot}: {done} of {of} matches, about {left_s:.0f} s to go")

    return tell
