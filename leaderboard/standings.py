"""The standings of a stored tournament."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from leaderboard.ratings import fit, live
from leaderboard.ratings.counting import counting
from leaderboard.ratings.table import Fold, Scores, Table, folded, make_tables
from leaderboard.store import Store
from leaderboard.values import Models, Pool, Result, StoredEntry, Tournament

MODELS: Final = Models(live.MODEL, fit.MODEL)


def standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """One table for each pool: from the kept ratings if they are current, else made again."""
    entries = store.entries(tournament)
    scores = store.ratings(tournament, MODELS) or refold(store, tournament).scores(entries)
    return make_tables(scores, entries)


def keep_standings(store: Store, tournament: str) -> tuple[Table, ...]:
    """The same, made again and kept for the next one who asks."""
    made = make_standings(store, tournament)
    made.keep(store)
    return make_tables(made.scores, made.entries)


@dataclass(frozen=True)
class Made:
    """Everybody's scores, made of all results that were stored at some time."""

    tournament: str
    entries: tuple[StoredEntry, ...]
    scores: Scores
    results: int
    """Of how many."""
    faults: int

    def keep(self, store: Store) -> None:
        """Keep them, unless others have changed meanwhile what they were made of."""
        store.hold(self.tournament)
        if _benched(self.entries) == _benched(store.entries(self.tournament)):
            store.save_ratings(self.tournament, MODELS, self.scores, folded=self.results)


def make_standings(store: Store, tournament: str) -> Made:
    """Take in all results; it takes a while with many, and is no work for a writer."""
    entries = store.entries(tournament)
    fold = refold(store, tournament)
    return Made(tournament, entries, fold.scores(entries), fold.taken, fold.faults)


def refold(store: Store, tournament: str) -> Fold:
    """All results of a tournament, taken in again: the one way to every number of a table."""
    head = store.find_tournament(tournament)
    benched = _benched(store.entries(tournament))
    return folded(store.results(tournament), _seat_orders(head), benched)


def counted(store: Store, tournament: str) -> tuple[list[Result], Counter[Pool]]:
    """The results of a tournament that count, block by block, and how many wait in each pool."""
    head = store.find_tournament(tournament)
    benched = _benched(store.entries(tournament))
    return counting(store.results(tournament), _seat_orders(head), benched)


def _benched(entries: Iterable[StoredEntry]) -> frozenset[int]:
    return frozenset(entry.number for entry in entries if entry.benched)


def _seat_orders(head: Tournament) -> str:
    return str(head.spec.get("seat_orders", "all"))
