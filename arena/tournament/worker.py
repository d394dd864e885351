"""A worker is a referee: it plays chunks of a contest with bots it keeps between them.

It knows nothing of where it runs. Whoever makes one, a process on this machine or a task of a
cluster, brings the event loop, looks after signals, and closes it in the end.

A chunk is a stretch of the schedule. As many of its matches as its bots allow are played side by
side, over all tables at which a bot sits.
"""

import asyncio
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

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


@dataclass
class Worker:
    """A referee with its bots; they start with the first chunk and are gone when it is closed."""

    assignment: Assignment
    environment: Mapping[str, str] = field(repr=False)
    _life: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _pool: BotPool | None = field(default=None, init=False)

    async def play(self, chunk: Sequence[Fixture]) -> PlayedChunk:
        """Play fixtures."""
        begun = time.monotonic()
        pool = await self._open()
        waiting = list(chunk)
        playing: dict[asyncio.Task[FinishedMatch], Fixture] = {}
        finished: list[FinishedMatch] = []
        while waiting or playing:
            for fixture in self._that_fit(pool, waiting, playing.values()):
                waiting.remove(fixture)
                playing[asyncio.create_task(self._play_one(pool, fixture))] = fixture
            done, _ = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                del playing[task]
                finished.append(task.result())
        finished.sort(key=lambda match: match.pairing)
        return PlayedChunk(tuple(finished), time.monotonic() - begun)

    async def close(self) -> None:
        """Stop the bots; nothing of them remains."""
        await self._life.aclose()
        self._pool = None

    async def _open(self) -> BotPool:
        if self._pool is None:
            opened = open_pool(self.assignment.hosting, self.environment)
            self._pool = await self._life.enter_async_context(opened)
        return self._pool

    def _that_fit(
        self, pool: BotPool, waiting: Sequence[Fixture], playing: Iterable[Fixture]
    ) -> list[Fixture]:
        """What can be begun beside what is being played."""
        if self.assignment.hosting.conditions.control.timed:
            return [] if any(True for _ in playing) else list(waiting[:1])
        begun = list(playing)
        taken = Counter(place for one in begun for place in self._places(pool, one))
        chosen: list[Fixture] = []
        for fixture in waiting:
            if len(begun) + len(chosen) >= pool.tables_at_once(len(fixture.pairing.seats)):
                break
            places = self._places(pool, fixture)
            if all(taken[place] < pool.at_once(self._entries[place[0]]) for place in places):
                taken.update(places)
                chosen.append(fixture)
        return chosen

    def _places(self, pool: BotPool, fixture: Fixture) -> list[tuple[int, int]]:
        """The processes that a match needs: by entry, and seat order where that matters."""
        order = fixture.pairing.order
        return [
            (number, 0 if pool.plays_in_any_order(self._entries[number]) else order)
            for number in fixture.pairing.seats
        ]

    @property
    def _entries(self) -> tuple[Entry, ...]:
        return self.assignment.entries

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
        run = {**self.assignment.hosting.facts, "tournament": tournament}
        packed = pack_record(record(played, run).to_json())
        return finished_match(tournament, fixture.pairing, played, packed)
