"""A match that is cut short leaves nobody half seated; one that is attached has time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import cast

import pytest

from referee.bots.entry import Entry, parse_entries
from referee.bots.output import Output
from referee.bots.pool import BotPool
from referee.bots.process import BotProcess
from referee.isolation.port import Contained
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.play import play
from referee.match.verdict import Termination
from referee.talk.doors.grpc_door import Guest
from referee.v1 import play_pb2
from tests.toy.game import Toy
from tests.unit.other_end import Bot, answer
from tests.unit.virtual_time import run, settle

HOUR_S = 3600.0


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
    return plan_match(
        match="test-1",
        game=game,
        setup=game.setup(2),
        seats=parse_entries(["random:as=first", "random:as=second"]),
        control=Control(),
        seed=7,
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


class Thinking:
    """Stands for a pool whose bots take an hour for whatever they are asked."""

    fresh = True

    def __init__(self, slow: str) -> None:
        self.slow = slow

    @asynccontextmanager
    async def lease(self, entry: Entry, deal: bytes, *, alone: bool) -> AsyncIterator[BotProcess]:
        bot = Bot()
        playing = asyncio.ensure_future(self._play(bot, HOUR_S if entry.name == self.slow else 1))
        guest = Guest(play_pb2.Hello(), bot.link)
        process = BotProcess(entry, guest, Output(), contained=cast("Contained", None))
        process.begun_matches = 1
        try:
            yield process
        finally:
            playing.cancel()
            await bot.close()

    async def _play(self, bot: Bot, thinks_s: float) -> None:
        while True:
            await asyncio.sleep(thinks_s)
            while bot.written:
                message = bot.written.pop(0)
                for start in message.starts:
                    readies = [play_pb2.Ready(match=start.match)]
                    await bot.send(play_pb2.PlayRequest(readies=readies))
                for request in message.requests:
                    await bot.answers(answer(request.match, request.step))


@pytest.mark.parametrize(
    ("attached", "termination"),
    [(True, Termination.NORMAL), (False, Termination.START_FAILURE)],
)
def test_only_a_bot_that_its_author_starts_may_take_an_hour(
    *, attached: bool, termination: Termination
) -> None:
    async def scenario() -> None:
        first, second = plan().seats
        seats = (replace(first, attached=attached), second)
        played = await play(replace(plan(), seats=seats), cast("BotPool", Thinking("first")))

        assert played.outcome.termination is termination

    run(scenario())
