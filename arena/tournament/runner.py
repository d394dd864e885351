"""Plays what is missing of a tournament: chunks out, results in, everything stored once.

Theory of operation. The schedule is a pure function, so all a runner remembers is which numbers
are stored; it walks through the rest in order and cuts it into chunks, each within one run of the
schedule and about `CHUNK_S` long by the times measured so far. A slot that comes free gets its
next chunk before the results of the last one are stored, so that workers do not wait for disks.
Only the runner writes, one transaction for each chunk; a match counts once whatever happens,
because its number is unique in the store.

A chunk whose worker died is played again, from the front of the line. The same match cannot
stop a tournament: after `MOST_LOSSES` workers lost with it, it is tried alone, and if it then
takes another worker down it is stored as void.
"""

import enum
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arena.tournament.bench import Bench
from arena.tournament.contest import Contest
from arena.tournament.errors import WorkersFail
from arena.tournament.events import (
    BotBenched,
    Event,
    MatchFinished,
    MatchStarted,
    RatingChanged,
    TournamentStopping,
    WorkerLost,
)
from arena.tournament.formats.round_robin import Pairing
from arena.tournament.places.local import Chunk, LocalSlots, Returned
from arena.tournament.results import stored_entries, unplayed_match
from leaderboard.database import Database
from leaderboard.ratings.table import Fold, make_tables, standing_json
from leaderboard.values import FinishedMatch, Result, SeatResult, Status, match_id

CHUNK_S: Final = 0.5
FIRST_CHUNK: Final = 8
LARGEST_CHUNK: Final = 256
MOST_LOSSES: Final = 3
MOST_LOSSES_IN_A_ROW: Final = 12
RATING_EVERY: Final = 200
"""After how many matches the table is told again."""
_POLL_S: Final = 0.2


class Ending(enum.Enum):
    """How a run of a tournament ended."""

    COMPLETE = "complete"
    STOPPED = "stopped"


@dataclass
class Brake:
    """How others stop a runner: what is being played is finished, nothing more is begun."""

    gently: bool = False


@dataclass
class Frontier:
    """Brings results into pairing order, whatever order they come in."""

    next_number: int = 1
    _early: dict[int, Result | None] = field(default_factory=dict)

    def add(self, number: int, result: Result | None) -> list[Result]:
        """Take a result, or None for a pairing that counts in nothing; what is in order now."""
        self._early[number] = result
        ready = []
        while self.next_number in self._early:
            following = self._early.pop(self.next_number)
            if following is not None:
                ready.append(following)
            self.next_number += 1
        return ready


@dataclass
class _Line:
    """The pairings still to be played, cut into chunks."""

    pairings: Iterator[Pairing]
    again: deque[Chunk] = field(default_factory=deque)
    _next: Pairing | None = None

    def cut(self, size: int) -> Chunk:
        """The next chunk of at most `size` pairings; empty when the line is done."""
        if self.again:
            return self.again.popleft()
        first = self._take()
        if first is None:
            return ()
        chunk = [first]
        for following in iter(self._take, None):
            if following.run != first.run or len(chunk) == size:
                self._next = following
                break
            chunk.append(following)
        return tuple(chunk)

    def _take(self) -> Pairing | None:
        taken, self._next = self._next, None
        return taken if taken is not None else next(self.pairings, None)


@dataclass
class Runner:
    """Plays a contest into a database and tells what happens."""

    tournament: str
    contest: Contest
    database: Database
    tell: Callable[[Event], None]
    brake: Brake
    _fold: Fold = field(default_factory=Fold, init=False)
    _frontier: Frontier = field(default_factory=Frontier, init=False)
    _skipped: list[FinishedMatch] = field(default_factory=list, init=False)
    """Pairings of benched bots that are still to be stored as skipped."""
    _condemned: list[FinishedMatch] = field(default_factory=list, init=False)
    """Pairings that took every worker down, still to be stored as void."""
    _per_match_s: dict[int, float] = field(default_factory=dict, init=False)
    """How long a match of each game takes, as measured lately."""
    _losses: Counter[int] = field(default_factory=Counter, init=False)
    _lost_in_a_row: int = field(default=0, init=False)
    _told_at: int = field(default=0, init=False)
    _stored: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._bench = Bench(self.contest.bench)

    def run(self, slots: LocalSlots) -> Ending:
        """Play until nothing is missing, or the brake is pulled."""
        line = _Line(self._missing(self._done_so_far()))
        self._fill(slots, line)
        stopping = False
        while len(slots.idle()) < slots.size:
            returned = slots.take(_POLL_S)
            if self.brake.gently and not stopping:
                stopping = True
                self.tell(TournamentStopping())
            if returned is not None:
                self._requeue(returned, line)
                self._fill(slots, line)
                self._store(returned)
        complete = not self.brake.gently or not line.cut(1)
        self._keep(self._condemned)
        return Ending.COMPLETE if complete else Ending.STOPPED

    def _done_so_far(self) -> set[int]:
        with self.database.reading() as store:
            done = store.done_pairings(self.tournament)
            results = store.results(self.tournament, everything=True)
            counted = {result.pairing: result for result in results}
        for number in sorted(done):
            self._advance(number, counted.get(number))
        self._stored = len(done)
        return done

    def _missing(self, done: set[int]) -> Iterator[Pairing]:
        """What is still to be played; pairings of benched bots are set aside."""
        for pairing in self.contest.schedule:
            if pairing.number in done:
                continue
            if self._bench.skips(pairing.number, pairing.seats):
                self._skipped.append(self._unplayed(pairing, "skipped", self._bench.reason))
            else:
                yield pairing

    def _fill(self, slots: LocalSlots, line: _Line) -> None:
        """Give every idle slot a chunk."""
        for slot in slots.idle():
            if self.brake.gently:
                return
            chunk = line.cut(self._chunk_size())
            if not chunk:
                return
            for pairing in chunk:
                self._tell_started(pairing)
            slots.submit(slot, chunk)

    def _chunk_size(self) -> int:
        if not self._per_match_s:
            return FIRST_CHUNK
        slowest = max(self._per_match_s.values())
        return max(1, min(LARGEST_CHUNK, round(CHUNK_S / max(slowest, 1e-6))))

    def _requeue(self, returned: Returned, line: _Line) -> None:
        """Put what a dead worker was playing back in front, as far as it may try again."""
        if returned.played is not None:
            game, count = returned.chunk[0].game, len(returned.chunk)
            self._per_match_s[game] = returned.played.elapsed_s / count
            self._lost_in_a_row = 0
            return
        ids = [match_id(self.tournament, pairing.number) for pairing in returned.chunk]
        self.tell(WorkerLost(matches=ids))
        self._lost_in_a_row += 1
        if self._lost_in_a_row == MOST_LOSSES_IN_A_ROW:
            raise WorkersFail(
                f"{MOST_LOSSES_IN_A_ROW} workers died one after the other without a match played; "
                "look what kills them, as too little memory"
            )
        self._losses.update(pairing.number for pairing in returned.chunk)
        tired = [one for one in returned.chunk if self._losses[one.number] >= MOST_LOSSES]
        if not tired:
            line.again.append(returned.chunk)
            return
        for pairing in returned.chunk:
            if len(returned.chunk) > 1:
                line.again.append((pairing,))
            else:
                lost = self._losses[pairing.number]
                reason = f"{lost} workers died while they played it"
                self._condemned.append(self._unplayed(pairing, "void", reason))

    def _store(self, returned: Returned) -> None:
        # A match is condemned only once another one shows that the machine is well.
        if returned.played is not None:
            self._keep([*returned.played.matches, *self._condemned])
            self._condemned = []

    def _keep(self, matches: Sequence[FinishedMatch]) -> None:
        """Store what was played, and what will not be."""
        kept = [self._unless_benched(match) for match in matches] + self._skipped
        self._skipped = []
        with self.database.writing() as store:
            store.add_matches(kept)
        self._stored += len(kept)
        for match in kept:
            self.tell(self._finished(match))
            self._advance(match.pairing, _result(match))
        if self._stored - self._told_at >= RATING_EVERY:
            self._told_at = self._stored
            self.tell_ratings()

    def _advance(self, number: int, result: Result | None) -> None:
        """Count a result when all before it are counted; it may be one too many for a bot."""
        for ready in self._frontier.add(number, result):
            if self._bench.skips(ready.pairing, ready.entries):
                continue  # it was played before its turn, and does not count any more
            self._fold.add(ready)
            for entry in self._bench.take(ready.pairing, ready.entries, ready.faults):
                self._take_out(entry, ready.pairing)

    def _take_out(self, entry: int, after: int) -> None:
        with self.database.writing() as store:
            store.bench(self.tournament, entry, self._bench.reason, after)
            counted = [one for one in store.results(self.tournament) if one.pairing <= after]
        self._fold = Fold()
        for result in counted:
            self._fold.add(result)
        name = self.contest.entries[entry].name
        self.tell(BotBenched(bot=name, pairing=after, reason=self._bench.reason))

    def _unless_benched(self, match: FinishedMatch) -> FinishedMatch:
        seats = [seat.entry for seat in match.seats]
        if not self._bench.skips(match.pairing, seats):
            return match
        return replace(
            match,
            status="skipped",
            attempts=0,
            termination=None,
            reason=self._bench.reason,
            turns=0,
            seats=tuple(SeatResult(entry=number, rank=None) for number in seats),
            record=None,
            logs={},
        )

    def tell_ratings(self) -> None:
        """Tell the table as it stands."""
        entries = stored_entries(self.contest.entries)
        with self.database.reading() as store:
            voids = store.voids(self.tournament)
        for table in make_tables(self._fold.scores(), entries, voids):
            self.tell(
                RatingChanged(
                    game=table.pool.game,
                    matches=self._frontier.next_number - 1,
                    standings=[standing_json(one) for one in table.standings],
                )
            )

    def _tell_started(self, pairing: Pairing) -> None:
        plan = self.contest.plan(pairing)
        self.tell(
            MatchStarted(
                match=match_id(self.tournament, pairing.number),
                commitment=plan.seeds.commitment,
            )
        )

    def _finished(self, match: FinishedMatch) -> MatchFinished:
        return MatchFinished(
            match=match_id(match.tournament, match.pairing),
            pairing=match.pairing,
            game=match.pool.game,
            status=match.status,
            termination=match.termination,
            reason=match.reason,
            seats=[
                {
                    "seat": number,
                    "bot": self.contest.entries[seat.entry].name,
                    "rank": seat.rank,
                    "score": seat.score,
                    "fault": seat.fault,
                }
                for number, seat in enumerate(match.seats)
            ],
        )

    def _unplayed(self, pairing: Pairing, status: Status, reason: str) -> FinishedMatch:
        """A pairing without a result."""
        plan, lost = self.contest.plan(pairing), self._losses[pairing.number]
        return unplayed_match(
            self.tournament, pairing, plan, status=status, reason=reason, attempts=lost
        )


def _result(match: FinishedMatch) -> Result | None:
    """What ratings need of a match; None if it does not count."""
    ranks = tuple(seat.rank for seat in match.seats if seat.rank is not None)
    if match.status != "done" or len(ranks) != len(match.seats):
        return None
    return Result(
        pool=match.pool,
        pairing=match.pairing,
        block=match.block,
        entries=tuple(seat.entry for seat in match.seats),
        ranks=ranks,
        faults=tuple(seat.fault is not None for seat in match.seats),
    )
