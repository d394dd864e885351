"""Standings: from results in pairing order to scores, and from scores to a table.

`Fold` is the live estimate; its scores can be stored and read back, or folded again.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from leaderboard.ratings.counting import counting
from leaderboard.ratings.live import Live
from leaderboard.ratings.tally import Tallies
from leaderboard.values import Pool, Rating, Result, Score, StoredEntry

Scores = Mapping[Pool, Mapping[int, Score]]
"""By pool and number of the entry."""

Z_95: Final = 1.96
"""Half the width of a 95 % interval, in sigmas."""

DECIMALS: Final = 4
"""What is printed of a rating; equal in print is a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a table."""

    rank: int
    """The place in the table; entries with equal ratings stand by name."""
    rank_low: int
    """The best plausible rank: one more than there are entries surely above."""
    rank_high: int
    """The worst plausible rank: all but those surely below."""
    entry: StoredEntry
    score: Score
    low: float
    """Bounds of the 95 % interval."""
    high: float


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one pool, best first."""

    pool: Pool
    standings: tuple[Standing, ...]


class Fold:
    """Takes results one by one, in pairing order, and has the scores at any time."""

    def __init__(self) -> None:
        self._tallies: dict[Pool, Tallies] = {}
        self._live: dict[Pool, Live] = {}

    def add(self, result: Result) -> None:
        """Take in a result that counts."""
        self._tallies.setdefault(result.pool, Tallies()).add(result)
        self._live.setdefault(result.pool, Live()).add(result)

    def add_void(self, result: Result) -> None:
        """Note a match that was spoilt."""
        self._tallies.setdefault(result.pool, Tallies()).add_void(result)

    def scores(self) -> Scores:
        """Everybody's score so far, by pool and entry."""
        return {
            pool: {
                number: Score(self._live[pool].ratings[number], tally)
                for number, tally in tallies.tallies().items()
            }
            for pool, tallies in sorted(self._tallies.items())
            if pool in self._live
        }


def folded(results: Iterable[Result], benched: Container[int] = ()) -> Fold:
    """All results, which come in pairing order, taken in as far as they count."""
    known = list(results)
    folding = Fold()
    for result in counting(known, benched):
        folding.add(result)
    for result in known:
        if result.status == "void":
            folding.add_void(result)
    return folding


def fold(results: Iterable[Result], benched: Container[int] = ()) -> Scores:
    """The scores after all results, which come in pairing order."""
    return folded(results, benched).scores()


def make_tables(scores: Scores, entries: Iterable[StoredEntry]) -> tuple[Table, ...]:
    """The standings of each pool; pools in their order. Entries without a match have no line."""
    field = {entry.number: entry for entry in entries}
    return tuple(
        Table(pool, _rank([(field[number], score) for number, score in by_entry.items()]))
        for pool, by_entry in sorted(scores.items())
    )


def _rank(scored: list[tuple[StoredEntry, Score]]) -> tuple[Standing, ...]:
    scored.sort(key=lambda line: (-round(line[1].rating.mu, DECIMALS), line[0].name))
    bounds = [_interval(score.rating) for _, score in scored]
    return tuple(
        Standing(
            rank=place + 1,
            rank_low=1 + sum(other_low > high for other_low, _ in bounds),
            rank_high=sum(other_high >= low for _, other_high in bounds),
            entry=entry,
            score=score,
            low=low,
            high=high,
        )
        for place, ((entry, score), (low, high)) in enumerate(zip(scored, bounds, strict=True))
    )


def _interval(rating: Rating) -> tuple[float, float]:
    half = Z_95 * rating.sigma
    return rating.mu - half, rating.mu + half
