"""Makes `docs/bots.md` from real tournaments: who beats whom, by how much, how sure that is.

Plays one tournament for each section below with a fixed seed, through the `arena` command, and
reads the results from its database. Bots have budgets of iterations, so the same seed gives the
same tables on every machine, whether the rules are compiled or not.
"""

import argparse
import math
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leaderboard.database import open_database
from leaderboard.values import MatchFilter, StoredMatch

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
SEED = 2001
_T_97_5 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)
"""Quantiles of Student's distribution for 1, 2, ... degrees of freedom."""


@dataclass(frozen=True)
class Section:
    """One table of the page."""

    key: str
    title: str
    game: str
    bots: tuple[str, ...]
    rounds: int
    players: int = 2
    options: tuple[str, ...] = ()
    seat_orders: str = "all"
    clock: tuple[str, ...] = ()


def budget(iterations: int) -> str:
    """The search with so many iterations, named after them."""
    return f"mcts:iterations={iterations},as=mcts-{iterations}"


SECTIONS = (
    Section(
        "kupferkessel-2",
        "Kupferkessel Co., 2 players",
        "kupferkessel",
        ("random", "heuristic", budget(250), budget(1000), budget(4000)),
        10,
    ),
    Section(
        "kupferkessel-2-chance",
        "Kupferkessel Co., 2 players, against chance",
        "kupferkessel",
        ("random", "heuristic"),
        60,
    ),
    Section(
        "kupferkessel-2-recipes",
        "Kupferkessel Co., 2 players, recipes",
        "kupferkessel",
        ("random", "heuristic", budget(1000)),
        10,
        options=("recipes=on",),
    ),
    Section(
        "kupferkessel-3",
        "Kupferkessel Co., 3 players",
        "kupferkessel",
        ("random", "heuristic", budget(1000)),
        8,
        players=3,
    ),
    Section(
        "trapper-2",
        "Trapper, 2 players",
        "trapper",
        ("random", "heuristic", budget(100), budget(1500)),
        10,
    ),
    Section(
        "trapper-2-chance",
        "Trapper, 2 players, against chance",
        "trapper",
        ("random", "heuristic"),
        60,
    ),
    Section(
        "trapper-2-tactical",
        "Trapper, 2 players, tactical",
        "trapper",
        ("random", "heuristic", budget(500)),
        10,
        options=("variant=tactical",),
    ),
    Section(
        "trapper-3",
        "Trapper, 3 players",
        "trapper",
        ("random", "heuristic", budget(500)),
        5,
        players=3,
    ),
    Section(
        "trapper-4",
        "Trapper, 4 players",
        "trapper",
        ("random", "heuristic", budget(100), budget(500)),
        6,
        players=4,
        seat_orders="rotations",
    ),
    Section(
        "kupferkessel-2-clock",
        "Kupferkessel Co., 2 players, one second a move",
        "kupferkessel",
        ("heuristic", "mcts"),
        1,
        clock=("--move-time", "1"),
    ),
)


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks with its 95 % interval."""

    mean: float
    low: float
    high: float
    blocks: int

    @property
    def text(self) -> str:
        """As the page shows it."""
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


def estimate(blocks: Sequence[float], low: float, high: float) -> Estimate:
    """The mean of values between `low` and `high`, one for each block."""
    count = len(blocks)
    if count == 0:
        raise SystemExit("no match was played to a result; look at the bots with arena match")
    mean = sum(blocks) / count
    spread = sum((value - mean) ** 2 for value in blocks)
    if count < 2 or spread == 0:
        # No spread was seen: that leaves room for what happens in one block out of n/3.
        room = min(1.0, 3 / count) * (high - low)
        return Estimate(mean, max(low, mean - room), min(high, mean + room), count)
    t = _T_97_5[count - 2] if count - 2 < len(_T_97_5) else 1.96 + 2.7 / (count - 1)
    half = t * math.sqrt(spread / (count - 1) / count)
    return Estimate(mean, max(low, mean - half), min(high, mean + half), count)


def play(section: Section, rounds: int, seed: int, isolation: str) -> list[StoredMatch]:
    """All matches of a section's tournament."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "strength.db"
        command = [sys.executable, "-m", "arena.cli", "tournament", *section.bots]
        command += ["--game", section.game, "--players", str(section.players)]
        command += ["--rounds", str(rounds), "--seed", str(seed), "--db", str(database)]
        command += ["--seat-orders", section.seat_orders, "--isolation", isolation, "--quiet"]
        command += [word for option in section.options for word in ("--option", option)]
        command += section.clock
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        with open_database(database, write=False) as results, results.reading() as store:
            return store.matches(MatchFilter())


def pair_scores(matches: Sequence[StoredMatch], one: str, other: str) -> list[float]:
    """What `one` scored against `other`, a mean for each block: 1 a win, 0.5 a draw."""
    blocks: dict[int, list[float]] = {}
    for match in matches:
        ranks = {seat.name: seat.rank for seat in match.seats}
        first, second = ranks.get(one), ranks.get(other)
        if first is not None and second is not None:
            score = 0.5 if first == second else float(first < second)
            blocks.setdefault(match.block, []).append(score)
    return [sum(scores) / len(scores) for scores in blocks.values()]


def mean_ranks(matches: Sequence[StoredMatch], name: str) -> list[float]:
    """The mean rank of a bot in each block."""
    blocks: dict[int, list[float]] = {}
    for match in matches:
        for seat in match.seats:
            if seat.name == name and seat.rank is not None:
                blocks.setdefault(match.block, []).append(float(seat.rank))
    return [sum(ranks) / len(ranks) for ranks in blocks.values()]


def table(section: Section, matches: Sequence[StoredMatch], rounds: int) -> str:
    """The crosstable of a section as Markdown."""
    names = [bot.rpartition("as=")[2] for bot in section.bots]
    head = ["", *names[:-1]]
    if section.players > 2:
        head.append("mean rank")
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    for number, name in enumerate(names):
        cells = [
            estimate(pair_scores(matches, name, other), 0, 1).text if place < number else ""
            for place, other in enumerate(names[:-1])
        ]
        if section.players > 2:
            cells.append(estimate(mean_ranks(matches, name), 1, section.players).text)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    faults = sum(seat.fault is not None for match in matches for seat in match.seats)
    what = f"{rounds} blocks for each table of bots, {len(matches)} matches, {faults} faults."
    return "\n".join([f"## {section.title}", "", *lines, "", what])


INTRODUCTION = """# How strong the bots are

Made by `scripts/strength`; do not edit. Each cell tells what the bot of the row scored against the
bot of the column (1 a win, 0.5 a draw), with a 95 % interval over blocks. A block is one deal in
every seat order (with four players in every rotation), so luck of deal and seat cancels.
`mcts-1000` is `mcts:iterations=1000`. Where no block differed, the interval is the rule of three.
"""


def arguments() -> argparse.Namespace:
    """What the caller wants."""
    parser = argparse.ArgumentParser(
        prog="scripts/strength",
        description="Play the tournaments of docs/bots.md and write that page.",
        epilog="A few minutes with compiled rules; six times that without.",
    )
    keys = [section.key for section in SECTIONS]
    parser.add_argument(
        "--only", action="append", choices=keys, help="this section, several times"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer blocks")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--isolation", default="auto")
    parser.add_argument("--output", type=Path, default=PAGE)
    return parser.parse_args()


def main() -> None:
    """Play, and write the page."""
    given = arguments()
    parts = [INTRODUCTION]
    for section in SECTIONS:
        if given.only and section.key not in given.only:
            continue
        rounds = max(1, round(section.rounds * given.scale))
        matches = play(section, rounds, given.seed, given.isolation)
        parts.append(table(section, matches, rounds) + "\n")
        print(parts[-1], flush=True)
    how = f"`scripts/strength --seed {given.seed} --scale {given.scale:g}`"
    parts.append(f"To repeat it: {how}. Sections with a clock depend on the machine.\n")
    given.output.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
