"""The standings of a stored tournament."""

from leaderboard.ratings.table import Table, fold, make_tables
from leaderboard.store import Store


def standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """One table for each pool: from the kept ratings if they are current, else folded again."""
    scores = store.ratings(tournament) or fold(store.results(tournament))
    return make_tables(scores, store.entries(tournament), store.voids(tournament))


def keep_standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """The same, folded again and kept for the next one who asks."""
    scores = fold(store.results(tournament))
    store.save_ratings(tournament, scores)
    return make_tables(scores, store.entries(tournament), store.voids(tournament))
