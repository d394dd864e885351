"""Plain counts over results: matches, blocks, and who stood before whom."""

from dataclasses import dataclass
from itertools import combinations

from leaderboard.values import Result, Tally


@dataclass(slots=True)
class _Count:
    matches: int = 0
    blocks: int = 0
    last_block: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    voids: int = 0


class Tallies:
    """The counts of one pool, by entry. Results of a block come together, blocks in any order."""

    def __init__(self) -> None:
        self._counts: dict[int, _Count] = {}

    def add(self, result: Result) -> None:
        """Count a result that counts."""
        entries = [self._of(number) for number in result.entries]
        block = result.block
        for one, fault in zip(entries, result.faults, strict=True):
            one.matches += 1
            if one.last_block != block:
                one.blocks, one.last_block = one.blocks + 1, block
            one.faults += fault
        for (one, rank1), (other, rank2) in combinations(
            zip(entries, result.ranks, strict=True), 2
        ):
            if rank1 == rank2:
                one.draws += 1
                other.draws += 1
            else:
                better, worse = (one, other) if rank1 < rank2 else (other, one)
                better.wins += 1
                worse.losses += 1

    def add_void(self, result: Result) -> None:
        """Note for whom a match was spoilt."""
        for number in result.entries:
            self._of(number).voids += 1

    def tallies(self) -> dict[int, Tally]:
        """By entry, in order; those without a match that counts are left out."""
        return {
            number: Tally(
                matches=one.matches,
                blocks=one.blocks,
                wins=one.wins,
                draws=one.draws,
                losses=one.losses,
                faults=one.faults,
                voids=one.voids,
            )
            for number, one in sorted(self._counts.items())
            if one.matches
        }

    def _of(self, number: int) -> _Count:
        found = self._counts.get(number)
        if found is None:
            found = self._counts[number] = _Count()
        return found
