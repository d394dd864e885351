"""Making room in a database: what would be removed, and removing it."""

from collections.abc import Callable
from dataclasses import dataclass

from leaderboard import pruning
from leaderboard.database import Database
from leaderboard.pruning import Aim, Amount
from leaderboard.store import Store
from leaderboard.values import Tournament

Tell = Callable[[int, int], None]
"""Told how many tournaments, and matches on their own, of how many were looked at."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What came of it."""

    amount: Amount
    compacted: bool
    """Whether the disk has the room back."""


def would_prune(
    database: Database, tournament: str | None, aim: Aim, tell: Tell = lambda done, of: None
) -> Amount:
    """How much would be removed, of one tournament or of all; nothing is changed."""
    with database.reading() as store:
        heads = _heads(store, tournament)
        total = Amount()
        for number, head in enumerate(heads, 1):
            for within in pruning.slices(store, head):
                total += pruning.amount(store, head, aim, within)
            tell(number, len(heads))
    return total


def prune(
    database: Database, tournament: str | None, aim: Aim, tell: Tell = lambda done, of: None
) -> Pruned:
    """Remove it, a few thousand matches at a time, so that nobody who writes waits long."""
    with database.reading() as store:
        heads = _heads(store, tournament)
        parts = {head.id: list(pruning.slices(store, head)) for head in heads}
    total = Amount()
    for number, head in enumerate(heads, 1):
        for within in parts[head.id]:
            with database.writing() as store:
                found = pruning.amount(store, head, aim, within)
                if found != Amount():
                    pruning.prune(store, head, aim, within)
            total += found
        tell(number, len(heads))
    return Pruned(total, total != Amount() and database.compact())


def _heads(store: Store, tournament: str | None) -> list[Tournament]:
    return store.tournaments() if tournament is None else [store.find_tournament(tournament)]
