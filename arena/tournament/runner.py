"""Plays what is missing of a tournament: chunks out, results in, everything stored once.

Theory of operation. The schedule is a pure function, so all a runner remembers is which numbers
are stored; it walks through the rest in order. The *line* says what is played next, the *ledger*
what has come of it; both are pure. A slot of the place gets its next chunk before
the results of the last one are stored, and before it is done with the one that it plays, so that
workers wait neither for disks nor for the runner. Only the runner
writes, one transaction for each chunk; a match counts once whatever happens, because its number
is unique in the store.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from arena.tournament.contest import Contest
from arena.tournament.events import (
    BotBenched,
    Event,
    MatchStarted,
    RatingChanged,
    TestLooked,
    TournamentStopping,
    WorkerLost,
    finished,
)
from arena.tournament.formats import Pairing, Pairings
from arena.tournament.ledger import Bench, Ledger
from arena.tournament.line import Line
from arena.tournament.places import Place, Returned
from arena.tournament.results import pool_of, skipped_match, stored_entries, unplayed_match
from leaderboard.database import Database
from leaderboard.ratings.table import Table, make_tables
from leaderboard.values import FinishedMatch, Pool, Result, Status, match_id

RATING_EVERY: Final = 200
"""After how many matches the table is told again."""
FIT_AGAIN: Final = 1.1
"""By how much the passes must have grown before ratings are fitted again: a fit costs more the
more there is to fit, so that all of them together cost as much as about ten at the end."""
_POLL_S: Final = 0.2


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

    def __post_init__(self) -> None:
        terms = self.contest.terms
        self._ledger = Ledger(Bench(terms.bench), terms.seat_orders)

    def run(self, place: Place) -> Ending:
        """Play until nothing is missing, the brake is pulled, or the time is up."""
        done = self._take_up()
        for number in count():
            pairings = self._generation(number, done)
            if pairings == ():
                return Ending.COMPLETE
            line = Line(self._missing(pairings, done))
            self._play(place, line)
            left = bool(line.cut())
            self._keep(self._condemned)
            self._condemned = []
            if left:
                return Ending.STOPPED if self.brake.gently else Ending.TIME_UP
        raise AssertionError("generations end")

    def tell_ratings(self, *, fitted: bool = True) -> None:
        """Tell the table as it stands: with the ratings fitted, or the live estimate alone."""
        if self._ledger.stale:
            with self.database.reading() as store:
                self._ledger.recount(store.results(self.tournament))
        entries = stored_entries(self.contest.entries)
        tables = make_tables(self._ledger.fold().scores(entries if fitted else ()), entries)
        told = {table.pool for table in tables}
        # Where nothing counts any more, that is news as well.
        gone = [Table(pool, ()) for pool in sorted(self._told - told)]
        self._told |= told
        for table in (*gone, *tables):
            self.tell(RatingChanged(matches=self._ledger.next_number - 1, table=table))

    def _take_up(self) -> set[int]:
        """Enter what is stored; the numbers of it."""
        with self.database.reading() as store:
            results = list(store.results(self.tournament))
        for result in results:
            self._enter(result)
        self._stored = len(results)
        return {result.pairing for result in results}

    def _generation(self, number: int, done: set[int]) -> Pairings:
        """The pairings of a generation; what is played of it already has no part in them.

        If it is a new one, what those before it have shown is told.
        """
        if number == 0:
            return self.contest.format.generation(0, ())
        with self.database.reading() as store:
            stored = store.results(self.tournament)
            before = [one for one in stored if one.generation < number]
        pairings = self.contest.format.generation(number, before)
        found = self.contest.format.finding(before)
        if found is not None and (pairings == () or pairings[0].number not in done):
            self.tell(TestLooked(finding=found))
        return pairings

    def _missing(self, pairings: Pairings, done: set[int]) -> Iterator[Pairing]:
        """What is still to be played; pairings of benched bots are set aside."""
        bench = self._ledger.bench
        for pairing in pairings:
            if pairing.number in done:
                continue
            if bench.skips(pairing.number, pairing.seats):
                self._skipped.append(self._unplayed(pairing, "skipped", bench.reason))
            else:
                yield pairing

    def _play(self, place: Place, line: Line) -> None:
        """Play a line, or stop when the brake is pulled."""
        self._fill(place, line)
        stopping = False
        while place.busy:
            returned = place.take(_POLL_S)
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
            if bench.skips(match.pairing, match.result.entries)
            else match
            for match in matches
        ] + self._skipped
        self._skipped = []
        with self.database.writing() as store:
            store.add_matches(kept, stored_us=self.now())
        self._stored += len(kept)
        for match in kept:
            self.tell(finished(match, self.contest.entries))
            self._enter(match.result)
        passes = (self._ledger.next_number - 1) // self.contest.format.in_a_pass
        due = passes > self._fitted_at * FIT_AGAIN
        if due or self._stored - self._told_at >= RATING_EVERY:
            self._told_at = self._stored
            self._fitted_at = passes if due else self._fitted_at
            self.tell_ratings(fitted=due)

    def _enter(self, result: Result) -> None:
        """Count a result when all before it are counted; it may be one too many for a bot."""
        bench = self._ledger.bench
        for entry in self._ledger.enter(result):
            with self.database.writing() as store:
                store.bench(self.tournament, entry, bench.reason, bench.out[entry])
            name = self.contest.entries[entry].name
            self.tell(BotBenched(bot=name, pairing=bench.out[entry], reason=bench.reason))

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
