"""Numbers that look like chance and are the same for everybody, on every machine.

The standard generator would do, but ratings may not import it: what depends on chance is easily
made to depend on who called before. This is SplitMix64 of Steele, Lea and Flood.
"""

from collections.abc import Iterator
from typing import Final

from leaderboard.ratings.student import NORMAL

_WORD: Final = (1 << 64) - 1


def normals(seed: int = 1) -> Iterator[float]:
    """Independent normal numbers, without end."""
    quantile = NORMAL.inv_cdf
    state = seed
    while True:
        state = state + 0x9E3779B97F4A7C15 & _WORD
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        mixed ^= mixed >> 31
        yield quantile(((mixed >> 12) + 0.5) / (1 << 52))
