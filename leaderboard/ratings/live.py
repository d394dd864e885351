"""TrueSkill, match by match: a rating is a normal distribution over a bot's strength.

Bots are frozen, so strength does not drift between matches (tau is 0). With two seats the update
has a closed form; with more `messages` are passed until they settle. Those who tie stand in a
chain then, in the order of their seats as with the `trueskill` package, and the result depends a
little on it; a block has every seat order. Both use the functions `v` and `w` below, which stay
exact where the usual quotient of two tiny numbers breaks down: at upsets of more than about 38
standard deviations.

https://www.microsoft.com/en-us/research/publication/trueskilltm-a-bayesian-skill-rating-system/
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from leaderboard.ratings.messages import Chain
from leaderboard.values import Rating, Result

MODEL: Final = "trueskill/1"
"""Names these formulas and settings wherever ratings made by them are kept."""

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""How much a bot's play varies from match to match."""

DRAW_PROBABILITY: Final = 0.10
"""How often equals are expected to draw. Fixed: a measured rate would make early ratings depend
on later matches."""

_DRAW_QUANTILE: Final = 0.12566134685507402
"""Where the normal distribution reaches (1 + DRAW_PROBABILITY) / 2."""
_DRAW_MARGIN: Final = _DRAW_QUANTILE * math.sqrt(2) * BETA
_BETA_2: Final = BETA * BETA
_ROOT_2: Final = math.sqrt(2)
_ROOT_2_PI: Final = math.sqrt(2 * math.pi)
_FAR: Final = 6.0
"""From here on tails are computed by their continued fraction."""
_DEPTH: Final = 60
_LARGEST: Final = 1 - 1e-9
"""`w` is below 1; in floating point it may arrive there, and no uncertainty would be left."""


START: Final = Rating(MU, SIGMA)
"""What is believed of a bot that nobody has seen."""


class Live:
    """The ratings of one pool, by entry. Results come in their order, which makes a difference."""

    def __init__(self) -> None:
        self.ratings: dict[int, Rating] = {}

    def add(self, result: Result) -> None:
        """Learn from a result that counts."""
        before = [self.ratings.get(number, START) for number in result.entries]
        self.ratings.update(zip(result.entries, rate(before, result.ranks), strict=True))


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after one match, in the order given. Rank 1 is best, equal ranks are ties."""
    if len(before) == 2:
        return _rate_two(before[0], before[1], ranks[0], ranks[1])
    return _rate_many(before, ranks)


def _rate_two(first: Rating, second: Rating, rank1: int, rank2: int) -> tuple[Rating, Rating]:
    if rank2 < rank1:
        winner, loser = _rate_two(second, first, rank2, rank1)
        return loser, winner
    var1, var2 = first.sigma * first.sigma, second.sigma * second.sigma
    spread2 = 2 * BETA * BETA + var1 + var2
    spread = math.sqrt(spread2)
    lead, margin = (first.mu - second.mu) / spread, _DRAW_MARGIN / spread
    v, w = _draw(lead, margin) if rank1 == rank2 else _win(lead, margin)
    return (
        Rating(first.mu + var1 / spread * v, first.sigma * math.sqrt(1 - var1 / spread2 * w)),
        Rating(second.mu - var2 / spread * v, second.sigma * math.sqrt(1 - var2 / spread2 * w)),
    )


def _rate_many(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    chain = Chain(
        [before[seat].mu for seat in order],
        [before[seat].sigma ** 2 + _BETA_2 for seat in order],
        [_draw if ranks[a] == ranks[b] else _win for a, b in pairwise(order)],
        _DRAW_MARGIN,
    )
    after = list(before)
    for seat, (pi, tau) in zip(order, chain.settle(), strict=True):
        after[seat] = _learn(before[seat], pi, tau)
    return tuple(after)


def _learn(before: Rating, pi: float, tau: float) -> Rating:
    """The rating of one whose performance is told to have this precision, and that times mean."""
    variance = before.sigma**2
    reach = variance / (1 + (_BETA_2 + variance) * pi)
    return Rating(
        before.mu + reach * (tau - pi * before.mu),
        math.sqrt(reach * (1 + _BETA_2 * pi)),
    )


def _win(lead: float, margin: float) -> tuple[float, float]:
    """Shift `v` and narrowing `w` when the first one wins, in units of the spread."""
    x = lead - margin
    if x > -_FAR:
        v = _density(x) / _below(x)
        return v, v * (v + x)
    tail = _tail(-x)
    return -x + tail, min((-x + tail) * tail, _LARGEST)


def _draw(lead: float, margin: float) -> tuple[float, float]:
    """The same for a draw."""
    if lead < 0:
        v, w = _draw(-lead, margin)
        return -v, w
    upper, lower = margin - lead, -margin - lead
    # Everything is divided by the density at `upper`, which may be too small to be a number.
    ratio = math.exp(-2 * lead * margin)
    if upper > -_FAR:
        inside = (_below(upper) - _below(lower)) / _density(upper)
    else:
        inside = 1 / (-upper + _tail(-upper)) - ratio / (-lower + _tail(-lower))
    v = (ratio - 1) / inside
    w = v * v + (upper - lower * ratio) / inside
    return v, min(max(w, 0.0), _LARGEST)


def _density(x: float) -> float:
    return math.exp(-0.5 * x * x) / _ROOT_2_PI


def _below(x: float) -> float:
    """The normal distribution."""
    return 0.5 * math.erfc(-x / _ROOT_2)


def _tail(z: float) -> float:
    """The density at z over what lies beyond it, minus z: 1/(z + 2/(z + 3/(z + ...)))."""
    value = 0.0
    for number in range(_DEPTH, 0, -1):
        value = number / (z + value)
    return value
