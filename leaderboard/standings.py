"""The standings of a stored tournament."""

from collections import Counter
from typing import Final

from leaderboard.ratings import fit, live
from leaderboard.ratings.counting import counting
from leaderboard.ratings.table import Fold, Table, folded, make_tables
from leaderboard.store import Store
from leaderboard.values import Models, Pool, Result, Tournament

MODELS: Final = Models(live.MODEL, fit.MODEL)


def standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """One table for each pool: from the kept ratings if they are current, else made again."""
    entries = store.entries(tournament)
    scores = store.ratings(tournament, MODELS) or refold(store, tournament).scores(entries)
    return make_tables(scores, entries)


def keep_standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """The same, made again and kept for the next one who asks."""
    entries = store.entries(tournament)
    scores = refold(store, tournament).scores(entries)
    store.save_ratings(tournament, MODELS, scores)
    return make_tables(scores, entries)


def refold(store: Store, tournament: str) -> Fold:
    """All results of a tournament, taken in again: the one way to every number of a table."""
    head = store.find_tournament(tournament)
    benched = {entry.number for entry in store.entries(tournament) if entry.benched}
    return folded(store.results(tournament), _seat_orders(head), benched)


def counted(store: Store, tournament: str) -> tuple[list[Result], Counter[Pool]]:
    """The results of a tournament that count, block by block, and how many wait in each pool."""
    head = store.find_tournament(tournament)
    benched = {entry.number for entry in store.entries(tournament) if entry.benched}
    return counting(store.results(tournament), _seat_orders(head), benched)


def _seat_orders(head: Tournament) -> str:
    return str(head.spec.get("seat_orders", "all"))
