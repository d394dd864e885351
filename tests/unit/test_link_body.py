"""The program behind a stream: it rests while it owes nothing, and is charged for what it used."""

import asyncio

from referee.match.blame import Usage
from tests.unit.other_end import Bot, answer, over, with_bot
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
