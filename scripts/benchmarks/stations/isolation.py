"""What isolation costs at the start of a bot, match after match in turns.

start    a program is started and has said its first word; time on the wall
answer   the random bot is started and has answered its first question; time on the wall
"""

import asyncio
import os
import socket
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.station import Taken, serve
from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.games.registry import get_game
from referee.isolation.levels import isolation
from referee.isolation.port import Isolation, Launch
from referee.match.clock import Control
from referee.match.plan import plan_match
from referee.match.play import play

PLAIN, HELD = "process", "sandbox"
STARTS = 5


def starts() -> Taken:
    """How much longer the smallest program takes to its first word, in milliseconds."""
    best = {level: min(asyncio.run(_started(level))) for level in (PLAIN, HELD)}
    return {"extra-ms": (best[HELD] - best[PLAIN]) * 1e3}


def answers() -> Taken:
    """How long a bot takes from its start to its first answer."""
    return {f"answer-{_word(level)}": asyncio.run(_answered(level)) for level in (PLAIN, HELD)}


def _word(level: str) -> str:
    return "plain" if level == PLAIN else level


async def _started(name: str) -> list[float]:
    with (
        closing(isolation(name, {"PATH": os.defpath})) as level,
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as door,
    ):
        home = Path(folder) / "home"
        home.mkdir()
        door.bind(str(Path(folder) / "socket"))
        launch = Launch(("/bin/echo", "here"), home, Path(folder) / "socket", home, {}, False)
        return [await _first_word(level, launch) for _ in range(STARTS)]


async def _first_word(level: Isolation, launch: Launch) -> float:
    """From the call to the line it prints."""
    begun = time.monotonic()
    program = await level.start(launch)
    program.go()
    await program.output.readline()
    elapsed = time.monotonic() - begun
    program.kill()
    await program.wait()
    await program.close()
    return elapsed


async def _answered(level: str) -> float:
    """From nothing to the moment the first decision of a match was answered."""
    answered: list[float] = []
    entries = parse_entries(["random", "random:as=twin"])
    game = get_game("kupferkessel")
    plan = plan_match(
        match="bench-1",
        game=game,
        setup=game.setup(2),
        seats=entries,
        control=Control(),
        seed=1,
        deal=1,
        pairing=1,
    )
    hosting = Hosting(level, Conditions(), "bench", fresh=True)
    async with open_pool(hosting, os.environ) as pool:
        begun = time.monotonic()
        await play(plan, pool.table(entries), lambda _: answered.append(time.monotonic() - begun))
    return answered[1]  # the first call is the question


if __name__ == "__main__":
    serve({"start": starts, "answer": answers})
