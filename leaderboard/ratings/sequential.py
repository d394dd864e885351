"""Tests of whether one bot is better than another that may stop at any time.

Both work on scores of deals, each in [0, 1]: the share of points of a block with two seats, a
bot's mean score over all pairs of seats in a deal with more. Nothing but independence of deals is
assumed of how scores are distributed.

`Sprt` is the generalised sequential probability ratio test: the likelihood of the scores seen
under the best distribution with mean `high`, over that under the best one with mean `low`. "Best"
is exact: among distributions on the values seen, and 0 and 1, the likeliest with a given mean has
weights n / (1 + t(x - mean)) with the t that makes the mean right. (The usual normal form takes
the variance from the sample, and ten won blocks, which have none, are proof of anything.)

`EProcess` bets on scores above one half with several stakes at once. Its capital is a martingale
if the mean is one half, so it reaches 20 with a chance of at most 1/20, ever; who looks when he
likes loses nothing.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Verdict = Literal["better", "not better"]
STAKES: Final = (0.1, 0.2, 0.4, 0.8, 1.2, 1.6)
ENOUGH: Final = 20.0
"""The capital that rejects equality at 5 %."""
LEAST: Final = 1e-6
"""The smallest chance, and difference, that anybody can have in mind."""
_LARGEST: Final = 1e300
"""Nobody needs more, and it stays a number."""
_PADDING: Final = 1e-3
"""What 0 and 1 weigh if nobody has seen them: there must be values on both sides of a mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """A test of mean score `low` against `high`, with chances alpha and beta to be wrong."""

    alpha: float = 0.05
    beta: float = 0.05
    low: float = 0.50
    high: float = 0.60

    def __post_init__(self) -> None:
        if not (LEAST <= self.alpha < 0.5 and LEAST <= self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between {LEAST:.6f} and 0.5")
        if not LEAST <= self.low < self.high <= 1 - LEAST:
            raise ValueError("low and high lie between 0 and 1, low below high")
        if self.high - self.low < LEAST:
            raise ValueError(f"high is {LEAST:.6f} above low at the least: no test ends else")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which it ends."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, counts: Mapping[float, float]) -> float:
        """The log likelihood ratio of scores, given how often each was seen."""
        padded = {0.0: _PADDING, 1.0: _PADDING}
        padded.update((score, count) for score, count in counts.items() if count > 0)
        values = sorted(padded.items())
        low, high = _tilt(values, self.low), _tilt(values, self.high)
        return sum(
            count * math.log((1 + low * (x - self.low)) / (1 + high * (x - self.high)))
            for x, count in values
        )

    def verdict(self, counts: Mapping[float, float]) -> Verdict | None:
        """What has been found; nothing while the test goes on."""
        lower, upper = self.bounds
        ratio = self.llr(counts)
        return "better" if ratio >= upper else "not better" if ratio <= lower else None


def _tilt(values: list[tuple[float, float]], mean: float) -> float:
    """The t that makes the mean of the likeliest weights right, by bisection."""
    low, high = -1 / (values[-1][0] - mean), 1 / (mean - values[0][0])
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(count * (x - mean) / (1 + middle * (x - mean)) for x, count in values) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


class EProcess:
    """The capital of one who bets that scores are above one half."""

    def __init__(self) -> None:
        self._capital = [1.0] * len(STAKES)

    def add(self, score: float) -> None:
        """Settle the bets on one deal."""
        for at, stake in enumerate(STAKES):
            grown = self._capital[at] * (1 + stake * (score - 0.5))
            self._capital[at] = min(grown, _LARGEST)

    @property
    def value(self) -> float:
        """What one unit has become."""
        return sum(self._capital) / len(STAKES)


def e_value(scores: Iterable[float]) -> float:
    """The capital after these scores."""
    process = EProcess()
    for score in scores:
        process.add(score)
    return process.value
