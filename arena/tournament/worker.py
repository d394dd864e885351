"""A worker is a referee: it plays chunks of a contest with bots it keeps between them.

It knows nothing of where it runs. Whoever makes one, a process on this machine or a task of a
cluster, brings the event loop, looks after signals, and closes it in the end.

A chunk is a stretch of the schedule. As many matches as its bots allow are played side by side,
over all tables at which a bot sits and over all chunks that the worker has: where the next chunk
is there before the last one ends, the worker never drains.
"""

import asyncio
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count

from arena.tournament.contest import Contest, Fixture
from arena.tournament.results import finished_match, pool_of, unplayed_match
from leaderboard.packing import pack_record
from leaderboard.values import FinishedMatch, match_id
from referee.bots.entry import Entry
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.games.contract import Game, Setup
from referee.match.plan import MatchPlan
from referee.match.play import play
from referee.match.record import record


@dataclass(frozen=True)
class Assignment:
    """What a worker plays for: no environment, and no seed but those of its fixtures."""

    tournament: str
    """The id under which results are stored."""
    contest: str
    """The id by which records name their matches."""
    entries: tuple[Entry, ...]
    games: tuple[tuple[Game, Setup], ...]
    hosting: Hosting
    host: Mapping[str, object] = field(default_factory=dict)
    """What records say of the machine, if it is not the runner's."""

    def seated(self, fixture: Fixture) -> tuple[Entry, ...]:
        """Who sits where in the match of a fixture."""
        return tuple(self.entries[number] for number in fixture.pairing.seats)

    def plan(self, fixture: Fixture) -> MatchPlan:
        """The match of a fixture."""
        pairing = fixture.pairing
        game, setup = self.games[pairing.game]
        return MatchPlan(
            match=match_id(self.contest, pairing.number),
            game=game,
            setup=setup,
            seats=self.seated(fixture),
            control=self.hosting.conditions.control,
            seeds=fixture.seeds,
            deal=pairing.round,
            pairing=pairing.number,
        )


def assign(tournament: str, contest: Contest, hosting: Hosting) -> Assignment:
    """What a worker needs to know of a contest."""
    return Assignment(tournament, contest.id, contest.entries, contest.games, hosting)


@dataclass(frozen=True)
class PlayedChunk:
    """What came of a chunk."""

    matches: tuple[FinishedMatch, ...]
    elapsed_s: float
    """Since the worker was given it, or had played the chunk before it."""


Places = tuple[tuple[int, int], ...]
"""The processes that a match needs: each by entry, and by seat order where that matters."""


@dataclass
class _Job:
    """A match that is to be played."""

    number: int
    """In the order in which they came in."""
    fixture: Fixture
    played: "asyncio.Future[FinishedMatch]"


@dataclass
class Worker:
    """A referee with its bots; they start with the first chunk and are gone when it is closed."""

    assignment: Assignment
    environment: Mapping[str, str] = field(repr=False)
    now: Callable[[], float] = time.monotonic
    _life: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _opening: "asyncio.Task[BotPool] | None" = field(default=None, init=False)
    _waiting: dict[Places, deque[_Job]] = field(default_factory=dict, init=False)
    _numbers: Iterator[int] = field(default_factory=count, init=False)
    _tasks: "set[asyncio.Task[None]]" = field(default_factory=set, init=False)
    _open_matches: int = field(default=0, init=False)
    _taken: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)
    """How many matches there are at each place now."""
    _last_end: float = field(default=0.0, init=False)
    """When the last chunk was played."""

    async def play(self, chunk: Sequence[Fixture]) -> PlayedChunk:
        """Play fixtures, beside those of other chunks."""
        begun = self.now()
        pool = await self._open()
        loop = asyncio.get_running_loop()
        jobs = [_Job(next(self._numbers), fixture, loop.create_future()) for fixture in chunk]
        for job in jobs:
            places = self._places(pool, job.fixture)
            self._waiting.setdefault(places, deque()).append(job)
        self._begin(pool)
        matches = await asyncio.gather(*(job.played for job in jobs))
        ended = self.now()
        elapsed_s, self._last_end = ended - max(begun, self._last_end), ended
        in_order = sorted(matches, key=lambda match: match.pairing)
        return PlayedChunk(tuple(in_order), elapsed_s)

    async def close(self) -> None:
        """Stop the bots; nothing of them remains."""
        await self._life.aclose()
        self._opening = None

    async def _open(self) -> BotPool:
        if self._opening is None:
            opened = open_pool(self.assignment.hosting, self.environment)
            self._opening = asyncio.create_task(self._life.enter_async_context(opened))
        return await self._opening

    def _begin(self, pool: BotPool) -> None:
        """Begin what fits beside that which is being played, in the order in which it came in."""
        for places in sorted(self._waiting, key=lambda one: self._waiting[one][0].number):
            jobs = self._waiting[places]
            room = self._room(pool, places)
            for _ in range(min(room, len(jobs))):
                self._taken.update(places)
                self._open_matches += 1
                task = asyncio.create_task(self._do(pool, places, jobs.popleft()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            if not jobs:
                del self._waiting[places]

    def _room(self, pool: BotPool, places: Places) -> int:
        """How many matches more can be played at these places."""
        if self.assignment.hosting.conditions.control.timed:
            return 0 if self._open_matches else 1
        left = pool.tables_at_once(len(places)) - self._open_matches
        for place, seats in Counter(places).items():
            entry = self.assignment.entries[place[0]]
            left = min(left, (pool.at_once(entry) - self._taken[place]) // seats)
        return max(0, left)

    async def _do(self, pool: BotPool, places: Places, job: _Job) -> None:
        """Play one match; then there is room for another."""
        try:
            job.played.set_result(await self._play_one(pool, job.fixture))
        finally:
            job.played.cancel()  # unless it was played
            self._taken.subtract(places)
            self._open_matches -= 1
            self._begin(pool)

    def _places(self, pool: BotPool, fixture: Fixture) -> Places:
        entries, order = self.assignment.entries, fixture.pairing.order
        return tuple(
            (number, 0 if pool.plays_in_any_order(entries[number]) else order)
            for number in fixture.pairing.seats
        )

    async def _play_one(self, pool: BotPool, fixture: Fixture) -> FinishedMatch:
        tournament = self.assignment.tournament
        plan = self.assignment.plan(fixture)
        try:
            table = pool.table(self.assignment.seated(fixture), fixture.pairing.order)
            played = await play(plan, table)
        except Exception as error:
            # A bug of ours, or of the machine: it costs this match, loudly, and nobody's result.
            traceback.print_exc()
            return unplayed_match(
                tournament,
                fixture,
                pool_of(plan.game, plan.setup, plan.control),
                status="void",
                reason=f"the referee failed: {error!r}",
                attempts=1,
            )
        facts = {**self.assignment.hosting.facts, **self.assignment.host}
        run = {**facts, "tournament": tournament}
        packed = pack_record(record(played, run).to_json())
        level = self.assignment.hosting.level
        return finished_match(tournament, fixture.pairing, played, packed, level)
