"""What of a schedule this runner plays, when others may play the same tournament.

Theory of operation. The schedule is walked through in stretches of `STRETCH` numbers. A stretch is
claimed before anything of it is played, and given back when all of it is stored. What others have
stored of it by then is looked up once, after it was claimed: before, it could still grow. A
stretch that somebody else has is set aside and looked at again now and then: either all of it is
stored one day, or its runner is gone and it is ours. Where nothing is shared nothing is asked.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from arena.tournament.formats import Pairing, Pairings
from leaderboard.claims import Claims
from leaderboard.values import Result

STRETCH: Final = 64
"""A second of short matches: that much is played twice if a runner dies at the wrong moment."""
_LOOK_S: Final = 1.0
"""How often what others have is looked at."""

Range = tuple[int, int]
"""The first and the last of numbers without a gap."""


class Share:
    """Gives out pairings that nobody else plays, in their order as far as that can be."""

    def __init__(
        self,
        pairings: Pairings,
        stored: Sequence[Range],
        claims: Claims,
        *,
        look: Callable[[int, int], Sequence[Result]],
        seen: Callable[[Sequence[Result]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`look` finds what is stored between two numbers, `seen` is told what others played."""
        self._pairings = pairings
        self._claims = claims
        self._look = look
        self._seen = seen
        self._clock = clock
        self._looked = clock()
        self._aside: dict[int, list[Pairing]] = {}
        """Stretches that others have, oldest first."""
        self._open: dict[int, set[int]] = {}
        """What is still to be stored of the stretches that are ours."""
        self._walk = self._walking(_gaps(stored))

    @property
    def waiting(self) -> bool:
        """Whether something is left that others have."""
        return bool(self._aside)

    def __iter__(self) -> Iterator[Pairing]:
        """What is to be played now; later there may be more, if others have some."""
        yield from self._walk
        yield from self._look_again()

    def stored(self, numbers: Sequence[int]) -> None:
        """Pairings are stored: what is stored as a whole is given back."""
        if self._claims.shared:
            for number in numbers:
                stretch = number // STRETCH
                if (left := self._open.get(stretch)) is not None:
                    left.discard(number)
                    self._close(stretch)

    def _walking(self, missing: Iterator[int]) -> Iterator[Pairing]:
        for stretch, group in groupby(self._from(missing), lambda one: one.number // STRETCH):
            if not self._claims.shared:
                yield from group
                continue
            pairings = list(group)
            if self._claims.take(stretch):
                yield from self._ours(stretch, pairings)
            else:
                self._aside[stretch] = pairings
            if self._clock() - self._looked >= _LOOK_S:
                yield from self._look_again()

    def _from(self, missing: Iterator[int]) -> Iterator[Pairing]:
        """The pairings of numbers, told one by one: those between them cost nothing."""
        try:
            first = self._pairings[0].number
            for number in missing:
                if number >= first:
                    yield self._pairings[number - first]
        except IndexError:
            return  # that was the last one

    def _look_again(self) -> Iterator[Pairing]:
        """See to what others had."""
        self._looked = self._clock()
        for stretch, pairings in list(self._aside.items()):
            if self._claims.take(stretch):
                del self._aside[stretch]
                yield from self._ours(stretch, pairings)
                continue
            found = self._found(pairings)
            if len(found) == len(pairings):
                del self._aside[stretch]
                self._seen(found)

    def _ours(self, stretch: int, pairings: Sequence[Pairing]) -> Iterator[Pairing]:
        """What is left of a stretch that was just claimed."""
        found = self._found(pairings)
        if found:
            self._seen(found)
        known = {result.pairing for result in found}
        left = [pairing for pairing in pairings if pairing.number not in known]
        self._open[stretch] = {pairing.number for pairing in left}
        self._close(stretch)
        yield from left

    def _found(self, pairings: Sequence[Pairing]) -> list[Result]:
        numbers = {pairing.number for pairing in pairings}
        stored = self._look(min(numbers), max(numbers))
        return [result for result in stored if result.pairing in numbers]

    def _close(self, stretch: int) -> None:
        """Give a stretch back that is stored as a whole."""
        if not self._open[stretch]:
            del self._open[stretch]
            self._claims.give_back(stretch)


def _gaps(stored: Sequence[Range]) -> Iterator[int]:
    """All numbers from 1 that are in none of these, without end."""
    number = 1
    for first, last in stored:
        yield from range(number, first)
        number = last + 1
    while True:
        yield number
        number += 1
