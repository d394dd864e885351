"""Student's t distribution, from the continued fraction of the incomplete beta function."""

import math
from typing import Final

_STEPS: Final = 1000
_ENOUGH: Final = 1e-16
_TINY: Final = 1e-300


def cdf(t: float, df: float) -> float:
    """The probability of a value up to `t` with `df` degrees of freedom."""
    tail = _tail(abs(t), df)
    return 1 - tail if t > 0 else tail


def two_sided(t: float, df: float) -> float:
    """The probability of a value at least as far from 0 as `t`."""
    return min(1.0, 2 * _tail(abs(t), df))


def quantile(p: float, df: float) -> float:
    """The value that is not exceeded with probability `p`, which lies between 0 and 1."""
    if not 0 < p < 1:
        raise ValueError("a quantile needs a probability between 0 and 1")
    if p < 0.5:
        return -quantile(1 - p, df) if p > _ENOUGH else -_where(p, df)
    return _where(1 - p, df)


def _where(tail: float, df: float) -> float:
    """Where so much is left beyond, by halving."""
    low, high = 0.0, 1.0
    while _tail(high, df) > tail:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if _tail(middle, df) > tail:
            low = middle
        else:
            high = middle


def _tail(t: float, df: float) -> float:
    """What lies beyond `t`, which is not negative."""
    if df <= 0:
        raise ValueError("there is no distribution without degrees of freedom")
    whole = df + t * t
    return 0.5 * _beta(df / 2, 0.5, df / whole, t * t / whole)


def _beta(a: float, b: float, x: float, y: float) -> float:
    """The regularised incomplete beta function at `x`, where y = 1 - x is known exactly."""
    if x <= 0 or y <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, y, x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(front + a * math.log(x) + b * math.log(y)) * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction, by Lentz's method."""
    c, d = 1.0, 1 / _far(1 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, _STEPS):
        double = a + 2 * step
        for part in (
            step * (b - step) * x / ((double - 1) * double),
            -(a + step) * (a + b + step) * x / (double * (double + 1)),
        ):
            d = 1 / _far(1 + part * d)
            c = _far(1 + part / c)
            change = c * d
            value *= change
        if abs(change - 1) < _ENOUGH:
            break
    return value


def _far(value: float) -> float:
    """The value, kept away from 0."""
    return value if abs(value) > _TINY else _TINY
