"""What a bot may send, and what breaks the contract."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Final

import pytest

from referee.match.verdict import BotFault, Fault, Termination
from referee.talk.link import NOTE_BYTES, WRITE_S
from referee.talk.speech import Heard
from referee.v1 import play_pb2
from tests.unit.other_end import SECOND, Bot, answer, fault_of, with_bot
from tests.unit.virtual_time import settle, stand_still

Message = play_pb2.PlayRequest
BROKEN: Final = {
    "an unknown match": (
        Message(answers=[answer(77, 5)]),
        "answered step 5 of match 77, but has no such match; due was step 5",
    ),
    "a match below one": (
        Message(answers=[answer(0, 5)]),
        "answered step 5 of match 0, but has no such match; due was step 5",
    ),
    "the wrong step": (
        Message(answers=[answer(1, 6)]),
        "answered step 6 of match 1, which was not asked; due was step 5",
    ),
    "a match that is not asked": (
        Message(answers=[answer(2, 1)]),
        "answered step 1 of match 2, which was not asked; due was step 5",
    ),
    "an answer twice in one message": (
        Message(answers=[answer(1, 5), answer(1, 5)]),
        "answered step 5 of match 1, which was not asked; nothing was due",
    ),
    "a Ready that nobody wants": (
        Message(readies=[play_pb2.Ready(match=1)]),
        "sent a Ready for match 1, which was not asked; due was step 5",
    ),
    "a note too long": (
        Message(answers=[answer(1, 5, note="ä" * 600)]),
        "sent a note of 1200 bytes at step 5; 1024 are allowed",
    ),
    "an expectation above one": (
        Message(answers=[answer(1, 5, eval=1.5)]),
        "sent eval 1.5 at step 5; 0 to 1 is allowed",
    ),
    "an expectation below zero": (
        Message(answers=[answer(1, 5, eval=-0.1)]),
        "sent eval -0.1 at step 5; 0 to 1 is allowed",
    ),
    "an expectation that is no number": (
        Message(answers=[answer(1, 5, eval=math.nan)]),
        "sent eval nan at step 5; 0 to 1 is allowed",
    ),
    "a second Hello": (
        Message(hello=play_pb2.Hello(token="x")),
        "said Hello a second time; it is said once",
    ),
    "nothing at all": (
        Message(),
        "sent an empty message; a message carries a Ready or an Answer",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_breaks_the_contract_is_told_with_what_was_due(what: str) -> None:
    message, told = BROKEN[what]

    async def scenario(bot: Bot) -> None:
        asked = bot.ask(bot.link.open_match(), 5)
        bot.link.open_match()
        await settle()
        await bot.send(message)
        if what == "an answer twice in one message":
            await asked  # the first of the two was in order
        else:
            assert await fault_of(asked) == Fault(Termination.PROTOCOL_ERROR, told)

        assert bot.link.fault == Fault(Termination.PROTOCOL_ERROR, told)
        assert bot.link.lost.done()

    with_bot(scenario)


def test_an_answer_that_comes_before_its_question_was_not_asked_for() -> None:
    async def scenario(bot: Bot) -> None:
        bot.gate.clear()
        first = bot.ask(bot.link.open_match(), 1)
        await settle()
        second = bot.ask(bot.link.open_match(), 1)
        await settle()
        await bot.answers(answer(2, 1))

        told = "answered step 1 of match 2, which was not asked; due was step 1"
        assert await fault_of(first) == Fault(Termination.PROTOCOL_ERROR, told)
        assert (await fault_of(second)).text == told

    with_bot(scenario)


def test_an_answer_twice_in_two_messages_is_broken_too() -> None:
    async def scenario(bot: Bot) -> None:
        asked = bot.ask(bot.link.open_match(), 5)
        await settle()
        await bot.answers(answer(1, 5))
        await asked
        await bot.answers(answer(1, 5))

        assert bot.link.fault is not None
        assert bot.link.fault.text == (
            "answered step 5 of match 1, which was not asked; nothing was due"
        )

    with_bot(scenario)


def test_extras_at_their_bounds_are_in_order() -> None:
    async def scenario(bot: Bot) -> None:
        number = bot.link.open_match()
        for step, expected in enumerate((0.0, 1.0), start=1):
            asked = bot.ask(number, step)
            await settle()
            await bot.answers(answer(number, step, note="x" * NOTE_BYTES, eval=expected))

            assert (await asked).eval == expected

    with_bot(scenario)


def test_garbage_from_the_stream_is_the_bots_fault() -> None:
    async def garbage() -> AsyncIterator[Iterable[Heard]]:
        raise BotFault(Termination.PROTOCOL_ERROR, "sent 9 bytes that are no PlayRequest")
        yield ()

    async def scenario(bot: Bot) -> None:
        asked = bot.ask(bot.link.open_match(), 5)
        await settle()
        with suppress(BotFault):
            await bot.link.receive_all(garbage())

        assert bot.link.fault is not None
        assert (await fault_of(asked)).text == "sent 9 bytes that are no PlayRequest"

    with_bot(scenario)


@pytest.mark.parametrize("stood_s", [WRITE_S / 2, WRITE_S, 100 * WRITE_S])
def test_while_the_referee_stands_still_nobody_reads_too_slowly(stood_s: float) -> None:
    async def scenario(bot: Bot) -> None:
        bot.gate.clear()
        match = bot.link.open_match()
        asked = bot.ask(match, 1, limit_us=10_000 * SECOND * round(WRITE_S))
        await settle()
        for _ in range(3):
            await asyncio.sleep(WRITE_S / 5)
            stand_still(stood_s)
        await settle()
        bot.gate.set()
        await settle()

        assert bot.link.fault is None
        await bot.answers(answer(match, 1))
        assert asked.done()
        assert asked.exception() is None

    with_bot(scenario)


def test_a_bot_that_never_reads_its_stream_is_disconnected() -> None:
    async def scenario(bot: Bot) -> None:
        bot.gate.clear()
        asked = bot.ask(bot.link.open_match(), 1, limit_us=10 * SECOND * round(WRITE_S))

        fault = await fault_of(asked)

        assert fault.termination is Termination.DISCONNECT
        assert fault.text == "did not read its stream for 10 s"

    with_bot(scenario)
