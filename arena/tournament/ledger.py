"""What has come of a tournament so far: results in order, who is benched, what counts.

Pure. Results arrive in any order and are entered by pairing number, as far as there is no gap, so
that nothing depends on the number of workers: the same bot is benched after the same match, and
the table so far is that of the same matches. Which of them count is told by the same function as
for the stored leaderboard.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from leaderboard.ratings.counting import Doubts
from leaderboard.ratings.table import Fold
from leaderboard.values import Result


@dataclass
class Bench:
    """Takes bots out: after too many faults in a row, by pairing number."""

    limit: int
    """How many faults in a row are too many; 0 never benches anybody."""
    out: dict[int, int] = field(default_factory=dict)
    """Who was taken out after which pairing."""
    _in_a_row: Counter[int] = field(default_factory=Counter)

    def take(self, pairing: int, entries: Sequence[int], faults: Sequence[bool]) -> list[int]:
        """Count a result; whom it takes out."""
        gone = []
        for entry, fault in zip(entries, faults, strict=True):
            self._in_a_row[entry] = self._in_a_row[entry] + 1 if fault else 0
            if fault and self._in_a_row[entry] == self.limit and entry not in self.out:
                self.out[entry] = pairing
                gone.append(entry)
        return gone

    def skips(self, pairing: int, seats: Sequence[int]) -> bool:
        """Whether a pairing is not to be played any more."""
        return any(entry in self.out and pairing > self.out[entry] for entry in seats)

    @property
    def reason(self) -> str:
        """Why somebody is out."""
        return f"benched after {self.limit} faults in a row"


def taken_out(results: Iterable[Result], limit: int) -> dict[int, int]:
    """Whom results in pairing order take out, and after which of them."""
    bench, doubts = Bench(limit), Doubts()
    for result in results:
        if bench.skips(result.pairing, result.entries):
            continue
        settled = doubts.settle(result)
        if settled.status == "done":
            bench.take(settled.pairing, settled.entries, settled.faults)
    return bench.out


@dataclass
class Ledger:
    """Enters results in pairing order, whatever order they come in."""

    bench: Bench
    seat_orders: str
    """Which decides when a block is complete."""
    absent: Container[int] = ()
    """Who is not in the field any more: nothing of them counts."""
    next_number: int = 1
    """The first pairing that is still missing."""
    stale: bool = False
    """Whether something was folded that does not count any more: then `recount` is due."""
    _early: dict[int, Result] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._fold = self._new_fold()
        self._doubts = Doubts()

    def enter(self, result: Result) -> list[int]:
        """Take a result; whom it, or one that waited for it, takes out."""
        self._early[result.pairing] = result
        gone: list[int] = []
        while self.next_number in self._early:
            gone += self._count(self._early.pop(self.next_number))
            self.next_number += 1
        return gone

    def recount(self, results: Iterable[Result]) -> None:
        """Fold again from all stored results, of which some do not count any more."""
        self._fold = self._new_fold()
        for result in results:
            if result.pairing < self.next_number:
                self._fold.take(result)
        self.stale = False

    def fold(self) -> Fold:
        """What has come of everything before `next_number`."""
        if self.stale:
            raise RuntimeError("what counts has changed: recount first")
        return self._fold

    def _new_fold(self) -> Fold:
        return Fold(self.seat_orders, self.bench.out, self.absent)

    def _count(self, result: Result) -> list[int]:
        if self.bench.skips(result.pairing, result.entries):
            return []  # what was played, or was void, before its turn does not count any more
        result = self._doubts.settle(result)
        self._fold.take(result)
        if result.status != "done":
            return []
        gone = self.bench.take(result.pairing, result.entries, result.faults)
        self.stale = self.stale or bool(gone)
        return gone
