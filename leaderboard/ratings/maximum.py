"""The most probable strengths of a Bradley-Terry model with a normal prior, by Newton's method."""

import math
from collections.abc import Sequence
from typing import Final

from leaderboard.ratings import matrix

Pair = tuple[int, int, int, int]
"""Two positions, the half points of the first, and how often they were compared."""

SCALE: Final = 1.702
"""Takes a normal distribution function to the logistic one that is nearest to it."""
PRIOR: Final = SCALE * math.sqrt(2)
"""How widely strengths are spread beforehand: twice what play varies, as with TrueSkill."""
PRECISION: Final = 1 / PRIOR**2
NEWTON_STEPS: Final = 100
CLOSE: Final = 1e-11


def maximum(pairs: Sequence[Pair], size: int) -> list[float]:
    """The most probable strengths."""
    theta = [0.0] * size
    height = _height(theta, pairs)
    for _ in range(NEWTON_STEPS):
        triangle = matrix.cholesky(curvature(theta, pairs))
        step = matrix.solve(triangle, _slope(theta, pairs))
        # The last steps change the height by less than its rounding, so they are not asked.
        close = max(map(abs, step), default=0.0) < 1e-4
        part = 1.0
        while True:
            moved = [one + part * by for one, by in zip(theta, step, strict=True)]
            reached = _height(moved, pairs)
            if close or reached >= height:
                break
            part /= 2
        theta, height = moved, reached
        if max(map(abs, step), default=0.0) < CLOSE:
            break
    return theta


def curvature(theta: Sequence[float], pairs: Sequence[Pair]) -> list[list[float]]:
    """Minus the second derivatives: what is known of strengths if comparisons are independent."""
    size = len(theta)
    rows = [[0.0] * size for _ in range(size)]
    for i, j, _, count in pairs:
        chance = logistic(theta[i] - theta[j])
        weight = count * chance * (1 - chance)
        rows[i][j] -= weight
        rows[j][i] -= weight
        rows[i][i] += weight
        rows[j][j] += weight
    for at in range(size):
        rows[at][at] += PRECISION
    return rows


def logistic(x: float) -> float:
    """The chance of one that is x stronger."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    odds = math.exp(x)
    return odds / (1 + odds)


def _slope(theta: Sequence[float], pairs: Sequence[Pair]) -> list[float]:
    slope = [-PRECISION * one for one in theta]
    for i, j, halves, count in pairs:
        rest = halves / 2 - count * logistic(theta[i] - theta[j])
        slope[i] += rest
        slope[j] -= rest
    return slope


def _height(theta: Sequence[float], pairs: Sequence[Pair]) -> float:
    height = -PRECISION / 2 * sum(one * one for one in theta)
    for i, j, halves, count in pairs:
        x = theta[i] - theta[j]
        # log(1 + exp(-x)), and the same for a loss
        missed = math.log1p(math.exp(-abs(x))) + max(-x, 0.0)
        height -= count * missed + (count - halves / 2) * x
    return height
