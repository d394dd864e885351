"""The pairings still to be played: cut into chunks, put back when lost, given up at last.

Pure. A chunk is a stretch of the schedule, about `CHUNK_S` long by the times measured so far; a
match that is longer is a chunk by itself, and no chunk to be given ahead, for another worker may
be free sooner. What a dead worker was playing comes back to the front. The same match cannot stop
a tournament: after `MOST_LOSSES` workers lost with it, it is tried alone, and if it then takes
another worker down it is condemned. Workers that die whatever they play are another matter: then
the machine is the trouble, and no match.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import Final

from arena.tournament.errors import WorkersFail
from arena.tournament.formats import Pairing

CHUNK_S: Final = 0.5
FIRST_CHUNK: Final = 8
LARGEST_CHUNK: Final = 64
"""As many as a bot usually plays at once, in a chunk of the usual length; in longer and shorter
ones in proportion. If one dies they are played again one by one."""
SMALLEST_LIMIT: Final = 16
MOST_LOSSES: Final = 3
MOST_LOSSES_IN_A_ROW: Final = 12


class Line:
    """Walks through pairings in their order."""

    def __init__(self, pairings: Iterator[Pairing], chunk_s: float = CHUNK_S) -> None:
        self._pairings = pairings
        self._chunk_s = chunk_s
        self._largest = max(SMALLEST_LIMIT, round(LARGEST_CHUNK * chunk_s / CHUNK_S))
        self._again: deque[tuple[Pairing, ...]] = deque()
        self._waiting: deque[Pairing] = deque()
        """What was taken from the pairings and found no room in a chunk."""
        self._per_match_s: dict[tuple[int, int], float] = {}
        """How long a match takes, as measured lately, by game and entry."""
        self._losses: Counter[int] = Counter()
        self._lost_in_a_row = 0

    def cut(self) -> tuple[Pairing, ...]:
        """The next chunk; empty when the line is done."""
        if self._again:
            return self._again.popleft()
        chunk: list[Pairing] = []
        left_s = self._chunk_s
        while (pairing := self._take()) is not None:
            left_s -= self._expected_s(pairing)
            if chunk and (left_s < 0 or len(chunk) == self._largest):
                self._waiting.appendleft(pairing)
                break
            chunk.append(pairing)
        return tuple(chunk)

    def cut_ahead(self) -> tuple[Pairing, ...]:
        """A chunk to be played after another; empty if there is none that is played like that."""
        chunk = self.cut()
        if len(chunk) > 1:
            return chunk
        if chunk:
            self._again.appendleft(chunk)
        return ()

    def played(self, chunk: Sequence[Pairing], elapsed_s: float) -> None:
        """A chunk was played in that time."""
        for pairing in chunk:
            for entry in pairing.seats:
                self._per_match_s[pairing.game, entry] = elapsed_s / len(chunk)
        self._lost_in_a_row = 0

    def lost(self, chunks: Sequence[Sequence[Pairing]]) -> Pairing | None:
        """The worker died that had these: they are played again, but for one that is given up."""
        self._lost_in_a_row += 1
        if self._lost_in_a_row == MOST_LOSSES_IN_A_ROW:
            raise WorkersFail(
                f"{MOST_LOSSES_IN_A_ROW} workers died one after the other without a match played; "
                "look what kills them, as too little memory"
            )
        pairings = [pairing for chunk in chunks for pairing in chunk]
        self._losses.update(pairing.number for pairing in pairings)
        if len(pairings) == 1 and self.losses(pairings[0]) >= MOST_LOSSES:
            return pairings[0]
        for chunk in chunks:
            if any(self.losses(pairing) >= MOST_LOSSES for pairing in chunk):
                self._again.extend((pairing,) for pairing in chunk)
            else:
                self._again.append(tuple(chunk))
        return None

    def losses(self, pairing: Pairing) -> int:
        """How many workers died while they played it."""
        return self._losses[pairing.number]

    def _expected_s(self, pairing: Pairing) -> float:
        """How long a match is going to take: as its slowest bot, or as some have taken."""
        known = self._per_match_s
        told = [known[pairing.game, one] for one in pairing.seats if (pairing.game, one) in known]
        return max(told or known.values(), default=CHUNK_S / FIRST_CHUNK)

    def _take(self) -> Pairing | None:
        return self._waiting.popleft() if self._waiting else next(self._pairings, None)
