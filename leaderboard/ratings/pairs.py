"""Two bots against each other: what they scored, by how much, and how sure that is.

Pure. The unit of evidence is the block: one deal in all seat orders. At tables of more than two
every pair of seats is a comparison.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Protocol

from leaderboard.ratings import student
from leaderboard.values import Pool, Result

LEVEL: Final = 0.05
"""How often at most one of all pairs of a table may be called different though it is not."""
Key = tuple[int, int]
"""Two entries by number, the lower one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What two entries did against each other, as the first one sees it."""

    blocks: tuple[float, ...]
    """The score in each block, from 0 to 1."""
    wins: int
    draws: int
    losses: int
    leads: tuple[int, ...]
    """Points ahead in each match in which both have points."""

    @property
    def comparisons(self) -> int:
        """Pairs of seats."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of all points of comparisons, a draw being half of one."""
        return (self.wins + self.draws / 2) / self.comparisons

    @property
    def lead(self) -> float | None:
        """Points ahead on average; None if no match has points."""
        return sum(self.leads) / len(self.leads) if self.leads else None

    @property
    def p(self) -> float:
        """How often equal bots would differ so much in so many blocks, looked at once."""
        return equal_chance(self.blocks)

    def turned(self) -> "Pair":
        """The same as the other one sees it."""
        return Pair(
            blocks=tuple(1 - score for score in self.blocks),
            wins=self.losses,
            draws=self.draws,
            losses=self.wins,
            leads=tuple(-lead for lead in self.leads),
        )


@dataclass(slots=True)
class _Count:
    blocks: dict[int, list[int]] = field(default_factory=dict)
    """Half points and comparisons, by block."""
    outcomes: list[int] = field(default_factory=lambda: [0, 0, 0])
    leads: list[int] = field(default_factory=list)

    def add(self, block: int, halves: int, points: tuple[int | None, int | None]) -> None:
        total = self.blocks.setdefault(block, [0, 0])
        total[0] += halves
        total[1] += 1
        self.outcomes[2 - halves] += 1
        if points[0] is not None and points[1] is not None:
            self.leads.append(points[0] - points[1])

    def pair(self) -> Pair:
        wins, draws, losses = self.outcomes
        by_block = [total for _, total in sorted(self.blocks.items())]
        return Pair(
            blocks=tuple(halves / (2 * number) for halves, number in by_block),
            wins=wins,
            draws=draws,
            losses=losses,
            leads=tuple(self.leads),
        )


def pairs(results: Iterable[Result]) -> dict[Pool, dict[Key, Pair]]:
    """Every pair that met, by pool; `results` are those that count."""
    counts: dict[Pool, dict[Key, _Count]] = {}
    for result in results:
        met = counts.setdefault(result.pool, {})
        points = result.scores or (None,) * len(result.entries)
        seats = sorted(zip(result.entries, result.ranks, points, strict=True))
        for (one, rank1, points1), (other, rank2, points2) in combinations(seats, 2):
            halves = 1 if rank1 == rank2 else 2 * (rank1 < rank2)
            met.setdefault((one, other), _Count()).add(result.block, halves, (points1, points2))
    return {
        pool: {key: one.pair() for key, one in sorted(met.items())}
        for pool, met in sorted(counts.items())
    }


def seen_by(met: Mapping[Key, Pair], one: int, other: int) -> Pair | None:
    """What `one` did against `other`; None if they never met."""
    if one < other:
        return met.get((one, other))
    pair = met.get((other, one))
    return None if pair is None else pair.turned()


def equal_chance(blocks: Sequence[float]) -> float:
    """How often equal bots would score as far from a half as this: a t test over blocks.

    It is never surer than all blocks falling to one side, which few blocks easily do.
    """
    number = len(blocks)
    if number < 2:
        return 1.0
    mean = math.fsum(blocks) / number
    return chance_of(number, mean, math.fsum((score - mean) ** 2 for score in blocks))


def chance_of(number: int, mean: float, spread: float) -> float:
    """The same by the number of blocks, their mean, and the sum of squares about it."""
    if number < 2 or abs(mean - 0.5) < 1e-12:
        return 1.0
    surest = 2.0 ** (1 - number)
    variance = spread / (number - 1)
    if variance < 1e-24:
        return surest
    t = (mean - 0.5) / math.sqrt(variance / number)
    return max(surest, min(1.0, 2 * student.tail(abs(t), number - 1)))


class Tested(Protocol):
    """What is known of a pair."""

    @property
    def score(self) -> float:
        """Of the first one, from 0 to 1."""

    @property
    def p(self) -> float:
        """How often equal bots would differ so much."""


def different(met: Mapping[Key, Tested], level: float = LEVEL) -> dict[Key, int]:
    """The pairs that differ for sure, all of them together at `level` (Holm): 1 or -1.

    1 says that the first one is better.
    """
    found: dict[Key, int] = {}
    ordered = sorted((pair.p, key) for key, pair in met.items())
    for place, (chance, key) in enumerate(ordered):
        if chance > level / (len(ordered) - place):
            break
        found[key] = 1 if met[key].score > 0.5 else -1
    return found


def cycles(verdicts: Mapping[Key, int]) -> list[tuple[int, int, int]]:
    """Threes of which each is better than the next, and the last than the first."""
    beats = {key if sign > 0 else key[::-1] for key, sign in verdicts.items()}
    entries = sorted({entry for key in verdicts for entry in key})
    return [
        ring
        for one, two, three in combinations(entries, 3)
        for ring in ((one, two, three), (one, three, two))
        if all(step in beats for step in zip(ring, ring[1:] + ring[:1], strict=True))
    ]
