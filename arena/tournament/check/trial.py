"""Matches of the bot that is checked, played as all matches are, and its processes remembered."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from referee.bots.entry import Entry
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool, Table
from referee.bots.process import BotProcess
from referee.bots.seat import Seat
from referee.games.contract import Game, Setup
from referee.match.plan import Played, plan_match
from referee.match.play import play
from referee.match.port import Start
from referee.match.session import Move

SEED: Final = 1
"""Any will do: a check is the same every time."""


@dataclass
class Life:
    """One process of the bot."""

    process: BotProcess
    started_s: float
    """How long it took until it was let in."""
    ready_s: float = 0.0
    """How long it took then until it was ready for its first match."""


class _TimedSeat(Seat):
    """A seat whose bot is watched while it gets ready."""

    def __init__(self, life: Life) -> None:
        super().__init__(life.process)
        self._life = life

    async def start(self, start: Start) -> None:
        begun = time.monotonic()
        await super().start(start)
        if not self._life.ready_s:
            self._life.ready_s = time.monotonic() - begun


@dataclass(frozen=True)
class _Table(Table):
    """A table at which one seat is watched."""

    watched: int = 0
    lives: list[Life] = field(default_factory=list)

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seat]:
        if seat != self.watched:
            async with super().lease(seat, deal, alone=alone) as other:
                yield other
            return
        begun, entry = time.monotonic(), self.entries[seat]
        async with self.pool.lease(entry, deal, order=self.order, alone=alone) as process:
            taken = _TimedSeat(self._life(process, time.monotonic() - begun))
            try:
                yield taken
            finally:
                taken.leave()

    def _life(self, process: BotProcess, took_s: float) -> Life:
        for life in self.lives:
            if life.process is process:
                return life
        self.lives.append(Life(process, took_s))
        return self.lives[-1]


@dataclass
class Trial:
    """One referee and the bot's processes in it; a second one starts the bot anew."""

    entry: Entry
    pool: BotPool
    lives: list[Life] = field(default_factory=list)
    _matches: int = 0

    async def match(
        self, game: Game, setup: Setup, other: Entry, *, seat: int = 0, deal: int = 0
    ) -> Played:
        """The bot at one seat, `other` at all the rest; every match has a deal of its own."""
        self._matches += 1
        number = deal or self._matches
        entries = [replace(other, name=f"other{one}") for one in range(setup.players)]
        entries[seat] = self.entry
        plan = plan_match(
            match=f"check-{number}",
            game=game,
            setup=setup,
            seats=tuple(entries),
            control=self.pool.house.hosting.conditions.control,
            seed=SEED,
            deal=number,
            pairing=number,
        )
        table = _Table(self.pool, tuple(entries), 0, watched=seat, lives=self.lives)
        return await play(plan, table)

    async def side_by_side(
        self, game: Game, setup: Setup, other: Entry, count: int
    ) -> list[Played]:
        """So many matches at once."""
        return await asyncio.gather(*(self.match(game, setup, other) for _ in range(count)))


@asynccontextmanager
async def trial(
    entry: Entry, hosting: Hosting, environment: Mapping[str, str]
) -> AsyncIterator[Trial]:
    """A referee for the length of the block; the processes of the bot are ended with it."""
    async with open_pool(hosting, environment) as pool:
        yield Trial(entry, pool)


def decisions(played: Sequence[Played], seat: int = 0) -> list[int]:
    """What was decided at a seat, in order."""
    return [move.action for one in played for move in moves(one, seat)]


def moves(played: Played, seat: int = 0) -> list[Move]:
    """The decisions of a seat that was asked."""
    history = played.session.history
    return [one for one in history if isinstance(one, Move) and one.seat == seat]
