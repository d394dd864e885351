"""Which process plays which match, and when a process is ended; with processes that are none."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import cast

import pytest

from arena.tournament.formats.round_robin import RoundRobin
from referee.bots import pool as pool_module
from referee.bots.entry import Entry, parse_entry
from referee.bots.output import Output
from referee.bots.pool import BotPool
from referee.bots.process import BotProcess, House
from referee.isolation.port import Contained
from referee.talk.guest import Guest
from referee.talk.link import Link
from referee.talk.protobuf import ProtobufWording
from tests.unit.virtual_time import run

ONE, TWO, THREE = bytes([1]), bytes([2]), bytes([3])


class Processes:
    """Stands for the programs; knows which live."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.alive: list[BotProcess] = []
        self.started = 0

    @asynccontextmanager
    async def running(self, house: House, entry: Entry) -> AsyncIterator[BotProcess]:
        link = Link(asyncio.get_running_loop().time, ProtobufWording())
        guest = Guest(link, wished_matches=self.at_once)
        process = BotProcess(entry, guest, Output(), contained=cast("Contained", None))
        self.started += 1
        self.alive.append(process)
        try:
            yield process
        finally:
            self.alive.remove(process)


Scenario = Callable[[BotPool, Processes], Awaitable[None]]


def entry(*, built_in: bool = False) -> Entry:
    random = parse_entry("random")
    return replace(random, manifest=replace(random.manifest, built_in=built_in))


def play(
    monkeypatch: pytest.MonkeyPatch, scenario: Scenario, *, at_once: int = 1, fresh: bool = False
) -> None:
    processes = Processes(at_once)
    monkeypatch.setattr(pool_module, "running", processes.running)

    async def scene() -> None:
        async with BotPool(cast("House", None), fresh=fresh) as pool:
            await scenario(pool, processes)
        assert processes.alive == []

    run(scene())


async def used(
    pool: BotPool, who: Entry, deal: bytes, *, order: int = 0, alone: bool = False
) -> BotProcess:
    """The process that one match got."""
    async with pool.lease(who, deal, order=order, alone=alone) as process:
        return process


def test_a_process_is_kept_for_the_next_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        first = await used(pool, entry(), ONE)
        second = await used(pool, entry(), TWO)

        assert first is second
        assert (first.begun_matches, first.open_matches) == (2, 0)

    play(monkeypatch, scenario)


def test_a_process_that_has_met_the_deal_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        assert await used(pool, entry(), ONE) is not await used(pool, entry(), ONE)

    play(monkeypatch, scenario)


def test_a_bot_of_the_arena_may_meet_a_deal_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        own = entry(built_in=True)

        assert await used(pool, own, ONE) is await used(pool, own, ONE)

    play(monkeypatch, scenario)


def test_a_process_takes_as_many_matches_at_once_as_it_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        async with AsyncExitStack() as stack:
            leased = [
                await stack.enter_async_context(pool.lease(entry(), deal, alone=False))
                for deal in (ONE, TWO, THREE)
            ]

            assert leased[0] is leased[1]
            assert leased[2] is not leased[0]
            assert [process.open_matches for process in leased] == [2, 2, 1]

    play(monkeypatch, scenario, at_once=2)


def test_matches_that_begin_together_share_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        deals = [bytes([number]) for number in range(8)]
        got = await asyncio.gather(*(used(pool, entry(), deal) for deal in deals))

        assert processes.started == 1
        assert len({id(process) for process in got}) == 1

    play(monkeypatch, scenario, at_once=8)


def test_a_match_that_is_played_alone_has_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        kept = await used(pool, entry(), ONE)
        alone = await used(pool, entry(), TWO, alone=True)

        assert alone is not kept
        assert processes.alive == [kept]
        assert alone.begun_matches == 1

    play(monkeypatch, scenario)


def test_a_fresh_pool_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        await used(pool, entry(), ONE)

        assert processes.alive == []
        assert await used(pool, entry(), TWO) not in processes.alive
        assert processes.started == 2

    play(monkeypatch, scenario, fresh=True)


def test_a_process_whose_stream_is_lost_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        async with pool.lease(entry(), ONE, alone=False) as lost:
            lost.link.close()

        assert processes.alive == []
        assert await used(pool, entry(), TWO) is not lost

    play(monkeypatch, scenario)


def test_a_lost_process_stays_until_its_last_match_has_its_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        async with pool.lease(entry(), ONE, alone=False) as process:
            async with pool.lease(entry(), TWO, alone=False):
                process.link.close()

            assert processes.alive == [process]  # whoever watches it has yet to say why
        assert processes.alive == []

    play(monkeypatch, scenario, at_once=2)


def test_each_seat_order_has_a_process_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        there = [await used(pool, entry(), ONE, order=order) for order in range(6)]
        again = [await used(pool, entry(), TWO, order=order) for order in range(6)]

        assert [id(one) for one in there] == [id(one) for one in again]
        assert processes.started == 6

    play(monkeypatch, scenario)


def test_a_bot_of_the_arena_needs_one_process_for_all_seat_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(pool: BotPool, processes: Processes) -> None:
        own = entry(built_in=True)
        for order in range(6):
            await used(pool, own, ONE, order=order)

        assert processes.started == 1

    play(monkeypatch, scenario)


@pytest.mark.parametrize(("bots", "starts"), [(5, 10), (20, 40), (40, 80)])
def test_a_tournament_for_two_starts_each_bot_twice_in_a_worker(
    monkeypatch: pytest.MonkeyPatch, bots: int, starts: int
) -> None:
    field = [replace(entry(), name=f"bot-{number}") for number in range(bots)]

    async def scenario(pool: BotPool, processes: Processes) -> None:
        for pairing in RoundRobin(entries=bots, rounds=3):
            deal = pairing.deal.to_bytes(4, "big")
            async with AsyncExitStack() as table:
                for number in pairing.seats:
                    lease = pool.lease(field[number], deal, order=pairing.order, alone=False)
                    await table.enter_async_context(lease)

        assert processes.started == starts

    play(monkeypatch, scenario)


def test_no_more_than_so_many_are_kept_and_most_of_them_serve_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "MOST_KEPT", 60)
    field = [replace(entry(), name=f"bot-{number}") for number in range(40)]

    async def scenario(pool: BotPool, processes: Processes) -> None:
        most = 0
        schedule = RoundRobin(entries=40, rounds=3)
        for pairing in schedule:
            deal = pairing.deal.to_bytes(4, "big")
            async with AsyncExitStack() as table:
                for number in pairing.seats:
                    lease = pool.lease(field[number], deal, order=pairing.order, alone=False)
                    await table.enter_async_context(lease)
                most = max(most, len(processes.alive))

        assert most == 60
        assert processes.started < (schedule.count or 0)

    play(monkeypatch, scenario)
