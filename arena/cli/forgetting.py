"""Asks, and has a submitted bot forgotten."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from arena.cli.screen import Screen, counted
from arena.text import one_line
from arena.tournament.forgetting import Doomed, Forgetting, Forgotten, doomed
from leaderboard.database import Database, open_database
from leaderboard.errors import DatabaseMissing
from referee.bots.errors import BotError
from referee.bots.preparing.kept import cache_of


def forgotten(screen: Screen, bot: str | None, database: str, *, yes: bool) -> Forgotten:
    """Forget a bot, once it is sure that this is meant."""
    if bot is None:
        raise click.UsageError("--forget needs the name of a submitted bot")
    with _opened(database) as results:
        them = doomed(results, screen.shelf, bot)
        if not yes:
            _ask(screen, them)
        try:
            caches = cache_of(screen.environment)
        except BotError:  # then there are none
            caches = None
        forgetting = Forgetting(them, secrets.token_hex(16), caches, screen.note)
        return forgetting.forget(results, screen.shelf)


def in_words(done: Forgotten) -> str:
    """What was done, in a line."""
    versions = counted(done.versions, "version")
    matches = counted(done.matches, "match").replace("matchs", "matches")
    return f"Forgotten: {versions}; {matches} stay as those of {done.name}."


@contextmanager
def _opened(database: str) -> Iterator[Database | None]:
    """The database, if there is one; to write would make one where none is."""
    try:
        with open_database(database, write=False):
            pass
    except DatabaseMissing:
        yield None
        return
    with open_database(database, write=True) as results:
        yield results


def _ask(screen: Screen, them: Doomed) -> None:
    versions = counted(len(them.versions), "version")
    where = counted(len(them.tournaments), "tournament or match").replace("matchs", "matches")
    told = f"{one_line(them.bot)} with {versions}, in {where}"
    if not sys.stdin.isatty():
        raise click.UsageError(
            f"this forgets {told} for good; to do it without being asked add --yes"
        )
    for one in them.open:
        screen.note(f"Tournament {one} is not over, and cannot go on without it.")
    click.confirm(f"Forget {told} for good?", abort=True, err=True)
