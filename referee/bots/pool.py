"""Bot processes, kept between matches: a start costs as much as many matches.

What reuse must not change is the result. A process never meets a deal twice, because a deal comes
back in other seats and knowing it decides matches; bots that come with the arena are known not to
remember, and are exempt. And a match that is played *alone* gets processes of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from referee.bots.entry import Entry
from referee.bots.process import BotProcess, House, running
from referee.bots.seat import Seat


@dataclass
class _Kept:
    """A process with what must be closed to end it."""

    process: BotProcess
    life: AsyncExitStack


@dataclass
class BotPool:
    """The bots of one referee; all are stopped with the block that entered the pool."""

    house: House
    fresh: bool = False
    """Whether every match gets new processes."""
    _kept: list[_Kept] = field(default_factory=list, init=False)
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        kept, self._kept = self._kept, []
        await asyncio.gather(*(one.life.aclose() for one in kept))

    @asynccontextmanager
    async def lease(self, entry: Entry, deal: bytes, *, alone: bool) -> AsyncIterator[BotProcess]:
        """A process of `entry` that has not met `deal`, for one match.

        Raises `BotFault` if a new one is needed and does not start.
        """
        # A program that its author starts comes for one stream, and so for one match.
        if alone or self.fresh or entry.attached:
            async with running(self.house, entry) as process:
                with _seated(process, deal):
                    yield process
            return
        async with AsyncExitStack() as seat:
            # One at a time, or matches that begin together would each start a process.
            async with self._starting:
                kept = self._find(entry, deal) or await self._start(entry)
                seat.push_async_callback(self._leave, kept)
                seat.enter_context(_seated(kept.process, deal))
            yield kept.process

    def table(self, entries: Sequence[Entry]) -> "Table":
        """These entries as the bots of a match, the first at the first seat."""
        return Table(self, tuple(entries))

    def at_once(self, entries: Sequence[Entry]) -> int:
        """How many matches these entries can play side by side; 1 until they have told."""
        if self.fresh:
            return 1
        told = [
            max(
                (
                    one.process.guest.matches_at_once
                    for one in self._kept
                    if one.process.entry == entry
                ),
                default=1,
            )
            for entry in entries
        ]
        return min(told)

    async def keep_only(self, entries: Sequence[Entry]) -> None:
        """Stop the idle processes of all others."""
        await self._stop_idle([one for one in self._kept if one.process.entry not in entries])

    async def _leave(self, kept: _Kept) -> None:
        """A match has left a process; the last to leave one that cannot be used ends it.

        The others still wait for the verdict of whoever watches it.
        """
        if not kept.process.usable and not kept.process.open_matches and kept in self._kept:
            self._kept.remove(kept)
            await kept.life.aclose()

    async def _stop_idle(self, candidates: Sequence[_Kept]) -> None:
        idle = [one for one in candidates if not one.process.open_matches]
        for one in idle:
            self._kept.remove(one)
        await asyncio.gather(*(one.life.aclose() for one in idle))

    def _find(self, entry: Entry, deal: bytes) -> _Kept | None:
        for one in self._kept:
            process = one.process
            if (
                process.entry == entry
                and process.usable
                and process.open_matches < process.guest.matches_at_once
                and (entry.manifest.built_in or deal not in process.deals_met)
            ):
                return one
        return None

    async def _start(self, entry: Entry) -> _Kept:
        # Those that are there have met the deal, or a new one would not be needed.
        await self._stop_idle([one for one in self._kept if one.process.entry == entry])
        life = AsyncExitStack()
        process = await life.enter_async_context(running(self.house, entry))
        kept = _Kept(process, life)
        self._kept.append(kept)
        return kept


@dataclass(frozen=True)
class Table:
    """The bots of one match."""

    pool: BotPool
    entries: tuple[Entry, ...]
    """By seat."""

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seat]:
        async with self.pool.lease(self.entries[seat], deal, alone=alone) as process:
            yield Seat(process)


@contextmanager
def _seated(process: BotProcess, deal: bytes) -> Iterator[None]:
    """One match of `process`, counted."""
    process.open_matches += 1
    process.begun_matches += 1
    process.deals_met.add(deal)
    try:
        yield
    finally:
        process.open_matches -= 1
