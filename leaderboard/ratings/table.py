"""Standings: from results in pairing order to scores, and from scores to a table.

`Fold` has both ratings of everybody: the live estimate, and the fit to all complete blocks at
once, which is the official one. Its scores can be stored and read back, or made again.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from leaderboard.ratings.counting import Blocks, Doubts
from leaderboard.ratings.estimate import estimates
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.live import Live
from leaderboard.ratings.tally import Tallies
from leaderboard.values import Estimate, Pool, PoolScores, Result, Score, StoredEntry

Scores = Mapping[Pool, PoolScores]

DECIMALS: Final = 4
"""What is printed of a rating; equal in print is a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a table."""

    rank: int
    """The place among those that can be compared; entries with equal ratings stand by name."""
    entry: StoredEntry
    score: Score


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one pool: group by group, best first."""

    pool: Pool
    standings: tuple[Standing, ...]
    waiting: int = 0
    """Matches that count when their block is complete."""


class Fold:
    """Takes results in by pairing, and has the scores of all complete blocks at any time."""

    def __init__(
        self, seat_orders: str = "all", benched: Container[int] = (), absent: Container[int] = ()
    ) -> None:
        """Who is `absent` left the field: of what they played nothing is shown."""
        self._absent = absent
        self._blocks = Blocks(seat_orders, benched)
        self._doubts = Doubts()
        self._tallies: dict[Pool, Tallies] = {}
        self._live: dict[Pool, Live] = {}
        self._evidence: dict[Pool, Evidence] = {}
        self.taken = 0
        """How many results it took in."""
        self.faults = 0
        """In matches that were played to a verdict, whether they count or not."""

    def take(self, result: Result) -> list[Result]:
        """Take in a result; it counts as soon as its block is complete. Those that count now."""
        self.taken += 1
        result = self._doubts.settle(result)
        if result.status == "done":
            self.faults += sum(result.faults)
        if any(entry in self._absent for entry in result.entries):
            return []
        if result.status == "void":
            self.count_void(result)
        block = self._blocks.add(result)
        self.count(block)
        return block

    def count(self, block: Sequence[Result]) -> None:
        """Count results of which it is known that they count: all of a block, or none."""
        if not block:
            return
        pool = block[0].pool  # a block is of one
        if pool not in self._evidence:
            self._live[pool], self._evidence[pool] = Live(), Evidence()
        if pool not in self._tallies:
            self._tallies[pool] = Tallies()
        takers = self._tallies[pool], self._live[pool], self._evidence[pool]
        for one in block:
            for taker in takers:
                taker.add(one)

    def count_void(self, result: Result) -> None:
        """Count a match that is in no table."""
        self._tallies.setdefault(result.pool, Tallies()).add_void(result)

    def scores(self, entries: Iterable[StoredEntry]) -> Scores:
        """Everybody's score so far, by pool and entry; fitted for those whose names are told."""
        names = {entry.number: entry.name for entry in entries}
        waiting = self._blocks.waiting()
        return {
            pool: PoolScores(self._pool_scores(pool, names), waiting[pool])
            for pool in sorted({*self._live, *waiting})
        }

    def _pool_scores(self, pool: Pool, names: Mapping[int, str]) -> dict[int, Score]:
        if pool not in self._live:
            return {}
        fitted: dict[int, Estimate] = {}
        if names:
            told = estimates(self._evidence[pool], name=names.__getitem__)
            fitted = {one.entry: one for one in told}
        live = self._live[pool].ratings
        return {
            number: Score(live[number], tally, fitted.get(number))
            for number, tally in self._tallies[pool].tallies().items()
        }


def folded(
    results: Iterable[Result],
    seat_orders: str,
    benched: Container[int] = (),
    absent: Container[int] = (),
) -> Fold:
    """All results, which come in pairing order, taken in."""
    folding = Fold(seat_orders, benched, absent)
    for result in results:
        folding.take(result)
    return folding


def make_tables(scores: Scores, entries: Iterable[StoredEntry]) -> tuple[Table, ...]:
    """The standings of each pool; pools in their order. Entries without a match have no line."""
    field = {entry.number: entry for entry in entries}
    return tuple(
        Table(
            pool,
            _ranked((field[number], score) for number, score in found.scores.items()),
            found.waiting,
        )
        for pool, found in sorted(scores.items())
    )


def _ranked(scored: Iterable[tuple[StoredEntry, Score]]) -> tuple[Standing, ...]:
    """By group, and within a group by what is printed of the rating, then by name."""

    def place(line: tuple[StoredEntry, Score]) -> tuple[int, float, str]:
        entry, score = line
        rating = score.estimate.rating if score.estimate else score.rating.mu
        return _group(score), -round(rating, DECIMALS), entry.name

    ordered = sorted(scored, key=place)
    return tuple(
        Standing(rank=rank, entry=entry, score=score)
        for _, group in groupby(ordered, lambda line: _group(line[1]))
        for rank, (entry, score) in enumerate(group, 1)
    )


def _group(score: Score) -> int:
    return score.estimate.group if score.estimate else 0
