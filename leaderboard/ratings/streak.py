"""How much it tells that a bot won, or lost, everything.

The fit puts such a bot at a finite place only because of its prior, and its spread there says
nothing: no result tells how much better than all others it is. What results do tell is how
unlikely they would be if it were no better than some place x. A deal counts once: to beat
everybody one met in it is as likely as to win one race against them all (Plackett and Luce),

    P(x) = 1 / (1 + sum of exp(theta of opponent - x)),

for matches that share a deal share its luck. Twice the sum of -log P is the likelihood ratio
against "anywhere", and its root is read like a normal deviate. That gives a bound on one side, and
for a pair the best case for the claim "they are equal": the smallest sum of this ratio and of what
it costs to move the other one, which is known with an error, up to x.

A bot that lost everything is the same in a mirror.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Places = Sequence[float]
"""Thetas by position in the fit."""


@dataclass(frozen=True, slots=True)
class Streak:
    """The deals of one who won or lost everything."""

    sign: int
    """1 for one who won, -1 for one who lost."""
    deals: tuple[tuple[tuple[int, ...], int], ...]
    """Positions of those met in a deal, and how many such deals there were."""

    def ratio(self, x: float, theta: Places, other: int = -1) -> float:
        """Twice the log likelihood ratio against place x, where `other`, if named, is too."""
        sign = self.sign
        total = 0.0
        for met, number in self.deals:
            odds = sum(1.0 if j == other else math.exp(sign * (theta[j] - x)) for j in met)
            total += number * math.log1p(odds)
        return 2 * total

    def without(self, other: int) -> "Streak":
        """The deals in which that one was not met."""
        return Streak(self.sign, tuple(deal for deal in self.deals if other not in deal[0]))

    def bound(self, theta: Places, deviate: float) -> float:
        """The place on the near side that is just so many deviates away."""
        near, far = min(theta) - 40.0, max(theta) + 40.0
        if self.sign < 0:
            near, far = far, near
        for _ in range(80):
            middle = (near + far) / 2
            if self.ratio(middle, theta) > deviate * deviate:
                near = middle
            else:
                far = middle
        return near

    def against(self, other: int, theta: Places, variance: float) -> float:
        """Deviates by which one is apart from another whose place is known with this variance."""

        def cost(x: float) -> float:
            return self.ratio(x, theta, other) + (x - theta[other]) ** 2 / variance

        return math.sqrt(_least(cost, theta))


def opposite(winner: Streak, loser: Streak, loser_at: int, winner_at: int, theta: Places) -> float:
    """Deviates between one who won and one who lost everything."""
    rest = loser.without(winner_at)

    def cost(x: float) -> float:
        return winner.ratio(x, theta, loser_at) + rest.ratio(x, theta)

    return math.sqrt(_least(cost, theta))


def _least(cost: Callable[[float], float], theta: Places) -> float:
    """The least value of a convex function, by golden section."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = min(theta) - 10.0, max(theta) + 10.0
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = cost(left), cost(right)
    for _ in range(40):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = cost(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = cost(right)
    return min(at_left, at_right)
