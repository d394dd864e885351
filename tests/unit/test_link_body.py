"""The program behind a stream: it rests while it owes nothing, and is charged for what it used."""

import asyncio
import errno

import pytest

from referee.match.blame import Usage
from referee.match.verdict import HostFault, Termination
from referee.talk.body import Nobody
from tests.unit.other_end import SECOND, Bot, answer, fault_of, over, with_bot
from tests.unit.virtual_time import settle


class Body:
    """Keeps what was done to it; has used a millisecond more whenever it is asked."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.looks = 0

    def usage(self) -> Usage | None:
        return None

    def cpu_us(self) -> int | None:
        self.looks += 1
        return self.looks * 1000

    def rest(self) -> None:
        self.done.append("rest")

    def wake(self) -> None:
        self.done.append("wake")


def embodied(bot: Bot) -> Body:
    body = Body()
    bot.link.body = body
    return body


def test_a_bot_rests_once_every_question_is_answered_and_wakes_for_the_next() -> None:
    async def scenario(bot: Bot) -> None:
        body = embodied(bot)
        one, other = bot.link.open_match(), bot.link.open_match()
        asked = [bot.ask(one, 1), bot.ask(other, 1)]
        await settle()
        await bot.answers(answer(one, 1))
        assert body.done == []
        await bot.answers(answer(other, 1))
        assert body.done == ["rest"]
        asked.append(bot.ask(one, 2))
        await settle()
        assert body.done == ["rest", "wake"]
        await bot.answers(answer(one, 2))
        await asyncio.gather(*asked)

        assert body.done == ["rest", "wake", "rest"]

    with_bot(scenario)


async def answered(bot: Bot) -> int:
    """A match whose first question the bot has answered."""
    number = bot.link.open_match()
    asked = bot.ask(number, 1)
    await settle()
    await bot.answers(answer(number, 1))
    assert (await asked).cpu_us is None
    return number


def test_news_that_need_no_answer_do_not_wake_a_bot() -> None:
    async def scenario(bot: Bot) -> None:
        body = embodied(bot)
        number = await answered(bot)
        bot.link.end(number, over())
        await settle()

        assert len(bot.written) == 2
        assert body.done == ["rest"]

    with_bot(scenario)


def test_a_bot_that_is_let_go_is_awake() -> None:
    async def scenario(bot: Bot) -> None:
        body = embodied(bot)
        await answered(bot)
        bot.link.close()

        assert body.done == ["rest", "wake"]

    with_bot(scenario)


def test_processor_time_is_taken_in_timed_play_only() -> None:
    async def scenario(bot: Bot) -> None:
        body = embodied(bot)
        number = await answered(bot)
        assert body.looks == 0
        timed = bot.ask(number, 2, timed=True)
        await settle()
        await bot.answers(answer(number, 2))

        assert (await timed).cpu_us == 1000

    with_bot(scenario)


# --- what the referee itself cannot do ----------------------------------------------------------


class Fails(Nobody):
    """A program for which the referee has no descriptor when it is to do one of these."""

    def __init__(self, what: str) -> None:
        self.what = what

    def _do(self, what: str) -> None:
        if what == self.what:
            raise OSError(errno.EMFILE, "Too many open files")

    def rest(self) -> None:
        self._do("rest")

    def wake(self) -> None:
        self._do("wake")

    def usage(self) -> Usage | None:
        self._do("usage")
        return None

    def cpu_us(self) -> int | None:
        self._do("cpu")
        return None


@pytest.mark.parametrize("what", ["rest", "wake", "usage", "cpu"])
def test_what_the_referee_cannot_do_is_the_hosts_fault_and_answers_every_question(
    what: str,
) -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Fails(what)
        match = bot.link.open_match()

        async def play() -> None:
            for step in (1, 2, 3):
                asked = bot.ask(match, step, limit_us=SECOND, timed=True)
                await settle()
                if what != "usage":
                    await bot.answers(answer(match, step))
                await asked

        with pytest.raises(HostFault, match=r"could not be served.*Too many open files"):
            await play()

        assert bot.link.fault is not None
        assert bot.link.fault.termination is Termination.HOST_FAULT

    with_bot(scenario)


def test_a_bot_that_breaks_the_contract_is_to_blame_though_resting_fails() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Fails("rest")
        asked = bot.ask(bot.link.open_match(), 1)
        await settle()
        await bot.answers(answer(7, 1))

        assert (await fault_of(asked)).termination is Termination.PROTOCOL_ERROR

    with_bot(scenario)
