"""TrueSkill for three seats and more, by passing messages.

Each seat plays with a performance around its strength, and each pair of neighbours in the result
tells that the better one's performance was ahead by a margin, or within it. Both facts are
approximated by normal distributions that are sent up and down the chain of neighbours until they
settle. Schedule and the moment to stop are those of the `trueskill` package, so that both agree;
what takes its time there, a graph of objects, is four lists of numbers here.

A normal distribution is kept as its precision and precision times mean: products are sums then,
and one that says nothing is (0, 0).
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

Moments = Callable[[float, float], tuple[float, float]]
"""Shift and narrowing of a difference, given its lead and the margin in units of its spread."""

_ROUNDS: Final = 10
_SETTLED: Final = 1e-4
"""As the package has them."""


class Chain:
    """Performances of seats in the order of the result, and what neighbours tell about them."""

    def __init__(
        self,
        means: Sequence[float],
        variances: Sequence[float],
        rules: Sequence[Moments],
        margin: float,
    ) -> None:
        self._prior = [(1 / v, m / v) for m, v in zip(means, variances, strict=True)]
        self._rules = rules
        self._margin = margin
        self._told = [(0.0, 0.0)] * len(rules)
        """What each result tells about the difference of its two neighbours."""
        self._left = [(0.0, 0.0)] * len(means)
        """What the result on the left of a seat tells about it, and below, on the right."""
        self._right = [(0.0, 0.0)] * len(means)

    def settle(self) -> list[tuple[float, float]]:
        """What all results together tell about each performance."""
        last = len(self._rules) - 1
        for _ in range(_ROUNDS):
            change = 0.0
            for at in range(last):
                change = max(change, self._compare(at))
                self._send_right(at)
            for at in range(last, 0, -1):
                change = max(change, self._compare(at))
                self._send_left(at)
            if change <= _SETTLED:
                break
        self._send_left(0)
        self._send_right(last)
        return [(a + c, b + d) for (a, b), (c, d) in zip(self._left, self._right, strict=True)]

    def _compare(self, at: int) -> float:
        """Learn from one result; by how much that changes what is known of the difference."""
        pi1, tau1 = self._without_right(at)
        pi2, tau2 = self._without_left(at + 1)
        pi = pi1 * pi2 / (pi1 + pi2)
        tau = (tau1 * pi2 - tau2 * pi1) / (pi1 + pi2)
        root = math.sqrt(pi)
        shift, narrowing = self._rules[at](tau / root, self._margin * root)
        told_pi = pi * narrowing / (1 - narrowing)
        told_tau = (tau * narrowing + root * shift) / (1 - narrowing)
        before_pi, before_tau = self._told[at]
        self._told[at] = told_pi, told_tau
        return max(abs(told_tau - before_tau), math.sqrt(abs(told_pi - before_pi)))

    def _without_right(self, at: int) -> tuple[float, float]:
        (pi, tau), (more_pi, more_tau) = self._prior[at], self._left[at]
        return pi + more_pi, tau + more_tau

    def _without_left(self, at: int) -> tuple[float, float]:
        (pi, tau), (more_pi, more_tau) = self._prior[at], self._right[at]
        return pi + more_pi, tau + more_tau

    def _send_right(self, at: int) -> None:
        """To the worse of two neighbours: the better one's performance minus the difference."""
        pi1, tau1 = self._told[at]
        pi2, tau2 = self._without_right(at)
        self._left[at + 1] = pi1 * pi2 / (pi1 + pi2), (tau2 * pi1 - tau1 * pi2) / (pi1 + pi2)

    def _send_left(self, at: int) -> None:
        """To the better one: the worse one's performance plus the difference."""
        pi1, tau1 = self._told[at]
        pi2, tau2 = self._without_left(at + 1)
        self._right[at] = pi1 * pi2 / (pi1 + pi2), (tau2 * pi1 + tau1 * pi2) / (pi1 + pi2)
