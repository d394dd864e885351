"""The standings of a stored tournament."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from leaderboard.field import absent
from leaderboard.keeping import has_crossed, kept_pairs, save_crossed
from leaderboard.ratings import fit, live
from leaderboard.ratings.counting import Blocks, counting, settled
from leaderboard.ratings.crossing import Crossed, Crossing, Met
from leaderboard.ratings.pairs import Key
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
    crossed: Mapping[Pool, Crossed]
    results: int
    """Of how many."""
    faults: int
    out: frozenset[int]
    """Of whom nothing counted."""

    def keep(self, store: Store) -> None:
        """Keep them, unless others have changed meanwhile what they were made of."""
        store.hold(self.tournament)
        head, entries = store.find_tournament(self.tournament), store.entries(self.tournament)
        if self.out == _out(head, entries):
            store.save_ratings(self.tournament, MODELS, self.scores, folded=self.results)
            save_crossed(store, self.tournament, MODELS, self.crossed, folded=self.results)


def make_standings(store: Store, tournament: str) -> Made:
    """Take in all results; it takes a while with many, and is no work for a writer."""
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    fold = Fold(seat_orders_of(head), benched_of(entries), absent(head, entries))
    crossing = Crossing()
    for result in store.results(tournament):
        crossing.add(fold.take(result))
    scores = fold.scores(entries)
    return Made(
        tournament=tournament,
        entries=entries,
        scores=scores,
        crossed=crossing.crossed(),
        results=fold.taken,
        faults=fold.faults,
        out=_out(head, entries),
    )


def refold(store: Store, tournament: str) -> Fold:
    """All results of a tournament, taken in again: the one way to every number of a table."""
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    results = store.results(tournament)
    return folded(results, seat_orders_of(head), benched_of(entries), absent(head, entries))


def history(store: Store, tournament: str) -> tuple[Table, ...]:
    """The tables with everybody who ever took part, made again."""
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    fold = folded(store.results(tournament), seat_orders_of(head), benched_of(entries))
    return make_tables(fold.scores(entries), entries)


def counted(store: Store, tournament: str) -> tuple[list[Result], Counter[Pool]]:
    """The results of a tournament that count, block by block, and how many wait in each pool."""
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    return counting(store.results(tournament), seat_orders_of(head), _out(head, entries))


def crossed(store: Store, tournament: str) -> dict[Pool, Crossed]:
    """Pairs and careers of all entries, made of all results that count."""
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    blocks, crossing = Blocks(seat_orders_of(head), _out(head, entries)), Crossing()
    for result in settled(store.results(tournament)):
        crossing.add(blocks.add(result))
    return crossing.crossed()


def meetings(
    store: Store, tournament: str, pools: Iterable[Pool]
) -> dict[Pool, tuple[Mapping[Key, Met], Mapping[Key, int]]]:
    """Who met whom in pools, and the verdicts: as it is kept if that is current, else made."""
    if has_crossed(store, tournament, MODELS):
        return {pool: kept_pairs(store, tournament, pool) for pool in pools}
    return {pool: (one.met, one.verdicts) for pool, one in crossed(store, tournament).items()}


def _out(head: Tournament, entries: Iterable[StoredEntry]) -> frozenset[int]:
    """Of whom nothing counts."""
    return benched_of(entries) | absent(head, entries)


def benched_of(entries: Iterable[StoredEntry]) -> frozenset[int]:
    """Who was taken out."""
    return frozenset(entry.number for entry in entries if entry.benched)


def seat_orders_of(head: Tournament) -> str:
    """In which orders its deals are played."""
    return str(head.spec.get("seat_orders", "all"))
