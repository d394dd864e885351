"""Bot processes, kept between matches: a start costs as much as many matches.

What reuse must not change is the result. A process never meets a deal twice, because a deal comes
back in other seats and knowing it decides matches; bots that come with the arena are known not to
remember, and are exempt. A deal comes once in each seat order, so there is one process for each
bot and order, open to all tables of the bot at once. And a match that is played *alone* gets
processes of its own; a bot that failed in a process with others behind it plays only so.

At most `MOST_KEPT` processes stay while nobody uses them, and no more than half of what there is
room for: the other half is for matches that are played again alone. A schedule goes round, so of
those that are not needed any more just now the one that was used last comes back last: that one
has to go.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from referee.bots.entry import Entry
from referee.bots.process import BotProcess, House, running
from referee.bots.seat import Seat

MOST_KEPT: Final = 96
"""How many processes one referee keeps: what four bots need that change seats in every way."""
_STILL_NEEDED: Final = 16
"""So many of those used last are likely to be needed again at once."""


@dataclass
class _Kept:
    """A process with what must be closed to end it."""

    process: BotProcess
    order: int
    """The seat order whose matches it plays."""
    life: AsyncExitStack


@dataclass
class BotPool:
    """The bots of one referee; all are stopped with the block that entered the pool."""

    house: House
    fresh: bool = False
    """Whether every match gets new processes."""
    room: int = 2 * MOST_KEPT
    """How many processes the referee has the means for."""
    _kept: list[_Kept] = field(default_factory=list, init=False)
    """In the order of their last use."""
    _apart: list[Entry] = field(default_factory=list, init=False)
    """Those who failed in a process that had played something else."""
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
    async def lease(
        self, entry: Entry, deal: bytes, *, order: int = 0, alone: bool
    ) -> AsyncIterator[BotProcess]:
        """A process of `entry` that has not met `deal`, for one match in a seat order.

        Raises `BotFault` if a new one is needed and does not start.
        """
        # A program that its author starts comes for one stream, and so for one match.
        if alone or self.fresh or entry.attached or entry in self._apart:
            async with running(self.house, entry) as process:
                with _seated(process, deal):
                    yield process
            return
        async with AsyncExitStack() as seat:
            # One at a time, or matches that begin together would each start a process.
            async with self._starting:
                kept = self._find(entry, deal, order) or await self._start(entry, order)
                self._kept.append(self._kept.pop(self._kept.index(kept)))
                seat.push_async_callback(self._leave, kept)
                seat.enter_context(_seated(kept.process, deal))
            yield kept.process

    def set_apart(self, entry: Entry) -> None:
        """Give every match of it a process of its own from now on."""
        if entry not in self._apart:
            self._apart.append(entry)

    def table(self, entries: Sequence[Entry], order: int = 0) -> "Table":
        """These entries as the bots of a match, the first at the first seat."""
        return Table(self, tuple(entries), order)

    def at_once(self, entry: Entry) -> int:
        """How many matches of one seat order an entry can play side by side; 1 until it told."""
        if self.fresh or entry in self._apart:
            return 1
        same = (one.process for one in self._kept if one.process.entry == entry)
        return max((process.guest.matches_at_once for process in same), default=1)

    def tables_at_once(self, players: int) -> int:
        """How many matches there is room for, whatever becomes of them."""
        return max(1, self.room // (2 * players))

    def plays_in_any_order(self, entry: Entry) -> bool:
        """Whether one process of it may play a deal in every seat order."""
        return entry.manifest.built_in

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

    def _find(self, entry: Entry, deal: bytes, order: int) -> _Kept | None:
        anywhere = self.plays_in_any_order(entry)
        for one in self._kept:
            process = one.process
            if (
                process.entry == entry
                and process.usable
                and process.open_matches < process.guest.matches_at_once
                and (anywhere or (one.order == order and deal not in process.deals_met))
            ):
                return one
        return None

    async def _start(self, entry: Entry, order: int) -> _Kept:
        await self._make_room(entry, order)
        life = AsyncExitStack()
        process = await life.enter_async_context(running(self.house, entry))
        kept = _Kept(process, order, life)
        self._kept.append(kept)
        return kept

    async def _make_room(self, entry: Entry, order: int) -> None:
        """Stop what the new one replaces, or the idle process that comes back last."""
        # Those that are there have met the deal, or a new one would not be needed.
        met = [one for one in self._kept if one.process.entry == entry and one.order == order]
        await self._stop_idle(met)
        idle = [one for one in self._kept if not one.process.open_matches]
        if len(self._kept) >= min(MOST_KEPT, self.room // 2) and idle:
            await self._stop_idle([idle[max(0, len(idle) - 1 - _STILL_NEEDED)]])


@dataclass(frozen=True)
class Table:
    """The bots of one match."""

    pool: BotPool
    entries: tuple[Entry, ...]
    """By seat."""
    order: int
    """Of the seats."""

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seat]:
        entry = self.entries[seat]
        async with self.pool.lease(entry, deal, order=self.order, alone=alone) as process:
            taken = Seat(process)
            try:
                yield taken
            finally:
                taken.leave()

    def set_apart(self, seat: int) -> None:
        self.pool.set_apart(self.entries[seat])


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
