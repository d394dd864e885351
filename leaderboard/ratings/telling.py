"""Which blocks would tell most about an order that is not known yet.

An order is known cut by cut: cut k is known when each of the first k is surely above each of the
rest, in the sense of `ranks`. What tells most about it is a block of the two, one of either side,
whose order is least sure. Cuts that are not known take turns, those among the first `top` places
before all others, and every second turn is that of cut `top` itself: who is among the first comes
before their order. Blocks of one plan are chosen one after the other, each as if those before it
had been played: they make what is known narrower, but do not move it.

Deviates are compared rounded, ties go by position: chance has no part in it.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from leaderboard.ratings.fit import Fit
from leaderboard.ratings.maximum import logistic
from leaderboard.ratings.thresholds import anytime, simultaneous

Table = tuple[int, ...]
_DIGITS: Final = 6
_NEAR: Final = 12
"""So many places on either side of a cut are looked at; nobody further off is less sure."""
_LEAST: Final = 1e-9


class Plan:
    """What would be known after the blocks that were chosen so far."""

    def __init__(self, fit: Fit, players: int, orders: int) -> None:
        """`orders` are the matches of a block, at tables of so many players."""
        self._entries = fit.entries
        self._theta = fit.theta
        self._spread = [list(row) for row in fit.covariance]
        self._players = players
        self._orders = orders
        self._order = sorted(range(len(fit.entries)), key=lambda at: (-self._strength(at), at))
        self._enough = simultaneous(len(fit.entries))

    def blocks(self, owed: Sequence[int], number: int, top: int) -> list[Table]:
        """So many tables: those who are owed one first, then what tells most."""
        tables: list[Table] = []
        places = {entry: at for at, entry in enumerate(self._entries)}
        seated: set[int] = set()
        for at in sorted(places[entry] for entry in owed):
            if at not in seated and len(tables) < number:
                table = self._filled([at])
                seated.update(table)
                tables.append(self._chosen(table))
        cuts = self._turns(top)
        while len(tables) < number:
            tables.append(self._chosen(self._filled(next(cuts))))
        return tables

    def _turns(self, top: int) -> Iterator[list[int]]:
        """Without end: the two who tell most about each cut that is not known, in turn."""
        last = len(self._order) - 1
        stretches = (range(1, min(top, last) + 1), range(top + 1, last + 1))
        while True:
            for cuts in stretches:
                found = [cut for cut in cuts if not self._known(cut)]
                if found:
                    break
            else:
                found = [*stretches[0]]  # all is known: it can become surer
            if top in found and len(found) > 1:
                found = [cut for other in found if other != top for cut in (top, other)]
            for cut in found:
                yield [*self._least_sure(cut)]

    def _least_sure(self, cut: int) -> tuple[int, int]:
        above = self._order[max(0, cut - _NEAR) : cut]
        below = self._order[cut : cut + _NEAR]
        return min(
            ((i, j) for i in above for j in below),
            key=lambda two: (self._deviate(*two), two),
        )

    def _known(self, cut: int) -> bool:
        """Whether a cut would be known."""
        i, j = self._least_sure(cut)
        return self._deviate(i, j) >= max(self._enough, anytime(self._variance(i, j)))

    def _filled(self, seated: list[int]) -> list[int]:
        """A table with these, and whoever is least sure to be above or below one of them."""
        table = list(seated)
        while len(table) < self._players:
            others = (at for at in range(len(self._entries)) if at not in table)
            table.append(
                min(others, key=lambda at: (min(self._deviate(at, one) for one in table), at))
            )
        return sorted(table)

    def _chosen(self, table: Sequence[int]) -> Table:
        """The table by entries, its block being played as far as spreads go."""
        for i, j in combinations(table, 2):
            chance = logistic(self._theta[i] - self._theta[j])
            told = max(self._orders * chance * (1 - chance), _LEAST)
            column = [row[i] - row[j] for row in self._spread]
            part = 1 / (1 / told + column[i] - column[j])
            for row, by in zip(self._spread, column, strict=True):
                share = part * by
                for at, value in enumerate(column):
                    row[at] -= share * value
        return tuple(self._entries[at] for at in table)

    def _deviate(self, i: int, j: int) -> float:
        """How sure the order of two is."""
        apart = abs(self._theta[i] - self._theta[j])
        return round(apart / math.sqrt(self._variance(i, j)), _DIGITS)

    def _variance(self, i: int, j: int) -> float:
        rows = self._spread
        return max(rows[i][i] + rows[j][j] - 2 * rows[i][j], _LEAST)

    def _strength(self, at: int) -> float:
        return round(self._theta[at], _DIGITS)
