"""Plays what is missing of a tournament: chunks out, results in, everything stored once.

Theory of operation. The schedule is a pure function, so all a runner remembers is which numbers
are stored; it walks through the rest in order, as far as it is its *share*. What was stored before
it began is entered while it plays, a slice at a time, so that a long tournament goes on as soon as
a short one. The *line* says what is played next, the *ledger* what has come of it; both are pure.
A slot of the place gets its next chunk before the results of the last one are stored, and before
it is done with the one that it plays, so that workers wait neither for disks nor for the runner.
Only the runner writes, one transaction for each chunk, again if the database was away; a match
counts once whatever happens, because its number is unique in the store.
"""

import enum
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from arena.tournament.contest import Contest
from arena.tournament.events import (
    BotBenched,
    Event,
    MatchStarted,
    PlayedElsewhere,
    RatingChanged,
    TestLooked,
    TournamentStopping,
    WorkerLost,
    finished,
)
from arena.tournament.formats import Pairing, Pairings
from arena.tournament.ledger import Bench, Ledger
from arena.tournament.line import CHUNK_S, Line
from arena.tournament.patience import PatientClaims, steady
from arena.tournament.places import Place, Returned
from arena.tournament.results import pool_of, skipped_match, stored_entries, unplayed_match
from arena.tournament.room import Room
from arena.tournament.run import LEAST_BYTES
from arena.tournament.share import Range, Share
from leaderboard.claims import Claims, Unshared
from leaderboard.database import Database
from leaderboard.pruning import keep_newest_logs
from leaderboard.ratings.table import Table, make_tables
from leaderboard.retention import KEEP_ALL, KeepLogs, without_logs
from leaderboard.store import Store
from leaderboard.values import FinishedMatch, Pool, Result, Status, match_id

RATING_EVERY: Final = 200
"""After how many matches the table is told again."""
FIT_AGAIN: Final = 1.1
"""By how much the passes must have grown before ratings are fitted again: a fit costs more the
more there is to fit, so that all of them together cost as much as about ten at the end."""
_POLL_S: Final = 0.2
_LAST: Final = 2**31 - 1
"""The highest number that a pairing can have."""
_SLICE: Final = 1000
"""How many old results are entered between two looks at what is played."""


class Ending(enum.Enum):
    """How a run of a tournament ended."""

    COMPLETE = "complete"
    STOPPED = "stopped"
    TIME_UP = "time up"


@dataclass
class Brake:
    """How others stop a runner: what is being played is finished, nothing more is begun."""

    gently: bool = False
    time_up: Callable[[], bool] = lambda: False
    """Whether the time is over that was given."""

    @property
    def pulled(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.gently or self.time_up()


@dataclass
class Runner:
    """Plays a contest into a database and tells what happens."""

    tournament: str
    contest: Contest
    database: Database
    tell: Callable[[Event], None]
    brake: Brake
    now: Callable[[], int | None] = lambda: None
    """The date of what is stored, in microseconds since 1970."""
    claims: Claims = field(default_factory=Unshared)
    """What keeps other runners of this tournament from playing the same."""
    chunk_s: float = CHUNK_S
    """How long a chunk is, where it is played."""
    keep_logs: KeepLogs = KEEP_ALL
    least_bytes: int = LEAST_BYTES
    """How much must be free on the disk for more to be begun."""
    pause: Callable[[float], None] = time.sleep
    """Between two looks at what others are still playing, or at a disk that is full."""
    _skipped: list[FinishedMatch] = field(default_factory=list, init=False)
    """Pairings of benched bots that are still to be stored as skipped."""
    _condemned: list[FinishedMatch] = field(default_factory=list, init=False)
    """Pairings that took every worker down, still to be stored as void."""
    _stored: int = field(default=0, init=False)
    _told_at: int = field(default=0, init=False)
    _told: set[Pool] = field(default_factory=set, init=False)
    """The pools whose tables were told."""
    _fitted_at: int = field(default=0, init=False)
    """After how many passes the ratings were last fitted."""
    _share: Share = field(init=False)
    _before: Iterator[Sequence[Result]] = field(default_factory=lambda: iter(()), init=False)
    """What was stored before and is still to be entered."""
    _behind: bool = field(default=True, init=False)
    _benched_before: set[int] = field(default_factory=set, init=False)
    _earlier: list[Result] = field(default_factory=list, init=False)
    """What came of the generations before the one that is played."""

    def __post_init__(self) -> None:
        terms = self.contest.terms
        self._ledger = Ledger(Bench(terms.bench), terms.seat_orders, self.contest.absent)
        self._steady = steady(self.database, self.tell)
        self._room = Room(self.database.free_bytes, self.tell, self.least_bytes)

    def run(self, place: Place) -> Ending:
        """Play until nothing is missing, the brake is pulled, or the time is up."""
        stored = self._take_up()
        for number in count():
            pairings = self._generation(number, stored)
            if pairings == ():
                return Ending.COMPLETE
            self._share = Share(
                pairings,
                stored,
                PatientClaims(self.claims, self._steady),
                look=self._look,
                seen=self._seen,
            )
            if not self._play_share(place, self._share):
                return Ending.STOPPED if self.brake.gently else Ending.TIME_UP
        raise AssertionError("generations end")

    def _play_share(self, place: Place, share: Share) -> bool:
        """Play our part of a generation and see the rest stored; False if something is left."""
        while True:
            line = Line(self._missing(share), self.chunk_s)
            self._play(place, line)
            left = bool(line.cut())
            self._keep(self._condemned)
            self._condemned = []
            if left or not share.waiting:
                return not left
            if self.brake.pulled:
                return False
            self.pause(_POLL_S)

    def tell_ratings(self, *, fitted: bool = True) -> None:
        """Tell the table as it stands: with the ratings fitted, or the live estimate alone."""
        while self._catch_up():
            pass
        if self._ledger.stale:
            self._steady.read(lambda store: self._ledger.recount(store.results(self.tournament)))
        entries = stored_entries(self.contest.entries)
        tables = make_tables(self._ledger.fold().scores(entries if fitted else ()), entries)
        told = {table.pool for table in tables}
        # Where nothing counts any more, that is news as well.
        gone = [Table(pool, ()) for pool in sorted(self._told - told)]
        self._told |= told
        for table in (*gone, *tables):
            self.tell(RatingChanged(matches=self._ledger.next_number - 1, table=table))

    def _take_up(self) -> list[Range]:
        """The numbers that are stored; what came of them is entered later."""

        def ask(store: Store) -> tuple[list[Range], set[int]]:
            entries = store.entries(self.tournament)
            benched = {entry.number for entry in entries if entry.benched}
            return store.stored_ranges(self.tournament), benched

        stored, self._benched_before = self._steady.read(ask)
        self._stored = sum(last - first + 1 for first, last in stored)
        self._before = self._slices(stored)
        return stored

    def _slices(self, stored: Sequence[Range]) -> Iterator[Sequence[Result]]:
        """What came of numbers, a few at a time."""
        for first, last in stored:
            for start in range(first, last + 1, _SLICE):
                yield self._look(start, min(last, start + _SLICE - 1))

    def _catch_up(self) -> bool:
        """Enter a few results that were stored before; False if all of them are."""
        found = next(self._before, None)
        self._behind = found is not None
        for result in found or ():
            self._enter(result)
        return self._behind

    def _look(self, first: int, last: int) -> list[Result]:
        """What is stored between two numbers."""
        return self._steady.read(lambda store: list(store.results(self.tournament, first, last)))

    def _seen(self, results: Sequence[Result]) -> None:
        """Enter what others have played."""
        self._stored += len(results)
        self.tell(PlayedElsewhere(matches=len(results)))
        bench = self._ledger.bench
        for result in results:
            self._enter(result)
            if result.status == "done" and bench.skips(result.pairing, result.entries):
                # Who stored it did not know, and may never come to know.
                for entry in {*bench.out} & {*result.entries}:
                    self._bench(entry)

    def _generation(self, number: int, stored: Sequence[Range]) -> Pairings:
        """The pairings of a generation; what is played of it already has no part in them.

        If it is a new one, what those before it have shown is told.
        """
        if number == 0:
            return self.contest.format.generation(0, ())
        while self._catch_up():
            pass  # somebody may have to be benched
        before = self._before_generation(number)
        pairings = self.contest.format.generation(number, before)
        found = self.contest.format.finding(before)
        if found is not None and (pairings == () or not _within(pairings[0].number, stored)):
            self.tell(TestLooked(finding=found))
        return pairings

    def _before_generation(self, number: int) -> Sequence[Result]:
        """All results of earlier generations. They are complete, and are read once."""
        first = self._earlier[-1].pairing + 1 if self._earlier else 1
        self._earlier += self._steady.read(
            lambda store: [
                one
                for one in store.results(self.tournament, first, _LAST)
                if one.generation < number
            ]
        )
        return self._earlier

    def _missing(self, share: Share) -> Iterator[Pairing]:
        """What is to be played; pairings of who is benched or gone are set aside."""
        for pairing in share:
            if self._skips(pairing.number, pairing.seats):
                reason = self._ledger.bench.reason
            elif gone := [entry for entry in pairing.seats if entry in self.contest.absent]:
                reason = f"{self.contest.entries[gone[0]].name} is not in the field any more"
            else:
                yield pairing
                continue
            self._skipped.append(self._unplayed(pairing, "skipped", reason))

    def _skips(self, number: int, seats: Sequence[int]) -> bool:
        """Whether a pairing is not to be played any more.

        Who was benched before this runner began is so at whatever was still missing then.
        """
        return self._ledger.bench.skips(number, seats) or any(
            entry in self._benched_before for entry in seats
        )

    def _play(self, place: Place, line: Line) -> None:
        """Play a line, or stop when the brake is pulled."""
        self._fill(place, line)
        stopping = False
        while place.busy or (self._room.lacking and not self.brake.pulled):
            returned = None
            if place.busy:
                returned = place.take(0 if self._behind else _POLL_S)
            else:
                self.pause(_POLL_S)
            self._catch_up()
            if self.brake.pulled and not stopping:
                stopping = True
                self.tell(TournamentStopping())
            if returned is not None:
                self._put_back(returned, line)
            self._fill(place, line)
            if returned is not None:
                self._store(returned)

    def _fill(self, place: Place, line: Line) -> None:
        """Give every idle slot a chunk, and then those a second one that may have it."""
        if not self._room.look():
            return
        for slots, cut in ((place.idle, line.cut), (place.ahead, line.cut_ahead)):
            for slot in slots():
                if self.brake.pulled or not (chunk := cut()):
                    break
                fixtures = tuple(map(self.contest.fixture, chunk))
                for one in fixtures:
                    match = match_id(self.tournament, one.pairing.number)
                    self.tell(MatchStarted(match=match, commitment=one.seeds.commitment))
                place.submit(slot, fixtures)

    def _put_back(self, returned: Returned, line: Line) -> None:
        """Tell the line what became of what a slot had."""
        chunks = [[one.pairing for one in chunk] for chunk in returned.chunks]
        if returned.played is not None:
            line.played(chunks[0], returned.played.elapsed_s)
            return
        ids = tuple(match_id(self.tournament, one.number) for chunk in chunks for one in chunk)
        self.tell(WorkerLost(matches=ids))
        if (condemned := line.lost(chunks)) is not None:
            lost = line.losses(condemned)
            reason = f"{lost} workers died while they played it"
            self._condemned.append(self._unplayed(condemned, "void", reason, attempts=lost))

    def _store(self, returned: Returned) -> None:
        # A match is condemned only once another one shows that the machine is well.
        if returned.played is not None:
            self._keep([*returned.played.matches, *self._condemned])
            self._condemned = []

    def _keep(self, matches: Sequence[FinishedMatch]) -> None:
        """Store what was played, and what will not be."""
        bench = self._ledger.bench
        kept = [
            skipped_match(match, bench.reason)
            if self._skips(match.pairing, match.result.entries)
            else match
            for match in matches
        ] + self._skipped
        self._skipped = []
        self._steady.write(lambda store: self._add(store, kept))
        self._stored += len(kept)
        self._share.stored([match.pairing for match in kept])
        for match in kept:
            self.tell(finished(match, self.contest.entries))
            self._enter(match.result)
        if self._behind:
            return
        passes = (self._ledger.next_number - 1) // self.contest.format.in_a_pass
        due = passes > self._fitted_at * FIT_AGAIN
        if due or self._stored - self._told_at >= RATING_EVERY:
            self._told_at = self._stored
            self._fitted_at = passes if due else self._fitted_at
            self.tell_ratings(fitted=due)

    def _add(self, store: Store, matches: Sequence[FinishedMatch]) -> None:
        """Store matches, with those of their logs that are to be kept."""
        wanted = [one if self.keep_logs.wants(one) else without_logs(one) for one in matches]
        store.add_matches(wanted, stored_us=self.now())
        if self.keep_logs.last:
            keep_newest_logs(store, self.tournament, self.keep_logs.last)

    def _enter(self, result: Result) -> None:
        """Count a result when all before it are counted; it may be one too many for a bot."""
        bench = self._ledger.bench
        for entry in self._ledger.enter(result):
            self._bench(entry)
            name = self.contest.entries[entry].name
            self.tell(BotBenched(bot=name, pairing=bench.out[entry], reason=bench.reason))

    def _bench(self, entry: int) -> None:
        """Take an entry out of what is stored."""
        bench = self._ledger.bench
        reason, after = bench.reason, bench.out[entry]
        self._steady.write(lambda store: store.bench(self.tournament, entry, reason, after))

    def _unplayed(
        self, pairing: Pairing, status: Status, reason: str, attempts: int = 0
    ) -> FinishedMatch:
        """A pairing without a result."""
        game, setup = self.contest.games[pairing.game]
        return unplayed_match(
            self.tournament,
            self.contest.fixture(pairing),
            pool_of(game, setup, self.contest.terms.conditions.control),
            status=status,
            reason=reason,
            attempts=attempts,
        )


def _within(number: int, ranges: Sequence[Range]) -> bool:
    return any(first <= number <= last for first, last in ranges)
