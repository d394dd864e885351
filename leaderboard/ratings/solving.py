"""Strengths and how sure they are, on lists: exact to the last bit, for up to a few hundred.

What it computes is told in `fit`. `arrays` does the same for large fields.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.ratings import matrix
from leaderboard.ratings.evidence import Encounter, Evidence
from leaderboard.ratings.maximum import PRECISION, Pair, curvature, logistic, maximum
from leaderboard.ratings.streak import Streak

_MODEL_DEALS: Final = 2
"""As if the model had been seen to hold in so many deals."""

Cluster = tuple[Pair, ...]
"""All encounters in one deal, by position."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What results tell about the members of a group, by position."""

    theta: Sequence[float]
    """Strengths in logits."""
    covariance: Sequence[Sequence[float]]
    deals: Sequence[int]
    """In how many deals each took part."""
    streaks: Mapping[int, Streak]
    """Of those who won or lost everything."""
    spreads: Sequence[float]
    """Standard errors against the mean of the field."""


def solve(evidence: Evidence, places: Mapping[int, int]) -> Solved:
    """What is known about those who have a place."""
    pairs = _placed(evidence.encounters(), places)
    clusters = sorted((_placed(one, places), number) for one, number in evidence.clusters())
    clusters = [one for one in clusters if one[0]]
    theta = maximum(pairs, len(places))
    deals = _deals(clusters, len(places))
    streaks = met_in_streaks(_signs(pairs, len(places)), clusters)
    covariance = _covariance(theta, pairs, clusters, deals, streaks)
    spreads = _spreads(covariance, field_of(streaks, len(places)))
    return Solved(theta, covariance, deals, streaks, spreads)


def field_of(streaks: Mapping[int, Streak], size: int) -> list[int]:
    """The positions that ratings are centred on: of those who neither won nor lost everything."""
    field = [at for at in range(size) if at not in streaks]
    return field if len(field) > 1 else list(range(size))  # one would be compared with itself


def met_in_streaks(
    signs: Mapping[int, int], clusters: Sequence[tuple[Cluster, int]]
) -> dict[int, Streak]:
    """The streaks of those whose signs are given: whom they met in which deals."""
    if not signs:
        return {}
    met: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for cluster, number in clusters:
        others: defaultdict[int, list[int]] = defaultdict(list)
        for i, j, _, _ in cluster:
            others[i].append(j)
            others[j].append(i)
        for at, those in others.items():
            if at in signs:
                met[at][tuple(those)] += number
    return {at: Streak(sign, tuple(sorted(met[at].items()))) for at, sign in signs.items()}


def mixture(deals: Sequence[int]) -> tuple[list[float], list[float]]:
    """How much counts what was seen of each, and what the model expects; roots of shares."""
    seen = [math.sqrt(n / (n + _MODEL_DEALS) * n / (n - 1)) if n > 1 else 0.0 for n in deals]
    expected = [math.sqrt(_MODEL_DEALS / (n + _MODEL_DEALS)) if n > 1 else 1.0 for n in deals]
    return seen, expected


def _placed(met: Sequence[Encounter], places: Mapping[int, int]) -> Cluster:
    """Encounters of the group by position, the smaller one first; in order."""
    pairs = []
    for one in met:
        i, j = places.get(one.first), places.get(one.second)
        if i is not None and j is not None:
            lost = 2 * one.count - one.halves
            pairs.append((i, j, one.halves, one.count) if i < j else (j, i, lost, one.count))
    return tuple(sorted(pairs))


def _deals(clusters: Sequence[tuple[Cluster, int]], size: int) -> list[int]:
    deals = [0] * size
    for cluster, number in clusters:
        for at in {at for pair in cluster for at in pair[:2]}:
            deals[at] += number
    return deals


def _signs(pairs: Cluster, size: int) -> dict[int, int]:
    """1 for those who won everything, -1 for those who lost everything."""
    won, lost = [0] * size, [0] * size
    for i, j, halves, count in pairs:
        for winner, loser, part in ((i, j, halves), (j, i, 2 * count - halves)):
            won[winner] += part
            lost[loser] += part
    return {at: 1 if won[at] else -1 for at in range(size) if not (won[at] and lost[at])}


def _covariance(
    theta: Sequence[float],
    pairs: Cluster,
    clusters: Sequence[tuple[Cluster, int]],
    deals: Sequence[int],
    streaks: Mapping[int, Streak],
) -> list[list[float]]:
    """Of the strengths: the sandwich that `fit` describes."""
    bread = curvature(theta, pairs)
    inverse = matrix.inverse(matrix.cholesky(bread))
    filling = _scores(theta, pairs, clusters)
    seen, expected = mixture(deals)
    for i, row in enumerate(filling):
        bread[i][i] -= PRECISION
        for j in range(len(row)):
            row[j] = seen[i] * seen[j] * row[j] + expected[i] * expected[j] * bread[i][j]
        row[i] += PRECISION
    covariance = matrix.between(inverse, filling)
    for at in streaks:  # their scores hardly vary, which does not mean that they are well known
        covariance[at][at] = max(covariance[at][at], inverse[at][at])
    return covariance


def _scores(
    theta: Sequence[float], pairs: Cluster, clusters: Sequence[tuple[Cluster, int]]
) -> list[list[float]]:
    """The sum of squares and products of the deals' scores."""
    chances = {(i, j): logistic(theta[i] - theta[j]) for i, j, _, _ in pairs}
    rows = [[0.0] * len(theta) for _ in theta]
    for cluster, number in clusters:
        score: defaultdict[int, float] = defaultdict(float)
        for i, j, halves, count in cluster:
            rest = halves / 2 - count * chances[i, j]
            score[i] += rest
            score[j] -= rest
        items = tuple(score.items())
        for i, one in items:
            row, weight = rows[i], number * one
            for j, other in items:
                row[j] += weight * other
    return rows


def _spreads(covariance: Sequence[Sequence[float]], field: Sequence[int]) -> list[float]:
    means = [sum(row[at] for at in field) / len(field) for row in covariance]
    centre = sum(means[at] for at in field) / len(field) if field else 0.0
    return [
        math.sqrt(max(row[at] - 2 * means[at] + centre, 0.0)) for at, row in enumerate(covariance)
    ]
