"""How long a Python bot takes from its start to its first answer, through the real referee.

Two matches of `random` against itself: the first one starts both processes, the second one finds
them ready. The difference is their start, side by side; one answer of the second match is added.
"""

import asyncio
import os
import subprocess
import sys
import time

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.games.registry import get_game
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.play import play

TRIES = 5
SEED = 1
ENTRIES = parse_entries(["random", "random"])


def plan_number(number: int) -> MatchPlan:
    """Match number so and so of two random bots."""
    game = get_game("kupferkessel")
    return plan_match(
        match=f"bench-{number}",
        game=game,
        setup=game.setup(2),
        seats=ENTRIES,
        control=Control(),
        seed=SEED,
        deal=number,
        pairing=number,
    )


async def first_answer() -> float:
    """Seconds, once."""
    took: list[float] = []
    hosting = Hosting("process", Conditions(), "bench")
    async with open_pool(hosting, dict(os.environ)) as pool:
        for plan in (plan_number(1), plan_number(2)):
            begun = time.perf_counter()
            played = await play(plan, pool.table(ENTRIES))
            took.append(time.perf_counter() - begun)
    return took[0] - took[1] + took[1] / len(played.session.history)


def bare_interpreter() -> float:
    """Seconds that Python itself takes to start and end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Print both, the best of a few tries."""
    answer = min(asyncio.run(first_answer()) for _ in range(TRIES))
    bare = min(bare_interpreter() for _ in range(TRIES))
    print(f"start of a Python bot to its first answer: {1000 * answer:.0f} ms", end="")
    print(f" (Python alone: {1000 * bare:.0f} ms)")


if __name__ == "__main__":
    main()
