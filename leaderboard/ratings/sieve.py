"""Which orders of a large field are plain, and which need a closer look; with numpy.

A table of 2,000 has two million pairs, and a tail of Student's costs as much as fifty sums. Nearly
all of them can be told without: by Wallace, the normal deviate z that is as unusual as a t of
Student's with n degrees of freedom lies within

    w * sqrt(1 - 1 / (2n))  <=  z  <=  w,        w = sqrt(n * log(1 + t * t / n)).

So a pair whose lower bound passes is sure, one whose upper bound does not is none, and the few
between are looked at as in a small table: the same claims are made as there.

One who won or lost everything is bounded by what it would cost to put it where the other is. Its
pairs are never counted here, only left out where even that is too little.

D. L. Wallace, Bounds on normal approximations to Student's and the chi-square distributions, 1959.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leaderboard.ratings.fit import Fit
from leaderboard.ratings.streak import Streak
from leaderboard.ratings.student import LARGEST_Z, MANY
from leaderboard.ratings.thresholds import EFFECT, LEVEL, STREAK, simultaneous

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]

_CARE: Final = 1e-6
"""By which part bounds are widened, for rounding."""


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is plain, by position, and what is not."""

    above: list[int]
    """How many are surely above each."""
    below: list[int]
    """How many are surely below each."""
    open: Iterable[tuple[int, int]]
    """The pairs that need a closer look."""


def sifted(fit: Fit) -> Sifted:
    """All pairs of a field, sifted."""
    theta, deals = np.array(fit.theta), np.array(fit.deals)
    covariance = np.array(fit.covariance)
    freedom = np.maximum(1, deals - 1)
    bar = simultaneous(len(theta))
    streak = np.zeros(len(theta), bool)
    streak[list(fit.streaks)] = True
    own = np.diag(covariance)
    sure, may = np.zeros((2, *covariance.shape), bool)
    for at in range(len(theta)):  # row by row, for all at once would take a lot of memory
        variance = np.maximum(own[at] + own - 2 * covariance[at], 1e-300)
        least, most = _deviates(
            np.abs(theta[at] - theta) / np.sqrt(variance), np.minimum(freedom[at], freedom)
        )
        # Of two with such a streak only the common one of them needs this; it does for both.
        needed = np.where(
            streak[at] | streak, max(bar, STREAK), np.maximum(bar, _anytime(variance))
        )
        sure[at], may[at] = least >= needed * (1 + _CARE), most >= needed * (1 - _CARE)
    _bound_streaks(fit, theta, may, max(bar, STREAK) * (1 - _CARE))
    sure[streak, :] = sure[:, streak] = False
    np.fill_diagonal(sure, val=False)
    higher = theta[:, None] > theta[None, :]
    first, second = np.nonzero(np.tril(may & ~sure, -1))
    return Sifted(
        above=(sure & ~higher).sum(1).tolist(),
        below=(sure & higher).sum(1).tolist(),
        open=zip(first.tolist(), second.tolist(), strict=True),
    )


def _deviates(t: Floats, freedom: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The least and the most that the normal deviates can be."""
    wide = np.where(freedom >= MANY, t, np.sqrt(freedom * np.log1p(t * t / freedom)))
    most = np.minimum(wide, LARGEST_Z)
    return most * np.sqrt(1 - 0.5 / freedom), most


def _anytime(variance: Floats) -> Floats:
    """As `thresholds.anytime`."""
    effect = EFFECT * EFFECT
    bar: Floats = np.sqrt(
        (1 + variance / effect) * (np.log1p(effect / variance) - 2 * math.log(LEVEL))
    )
    return bar


def _bound_streaks(fit: Fit, theta: Floats, may: Truths, needed: float) -> None:
    """Leave out pairs with a streak that cannot reach what is needed."""
    signs = np.zeros(len(theta), int)
    for at, streak in fit.streaks.items():
        signs[at] = streak.sign
    costs = {at: _cost(streak, theta) for at, streak in fit.streaks.items()}
    for at, streak in fit.streaks.items():
        most = costs[at].copy()
        others = signs == 0  # among equals the spread decides, as for anybody
        if streak.sign > 0:  # and one who lost everything, left where it is
            others |= signs < 0
            for loser in np.flatnonzero(signs < 0).tolist():
                most[loser] += costs[loser][loser]
        may[at, others] = may[others, at] = (np.sqrt(most) >= needed)[others]


def _cost(streak: Streak, theta: Floats) -> Floats:
    """Twice the log likelihood ratio against being where each of the others is."""
    total = np.zeros(len(theta))
    for met, number in streak.deals:
        odds = sum(np.exp(streak.sign * (theta[j] - theta)) for j in met)
        total += number * np.log1p(odds)
    return 2 * total
