"""The standings of a stored tournament."""

from leaderboard.ratings.live import MODEL
from leaderboard.ratings.table import Scores, Table, fold, make_tables
from leaderboard.store import Store


def standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """One table for each pool: from the kept ratings if they are current, else folded again."""
    scores = store.ratings(tournament, MODEL) or _folded(store, tournament)
    return make_tables(scores, store.entries(tournament))


def keep_standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """The same, folded again and kept for the next one who asks."""
    scores = _folded(store, tournament)
    store.save_ratings(tournament, MODEL, scores)
    return make_tables(scores, store.entries(tournament))


def _folded(store: Store, tournament: str) -> Scores:
    benched = {entry.number for entry in store.entries(tournament) if entry.benched}
    return fold(store.results(tournament), benched)
