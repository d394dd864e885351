"""How long a Python bot takes from its start to its first answer, through the real referee.

Two matches of `random` against itself: the first one starts both processes, the second one finds
them ready. The difference is their start, side by side; one answer of the second match is added.
"""

import asyncio
import os
import subprocess
import sys
import time
from dataclasses import replace

from referee.bots.entry import parse_entries
from referee.bots.host import Hosting, open_pool
from referee.games.registry import get_game
from referee.match.clock import SECOND_US, Control
from referee.match.plan import plan_match
from referee.match.play import play

TRIES = 5
SEED = 1


async def first_answer() -> float:
    """Seconds, once."""
    game = get_game("kupferkessel")
    entries = parse_entries(["random", "random"])
    startup_us = 30 * SECOND_US
    first = plan_match(
        match="bench-1",
        game=game,
        setup=game.setup(2),
        seats=entries,
        control=Control(startup_us=startup_us),
        seed=SEED,
        deal=1,
        pairing=1,
    )
    second = replace(first, match="bench-2", deal=2, pairing=2)
    took: list[float] = []
    async with open_pool(Hosting("process", "bench", startup_us), os.environ) as pool:
        for plan in (first, second):
            begun = time.perf_counter()
            played = await play(plan, pool.table(entries))
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
