"""What `solving` does, with numpy: for fields of hundreds and thousands.

Imported only there, for it takes longer to load than a small field to solve. The steps are the
same; integers are summed as integers, rows are put in order by what they hold before anything of
them is summed, so neither the order of results nor the numbering of deals and entries matters.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leaderboard.ratings.evidence import COUNT, MASK, PLACE_BITS, SHIFT, Evidence
from leaderboard.ratings.maximum import CLOSE, NEWTON_STEPS, PRECISION
from leaderboard.ratings.solving import (
    Cluster,
    Solved,
    field_of,
    met_in_streaks,
    mixture,
)

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_CLOSE_ENOUGH: Final = 1e-13
"""How much of what is to be solved may be left, as a part."""
_AT_ONCE: Final = 4_000_000
"""Products that are held at a time."""


@dataclass(frozen=True)
class _Met:
    """Encounters as columns: positions, the smaller one first, half points, comparisons."""

    i: Integers
    j: Integers
    halves: Integers
    count: Integers

    def rest(self, theta: Floats) -> Floats:
        """What happened minus what was expected, for the first of each."""
        rest: Floats = self.halves / 2 - self.count * _logistic(theta[self.i] - theta[self.j])
        return rest

    def sums(self, size: int, first: Floats, second: Floats) -> Floats:
        """The sum over encounters for each position, of one column as first, one as second."""
        return _binned(self.i, first, size) + _binned(self.j, second, size)


@dataclass(frozen=True)
class _Deals:
    """Deals that went alike, each once: rows of encounters that say whose they are."""

    cluster: Integers
    met: _Met
    number: Integers
    """How many deals there are of each."""


def solve(evidence: Evidence, places: Mapping[int, int]) -> Solved:
    """What is known about those who have a place."""
    size = len(places)
    deal, met = _placed(evidence, places)
    deals = _alike(deal, met, size)
    pairs = _totals(met, size)
    theta = _maximum(pairs, size)
    cluster, entry, score = _scores(deals, theta)
    played = _binned(entry, deals.number[cluster].astype(float), size).astype(int).tolist()
    streaks = met_in_streaks(signs := _signs(pairs, size), list(_of_those(deals, signs)))
    bread = _curvature(theta, pairs)
    inverse = np.linalg.inv(bread)
    inverse = (inverse + inverse.T) / 2
    seen, expected = (np.array(one) for one in mixture(played))
    own = np.arange(size)
    bread[own, own] -= PRECISION
    filling = np.outer(seen, seen) * _squares(cluster, entry, score, deals.number, size)
    filling += np.outer(expected, expected) * bread
    filling[own, own] += PRECISION
    covariance = inverse @ filling @ inverse
    covariance = (covariance + covariance.T) / 2
    for at in streaks:  # their scores hardly vary, which does not mean that they are well known
        covariance[at, at] = max(covariance[at, at], inverse[at, at])
    spreads = _spreads(covariance, field_of(streaks, size))
    return Solved(theta.tolist(), covariance.tolist(), played, streaks, spreads)


def _placed(evidence: Evidence, places: Mapping[int, int]) -> tuple[Integers, _Met]:
    """What was compared within the group: whose deal it was, and by position."""
    deal, pair, cell = (np.frombuffer(one, np.int64) for one in evidence.columns())
    place = np.full(int(max(places)) + 1, -1, np.int64)
    for entry, at in places.items():
        place[entry] = at
    known = np.append(place, -1)  # whoever has a larger number is not of the group
    i, j = (known[np.minimum(one, len(place))] for one in (pair >> PLACE_BITS, pair & MASK))
    ours = (i >= 0) & (j >= 0)
    i, j, deal, cell = i[ours], j[ours], deal[ours], cell[ours]
    count = cell & COUNT
    halves = np.where(i < j, cell >> SHIFT, 2 * count - (cell >> SHIFT))
    return deal, _Met(np.minimum(i, j), np.maximum(i, j), halves, count)


def _totals(met: _Met, size: int) -> _Met:
    """Each pair once."""
    order = np.argsort(met.i * size + met.j, kind="stable")
    return _summed(_taken(met, order), (met.i * size + met.j)[order])


def _alike(deal: Integers, met: _Met, size: int) -> _Deals:
    """Deals by what they hold, each kind of them once."""
    key = met.i * size + met.j
    order = np.lexsort((key, deal))
    deal, key = deal[order], key[order]
    # A pair may stand twice in a deal, if results of it came in at different times.
    merged = _summed(_taken(met, order), deal, key)
    firsts = _begins(deal, key)
    deal, key = deal[firsts], key[firsts]
    starts = np.append(_begins(deal), len(deal))
    lengths = np.diff(starts)
    clusters, numbers, rows, known = [], [], [], 0
    for length in np.unique(lengths):
        at = starts[:-1][lengths == length][:, None] + np.arange(length)
        table = np.concatenate((key[at], merged.halves[at], merged.count[at]), axis=1)
        order = np.lexsort(table.T[::-1])
        begins = _begins(*table[order].T)
        numbers.append(np.diff(np.append(begins, len(order))))
        rows.append(at[order[begins]].ravel())
        clusters.append(np.repeat(np.arange(known, known + len(begins)), length))
        known += len(begins)
    return _Deals(
        np.concatenate(clusters), _taken(merged, np.concatenate(rows)), np.concatenate(numbers)
    )


def _scores(deals: _Deals, theta: Floats) -> tuple[Integers, Integers, Floats]:
    """The score of each position in each kind of deal: kind, position, score; in order."""
    rest, size = deals.met.rest(theta), len(theta)
    key = np.concatenate((deals.cluster * size + deals.met.i, deals.cluster * size + deals.met.j))
    kept, at = np.unique(key, return_inverse=True)
    return kept // size, kept % size, _binned(at, np.concatenate((rest, -rest)), len(kept))


def _squares(
    cluster: Integers, entry: Integers, score: Floats, number: Integers, size: int
) -> Floats:
    """The sum of squares and products of the deals' scores."""
    total = np.zeros(size * size)
    starts = np.append(_begins(cluster), len(cluster))
    lengths = np.diff(starts)
    for length in np.unique(lengths):
        several = starts[:-1][lengths == length]
        step = max(1, _AT_ONCE // int(length) ** 2)
        for first in range(0, len(several), step):
            at = several[first : first + step, None] + np.arange(length)
            who, what = entry[at], score[at]
            weighed = what * number[cluster[at]]
            places = who[:, :, None] * size + who[:, None, :]
            np.add.at(total, places.ravel(), (weighed[:, :, None] * what[:, None, :]).ravel())
    return total.reshape(size, size)


def _maximum(pairs: _Met, size: int) -> Floats:
    """The most probable strengths, as `maximum` finds them."""
    theta = np.zeros(size)
    height = _height(theta, pairs)
    for _ in range(NEWTON_STEPS):
        rest = pairs.rest(theta)
        slope = pairs.sums(size, rest, -rest) - PRECISION * theta
        step = _step(theta, pairs, slope)
        largest = float(np.abs(step).max(initial=0.0))
        part = 1.0
        while True:
            moved = theta + part * step
            reached = _height(moved, pairs)
            if largest < 1e-4 or reached >= height:
                break
            part /= 2
        theta, height = moved, reached
        if largest < CLOSE:
            break
    return theta


def _step(theta: Floats, pairs: _Met, slope: Floats) -> Floats:
    """Newton's step, by conjugate gradients: it costs pairs, not the cube of bots."""
    size = len(theta)
    weight = _weights(theta, pairs)
    scale = pairs.sums(size, weight, weight) + PRECISION
    step, rest = np.zeros(size), slope
    way = eased = rest / scale
    left = float(rest @ eased)
    enough = left * _CLOSE_ENOUGH**2
    for _ in range(2 * size):
        if left <= enough:
            break
        told = scale * way - pairs.sums(size, weight * way[pairs.j], weight * way[pairs.i])
        part = left / float(way @ told)
        step, rest = step + part * way, rest - part * told
        eased = rest / scale
        before, left = left, float(rest @ eased)
        way = eased + left / before * way
    return step


def _height(theta: Floats, pairs: _Met) -> float:
    x = theta[pairs.i] - theta[pairs.j]
    missed = np.log1p(np.exp(-np.abs(x))) + np.maximum(-x, 0.0)
    lost = pairs.count * missed + (pairs.count - pairs.halves / 2) * x
    return float(-PRECISION / 2 * (theta @ theta) - lost.sum())


def _curvature(theta: Floats, pairs: _Met) -> Floats:
    """Minus the second derivatives."""
    size = len(theta)
    weight = _weights(theta, pairs)
    rows = np.zeros((size, size))
    rows[pairs.i, pairs.j] = rows[pairs.j, pairs.i] = -weight
    own = np.arange(size)
    rows[own, own] = pairs.sums(size, weight, weight) + PRECISION
    return rows


def _weights(theta: Floats, pairs: _Met) -> Floats:
    """How much each encounter tells about the difference of the two."""
    chance = _logistic(theta[pairs.i] - theta[pairs.j])
    weight: Floats = pairs.count * chance * (1 - chance)
    return weight


def _signs(pairs: _Met, size: int) -> dict[int, int]:
    """1 for those who won everything, -1 for those who lost everything."""
    halves, others = pairs.halves.astype(float), (2 * pairs.count - pairs.halves).astype(float)
    won, lost = pairs.sums(size, halves, others), pairs.sums(size, others, halves)
    return {
        int(at): 1 if won[at] else -1 for at in np.flatnonzero((won == 0) | (lost == 0)).tolist()
    }


def _of_those(deals: _Deals, signs: Mapping[int, int]) -> Iterator[tuple[Cluster, int]]:
    """The kinds of deals in which somebody has a sign."""
    if not signs:
        return
    those = list(signs)
    met, cluster = deals.met, deals.cluster
    wanted = np.unique(cluster[np.isin(met.i, those) | np.isin(met.j, those)])
    chosen = np.isin(cluster, wanted)
    columns = (cluster, met.i, met.j, met.halves, met.count)
    found: dict[int, list[tuple[int, int, int, int]]] = {}
    for one, *pair in zip(*(column[chosen].tolist() for column in columns), strict=True):
        found.setdefault(one, []).append((pair[0], pair[1], pair[2], pair[3]))
    for one, rows in found.items():
        yield tuple(rows), int(deals.number[one])


def _spreads(covariance: Floats, field: list[int]) -> list[float]:
    """Standard errors against the mean of the field."""
    means = covariance[:, field].mean(1)
    spread = np.diag(covariance) - 2 * means + means[field].mean()
    found: list[float] = np.sqrt(np.maximum(spread, 0.0)).tolist()
    return found


def _taken(met: _Met, at: Integers) -> _Met:
    return _Met(met.i[at], met.j[at], met.halves[at], met.count[at])


def _summed(met: _Met, *keys: Integers) -> _Met:
    """Rows with the same keys, which stand together, as one."""
    begins = _begins(*keys)
    halves, count = (np.add.reduceat(one, begins) for one in (met.halves, met.count))
    return _Met(met.i[begins], met.j[begins], halves, count)


def _begins(*keys: Integers) -> Integers:
    """Where rows begin that are unlike the one before."""
    new = np.zeros(len(keys[0]), bool)
    new[0] = True
    for key in keys:
        new[1:] |= key[1:] != key[:-1]
    return np.flatnonzero(new)


def _binned(at: Integers, what: Floats, size: int) -> Floats:
    """The sum of what belongs to each position."""
    return np.asarray(np.bincount(at, what, size), np.float64)


def _logistic(x: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(-x))
    return chance
