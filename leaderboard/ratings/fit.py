"""The official rating: one fit to all results of a pool at once.

Theory of operation
-------------------
Each bot has a strength theta; the chance that i finishes before j is logistic(theta_i - theta_j),
a tie is half a point for each (Bradley and Terry). A normal prior of TrueSkill's width keeps
strengths finite. Their most probable values are found by Newton's method; the problem is concave,
so there is one answer, and with it the order of results, of bots and of names cannot matter. Sums
run over integers in sorted order, which makes that true to the last bit.

How sure it is: matches of one deal share its luck, so the deal is the unit of evidence. Where H is
the curvature and u the score of each deal (what happened minus what was expected, per bot), the
covariance of theta is the sandwich H^-1 M H^-1, M being the sum of u u^T plus the prior's part.
Two corrections matter while deals are few. The sum is scaled by n/(n-1), n being the deals of a
bot, and mixed with what the model expects it to be, as if that had been seen in `_MODEL_DEALS`
deals: otherwise two copies of one bot, which share the points of every deal, would be called equal
without any error. Intervals take Student's distribution with n - 1 degrees of freedom. If all bots
are in all deals, that is the usual clustered estimate with G deals; if they are not, a bot is not
credited with deals it never saw.

Only differences mean something. Ratings are shown around 25 on TrueSkill's scale, 25 being the
mean of those who neither won nor lost everything: one whose place is unknown on one side would
lend everybody its uncertainty. Such a one is bounded on the other side by `streak`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.ratings import solving, student
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.solving import Solved, field_of
from leaderboard.ratings.streak import Streak, opposite

MODEL: Final = "fit/1"
"""Names this method and its settings wherever ratings made by it are kept."""

MIDDLE: Final = 25.0
LOGIT: Final = math.sqrt(2) * (25 / 6) / 1.702
"""A unit of theta on TrueSkill's scale, whose play varies by 25/6 around a bot's strength."""
UPPER: Final = 0.025
"""What an interval of 95 % leaves out on each side."""
LARGE: Final = 200
"""Entries beyond which a group is solved with numpy, if that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What is known about the strengths of one group of entries that met."""

    entries: tuple[int, ...]
    theta: tuple[float, ...]
    """Strengths in logits, in the order of entries, as everything below."""
    covariance: Sequence[Sequence[float]]
    deals: tuple[int, ...]
    """In how many deals an entry took part."""
    streaks: Mapping[int, Streak]
    """By position, of those who won or lost everything."""
    centre: float
    """Of theta: shown as 25."""
    spreads: tuple[float, ...]
    """Standard errors of theta against the centre."""
    places: Mapping[int, int]
    """The position of each entry."""

    def freedom(self, entry: int) -> int:
        """Degrees of freedom of an entry's standard errors."""
        return max(1, self.deals[self.places[entry]] - 1)

    def rating(self, entry: int) -> float:
        """On TrueSkill's scale."""
        return self._shown(self.theta[self.places[entry]])

    def half_width(self, entry: int) -> float:
        """Of the interval of 95 % against the field."""
        at = self.places[entry]
        return LOGIT * student.quantile(UPPER, self.freedom(entry)) * self.spreads[at]

    def low(self, entry: int) -> float | None:
        """The lower bound; none for one who lost everything."""
        return self._bound(entry, -1)

    def high(self, entry: int) -> float | None:
        """The upper bound; none for one who won everything."""
        return self._bound(entry, 1)

    def difference(self, a: int, b: int) -> float:
        """How far a is above b, in logits."""
        return self.theta[self.places[a]] - self.theta[self.places[b]]

    def error(self, a: int, b: int) -> float:
        """The standard error of their difference."""
        i, j = self.places[a], self.places[b]
        if not self._is_streak(i, j):
            return self._error(i, j)
        difference, deviate = self.difference(a, b), self.deviate(a, b)
        return abs(difference / deviate) if difference and deviate else self._error(i, j)

    def pair_freedom(self, a: int, b: int) -> int:
        """Degrees of freedom of that error."""
        return min(self.freedom(a), self.freedom(b))

    def deviate(self, a: int, b: int) -> float:
        """How sure it is that a is above b, as a normal deviate: 1.96 is 97.5 %."""
        i, j = self.places[a], self.places[b]
        if self._is_streak(i, j):
            return self._streak_deviate(i, j)
        return student.as_normal(
            self.difference(a, b) / self._error(i, j), self.pair_freedom(a, b)
        )

    def above(self, a: int, b: int) -> float:
        """How probable it is that a is stronger than b."""
        return student.NORMAL.cdf(self.deviate(a, b))

    def is_streak(self, a: int, b: int) -> bool:
        """Whether one of them won or lost everything."""
        return self._is_streak(self.places[a], self.places[b])

    def _shown(self, theta: float) -> float:
        return MIDDLE + LOGIT * (theta - self.centre)

    def _bound(self, entry: int, side: int) -> float | None:
        streak = self.streaks.get(self.places[entry])
        if streak is None:
            return self.rating(entry) + side * self.half_width(entry)
        if streak.sign == side:
            return None
        bound = self._shown(streak.bound(self.theta, student.quantile(UPPER, math.inf)))
        return side * max(side * bound, side * self.rating(entry))

    def _error(self, i: int, j: int) -> float:
        rows = self.covariance
        return math.sqrt(max(rows[i][i] + rows[j][j] - 2 * rows[i][j], 1e-300))

    def _is_streak(self, i: int, j: int) -> bool:
        return i in self.streaks or j in self.streaks

    def _streak_deviate(self, i: int, j: int) -> float:
        one, other = self.streaks.get(i), self.streaks.get(j)
        if one is None or (other is not None and one.sign < other.sign):
            return -self._streak_deviate(j, i)
        if other is None:
            return one.sign * one.against(j, self.theta, self._variance(j))
        if one.sign != other.sign:
            return opposite(one, other, j, i, self.theta)
        # Both won all they played, and never each other: all there is to tell them apart is how
        # much each of them won.
        a, b = self.entries[i], self.entries[j]
        return student.as_normal(
            self.difference(a, b) / self._error(i, j), self.pair_freedom(a, b)
        )

    def _variance(self, at: int) -> float:
        """Of one's place, wide enough to be used as if it were normal."""
        freedom = self.freedom(self.entries[at])
        wider = student.quantile(UPPER, freedom) / student.quantile(UPPER, math.inf)
        return float(self.spreads[at] * wider) ** 2 + 1e-12


def fit(evidence: Evidence, group: Sequence[int] | None = None) -> Fit:
    """The strengths of one group of entries; of all if none is named.

    Sums run in the order of the group. Given by name, the result does not depend on numbers.
    """
    if group is None:
        met = evidence.encounters()
        group = sorted({one.first for one in met} | {one.second for one in met})
    places = {entry: at for at, entry in enumerate(group)}
    solved = _solver(len(places))(evidence, places)
    field = field_of(solved.streaks, len(places))
    return Fit(
        entries=tuple(group),
        theta=tuple(solved.theta),
        covariance=solved.covariance,
        deals=tuple(solved.deals),
        streaks=solved.streaks,
        centre=sum(solved.theta[at] for at in field) / len(field) if field else 0.0,
        spreads=tuple(solved.spreads),
        places=places,
    )


def _solver(size: int) -> Callable[[Evidence, Mapping[int, int]], Solved]:
    """Who solves a field of so many: the lists cost its cube, and arrays take long to load."""
    if size > LARGE:
        try:
            from leaderboard.ratings import arrays  # noqa: PLC0415 - slow, optional
        except ImportError:
            return solving.solve  # the same, in its own time
        return arrays.solve
    return solving.solve
