"""Several referees in one process do not touch each other's bots."""

import asyncio
import os

from referee.bots.conditions import Conditions
from referee.bots.host import Hosting, open_pool
from referee.match.clock import parse_control
from referee.match.plan import Played
from referee.match.play import play
from tests.integration.playing import plan
from tests.leftovers import Ground


def test_a_referee_that_closes_leaves_the_bots_of_another_alone(
    ground: Ground, sandbox: str
) -> None:
    hosting = Hosting(sandbox, Conditions(control=parse_control(startup=20)), "test")

    async def playing() -> list[Played]:
        async with open_pool(hosting, dict(os.environ)) as lasting:
            before = await play(plan("random", "remembers", deal=1), lasting)
            async with open_pool(hosting, dict(os.environ)) as passing:
                await play(plan("random", "honest"), passing)
            return [before, await play(plan("random", "remembers", deal=2), lasting)]

    assert [one.attempts for one in asyncio.run(playing())] == [1, 1]
