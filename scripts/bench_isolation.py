"""What isolation costs: a bot's start, and every move after it.

    python scripts/bench_isolation.py [ROUNDS]

Two referees stand ready, one that starts bots as plain processes and one that sandboxes them.
They take turns, match by match, for many rounds. Of every measurement the lowest time is printed;
the cost of a move is the median over the rounds of both times' ratio: what else the machine does
comes and goes, and hits both alike.

    start    a program is started and has said its first word
    answer   the random bot is started and has answered its first question
    move     a decision of two random bots, matches played one after the other
    frozen   the same in the sandbox, with bots stopped while they are not on turn
"""

import asyncio
import os
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from operator import truediv
from pathlib import Path
from statistics import median

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.games.registry import get_game
from referee.isolation.levels import isolation
from referee.isolation.limits import Limits
from referee.isolation.port import Isolation, Launch
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.play import play
from referee.match.session import Move

PLAIN, HELD, FROZEN = "process", "sandbox", "frozen"
ENTRIES = parse_entries(["random", "random:as=twin"])
Times = dict[str, list[float]]
MOST_START_S = 0.020
LEAST_MOVE = 0.95


def main() -> int:
    """Measure and print; exit 1 if the sandbox costs more than it may."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    starts = {name: asyncio.run(started(name, rounds)) for name in (PLAIN, HELD)}
    answers = asyncio.run(answered(rounds // 4))
    moves = asyncio.run(played((PLAIN, HELD), rounds))
    frozen = asyncio.run(played((FROZEN,), rounds // 4))
    extra_s = min(starts[HELD]) - min(starts[PLAIN])
    ratio = median(map(truediv, moves[PLAIN], moves[HELD]))
    print(f"{'':10}{'plain':>10}{'sandbox':>10}")
    for word, unit, rows in (
        ("start", 1e3, starts),
        ("answer", 1e3, answers),
        ("move", 1e6, moves),
    ):
        figures = "".join(f"{min(rows[name]) * unit:>10.1f}" for name in (PLAIN, HELD))
        print(f"{word:10}{figures} {'ms' if unit == 1e3 else 'us'}")
    print(f"{'frozen':10}{'':10}{min(frozen[FROZEN]) * 1e6:>10.1f} us")
    print(f"a start takes {extra_s * 1e3:.1f} ms more (at most {MOST_START_S * 1e3:g})")
    print(f"speed of a move: {ratio:.2f} of plain (at least {LEAST_MOVE})")
    return 0 if extra_s <= MOST_START_S and ratio >= LEAST_MOVE else 1


async def started(name: str, rounds: int) -> list[float]:
    """How long the smallest program takes to its first word."""
    with (
        closing(isolation(name, {"PATH": os.defpath})) as level,
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as door,
    ):
        home = Path(folder) / "home"
        home.mkdir()
        door.bind(str(Path(folder) / "socket"))
        launch = Launch(("/bin/echo", "here"), home, Path(folder) / "socket", home, {}, False)
        return [await first_word(level, launch) for _ in range(rounds)]


async def first_word(level: Isolation, launch: Launch) -> float:
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


async def answered(rounds: int) -> Times:
    """How long a bot takes from its start to its first answer."""
    answers: Times = {name: [] for name in (PLAIN, HELD)}
    for _ in range(rounds):
        for name, times in answers.items():
            async with opened(name, fresh=True) as pool:
                times.append(await first_answer(pool))
    return answers


async def played(names: Sequence[str], rounds: int) -> Times:
    """How long a move takes at levels that take turns, each as often the first of a round."""
    moves: Times = {name: [] for name in names}
    async with AsyncExitStack() as stack:
        pools = {
            name: await stack.enter_async_context(opened(name, fresh=False)) for name in names
        }
        for pool in pools.values():
            await elapsed_per_move(pool, plan(10**6))
        for deal in range(1, rounds + 1):
            for name in names if deal % 2 else reversed(names):
                moves[name].append(await elapsed_per_move(pools[name], plan(deal)))
    return moves


@asynccontextmanager
async def opened(name: str, *, fresh: bool) -> AsyncIterator[BotPool]:
    """A referee at that level; `frozen` is the sandbox with bots that rest."""
    freeze = name == FROZEN
    level = HELD if freeze else name
    # The quota would stop a bot at times, which is what it is for and no cost of a move.
    limits = replace(Limits(), cpus=float(os.cpu_count() or 1))
    hosting = Hosting(level, Conditions(limits=limits), "bench", rests=freeze, fresh=fresh)
    async with open_pool(hosting, os.environ) as pool:
        yield pool


async def elapsed_per_move(pool: BotPool, one: MatchPlan) -> float:
    """Seconds for each decision of a match."""
    begun = time.monotonic()
    history = (await play(one, pool.table(ENTRIES))).session.history
    return (time.monotonic() - begun) / sum(isinstance(entry, Move) for entry in history)


async def first_answer(pool: BotPool) -> float:
    """From nothing to the moment the first decision of a match was answered."""
    begun = time.monotonic()
    answered: list[float] = []

    def watch(session: object) -> None:
        answered.append(time.monotonic() - begun)

    await play(plan(1), pool.table(ENTRIES), watch)
    return answered[1]  # the first call is the question


def plan(deal: int) -> MatchPlan:
    """A match of two random bots."""
    game = get_game("kupferkessel")
    return plan_match(
        match=f"bench-{deal}",
        game=game,
        setup=game.setup(2),
        seats=ENTRIES,
        control=Control(),
        seed=1,
        deal=deal,
        pairing=deal,
    )


if __name__ == "__main__":
    sys.exit(main())
