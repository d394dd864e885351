"""A match that is cut short leaves nobody half seated; one that is attached has time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import cast

import pytest

from referee.bots.entry import Entry, parse_entries
from referee.bots.output import Output
from referee.bots.process import BotProcess
from referee.bots.seat import Seat
from referee.isolation.port import Contained
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.play import play
from referee.match.port import Seated
from referee.match.session import Session
from referee.match.verdict import Termination
from referee.talk.guest import Guest
from referee.talk.link import Link
from referee.v1 import play_pb2
from tests.toy.game import Toy
from tests.unit.other_end import Bot, answer
from tests.unit.virtual_time import run, settle

HOUR_S = 3600.0
ENTRIES = parse_entries(["random:as=first", "random:as=second"])


class Together:
    """Bots whose processes have played nothing else."""

    def set_apart(self, seat: int) -> None:
        raise AssertionError("nobody failed among other matches")


class Starting(Together):
    """Bots that take long to start; the first takes long to leave, too."""

    def __init__(self) -> None:
        self.left: list[str] = []

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seated]:
        try:
            await asyncio.sleep(100)
            if seat == 1:
                raise LookupError("a bug of ours")
            await asyncio.sleep(100)
            yield cast("Seated", None)
        finally:
            if seat == 0:
                await asyncio.sleep(1)
            self.left.append(ENTRIES[seat].name)


def plan(*seats: Entry) -> MatchPlan:
    game = Toy()
    return plan_match(
        match="test-1",
        game=game,
        setup=game.setup(2),
        seats=seats or ENTRIES,
        control=Control(),
        seed=7,
        deal=1,
        pairing=1,
    )


def test_a_match_that_is_cancelled_waits_until_every_bot_has_left() -> None:
    async def scenario() -> None:
        pool = Starting()
        playing = asyncio.create_task(play(plan(), pool))
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
            await play(plan(), pool)

        assert sorted(pool.left) == ["first", "second"]

    run(scenario())


class Thinking(Together):
    """Bots of which one takes an hour for whatever it is asked."""

    def __init__(self, slow: int) -> None:
        self.slow = slow
        self.links: list[Link] = []

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seated]:
        bot = Bot()
        playing = asyncio.create_task(self._play(bot, HOUR_S if seat == self.slow else 1))
        process = BotProcess(
            ENTRIES[seat], Guest(bot.link), Output(), contained=cast("Contained", None)
        )
        process.begun_matches = 1
        self.links.append(bot.link)
        taken = Seat(process)
        try:
            yield taken
        finally:
            taken.leave()
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
        first, second = ENTRIES
        match = plan(replace(first, attached=attached), second)
        played = await play(match, Thinking(slow=0))

        assert played.outcome.termination is termination

    run(scenario())


@pytest.mark.parametrize("after", [1, 2, 3])
def test_an_error_of_ours_while_an_answer_is_taken_is_the_matchs_and_no_bots(after: int) -> None:
    seen: list[Session] = []

    def watch(session: Session) -> None:
        seen.append(session)
        if len(seen) == after:
            raise LookupError("a bug of ours")

    async def scenario() -> None:
        bots = Thinking(slow=-1)
        with pytest.raises(LookupError, match="a bug of ours"):
            await play(plan(), bots, watch)

        assert [link.fault for link in bots.links] == [None, None]

    run(scenario())


def test_a_seat_that_is_left_waits_for_no_answer() -> None:
    async def scenario() -> None:
        bots = Thinking(slow=0)
        playing = asyncio.create_task(play(plan(), bots))
        await asyncio.sleep(10)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await asyncio.sleep(HOUR_S)

        assert [link.fault for link in bots.links] == [None, None]

    run(scenario())
