"""What the fit needs to know of results: who scored how much against whom, deal by deal.

Every pair of seats of a match is a comparison, so tables of two, three and four are one path. Only
integers are kept: for each deal and pair of entries the half points of the one with the smaller
number, and how often they were compared. Whatever is computed later is made of sorted sums of
these, and so the order in which results arrive makes no difference, not even in the last bit.

A million matches have to pass in about a second, and stay in little memory. Hence one flat
dictionary whose keys are one integer (deal, entry, entry) and whose values are one integer (half
points, comparisons); and when it has many, they are put away in arrays. A deal that comes up again
later stands there twice, and is added up when it is read.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from typing import Final

from leaderboard.values import Result

PLACE_BITS: Final = 20
"""For the number of an entry in a key: a million entries."""
MASK: Final = (1 << PLACE_BITS) - 1
_PAIR: Final = (1 << 2 * PLACE_BITS) - 1
SHIFT: Final = 32
"""Comparisons of a pair in one deal stand below this bit, half points above."""
COUNT: Final = (1 << SHIFT) - 1
_MOST_OPEN: Final = 4096
"""Cells in the dictionary."""
_LOST: Final = 1
_DREW: Final = (1 << SHIFT) + 1
_WON: Final = (2 << SHIFT) + 1


@dataclass(frozen=True, slots=True, order=True)
class Encounter:
    """How two entries fared against each other."""

    first: int
    second: int
    halves: int
    """Half points of the first: two for a win, one for a tie."""
    count: int
    """Comparisons."""


Cluster = tuple[Encounter, ...]
"""All encounters in one deal, by entries: what shares a deal shares its luck."""


class Evidence:
    """The comparisons of one pool, which has one number of players."""

    def __init__(self) -> None:
        self._cells: defaultdict[int, int] = defaultdict(int)
        self._deals_away, self._pairs_away, self._cells_away = array("q"), array("q"), array("q")

    def add(self, result: Result) -> None:
        """Take in a result that counts; a bot's own copy at the same table teaches nothing."""
        if len(self._cells) >= _MOST_OPEN:
            self._put_away()
        if len(result.entries) != 2:
            self._add_many(result)
            return
        one, other = result.entries
        rank1, rank2 = result.ranks
        if one > other:
            one, other, rank1, rank2 = other, one, rank2, rank1
        elif one == other:
            return
        self._cells[((result.deal << PLACE_BITS | one) << PLACE_BITS) | other] += (
            _WON if rank1 < rank2 else _LOST if rank2 < rank1 else _DREW
        )

    def _add_many(self, result: Result) -> None:
        deal, cells = result.deal << PLACE_BITS, self._cells
        for (one, rank1), (other, rank2) in combinations(
            sorted(zip(result.entries, result.ranks, strict=True)), 2
        ):
            if one != other:
                cells[(deal | one) << PLACE_BITS | other] += (
                    _WON if rank1 < rank2 else _LOST if rank2 < rank1 else _DREW
                )

    def encounters(self) -> tuple[Encounter, ...]:
        """The totals of all pairs that met, in order."""
        totals: defaultdict[int, int] = defaultdict(int)
        for pair, cell in zip(self._pairs_away, self._cells_away, strict=True):
            totals[pair] += cell
        for key, cell in self._cells.items():
            totals[key & _PAIR] += cell
        return tuple(_encounter(*total) for total in sorted(totals.items()))

    def met(self) -> list[tuple[int, int]]:
        """All pairs that met, in order."""
        pairs = {*self._pairs_away, *(key & _PAIR for key in self._cells)}
        return [(pair >> PLACE_BITS, pair & MASK) for pair in sorted(pairs)]

    def clusters(self) -> tuple[tuple[Cluster, int], ...]:
        """Deals that went alike, each with how many there are; in order.

        With a deal for each block there are few different ones, however many were played.
        """
        alike = Counter(self._deals())
        return tuple(
            (tuple(_encounter(pair, cell) for pair, cell in cells), number)
            for cells, number in sorted(alike.items())
        )

    def columns(self) -> "tuple[array[int], array[int], array[int]]":
        """All of it as it is kept: deals, pairs of entries, half points with comparisons.

        A row is one deal and pair; what came in at different times may stand in several.
        """
        self._put_away()
        return self._deals_away, self._pairs_away, self._cells_away

    def _deals(self) -> Iterator[tuple[tuple[int, int], ...]]:
        self._put_away()
        away = zip(self._deals_away, self._pairs_away, self._cells_away, strict=True)
        for _, deal in groupby(sorted(away), key=itemgetter(0)):
            yield tuple(
                (pair, sum(cell for _, _, cell in same))
                for pair, same in groupby(deal, key=itemgetter(1))
            )

    def _put_away(self) -> None:
        """From the dictionary into the arrays, which take a tenth of the memory."""
        for key, cell in self._cells.items():
            self._deals_away.append(key >> 2 * PLACE_BITS)
            self._pairs_away.append(key & _PAIR)
            self._cells_away.append(cell)
        self._cells.clear()


def _encounter(pair: int, cell: int) -> Encounter:
    """Unpacked from a key and a value."""
    return Encounter(pair >> PLACE_BITS & MASK, pair & MASK, cell >> SHIFT, cell & COUNT)


def groups(evidence: Evidence) -> tuple[tuple[int, ...], ...]:
    """Entries that met, directly or through others; larger groups first, then by number.

    Between two groups nothing is known, so they are not put into one order.
    """
    root: dict[int, int] = {}

    def find(entry: int) -> int:
        while root.setdefault(entry, entry) != entry:
            root[entry] = entry = root[root[entry]]
        return entry

    for first, second in evidence.met():
        root[find(first)] = find(second)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for entry in sorted(root):
        members[find(entry)].append(entry)
    return tuple(sorted((tuple(group) for group in members.values()), key=lambda g: (-len(g), g)))
