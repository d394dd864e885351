"""How often a schedule lets whom meet whom, and who sits where."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arena.tournament.formats.port import Pairing


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often who meets whom, and who sits where."""

    pairs: dict[tuple[int, int], int]
    """Matches by two entries, the lower number first."""
    seats: dict[tuple[int, int], int]
    """Matches by entry and seat."""


def coverage(pairings: Iterable[Pairing]) -> Coverage:
    """The counts of a schedule, in the order of entries."""
    pairs: Counter[tuple[int, int]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    for pairing in pairings:
        seats.update((entry, seat) for seat, entry in enumerate(pairing.seats))
        pairs.update(combinations(sorted(pairing.seats), 2))
    return Coverage(dict(sorted(pairs.items())), dict(sorted(seats.items())))
