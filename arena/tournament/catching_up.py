"""What older databases lack because nobody counted it when their matches were stored.

Matches are looked through newest first, some at a time, each time in a transaction of its own:
whoever stops it loses nothing, and the next one goes on.
"""

from collections.abc import Callable
from typing import Final

from arena.tournament.story import story_of_record
from leaderboard.database import Database
from leaderboard.keeping import count_untold, tell, uncrossed, untold
from leaderboard.standings import MODELS, make_standings

_AT_ONCE: Final = 50


def lacking(results: Database) -> int:
    """How many matches nobody has looked into, and tournaments whose pairs are not kept."""
    with results.reading() as store:
        return count_untold(store) + len(uncrossed(store, MODELS))


def catch_up(results: Database, looked: Callable[[int], None]) -> None:
    """Count it all; `looked` is told how much was done, piece by piece."""
    with results.reading() as store:
        tournaments = uncrossed(store, MODELS)
    for tournament in tournaments:
        with results.reading() as store:
            made = make_standings(store, tournament)
        with results.writing() as store:
            made.keep(store)
        looked(1)
    while True:
        with results.reading() as store:
            found = untold(store, limit=_AT_ONCE)
        if not found:
            return
        stories = {
            sequence: (story_of_record(record), record.get("run", {}).get("isolation"))
            for sequence, record in found
        }
        with results.writing() as store:
            tell(store, stories)
        looked(len(found))
