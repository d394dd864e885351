"""Several referees in one process do not touch each other's bots."""

import asyncio
import os

from referee.bots.conditions import Conditions
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.match.clock import parse_control
from referee.match.plan import MatchPlan, Played
from referee.match.play import play
from tests.entrants import entries
from tests.integration.playing import plan
from tests.leftovers import Ground


def test_a_referee_that_closes_leaves_the_bots_of_another_alone(
    ground: Ground, sandbox: str
) -> None:
    hosting = Hosting(sandbox, Conditions(control=parse_control(startup=20)), "test")

    async def one(pool: BotPool, match: MatchPlan) -> Played:
        return await play(match, pool.table(entries(match)))

    async def playing() -> list[Played]:
        async with open_pool(hosting, os.environ) as lasting:
            before = await one(lasting, plan("random", "remembers", deal=1))
            async with open_pool(hosting, os.environ) as passing:
                await one(passing, plan("random", "honest"))
            return [before, await one(lasting, plan("random", "remembers", deal=2))]

    assert [one.attempts for one in asyncio.run(playing())] == [1, 1]
