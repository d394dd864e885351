"""Matches between real processes, inside the test's own process."""

import asyncio
import os
from collections.abc import Sequence
from typing import Final

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.games.contract import Game
from referee.games.registry import get_game
from referee.match.clock import SECOND_US, Control
from referee.match.plan import MatchPlan, Played, plan_match
from referee.match.play import play
from tests.bots.assembled import assembled
from tests.entrants import entries

BOTS: Final = assembled()
SEED: Final = 7


def bot(word: str) -> str:
    """How one of the bots in `tests/bots` is written; others are called by their own names."""
    folder = BOTS / word.partition(":")[0]
    return str(BOTS / word) if folder.exists() else word


def plan(
    *bots: str,
    deal: int = 1,
    pairing: int = 1,
    hang_s: float = 20,
    startup_s: float = 20,
    game: Game | None = None,
) -> MatchPlan:
    """A match between these bots."""
    rules = game or get_game("kupferkessel")
    return plan_match(
        match=f"test-{pairing}",
        game=rules,
        setup=rules.setup(len(bots)),
        seats=parse_entries([bot(word) for word in bots]),
        control=Control(
            hang_us=round(hang_s * SECOND_US), startup_us=round(startup_s * SECOND_US)
        ),
        seed=SEED,
        deal=deal,
        pairing=pairing,
    )


def play_all(
    plans: Sequence[MatchPlan],
    *,
    level: str = "process",
    fresh: bool = False,
    at_once: int = 1,
    freeze: bool = False,
) -> list[Played]:
    """Play matches in one referee, `at_once` of them side by side."""
    conditions = Conditions(control=plans[0].control)

    async def playing() -> list[Played]:
        hosting = Hosting(level, conditions, "test", rests=freeze, fresh=fresh)
        room = asyncio.Semaphore(at_once)
        async with open_pool(hosting, os.environ) as pool:

            async def one(match: MatchPlan) -> Played:
                async with room:
                    return await play(match, pool.table(entries(match)))

            return await asyncio.gather(*map(one, plans))

    return asyncio.run(playing())


def play_one(match: MatchPlan, *, level: str = "process", freeze: bool = False) -> Played:
    """Play a single match."""
    (played,) = play_all([match], level=level, freeze=freeze)
    return played
