"""A ranking that is drawn again while its tournament is played."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress

from arena.cli.screen import Screen
from arena.views.ranking import Ranking, ranking
from arena.views.tournaments import TournamentRow, tournament_row
from leaderboard.database import open_database

Show = Callable[[Ranking, TournamentRow], None]


def progress(row: TournamentRow) -> str:
    """How far a tournament has come."""
    of = "" if row.total is None else f" of {row.total}"
    return f"{row.done}{of} matches"


def watch(
    screen: Screen, database: str, tournament: str, game: str | None, *, every_s: float, show: Show
) -> None:
    """Show the ranking whenever it changed, until it is final or Ctrl-C, which is a good end."""
    with suppress(KeyboardInterrupt):
        before: TournamentRow | None = None
        while before is None or not before.finished:
            if before is not None:
                time.sleep(every_s)
            # The first look decides which one it is: a newer one may begin meanwhile.
            name = tournament if before is None else before.id
            with open_database(database, write=False) as results, results.reading() as store:
                now = tournament_row(store, name)
                shown = None if now == before else ranking(store, now.id, game)
            if shown is not None:
                if sys.stdout.isatty():
                    screen.console.clear()
                elif before is not None:
                    screen.note("")
                show(shown, now)
                sys.stdout.flush()
            before = now
