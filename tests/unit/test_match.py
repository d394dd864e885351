"""A match that is cut short leaves nobody half seated."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import cast

import pytest

from referee.bots.entry import Entry, parse_entries
from referee.bots.pool import BotPool
from referee.bots.process import BotProcess
from referee.clock import Control
from referee.match import MatchPlan, play
from referee.seeds import secret_of
from tests.toy.game import Toy
from tests.unit.virtual_time import run, settle


class Starting:
    """Stands for a pool whose bots take long to start; the first takes long to leave, too."""

    fresh = False

    def __init__(self) -> None:
        self.left: list[str] = []

    @asynccontextmanager
    async def lease(self, entry: Entry, deal: bytes, *, alone: bool) -> AsyncIterator[BotProcess]:
        try:
            await asyncio.sleep(100)
            if entry.name == "second":
                raise LookupError("a bug of ours")
            await asyncio.sleep(100)
            yield cast("BotProcess", None)
        finally:
            if entry.name == "first":
                await asyncio.sleep(1)
            self.left.append(entry.name)


def plan() -> MatchPlan:
    game = Toy()
    return MatchPlan(
        match="test-1",
        game=game,
        setup=game.setup(2),
        seats=parse_entries(["random:as=first", "random:as=second"]),
        control=Control(),
        seed=7,
        secret=secret_of(7),
        deal=1,
        pairing=1,
    )


def test_a_match_that_is_cancelled_waits_until_every_bot_has_left() -> None:
    async def scenario() -> None:
        pool = Starting()
        playing = asyncio.ensure_future(play(plan(), cast("BotPool", pool)))
        await settle()
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing

        assert playing.cancelled()
        assert sorted(pool.left) == ["first", "second"]

    run(scenario())


def test_a_match_that_fails_by_our_own_doing_waits_until_every_bot_has_left() -> None:
    async def scenario() -> None:
        pool = Starting()
        with pytest.raises((LookupError, AttributeError)):
            await play(plan(), cast("BotPool", pool))

        assert sorted(pool.left) == ["first", "second"]

    run(scenario())
