"""A place that is no process: chunks come back in any order, and some are lost."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.tournament.contest import Contest, Fixture
from arena.tournament.places import Chunk, Returned
from arena.tournament.results import pool_of, unplayed_match
from arena.tournament.worker import PlayedChunk
from leaderboard.values import FinishedMatch, SeatResult


@dataclass
class FakePlace:
    """Returns chunks in any order and loses some, as chance has it."""

    contest: Contest
    tournament: str
    size: int
    chance: random.Random
    loses: Callable[[Chunk], bool] = lambda chunk: False
    faults: Callable[[int, int], bool] = lambda pairing, entry: False
    """Whether an entry fails in a pairing."""
    before_taking: Callable[[], None] = lambda: None
    spoils: Callable[[int], bool] = lambda pairing: False
    """Whether the host spoils a pairing."""
    _busy: dict[int, list[Chunk]] = field(default_factory=dict)

    @property
    def busy(self) -> bool:
        return bool(self._busy)

    def idle(self) -> list[int]:
        return [slot for slot in range(self.size) if slot not in self._busy]

    def ahead(self) -> list[int]:
        return [slot for slot, (first, *more) in self._busy.items() if len(first) > 1 > len(more)]

    def submit(self, slot: int, chunk: Chunk) -> None:
        self._busy.setdefault(slot, []).append(chunk)

    def take(self, timeout_s: float) -> Returned | None:
        self.before_taking()
        slot = self.chance.choice(sorted(self._busy))
        chunks = self._busy[slot]
        if any(map(self.loses, chunks)):
            return Returned(slot, tuple(self._busy.pop(slot)), None)
        chunk = chunks.pop(self.chance.randrange(len(chunks)))
        if not chunks:
            del self._busy[slot]
        matches = tuple(map(self._play, chunk))
        return Returned(slot, (chunk,), PlayedChunk(matches, 0.05 * len(chunk)))

    def kill(self) -> None:
        self._busy.clear()

    def _play(self, fixture: Fixture) -> FinishedMatch:
        pairing = fixture.pairing
        game, setup = self.contest.games[pairing.game]
        pool = pool_of(game, setup, self.contest.terms.conditions.control)
        if self.spoils(pairing.number):
            return unplayed_match(
                self.tournament, fixture, pool, status="void", reason="spoilt", attempts=3
            )
        ranks = [1, 2] if random.Random(pairing.number).random() < 0.6 else [2, 1]
        faults = [self.faults(pairing.number, entry) for entry in pairing.seats]
        if any(faults):
            ranks = [2 if fault else 1 for fault in faults]
        return FinishedMatch(
            tournament=self.tournament,
            pairing=pairing.number,
            generation=pairing.generation,
            pool=pool,
            deal=pairing.deal,
            block=pairing.block,
            termination="crash" if any(faults) else "normal",
            seats=tuple(
                SeatResult(entry=entry, rank=rank, fault="crash" if fault else None)
                for entry, rank, fault in zip(pairing.seats, ranks, faults, strict=True)
            ),
            record={"moves": []},
        )
