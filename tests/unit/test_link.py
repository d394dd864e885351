"""The referee's end of a stream: questions, batches, limits."""

import asyncio

import pytest

from referee.match.session import Reply
from referee.match.verdict import Fault, Termination
from referee.talk.letters import BATCH_BYTES
from referee.v1 import play_pb2
from tests.unit.other_end import LATE, SECOND, Bot, answer, fault_of, over, with_bot
from tests.unit.virtual_time import settle

# --- asking and answering ---------------------------------------------------------------------


def test_an_answer_comes_back_with_what_it_cost_and_what_it_carried() -> None:
    async def scenario(bot: Bot) -> None:
        asked = bot.ask(bot.link.open_match(), 3)
        await asyncio.sleep(0.25)
        await bot.answers(answer(1, 3, 5, note="hm", eval=0.5))

        assert await asked == Reply(5, 250_000, "hm", 0.5)

    with_bot(scenario)


def test_a_match_starts_when_the_bot_is_ready() -> None:
    async def scenario(bot: Bot) -> None:
        number = bot.link.open_match()
        waiting = bot.start(number)
        await settle()
        assert not waiting.done()
        await bot.send(play_pb2.PlayRequest(readies=[play_pb2.Ready(match=number)]))

        await waiting

    with_bot(scenario)


def test_matches_are_numbered_from_one() -> None:
    async def scenario(bot: Bot) -> None:
        assert [bot.link.open_match() for _ in range(3)] == [1, 2, 3]

    with_bot(scenario)


# --- batches ----------------------------------------------------------------------------------


def test_everything_due_at_once_travels_in_one_message() -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        first, second, over_now, new = [bot.link.open_match() for _ in range(4)]
        start = bot.start(new)
        asked = [bot.ask(first, 1), bot.ask(second, 1)]
        bot.link.end(over_now, over())
        await settle()

        assert len(bot.written) == 1
        (message,) = bot.written
        assert [one.match for one in message.starts] == [new]
        assert [one.match for one in message.requests] == [first, second]
        assert [one.match for one in message.ends] == [over_now]
        await bot.answers(answer(first, 1), answer(second, 1))
        await bot.send(play_pb2.PlayRequest(readies=[play_pb2.Ready(match=new)]))
        await asyncio.gather(*asked, start)

    with_bot(scenario)


def test_matches_that_are_answered_together_ask_together_again() -> None:
    async def decide_three_times(bot: Bot, number: int) -> None:
        for step in (1, 2, 3):
            await bot.ask(number, step)

    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        numbers = [bot.link.open_match() for _ in range(16)]
        matches = [asyncio.create_task(decide_three_times(bot, number)) for number in numbers]
        for step in (1, 2, 3):
            await settle()
            await bot.answers(*(answer(number, step) for number in numbers))
        await asyncio.gather(*matches)

        assert [len(message.requests) for message in bot.written] == [16, 16, 16]

    with_bot(scenario)


def test_while_a_bot_owes_an_answer_the_next_questions_collect() -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        numbers = [bot.link.open_match() for _ in range(6)]
        asked = []
        for number in numbers:
            asked.append(bot.ask(number, 1))
            bot.link.end(bot.link.open_match(), over())
            await settle()
        assert [len(message.requests) for message in bot.written] == [1]
        await bot.answers(answer(numbers[0], 1))

        assert [len(message.requests) for message in bot.written] == [1, 5]
        assert [len(message.ends) for message in bot.written] == [1, 5]
        await bot.answers(*(answer(number, 1) for number in numbers[1:]))
        await asyncio.gather(*asked)

    with_bot(scenario)


def test_the_next_letter_goes_when_the_last_answer_is_in() -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        numbers = [bot.link.open_match() for _ in range(3)]
        asked = [bot.ask(number, 1) for number in numbers]
        await settle()
        for number in numbers[:2]:
            await bot.answers(answer(number, 1))
            asked.append(bot.ask(number, 2))
            await settle()
            assert len(bot.written) == 1
        await bot.answers(answer(numbers[2], 1))

        assert [len(message.requests) for message in bot.written] == [3, 2]
        await bot.answers(*(answer(number, 2) for number in numbers[:2]))
        await asyncio.gather(*asked)

    with_bot(scenario)


def test_a_bot_gets_as_many_questions_at_once_as_it_answers_in_about_a_second() -> None:
    async def scenario(bot: Bot) -> None:
        numbers = [bot.link.open_match() for _ in range(40)]
        asked = [bot.ask(number, 1, limit_us=30 * SECOND) for number in numbers]
        for _ in range(4):
            await settle()
            requests = bot.written[-1].requests
            await asyncio.sleep(0.1 * len(requests))  # it takes a tenth of a second for each
            await bot.answers(*(answer(one.match, 1) for one in requests))
        await settle()

        assert [len(message.requests) for message in bot.written] == [1, 10, 10, 10, 9]
        await bot.answers(*(answer(one.match, 1) for one in bot.written[-1].requests))
        await asyncio.gather(*asked)

    with_bot(scenario)


def test_questions_with_different_limits_travel_apart() -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        one, other = bot.link.open_match(), bot.link.open_match()
        asked = [bot.ask(one, 1), bot.ask(other, 1, limit_us=2 * SECOND)]
        await settle()
        assert [[one.match for one in message.requests] for message in bot.written] == [[one]]
        await bot.answers(answer(one, 1))
        await bot.answers(answer(other, 1))
        await asyncio.gather(*asked)

    with_bot(scenario)


def test_questions_of_timed_play_travel_alone() -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        numbers = [bot.link.open_match() for _ in range(3)]
        asked = [bot.ask(number, 1, timed=True) for number in numbers]
        for number in numbers:
            await settle()
            await bot.answers(answer(number, 1))
        await asyncio.gather(*asked)

        assert [len(message.requests) for message in bot.written] == [1, 1, 1]

    with_bot(scenario)


@pytest.mark.parametrize("how", ["end", "forget"])
def test_a_match_without_its_last_open_question_lets_the_next_letter_go(how: str) -> None:
    async def scenario(bot: Bot) -> None:
        first, second = bot.link.open_match(), bot.link.open_match()
        bot.ask(first, 1)
        await settle()
        asked = bot.ask(second, 1)
        if how == "end":
            bot.link.end(first, over())
        else:
            bot.link.forget(first)
        await settle()
        assert [one.match for one in bot.written[-1].requests] == [second]
        await bot.answers(answer(second, 1))

        assert (await asked).chosen == 0

    with_bot(scenario)


def test_a_question_that_nobody_waits_for_any_more_is_not_sent() -> None:
    async def scenario(bot: Bot) -> None:
        first, second = bot.link.open_match(), bot.link.open_match()
        asked = bot.ask(first, 1)
        await settle()
        bot.ask(second, 1)
        bot.link.forget(second)
        await bot.answers(answer(first, 1))
        await asked
        await settle()

        assert len(bot.written) == 1
        assert bot.link.fault is None

    with_bot(scenario)


@pytest.mark.parametrize("size", [10, 1000, 100_000])
def test_a_message_stays_below_256_kib(size: int) -> None:
    async def scenario(bot: Bot) -> None:
        many = 3 * BATCH_BYTES // size
        for number in range(1, many + 1):
            bot.link.end(number, over("x" * size))
        await settle()

        assert len(bot.written) > 1
        assert all(message.ByteSize() < BATCH_BYTES for message in bot.written)
        told = [end.match for message in bot.written for end in message.ends]
        assert told == list(range(1, many + 1))

    with_bot(scenario)


def test_what_is_too_large_for_any_batch_travels_alone() -> None:
    async def scenario(bot: Bot) -> None:
        for size in (10, BATCH_BYTES, 10):
            bot.link.end(1, over("x" * size))
        await settle()

        assert [len(message.ends) for message in bot.written] == [1, 1, 1]

    with_bot(scenario)


# --- limits -----------------------------------------------------------------------------------


def test_no_answer_within_the_limit_is_a_forfeit_at_that_moment() -> None:
    async def scenario(bot: Bot) -> None:
        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        assert fault.text == "gave no answer to step 7 within 1 s"
        assert asyncio.get_running_loop().time() == pytest.approx(1.0)

    with_bot(scenario)


def test_a_limit_counts_from_its_own_question_and_not_from_an_earlier_longer_one() -> None:
    async def scenario(bot: Bot) -> None:
        number = bot.link.open_match()
        ready = bot.start(number, 30 * SECOND)
        await settle()
        await bot.send(play_pb2.PlayRequest(readies=[play_pb2.Ready(match=number)]))
        await ready

        fault = await fault_of(bot.ask(number, 1, limit_us=SECOND))

        assert fault.termination is Termination.TIME_FORFEIT
        assert asyncio.get_running_loop().time() == pytest.approx(1.0)

    with_bot(scenario)


def test_each_question_has_its_own_limit_however_many_were_answered_before() -> None:
    async def scenario(bot: Bot) -> None:
        number = bot.link.open_match()
        for step in range(1, 10):
            asked = bot.ask(number, step)
            await asyncio.sleep(0.9)
            await bot.answers(answer(number, step))
            await asked
        begun = asyncio.get_running_loop().time()

        fault = await fault_of(bot.ask(number, 10))

        assert "step 10" in fault.text
        assert asyncio.get_running_loop().time() - begun == pytest.approx(1.0)

    with_bot(scenario)


@pytest.mark.parametrize("many", [2, 4, 40])
def test_a_silent_bot_keeps_many_waiting_no_longer_than_twice_the_limit(many: int) -> None:
    async def scenario(bot: Bot) -> None:
        await bot.has_answered_fast()
        numbers = [bot.link.open_match() for _ in range(many)]
        asked = [bot.ask(number, 1) for number in numbers]
        await asyncio.sleep(1.9)
        await bot.answers(*(answer(number, 1) for number in numbers[:-1]))

        assert [one.done() for one in asked] == [True] * (many - 1) + [False]
        fault = await fault_of(asked[-1])

        assert fault.termination is Termination.TIME_FORFEIT
        assert fault.text == "gave no answer to step 1 within 1 s"
        told = f"waited 2.00 s for {many} answers that were due together; "
        assert fault.evidence.startswith(told)
        assert asyncio.get_running_loop().time() == pytest.approx(2.0)

    with_bot(scenario)


def test_a_bot_that_does_not_get_ready_has_failed_to_start() -> None:
    async def scenario(bot: Bot) -> None:
        fault = await fault_of(bot.start(bot.link.open_match(), 2 * SECOND))

        assert fault.termination is Termination.START_FAILURE
        assert fault.text == "was not ready for the match within 2 s"

    with_bot(scenario)


def test_the_clock_starts_with_the_write_and_not_before() -> None:
    async def scenario(bot: Bot) -> None:
        number, other = bot.link.open_match(), bot.link.open_match()
        first = bot.ask(number, 1, limit_us=100 * SECOND)
        await settle()
        second = bot.ask(other, 1)
        await asyncio.sleep(5)
        await bot.answers(answer(number, 1))
        await asyncio.sleep(0.5)
        await bot.answers(answer(other, 1))

        assert (await second).elapsed_us == 500_000
        assert (await first).elapsed_us == 5_000_000

    with_bot(scenario)


def test_one_late_answer_ends_every_question_of_the_stream() -> None:
    async def scenario(bot: Bot) -> None:
        slow = bot.ask(bot.link.open_match(), 1)
        await settle()
        other = bot.ask(bot.link.open_match(), 1, limit_us=50 * SECOND)

        assert (await fault_of(slow)) == (await fault_of(other))
        assert (await fault_of(bot.ask(1, 2))).termination is Termination.TIME_FORFEIT
        assert bot.link.lost.done()

    with_bot(scenario)


def test_a_stream_at_rest_has_no_limit() -> None:
    async def scenario(bot: Bot) -> None:
        asked = bot.ask(bot.link.open_match(), 1)
        await settle()
        await bot.answers(answer(1, 1))
        await asked

        await asyncio.sleep(LATE)

        assert bot.link.fault is None

    with_bot(scenario)


# --- the end of a link ------------------------------------------------------------------------


def test_the_first_fault_stands() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.fail(Fault(Termination.CRASH, "exited with code 3"))
        bot.link.fail(Fault(Termination.DISCONNECT, "closed its stream"))

        assert (await fault_of(bot.ask(1, 1))).text == "exited with code 3"

    with_bot(scenario)


def test_a_match_that_ends_takes_its_open_question_along() -> None:
    async def scenario(bot: Bot) -> None:
        number = bot.link.open_match()
        asked = bot.ask(number, 1)
        await settle()
        bot.link.end(number, over())
        await asyncio.sleep(LATE)

        assert bot.link.fault is None
        asked.cancel()

    with_bot(scenario)


def test_a_closed_link_is_lost_without_a_fault() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.close()
        bot.link.close()

        assert bot.link.lost.done()
        assert bot.link.fault is None

    with_bot(scenario)
