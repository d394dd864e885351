"""Standings: from results in pairing order to scores, and from scores to a table.

`Fold` is the live estimate; its scores can be stored and read back, or folded again.
Matches that are void or skipped are no results and count in nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from leaderboard.ratings.online import Rating, rate
from leaderboard.values import Entry, Pool, Result, Score

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
    entry: Entry
    score: Score
    low: float
    """Bounds of the 95 % interval."""
    high: float
    voids: int = 0
    """Matches that the host spoilt each time they were played; they count in nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one pool, best first."""

    pool: Pool
    standings: tuple[Standing, ...]


@dataclass(slots=True)
class _Tally:
    rating: Rating = field(default_factory=Rating)
    matches: int = 0
    blocks: set[int] = field(default_factory=set)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0


class Fold:
    """Takes results one by one, in pairing order, and has the scores at any time."""

    def __init__(self) -> None:
        self._pools: dict[Pool, dict[int, _Tally]] = {}

    def add(self, result: Result) -> None:
        """Count one more result."""
        pool = self._pools.setdefault(result.pool, {})
        tallies = [pool.setdefault(number, _Tally()) for number in result.entries]
        ratings = rate([tally.rating for tally in tallies], result.ranks)
        for tally, rating, fault in zip(tallies, ratings, result.faults, strict=True):
            tally.rating = rating
            tally.matches += 1
            tally.blocks.add(result.block)
            tally.faults += fault
        for (one, rank1), (other, rank2) in combinations(
            zip(tallies, result.ranks, strict=True), 2
        ):
            if rank1 == rank2:
                one.draws += 1
                other.draws += 1
            else:
                better, worse = (one, other) if rank1 < rank2 else (other, one)
                better.wins += 1
                worse.losses += 1

    def scores(self) -> dict[Pool, dict[int, Score]]:
        """Everybody's score so far, by pool and entry."""
        return {
            pool: {number: _score(tally) for number, tally in sorted(tallies.items())}
            for pool, tallies in sorted(self._pools.items())
        }


def fold(results: Iterable[Result]) -> dict[Pool, dict[int, Score]]:
    """The scores after all results, which come in pairing order."""
    folding = Fold()
    for result in results:
        folding.add(result)
    return folding.scores()


def make_tables(
    scores: Mapping[Pool, Mapping[int, Score]],
    entries: Iterable[Entry],
    voids: Mapping[Pool, Mapping[int, int]] | None = None,
) -> tuple[Table, ...]:
    """The standings of each pool; pools in their order. Entries without a match have no line."""
    field_ = {entry.number: entry for entry in entries}
    spoilt = voids or {}
    return tuple(
        Table(
            pool,
            _rank(
                [(field_[number], score) for number, score in by_entry.items()],
                spoilt.get(pool, {}),
            ),
        )
        for pool, by_entry in sorted(scores.items())
    )


def standing_json(one: Standing) -> dict[str, object]:
    """A line of a table, as `arena leaderboard --json` prints it."""
    return {
        "rank": one.rank,
        "rank_low": one.rank_low,
        "rank_high": one.rank_high,
        "bot": one.entry.name,
        "version": one.entry.version,
        "mu": round(one.score.mu, DECIMALS),
        "sigma": round(one.score.sigma, DECIMALS),
        "low": round(one.low, DECIMALS),
        "high": round(one.high, DECIMALS),
        "matches": one.score.matches,
        "blocks": one.score.blocks,
        "wins": one.score.wins,
        "draws": one.score.draws,
        "losses": one.score.losses,
        "faults": one.score.faults,
        "voids": one.voids,
    }


def _rank(scored: list[tuple[Entry, Score]], voids: Mapping[int, int]) -> tuple[Standing, ...]:
    scored.sort(key=lambda line: (-round(line[1].mu, DECIMALS), line[0].name))
    bounds = [
        (score.mu - Z_95 * score.sigma, score.mu + Z_95 * score.sigma) for _, score in scored
    ]
    return tuple(
        Standing(
            rank=place + 1,
            rank_low=1 + sum(other_low > high for other_low, _ in bounds),
            rank_high=sum(other_high >= low for _, other_high in bounds),
            entry=entry,
            score=score,
            low=low,
            high=high,
            voids=voids.get(entry.number, 0),
        )
        for place, ((entry, score), (low, high)) in enumerate(zip(scored, bounds, strict=True))
    )


def _score(tally: _Tally) -> Score:
    return Score(
        mu=tally.rating.mu,
        sigma=tally.rating.sigma,
        matches=tally.matches,
        blocks=len(tally.blocks),
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        faults=tally.faults,
    )
