"""What a worker plays side by side over all its chunks, with matches that only take time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import cast

import pytest

from arena.tournament.contest import Contest, Fixture, resolve
from arena.tournament.terms import Terms
from arena.tournament.worker import Assignment, Worker, assign
from leaderboard.values import FinishedMatch
from referee.bots.conditions import Conditions
from referee.bots.entry import Entry
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.match.clock import Control
from tests.unit.virtual_time import run


@dataclass(frozen=True)
class Pool:
    """Bots of which each plays so many matches at once."""

    at_once_of_each: int
    room: int = 1000

    def at_once(self, entry: Entry) -> int:
        return self.at_once_of_each

    def tables_at_once(self, players: int) -> int:
        return self.room

    def plays_in_any_order(self, entry: Entry) -> bool:
        return False


@dataclass(frozen=True)
class Done:
    """Stands for a finished match."""

    pairing: int


@dataclass
class Timed(Worker):
    """A match lasts a second, or as long as is said of it; it is noted what is open when."""

    pool: Pool = field(default_factory=lambda: Pool(2))
    lasts_s: dict[int, float] = field(default_factory=dict)
    open: list[Fixture] = field(default_factory=list)
    seen: list[list[int]] = field(default_factory=list)
    """What was open, whenever a match began."""

    async def _open(self) -> BotPool:
        return cast("BotPool", self.pool)

    async def _play_one(self, pool: BotPool, fixture: Fixture) -> FinishedMatch:
        number = fixture.pairing.number
        self.open.append(fixture)
        self.seen.append([one.pairing.number for one in self.open])
        await asyncio.sleep(self.lasts_s.get(number, 1.0))
        self.open.remove(fixture)
        return cast("FinishedMatch", Done(number))


def contest_of(*bots: str) -> Contest:
    return resolve(Terms(bots=bots, games=("kupferkessel",), rounds=10, seed=1))


def assigned(contest: Contest, *, timed: bool = False) -> Assignment:
    control = Control(move_us=1) if timed else Control()
    return assign("t", contest, Hosting("process", Conditions(control=control), "test"))


def fixtures(contest: Contest) -> list[Fixture]:
    return [contest.fixture(pairing) for pairing in contest.format.generation(0, ())]


def of_one_order(contest: Contest) -> list[Fixture]:
    """Matches that all need the same two processes."""
    return [one for one in fixtures(contest) if one.pairing.order == 0]


def scene(scenario: Callable[[], Awaitable[None]]) -> None:
    async def played() -> None:
        await scenario()

    run(played())


TWO = contest_of("random:as=a", "random:as=b")


def test_the_next_chunk_begins_before_the_last_one_ends() -> None:
    async def scenario() -> None:
        worker = Timed(assigned(TWO), {})
        first, second = of_one_order(TWO)[:3], of_one_order(TWO)[3:6]
        await asyncio.gather(worker.play(first), worker.play(second))

        numbers = [one.pairing.number for one in (*first, *second)]
        pairs = [numbers[:1], numbers[:2], numbers[2:3], numbers[2:4], numbers[4:5], numbers[4:6]]
        assert worker.seen == pairs

    scene(scenario)


def test_a_chunk_comes_back_when_its_own_matches_are_played() -> None:
    async def scenario() -> None:
        first, second = of_one_order(TWO)[:2], of_one_order(TWO)[2:4]
        slow = first[0].pairing.number
        worker = Timed(assigned(TWO), {}, lasts_s={slow: 100.0})
        waiting = asyncio.create_task(worker.play(first))
        played = await worker.play(second)

        assert [one.pairing for one in played.matches] == [one.pairing.number for one in second]
        assert not waiting.done()
        assert slow in [one.pairing for one in (await waiting).matches]

    scene(scenario)


@pytest.mark.parametrize("at_once", [1, 2, 5])
@pytest.mark.parametrize("room", [1, 3, 1000])
def test_no_bot_has_more_matches_than_it_wants_over_all_chunks(at_once: int, room: int) -> None:
    contest = contest_of("random:as=a", "random:as=b", "random:as=c")
    by_number = {one.pairing.number: one.pairing for one in fixtures(contest)}

    async def scenario() -> None:
        worker = Timed(assigned(contest), {}, pool=Pool(at_once, room))
        every = fixtures(contest)
        chunks = [every[start : start + 10] for start in range(0, len(every), 10)]
        returned = await asyncio.gather(*map(worker.play, chunks))

        assert len(worker.seen) == len(every)
        for numbers in worker.seen:
            assert len(numbers) <= room
            at = [(e, by_number[n].order) for n in numbers for e in by_number[n].seats]
            assert all(at.count(place) <= at_once for place in at)
        told = [one.pairing for chunk in returned for one in chunk.matches]
        assert told == sorted(by_number)

    scene(scenario)


def test_matches_with_a_clock_are_played_one_at_a_time_over_all_chunks() -> None:
    async def scenario() -> None:
        worker = Timed(assigned(TWO, timed=True), {}, pool=Pool(64))
        every = fixtures(TWO)
        await asyncio.gather(worker.play(every[:5]), worker.play(every[5:10]))

        assert all(len(numbers) == 1 for numbers in worker.seen)
        assert [number for (number,) in worker.seen] == [one.pairing.number for one in every[:10]]

    scene(scenario)


def test_the_time_of_a_chunk_is_not_counted_twice() -> None:
    async def scenario() -> None:
        now = asyncio.get_running_loop().time
        worker = Timed(assigned(TWO), {}, now=now, pool=Pool(1))
        first, second = of_one_order(TWO)[:3], of_one_order(TWO)[3:5]
        chunks = await asyncio.gather(worker.play(first), worker.play(second))

        assert [chunk.elapsed_s for chunk in chunks] == [3.0, 2.0]

    scene(scenario)
