"""How long an answer is waited for, and whose fault it is if it does not come."""

import asyncio

import pytest

from referee.match.blame import Usage
from referee.match.verdict import HostFault, Termination
from referee.talk.body import Nobody
from referee.talk.patience import Limit, Wait
from referee.talk.speech import Answer
from tests.unit.other_end import SECOND, Bot, answer, fault_of, with_bot
from tests.unit.virtual_time import settle

SLEEPS = Usage(on_cpu_us=0, waiting_us=0)


def wait(limit_us: int = 8 * SECOND, margin_us: int = 0, together: int = 1) -> Wait:
    return Wait(Limit(limit_us, margin_us), sent=100.0, together=together, cpu_us=None)


# --- waiting ------------------------------------------------------------------------------------


def test_a_bot_is_looked_at_four_times_in_the_second_half_of_its_limit() -> None:
    one = wait()

    rings = []
    while one.rings < one.due:
        rings.append(one.rings - one.sent)
        assert one.wants_look(one.rings)

    assert rings == [4, 5, 6, 7]
    assert one.rings == one.due == 108
    assert not one.wants_look(107.9)


def test_looks_that_were_missed_are_one_look() -> None:
    one = wait()

    assert one.wants_look(106.5)
    assert one.rings == 107


def test_what_travels_together_has_twice_the_limit_and_a_margin_comes_on_top() -> None:
    assert wait(together=2).due == wait(together=64).due == 116
    assert wait(margin_us=SECOND // 2).due == 108.5


def test_the_referees_own_lateness_is_not_the_bots() -> None:
    one = wait()
    one.excuse(2.5)

    assert one.due == 110.5


# --- whose fault --------------------------------------------------------------------------------


def test_a_bot_that_sleeps_is_to_blame() -> None:
    one = wait()
    one.look(104, SLEEPS)

    fault = one.over(3, 108, SLEEPS)

    assert fault.termination is Termination.TIME_FORFEIT
    assert fault.text == "gave no answer to step 3 within 8 s"
    assert fault.evidence == (
        "waited 8.00 s; of the last 4.00 s it had 0.00 s on a processor and was kept from one "
        "for 0.00 s; ready in 0 of 2 looks"
    )


def test_a_bot_that_was_kept_from_a_processor_is_not() -> None:
    one = wait()
    one.look(104, Usage(on_cpu_us=SECOND, waiting_us=SECOND))

    fault = one.over(3, 108, Usage(on_cpu_us=SECOND, waiting_us=5 * SECOND))

    assert fault.termination is Termination.HOST_FAULT
    assert "kept from one for 4.00 s" in fault.evidence


def test_where_nobody_can_tell_the_clock_decides() -> None:
    one = wait()
    one.look(104, None)

    fault = one.over(3, 108, None)

    assert fault.termination is Termination.TIME_FORFEIT
    assert fault.evidence == (
        "waited 8.00 s; this system does not tell what it had of a processor"
    )


def test_a_bot_that_does_not_get_ready_has_failed_to_start_whatever_it_had() -> None:
    one = wait()
    one.look(104, SLEEPS)

    assert one.over(0, 108, SLEEPS).termination is Termination.START_FAILURE


class Waiting(Nobody):
    """A program that is ready all the time and never let."""

    def usage(self) -> Usage | None:
        return Usage(0, 0, ready=True)


def test_a_question_to_a_bot_that_is_not_let_ends_by_the_hosts_fault() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Waiting()

        with pytest.raises(HostFault, match=r"because the machine did not let it: waited 8\.5"):
            await bot.ask(bot.link.open_match(), 7)

        assert bot.link.fault is not None
        assert bot.link.fault.termination is Termination.HOST_FAULT
        assert "ready in" in bot.link.fault.evidence

    with_bot(scenario)


# --- what a bot was kept from is handed back ----------------------------------------------------


class Sharing(Nobody):
    """A program that thinks all the time and gets a part of a processor."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.loop = asyncio.get_running_loop()

    def usage(self) -> Usage | None:
        now_us = round(self.loop.time() * SECOND)
        ran_us = round(self.share * now_us)
        return Usage(ran_us, now_us - ran_us, ready=True)


@pytest.mark.parametrize(("share", "waits_s"), [(0.5, 1.5), (0.25, 2.5), (0.15, 3.83)])
def test_who_thinks_without_end_has_its_time_used_up_and_loses_on_any_machine(
    share: float, waits_s: float
) -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Sharing(share)
        began = asyncio.get_running_loop().time()

        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        waited_s = asyncio.get_running_loop().time() - began
        assert waited_s == pytest.approx(waits_s, abs=0.1)

    with_bot(scenario)


class GivingUp(Nobody):
    """A program that gives up each of its turns at once."""

    def usage(self) -> Usage | None:
        now_us = round(asyncio.get_running_loop().time() * SECOND)
        ran_us = now_us // 40
        return Usage(ran_us, now_us - ran_us, ready=True, turns=now_us // 3000)


def test_who_gives_up_his_turns_gets_back_no_more_than_they_were_good_for() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = GivingUp()
        began = asyncio.get_running_loop().time()

        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        assert asyncio.get_running_loop().time() - began == pytest.approx(2, abs=0.2)

    with_bot(scenario)


class Unheard(Nobody):
    """A program that has answered, and a referee that is not let to read it."""

    def __init__(self, share: float = 0.0) -> None:
        self.share = share

    def usage(self) -> Usage | None:
        now_us = round(asyncio.get_running_loop().time() * SECOND)
        return Usage(round(self.share * now_us), 0, referee_us=now_us // 2, referee_waits=True)


def test_what_the_referee_is_kept_from_is_given_to_the_bot() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Unheard()
        match = bot.link.open_match()
        asking = bot.ask(match, 7)
        await asyncio.sleep(5)
        await bot.answers(answer(match, 7))

        assert (await asking).elapsed_us == pytest.approx(5 * SECOND, rel=0.01)

    with_bot(scenario)


def test_an_answer_that_is_read_before_an_alarm_that_is_overdue_is_not_late() -> None:
    async def scenario(bot: Bot) -> None:
        match = bot.link.open_match()
        asking = bot.ask(match, 7)
        await settle()

        # The loop stood still from 0.3 s on; of what came meanwhile it is told before its timers.
        bot.link._receive([Answer(match, 7, 0)], asyncio.get_running_loop().time() + 1.4)

        assert (await asking).elapsed_us == pytest.approx(1.4 * SECOND)

    with_bot(scenario)


@pytest.mark.parametrize(("share", "most_s"), [(0.0, 9), (1.0, 1.2)])
def test_a_referee_that_is_kept_is_no_excuse_for_ever(share: float, most_s: float) -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Unheard(share)
        began = asyncio.get_running_loop().time()

        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        assert asyncio.get_running_loop().time() - began <= most_s

    with_bot(scenario)


@pytest.mark.parametrize("share", [0.9, 1.0])
def test_who_has_nearly_all_of_a_processor_gets_nothing_back(share: float) -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Sharing(share)

        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        assert asyncio.get_running_loop().time() == pytest.approx(1, abs=0.02)

    with_bot(scenario)


def test_an_answer_that_is_late_because_the_bot_was_not_let_counts() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Sharing(0.25)
        asked = bot.ask(bot.link.open_match(), 7)
        await asyncio.sleep(1.7)
        await bot.answers(answer(1, 7))

        assert (await asked).elapsed_us == 1_700_000
        assert bot.link.fault is None

    with_bot(scenario)


def test_a_bot_that_sleeps_gets_nothing_back() -> None:
    async def scenario(bot: Bot) -> None:
        bot.link.body = Sleeping()

        fault = await fault_of(bot.ask(bot.link.open_match(), 7))

        assert fault.termination is Termination.TIME_FORFEIT
        assert asyncio.get_running_loop().time() == 1

    with_bot(scenario)


class Sleeping(Nobody):
    def usage(self) -> Usage | None:
        return SLEEPS


def test_a_question_that_is_given_up_before_it_is_sent_rings_no_alarm() -> None:
    async def scenario(bot: Bot) -> None:
        first = bot.ask(bot.link.open_match(), 1, limit_us=50 * SECOND)
        await settle()
        given_up = bot.link.open_match()
        bot.ask(given_up, 1)
        await settle()
        bot.link.forget(given_up)
        await asyncio.sleep(40)
        await bot.answers(answer(1, 1))

        assert (await first).elapsed_us == 40 * SECOND
        assert bot.link.fault is None

    with_bot(scenario)
