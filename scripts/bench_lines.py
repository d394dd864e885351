"""What lines cost: the processor time of a decision, against the same bot over gRPC.

    python scripts/bench_lines.py [MATCHES]

The same Python bot, which takes the first action, plays itself through both doors, one match at a
time, in both games. Counted is what the referee and the bots use together; a first match, in
which the bots start, is taken off. The doors take turns, round by round, and the median of their
ratios counts: what else the machine does comes and goes, and hits both alike.
"""

import asyncio
import os
import resource
import sys
import tempfile
from pathlib import Path
from statistics import median

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.games.registry import get_game
from referee.match.clock import Control
from referee.match.plan import plan_match
from referee.match.play import play

BY_LINES = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        print(told["actions"][0]["text"], flush=True)
"""
BY_GRPC = """
from arena.sdk import Action, Bot, Turn, run


class First(Bot):
    def act(self, turn: Turn) -> Action:
        return turn.legal[0]


run(First)
"""
MANIFEST = 'name = "first"\ncommand = ["{python}", "main.py"]\n'
GAMES = ("kupferkessel", "trapper")
ROUNDS = 5
MATCHES = 10
MOST = 1.5
"""What a decision by lines may cost, against one over gRPC."""


def main() -> int:
    """Measure and print; exit 1 if lines cost more than they may."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    print(f"{'game':<16}{'gRPC':>8}{'lines':>8}{'ratio':>8}   CPU of a decision in us")
    ratios = [measured(game, matches) for game in GAMES]
    print(f"allowed: at most {MOST}")
    return int(max(ratios) > MOST)


def measured(game: str, matches: int) -> float:
    """How much lines cost against gRPC in a game, the median of some rounds."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        (folder / "lines.py").write_text(BY_LINES)
        (folder / "main.py").write_text(BY_GRPC)
        (folder / "bot.toml").write_text(MANIFEST)
        rounds = [
            (cost(str(folder), game, matches), cost(str(folder / "lines.py"), game, matches))
            for _ in range(ROUNDS)
        ]
    grpc, lines = (1e6 * median(column) for column in zip(*rounds, strict=True))
    ratio = median(line / stream for stream, line in rounds)
    print(f"{game:<16}{grpc:>8.0f}{lines:>8.0f}{ratio:>8.2f}", flush=True)
    return ratio


def cost(bot: str, game: str, matches: int) -> float:
    """Seconds of processor time for a decision, the start of the bots taken off."""
    (first_s, first), (all_s, all_of_them) = (used(bot, game, count) for count in (1, matches + 1))
    return (all_s - first_s) / (all_of_them - first)


def used(bot: str, game: str, matches: int) -> tuple[float, int]:
    """Processor time of so many matches, one after the other, and how much was decided."""
    before = spent()
    decided = asyncio.run(played(bot, game, matches))
    return spent() - before, decided


async def played(bot: str, game: str, matches: int) -> int:
    """Play in a referee of its own; how much was decided."""
    rules, entries = get_game(game), parse_entries([f"{bot}:as=a", f"{bot}:as=b"])
    decided = 0
    async with open_pool(Hosting("process", Conditions(), "bench"), dict(os.environ)) as pool:
        for number in range(1, matches + 1):
            plan = plan_match(
                match=f"bench-{number}",
                game=rules,
                setup=rules.setup(2),
                seats=entries,
                control=Control(),
                seed=1,
                deal=number,
                pairing=number,
            )
            done = await play(plan, pool.table(entries))
            if done.outcome.faults:
                raise RuntimeError(done.outcome.reason)
            decided += len(done.session.history)
    return decided


def spent() -> float:
    """Seconds of processor time of this process and of all its children that have ended."""
    return sum(
        one.ru_utime + one.ru_stime
        for one in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    sys.exit(main())
