"""How large a deviate must be for a claim; `ranks` says why."""

import math
from functools import cache
from typing import Final

from leaderboard.ratings import student

LEVEL: Final = 0.05
"""The chance of a false claim that is put up with."""
EFFECT: Final = 1.0
"""The size of differences, in logits, that are to be found soonest."""
STREAK: Final = math.sqrt(2 * math.log(4 / LEVEL))
"""The same for one who won or lost everything, whose variance nobody knows."""


@cache
def simultaneous(size: int) -> float:
    """The deviate that none of all comparisons of so many equal bots exceeds, with 95 %."""
    pairs = max(size * (size - 1) // 2, 1)
    outside = -math.expm1(math.log1p(-LEVEL) / pairs)
    return -student.NORMAL.inv_cdf(outside / 2)


def anytime(variance: float) -> float:
    """The deviate that no look at two equal bots ever exceeds, with 95 %."""
    effect = EFFECT * EFFECT
    return math.sqrt(
        (1 + variance / effect) * (math.log1p(effect / variance) - 2 * math.log(LEVEL))
    )
