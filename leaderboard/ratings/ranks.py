"""Who is surely above whom: rank ranges, settled orders, and the chance to be the best.

Theory of operation
-------------------
A claim "a is above b" is made if the deviate of their difference, in the terms of `fit`, exceeds
two thresholds at once; rank ranges and the mark "settled" count the same claims, so that a table
cannot contradict itself.

*All at once.* The ranks of n bots are n(n-1)/2 comparisons. Šidák's value for so many keeps the
chance of any false claim in one table below 5 %, whatever the correlation of comparisons. It is
a few per cent wider than the exact quantile of the largest difference, which errors that come from
few deals would break; here few deals have made the deviate smaller already, comparison by
comparison, through Student's distribution.

*At any time.* Who looks at a table after every pass and stops when he likes what he sees finds a
plain interval of 95 % on his side in a quarter of all tournaments between equals. Against that,
every difference is tested as by Robbins: with variance V now, and the true difference drawn from a
normal distribution of variance W = `EFFECT`**2 or else 0, the ratio of the two likelihoods

    sqrt(V / (V + W)) * exp(d**2 / 2 * W / (V + W)),        d being the deviate,

is a martingale under equality as V shrinks, and exceeds 20 with a chance of at most 1/20 at any
time ever (Ville). Solved for d it is the threshold: about 3.1 where it decides, slowly growing.
It needs no count of matches, only what is known now, and holds for any schedule.

One who won everything has no such V. There the ratio is that of `streak`: winning always against
being equal, which is a martingale as well. It may be either one, hence a factor of two, and
another one because it is a second way to be wrong.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from leaderboard.ratings import matrix, student
from leaderboard.ratings.chance import normals
from leaderboard.ratings.fit import LARGE, Fit
from leaderboard.ratings.thresholds import STREAK, anytime, simultaneous

_DRAWS: Final = 2000
"""Each is used with both signs."""
_CONTENDERS: Final = 40
"""So many may be the best; nobody beyond has a chance worth a draw."""
_FAR_AHEAD: Final = 1_000_000
"""Deals beyond which nobody will wait for an order to be settled."""


def surely_above(fit: Fit, a: int, b: int) -> bool:
    """Whether a is above b beyond the doubt of one table, however often it was looked at."""
    deviate = fit.deviate(a, b)
    if deviate < simultaneous(len(fit.entries)):
        return False
    if fit.is_streak(a, b):
        return deviate >= STREAK
    return deviate >= anytime(fit.error(a, b) ** 2)


def settled(fit: Fit, a: int, b: int) -> bool:
    """Whether the order of two is beyond doubt."""
    return surely_above(fit, a, b) or surely_above(fit, b, a)


def ranges(fit: Fit) -> dict[int, tuple[int, int]]:
    """The best and the worst rank that each entry may have, for all entries at once."""
    size = len(fit.entries)
    above, below, doubtful = _sifted(fit)
    for at, other in doubtful:
        a, b = fit.entries[at], fit.entries[other]
        upper, lower = (at, other) if fit.difference(a, b) > 0 else (other, at)
        if surely_above(fit, fit.entries[upper], fit.entries[lower]):
            above[lower] += 1
            below[upper] += 1
    return {entry: (1 + above[at], size - below[at]) for at, entry in enumerate(fit.entries)}


def _sifted(fit: Fit) -> tuple[list[int], list[int], Iterable[tuple[int, int]]]:
    """How many are plainly above and below each, and the pairs that need a closer look."""
    size = len(fit.entries)
    if size > LARGE:
        try:
            from leaderboard.ratings import sieve  # noqa: PLC0415 - slow, optional
        except ImportError:
            pass
        else:
            found = sieve.sifted(fit)
            return found.above, found.below, found.open
    return [0] * size, [0] * size, combinations(range(size), 2)


def deals_to_settle(fit: Fit, a: int, b: int) -> int | None:
    """About how many more deals for each would settle their order if they went on like this.

    None if it is settled, if they are level, or if it would take for ever.
    """
    if settled(fit, a, b) or round(fit.difference(a, b), 9) == 0:
        return None
    now = min(fit.deals[fit.places[a]], fit.deals[fit.places[b]])
    low, high = now, 2 * now
    while not _would_settle(fit, a, b, high / now):
        low, high = high, 2 * high
        if high > _FAR_AHEAD:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if _would_settle(fit, a, b, middle / now):
            high = middle
        else:
            low = middle
    return high - now


def _would_settle(fit: Fit, a: int, b: int, more: float) -> bool:
    """Whether so many times the deals would do, the error shrinking with their root."""
    now = min(fit.deals[fit.places[a]], fit.deals[fit.places[b]])
    error = fit.error(a, b) / math.sqrt(more)
    deviate = student.as_normal(abs(fit.difference(a, b)) / error, max(1.0, now * more - 1))
    return deviate >= max(simultaneous(len(fit.entries)), anytime(error * error))


def chances_to_be_first(fit: Fit, order: Sequence[int]) -> dict[int, float]:
    """The chance of each entry to be the best, by draws that are always the same.

    They are made in the order given, best first: by names and ratings, not by numbers.
    """
    chances = dict.fromkeys(order, 0.0)
    if len(order) == 2:
        best, other = order
        chances[best] = fit.above(best, other)
        chances[other] = 1 - chances[best]
        return chances
    contenders = order[:_CONTENDERS]
    for wins, entry in zip(_wins(fit, contenders), contenders, strict=True):
        chances[entry] = wins / (2 * _DRAWS)
    return chances


def _wins(fit: Fit, contenders: Sequence[int]) -> list[int]:
    """How often each has the largest strength of all in the draws."""
    places = [fit.places[entry] for entry in contenders]
    means = [fit.theta[at] - fit.theta[places[0]] for at in places]
    root = matrix.cholesky(_against(fit.covariance, places))
    freedoms = [fit.freedom(entry) for entry in contenders]
    numbers = normals()
    wins = [0] * len(contenders)
    for _ in range(_DRAWS):
        luck = next(numbers)
        scales = {freedom: _scale(luck, freedom) for freedom in set(freedoms)}
        drawn = [next(numbers) for _ in root]
        errors = [0.0, *(matrix.dot(row, drawn) for row in root)]
        errors = [scales[f] * error for f, error in zip(freedoms, errors, strict=True)]
        for sign in (1, -1):
            values = [mean + sign * error for mean, error in zip(means, errors, strict=True)]
            wins[values.index(max(values))] += 1
    return wins


def _against(covariance: Sequence[Sequence[float]], places: Sequence[int]) -> list[list[float]]:
    """The covariance of differences from the first; their common level would drown them."""
    first, *rest = places
    return [
        [
            covariance[i][j]
            - covariance[i][first]
            - covariance[first][j]
            + covariance[first][first]
            for j in rest
        ]
        for i in rest
    ]


def _scale(luck: float, freedom: int) -> float:
    """Makes Student's variable of a normal one: one over the root of a chi square per degree.

    By Wilson and Hilferty's cube; the floor keeps one degree of freedom from a root of nothing.
    """
    part = 2 / (9 * freedom)
    scale: float = max(1 - part + luck * math.sqrt(part), 0.05) ** -1.5
    return scale
