"""Student's distribution, which says how far a spread estimated from few deals can be trusted.

Tails come from the incomplete beta function by its continued fraction, evaluated by Lentz's
method; quantiles by bisection of the tail.
"""

import math
from functools import cache
from statistics import NormalDist
from typing import Final

NORMAL: Final = NormalDist()
LARGEST_Z: Final = 37.0
"""Beyond it a normal tail is too small to be a number."""
_TINY: Final = 1e-300
MANY: Final = 1e6
"""So many degrees of freedom are as good as infinitely many."""


def tail(t: float, freedom: float) -> float:
    """The chance of more than t, for t of 0 or more."""
    if freedom >= MANY:
        return 0.5 * math.erfc(t / math.sqrt(2))
    square = t * t
    return 0.5 * _beta(freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square))


@cache
def quantile(upper: float, freedom: float) -> float:
    """What is exceeded with the chance `upper`, at most one half."""
    low, high = 0.0, 1.0
    while tail(high, freedom) > upper:
        low, high = high, high * 2
    for _ in range(100):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if tail(middle, freedom) > upper:
            low = middle
        else:
            high = middle
    return high


def as_normal(t: float, freedom: float) -> float:
    """What is as unusual for a normal variable as t is for Student's."""
    chance = tail(abs(t), freedom)
    size = -NORMAL.inv_cdf(chance) if chance > _TINY else LARGEST_Z
    return math.copysign(min(max(size, 0.0), LARGEST_Z), t)


def _beta(a: float, b: float, x: float, rest: float) -> float:
    """The regularised incomplete beta function at x; `rest` is 1 - x, without rounding."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    )
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 500):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + step * d)
            c = _away(1 + step / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _away(value: float) -> float:
    """Kept from zero."""
    return value if abs(value) > _TINY else _TINY
