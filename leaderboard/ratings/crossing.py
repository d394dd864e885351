"""What pages tell of pairs and of careers, from results block by block in one pass.

Pure, and small beside the results: a pair is a few sums, and of the ratings in between some
hundred looks are kept at most, at the ends of passes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from leaderboard.ratings.live import Live
from leaderboard.ratings.pairs import Key, Pair, chance_of, different
from leaderboard.values import Pool, Rating, Result

_LOOKS: Final = 60
"""Looks back that are kept, at most twice as many for a while."""
_PASSES: Final = 8
"""With fewer passes the looks are at equal stretches of blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """What two did against each other, in sums, as the first one sees it."""

    wins: int
    draws: int
    losses: int
    blocks: int
    lead: float | None
    """Points ahead on average; None if no match has points."""
    p: float
    """How often equal bots would differ so much in so many blocks, looked at once."""

    @property
    def score(self) -> float:
        """The share of all points of comparisons, a draw being half of one."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)

    def turned(self) -> "Met":
        """The same as the other one sees it."""
        return Met(
            wins=self.losses,
            draws=self.draws,
            losses=self.wins,
            blocks=self.blocks,
            lead=None if self.lead is None else -self.lead,
            p=self.p,
        )

    @classmethod
    def of(cls, pair: Pair) -> "Met":
        """The sums of a pair."""
        return cls(
            wins=pair.wins,
            draws=pair.draws,
            losses=pair.losses,
            blocks=len(pair.blocks),
            lead=pair.lead,
            p=pair.p,
        )


@dataclass(frozen=True, slots=True)
class Look:
    """The live estimate of an entry after so many of its matches that count."""

    matches: int
    mu: float
    sigma: float
    faulty: bool
    """Whether it failed since the look before."""

    @property
    def low(self) -> float:
        """Two sigmas below."""
        return self.mu - 2 * self.sigma

    @property
    def high(self) -> float:
        """Two sigmas above."""
        return self.mu + 2 * self.sigma


@dataclass(frozen=True, slots=True)
class Crossed:
    """One pool."""

    met: Mapping[Key, Met]
    verdicts: Mapping[Key, int]
    """The pairs that differ for sure, all of them together: 1 if the first is better, or -1."""
    histories: Mapping[int, tuple[Look, ...]]


class Crossing:
    """Takes in blocks that count, in their order."""

    def __init__(self) -> None:
        self._pools: dict[Pool, _Pool] = {}

    def add(self, block: Sequence[Result]) -> None:
        """Take in a block."""
        if block:
            self._pools.setdefault(block[0].pool, _Pool()).add(block)

    def crossed(self) -> dict[Pool, Crossed]:
        """What has come of it, by pool."""
        return {pool: found.crossed() for pool, found in sorted(self._pools.items())}


@dataclass(slots=True)
class _Sums:
    """One pair; scores of blocks and their squares."""

    outcomes: list[int] = field(default_factory=lambda: [0, 0, 0])
    blocks: int = 0
    score: float = 0.0
    square: float = 0.0
    leads: int = 0
    lead: int = 0

    def met(self) -> Met:
        mean = self.score / self.blocks
        spread = max(0.0, self.square - self.blocks * mean * mean)
        return Met(
            wins=self.outcomes[0],
            draws=self.outcomes[1],
            losses=self.outcomes[2],
            blocks=self.blocks,
            lead=self.lead / self.leads if self.leads else None,
            p=chance_of(self.blocks, mean, spread),
        )


@dataclass(slots=True)
class _Moment:
    """The ratings of everybody at a time, and who failed since the one before."""

    ratings: dict[int, Rating]
    matches: dict[int, int]
    failed: set[int]


class _Looks:
    """Keeps every n-th of the moments it is shown, n doubling as they become many."""

    def __init__(self) -> None:
        self.kept: list[_Moment] = []
        self.shown = 0
        self._every = 1

    def due(self) -> bool:
        """Whether this moment is to be kept."""
        self.shown += 1
        return self.shown % self._every == 0

    def keep(self, moment: _Moment) -> None:
        self.kept.append(moment)
        if len(self.kept) == 2 * _LOOKS:
            for one, other in zip(self.kept[::2], self.kept[1::2], strict=True):
                other.failed |= one.failed
            self.kept, self._every = self.kept[1::2], 2 * self._every


class _Pool:
    def __init__(self) -> None:
        self._sums: dict[Key, _Sums] = {}
        self._live = Live()
        self._matches: Counter[int] = Counter()
        self._tables: Counter[tuple[int, ...]] = Counter()
        self._pass = 1
        self._by_pass, self._by_block = _Looks(), _Looks()
        self._failed: tuple[set[int], set[int]] = (set(), set())

    def add(self, block: Sequence[Result]) -> None:
        table = tuple(sorted(block[0].entries))
        self._tables[table] += 1
        if self._tables[table] > self._pass:
            self._pass = self._tables[table]
            self._look(self._by_pass, self._failed[0])
        for result in block:
            self._live.add(result)
            self._matches.update(result.entries)
            failed = {one for one, bad in zip(result.entries, result.faults, strict=True) if bad}
            for since in self._failed:
                since.update(failed)
        self._cross(block)
        self._look(self._by_block, self._failed[1])

    def crossed(self) -> Crossed:
        met = {key: sums.met() for key, sums in sorted(self._sums.items())}
        by_pass = self._by_pass.shown + 1 >= _PASSES
        looks = self._by_pass if by_pass else self._by_block
        last = self._now(self._failed[0 if by_pass else 1])
        moments = [*looks.kept, last]
        histories = {number: tuple(_history(moments, number)) for number in last.ratings}
        return Crossed(met, different(met), histories)

    def _look(self, looks: _Looks, failed: set[int]) -> None:
        if looks.due():
            looks.keep(self._now(failed))
            failed.clear()

    def _now(self, failed: set[int]) -> _Moment:
        return _Moment(dict(self._live.ratings), dict(self._matches), set(failed))

    def _cross(self, block: Sequence[Result]) -> None:
        """Who beat whom in it, as one piece of evidence for each pair."""
        scored: dict[Key, list[int]] = {}
        for result in block:
            points = result.scores or (None,) * len(result.entries)
            seats = sorted(zip(result.entries, result.ranks, points, strict=True))
            for (one, rank1, points1), (other, rank2, points2) in combinations(seats, 2):
                halves = 1 if rank1 == rank2 else 2 * (rank1 < rank2)
                total = scored.setdefault((one, other), [0, 0])
                total[0] += halves
                total[1] += 1
                sums = self._sums.setdefault((one, other), _Sums())
                sums.outcomes[2 - halves] += 1
                if points1 is not None and points2 is not None:
                    sums.leads += 1
                    sums.lead += points1 - points2
        for key, (halves, number) in scored.items():
            score = halves / (2 * number)
            sums = self._sums[key]
            sums.blocks += 1
            sums.score += score
            sums.square += score * score


def _history(moments: Iterable[_Moment], number: int) -> Iterable[Look]:
    """The looks at one entry, each after new matches of it."""
    before, failed = 0, False
    for moment in moments:
        failed = failed or number in moment.failed
        matches = moment.matches.get(number, 0)
        if matches > before:
            now = moment.ratings[number]
            yield Look(matches, now.mu, now.sigma, failed)
            before, failed = matches, False


def met_as(met: Mapping[Key, Met], one: int, other: int) -> Met | None:
    """What `one` did against `other`; None if they never met."""
    if one < other:
        return met.get((one, other))
    pair = met.get((other, one))
    return None if pair is None else pair.turned()
