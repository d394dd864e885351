"""What counts: the one rule by which results enter a table, whoever shows it.

A block is one deal in several seat orders, so that luck of deal and seat cancels. It counts when
it is complete, and then as a whole: half a block would tell who sat where. A match that is void
takes its block out. Of a bot that was taken out of the tournament nothing counts, for anybody.
What was skipped was not played.

Of a match in which a program was killed two ends are stored, for nobody knows who did it. For the
first three of a bot, by pairing, that of the second try counts, and from then on the crash: who
kills his own program gains three matches at the most, the same ones with any number of workers.
"""

import math
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import Final

from leaderboard.values import Pool, Result

ROTATIONS: Final = "rotations"
"""The word of a tournament whose blocks have one match for each seat; others have every order."""


def block_size(players: int, seat_orders: str) -> int:
    """How many matches make a block complete."""
    return players if seat_orders == ROTATIONS else math.factorial(players)


MOST_REPLAYS: Final = 3
"""How many matches of a bot in a tournament count as they ended when they were played again."""


class Doubts:
    """Tells which end of a match counts; results come in by pairing."""

    def __init__(self) -> None:
        self._replays: Counter[int] = Counter()

    def settle(self, result: Result) -> Result:
        """The result with one end: of the replay, or of the program that was killed."""
        killed = result.killed
        if killed is None or result.status == "skipped":
            return result
        both = zip(result.entries, killed.doubted, strict=True)
        doubted = {entry for entry, doubt in both if doubt}
        if all(self._replays[entry] < MOST_REPLAYS for entry in doubted):
            self._replays.update(doubted)
            return replace(result, killed=None)
        return replace(
            result,
            status="done",
            ranks=killed.ranks,
            faults=tuple(fault is not None for fault in killed.faults),
            scores=killed.scores,
            killed=None,
        )


def settled(results: Iterable[Result]) -> Iterator[Result]:
    """All results, each with the end that counts."""
    return map(Doubts().settle, results)


class Blocks:
    """Gathers results into blocks, and gives each block out when it is complete.

    If results come in by pairing, blocks go out by their last pairing; within a block results
    stand by pairing.
    """

    def __init__(self, seat_orders: str, benched: Container[int] = ()) -> None:
        self._seat_orders = seat_orders
        self._benched = benched
        self._open: dict[int, list[Result]] = {}
        self._spoilt: set[int] = set()
        """Blocks that will never be complete."""

    def add(self, result: Result) -> list[Result]:
        """The results that count from now on: all of a block, or none."""
        number = result.block
        if result.status != "done" or any(entry in self._benched for entry in result.entries):
            self._spoilt.add(number)
            self._open.pop(number, None)
        if number in self._spoilt:
            return []
        block = self._open.setdefault(number, [])
        block.append(result)
        if len(block) < block_size(result.pool.players, self._seat_orders):
            return []
        return sorted(self._open.pop(number), key=lambda one: one.pairing)

    def waiting(self) -> Counter[Pool]:
        """How many matches wait for the rest of their block, by pool."""
        return Counter(one.pool for block in self._open.values() for one in block)


def counting(
    results: Iterable[Result], seat_orders: str, benched: Container[int] = ()
) -> tuple[list[Result], Counter[Pool]]:
    """Those of all results that count, block by block, and how many wait; results by pairing."""
    blocks = Blocks(seat_orders, benched)
    known = [one for result in settled(results) for one in blocks.add(result)]
    return known, blocks.waiting()
