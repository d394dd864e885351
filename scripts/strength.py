"""Makes `docs/bots.md` from real tournaments: who beats whom, by how much, how sure that is.

Plays one tournament for each section below with a fixed seed, through the `arena` command, and
reads the results from its database. Bots have budgets of iterations, so the same seed gives the
same tables on every machine, whether the rules are compiled or not; all but those with a clock.
"""

import argparse
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leaderboard.database import open_database
from leaderboard.values import MatchFilter, StoredMatch

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
SEED = 2001
TACTICAL = ("variant=tactical",)
BURN = "while True: pass"
_T_97_5 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14)
_T_95 = (6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.80, 1.78, 1.77, 1.76)
"""Quantiles of Student's distribution for 1, 2, ... degrees of freedom."""


@dataclass(frozen=True)
class Section:
    """One table of the page."""

    key: str
    title: str
    game: str
    bots: tuple[str, ...]
    rounds: int
    seconds: float
    """About what it takes on two cores with compiled rules; for the time left."""
    players: int = 2
    options: tuple[str, ...] = ()
    clock: tuple[str, ...] = ()
    busy: bool = False
    """Whether every core has something else to do as well."""


def budget(iterations: int) -> str:
    """The search with so many iterations, named after them."""
    return f"mcts:iterations={iterations},as=mcts-{iterations}"


def sections() -> tuple[Section, ...]:
    """All tables, in the order of the page."""
    return (*kupferkessel(), *trapper_of_two(), *trapper_of_many(), *clocks())


def kupferkessel() -> tuple[Section, ...]:
    """The tables of Kupferkessel Co. without a clock."""
    title, game = "Kupferkessel Co.", "kupferkessel"
    ladder = ("random", "heuristic", budget(300), budget(1000), budget(4000))
    usual = ("random", "heuristic", budget(1000))
    deep = (budget(1000), budget(4000))
    chance = ("random", "heuristic")
    recipes = ("recipes=on",)
    return (
        Section("kupferkessel-2", f"{title}, 2 players", game, ladder, 12, 120),
        Section("kupferkessel-2-deep", f"{title}, 2 players, budgets", game, deep, 50, 60),
        Section("kupferkessel-2-chance", f"{title}, 2 players, chance", game, chance, 66, 20),
        Section(
            "kupferkessel-2-recipes",
            f"{title}, 2 players, recipes",
            game,
            usual,
            12,
            40,
            2,
            recipes,
        ),
        Section("kupferkessel-3", f"{title}, 3 players", game, usual, 12, 30, 3),
    )


def trapper_of_two() -> tuple[Section, ...]:
    """The tables of Trapper for two."""
    title, game = "Trapper, 2 players", "trapper"
    ladder = ("random", "heuristic", budget(100), budget(500), budget(1500))
    tactical = ("random", "heuristic", budget(500), budget(1500))
    chance = ("random", "heuristic")
    return (
        Section("trapper-2", title, game, ladder, 10, 150),
        Section("trapper-2-chance", f"{title}, chance", game, chance, 66, 40),
        Section("trapper-2-tactical", f"{title}, tactical", game, tactical, 8, 100, 2, TACTICAL),
    )


def trapper_of_many() -> tuple[Section, ...]:
    """The tables of Trapper for three and four, with the default budget of `mcts` there.

    All seat orders, not rotations: whoever always sits behind `random` has an easy life.
    """
    game, usual = "trapper", ("random", "heuristic", budget(1500))
    four = ("random", "heuristic", "heuristic:as=heuristic-2", budget(1500))
    result: list[Section] = []
    for name, options, rounds in (("", (), 10), (", tactical", TACTICAL, 4)):
        key = "-tactical" if options else ""
        result += [
            Section(
                f"trapper-3{key}", f"Trapper, 3 players{name}", game, usual, 12, 90, 3, options
            ),
            Section(
                f"trapper-4{key}", f"Trapper, 4 players{name}", game, four, rounds, 150, 4, options
            ),
        ]
    return tuple(result)


def clocks() -> tuple[Section, ...]:
    """What depends on the machine: a second a move, and a short clock while it is busy."""
    pair, second, short = ("heuristic", "mcts"), ("--move-time", "1"), ("--tc", "5+0.1")
    names = (("kupferkessel", "Kupferkessel Co."), ("trapper", "Trapper"))
    slow = [
        Section(f"{game}-second", f"{title}, one second a move", game, pair, 4, 150, clock=second)
        for game, title in names
    ]
    quick = [
        Section(
            f"{game}-busy",
            f"{title}, 5 s and 0.1 s a move on a busy machine",
            game,
            pair,
            5,
            90,
            clock=short,
            busy=True,
        )
        for game, title in names
    ]
    return (*slow, *quick)


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


def quantile(table: Sequence[float], beyond: float, freedom: int) -> float:
    """Of Student's distribution; `beyond` the table an approximation."""
    return table[freedom - 1] if freedom <= len(table) else beyond


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
    t = quantile(_T_97_5, 1.96 + 2.7 / (count - 1), count - 1)
    half = t * math.sqrt(spread / (count - 1) / count)
    return Estimate(mean, max(low, mean - half), min(high, mean + half), count)


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """So many processes that do nothing, as fast as they can."""
    idle = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in idle:
            process.kill()
            process.wait()


def play(section: Section, rounds: int, seed: int, isolation: str) -> list[StoredMatch]:
    """All matches of a section's tournament."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "strength.db"
        command = [sys.executable, "-m", "arena.cli", "tournament", *section.bots]
        command += ["--game", section.game, "--players", str(section.players)]
        command += ["--rounds", str(rounds), "--seed", str(seed), "--db", str(database)]
        command += ["--isolation", isolation, "--quiet"]
        command += [word for option in section.options for word in ("--option", option)]
        command += section.clock
        with busy_cores(os.cpu_count() or 1 if section.busy else 0):
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
    """The mean rank of a bot in each block, in the order of blocks."""
    blocks: dict[int, list[float]] = {}
    for match in matches:
        for seat in match.seats:
            if seat.name == name and seat.rank is not None:
                blocks.setdefault(match.block, []).append(float(seat.rank))
    return [sum(ranks) / len(ranks) for _, ranks in sorted(blocks.items())]


def order_of_ranks(matches: Sequence[StoredMatch], names: Sequence[str]) -> str:
    """By how many ranks each bot is ahead of the one before it, and how sure that is."""
    told: list[str] = []
    for worse, better in itertools.pairwise(names):
        pairs = zip(mean_ranks(matches, worse), mean_ranks(matches, better), strict=True)
        leads = [one - other for one, other in pairs]
        mean, freedom = sum(leads) / len(leads), len(leads) - 1
        text = f"{better} is {mean:.2f} ranks ahead of {worse}"
        if freedom > 0:
            spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / freedom)
            t = quantile(_T_95, 1.645 + 1.6 / freedom, freedom)
            text += f" (at least {mean - t * spread / math.sqrt(len(leads)):.2f})"
        told.append(text)
    return f"By blocks, {'; '.join(told)}: 95 %, one-sided."


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
    faults = [seat.fault for match in matches for seat in match.seats if seat.fault is not None]
    late = sum(fault == "time_forfeit" for fault in faults)
    what = f"{rounds} blocks for each table of bots, {len(matches)} matches, {len(faults)} faults"
    what += f", {late} of them on time." if section.clock else "."
    if section.players > 2:
        what += f"\n{order_of_ranks(matches, names)}"
    return "\n".join([f"## {section.title}", "", *lines, "", what])


INTRODUCTION = """# How strong the bots are

Made by `scripts/strength`; do not edit. Each cell tells what the bot of the row scored against the
bot of the column (1 a win, 0.5 a draw), with a 95 % interval over blocks. A block is one deal in
every seat order, so luck of deal, seat and neighbours cancels.
`mcts-1000` is `mcts:iterations=1000`. Where no block differed, the interval is the rule of three.
"""


def arguments() -> argparse.Namespace:
    """What the caller wants."""
    parser = argparse.ArgumentParser(
        prog="scripts/strength",
        description="Play the tournaments of docs/bots.md and write that page.",
        epilog="Less than half an hour on two cores with compiled rules; six times that without.",
    )
    keys = [section.key for section in sections()]
    parser.add_argument(
        "--only", action="append", choices=keys, help="this section, several times"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer blocks")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--isolation", default="auto")
    parser.add_argument("--output", type=Path, default=PAGE)
    return parser.parse_args()


class Progress:
    """Tells on standard error what is played and how long the rest may take."""

    def __init__(self, chosen: Sequence[Section]) -> None:
        self._chosen = chosen
        self._begun = time.monotonic()

    def tell(self, number: int) -> None:
        """Before section `number` is played, counted from 0."""
        expected = sum(section.seconds for section in self._chosen[:number])
        left = sum(section.seconds for section in self._chosen[number:])
        if number:  # this machine against the one the times are from
            left *= (time.monotonic() - self._begun) / expected
        title = self._chosen[number].title
        print(
            f"[{number + 1}/{len(self._chosen)}] {title}; about {left / 60:.0f} min left",
            file=sys.stderr,
            flush=True,
        )


def main() -> None:
    """Play, and write the page."""
    given = arguments()
    parts = [INTRODUCTION]
    chosen = [one for one in sections() if not given.only or one.key in given.only]
    progress = Progress(chosen)
    for number, section in enumerate(chosen):
        progress.tell(number)
        rounds = max(1, round(section.rounds * given.scale))
        matches = play(section, rounds, given.seed, given.isolation)
        parts.append(table(section, matches, rounds) + "\n")
        print(parts[-1], flush=True)
    how = f"`scripts/strength --seed {given.seed} --scale {given.scale:g}`"
    parts.append(f"To repeat it: {how}. Sections with a clock depend on the machine.\n")
    given.output.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
