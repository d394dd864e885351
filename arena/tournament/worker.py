"""A worker is a referee process: it plays chunks of a contest with bots it keeps between them.

Theory of operation. The functions here run in a process of a pool. `start` is its initializer: it
leaves interrupts to the runner, ends the process when the runner ends, and starts one long-lived
thread with an event loop, in which the bots are started and all matches are played. `play_chunk`
and `stop` come from the pool and hand their work to that thread. What outlives a chunk is the one
`_Worker` of the process.

A chunk is part of one run of the schedule: the same entries in the same seats on different deals,
so its processes can be reused, and as many matches as its bots allow are played side by side.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
import traceback
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, TypeVar

from arena.tournament.contest import Contest
from arena.tournament.formats.round_robin import Pairing
from arena.tournament.results import finished_match, unplayed_match
from leaderboard.packing import pack_record
from leaderboard.values import FinishedMatch
from referee.bots.entry import Entry
from referee.bots.host import Hosting, open_pool
from referee.bots.pool import BotPool
from referee.match.play import play
from referee.match.record import record

T = TypeVar("T")


@dataclass(frozen=True)
class Assignment:
    """What a worker plays for."""

    tournament: str
    """The id under which results are stored."""
    contest: Contest
    hosting: Hosting


@dataclass(frozen=True)
class PlayedChunk:
    """What came of a chunk."""

    matches: tuple[FinishedMatch, ...]
    elapsed_s: float


@dataclass
class _Worker:
    assignment: Assignment
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    life: AsyncExitStack = field(default_factory=AsyncExitStack)
    pool: BotPool | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` in the thread of the bots and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def play(self, pairings: Sequence[Pairing]) -> PlayedChunk:
        begun = time.monotonic()
        pool = await self._open()
        entries = self._entries(pairings[0])
        await pool.keep_only(entries)
        timed = self.assignment.contest.control.timed
        waiting = list(reversed(pairings))
        playing: set[asyncio.Task[FinishedMatch]] = set()
        finished: list[FinishedMatch] = []
        while waiting or playing:
            while waiting and len(playing) < (1 if timed else pool.at_once(entries)):
                playing.add(asyncio.create_task(self._play_one(pool, waiting.pop())))
            done, playing = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            finished.extend(task.result() for task in done)
        finished.sort(key=lambda match: match.pairing)
        return PlayedChunk(tuple(finished), time.monotonic() - begun)

    def _entries(self, pairing: Pairing) -> list[Entry]:
        return [self.assignment.contest.entries[number] for number in pairing.seats]

    async def close(self) -> None:
        await self.life.aclose()
        self.pool = None

    async def _open(self) -> BotPool:
        if self.pool is None:
            self.pool = await self.life.enter_async_context(
                open_pool(self.assignment.hosting, os.environ)
            )
        return self.pool

    async def _play_one(self, pool: BotPool, pairing: Pairing) -> FinishedMatch:
        tournament = self.assignment.tournament
        plan = self.assignment.contest.plan(pairing)
        try:
            played = await play(plan, pool.table(self._entries(pairing)))
        except Exception as error:
            # A bug of ours, or of the machine: it costs this match, loudly, and nobody's result.
            traceback.print_exc()
            reason = f"the referee failed: {error!r}"
            return unplayed_match(
                tournament, pairing, plan, status="void", reason=reason, attempts=1
            )
        run = {**self.assignment.hosting.facts, "tournament": tournament}
        return finished_match(
            tournament, pairing, played, pack_record(record(played, run).to_json())
        )


_worker: _Worker | None = None
"""The one worker of this process, from `start` on."""


def start(assignment: Assignment) -> None:
    """Make this process a worker."""
    global _worker  # noqa: PLW0603 - a pool hands state to its tasks in no other way
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = _Worker(assignment)
    threading.Thread(target=_worker.loop.run_forever, daemon=True).start()


def process_id() -> int:
    """The id of this process; answers when the worker is up."""
    return os.getpid()


def play_chunk(pairings: Sequence[Pairing]) -> PlayedChunk:
    """Play pairings of one run of the schedule."""
    worker = _own()
    return worker.run(worker.play(pairings))


def stop() -> None:
    """Stop the bots; nothing of them remains."""
    worker = _own()
    worker.run(worker.close())


def _own() -> _Worker:
    if _worker is None:
        raise RuntimeError("this process is no worker")
    return _worker


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
