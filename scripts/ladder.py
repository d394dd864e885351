"""Simulates how soon a ladder knows its first places, beside a round robin; prints Markdown.

Bots have known strengths, evenly spread and shifted a little by the seed. Each match draws a mark
for every seat: strength, luck of the bot with the deal, what each later seat costs, and noise. A
place is known when the rank ranges of the table say so, which hold however often one looks; both
formats are looked at whenever a thirtieth more was played.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from arena.tournament.formats import Pairing
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.round_robin import RoundRobin
from leaderboard.ratings.counting import counting
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import fit
from leaderboard.ratings.ranks import ranges
from leaderboard.values import Pool, Result

BOTS, FIRST = 30, 5
APART = 0.2
"""Logits between neighbours."""
SHIFT = 0.05
DEAL, SEAT = 0.5, 0.3
LOOK = 30
FARTHEST = 400
"""Passes, and generations, after which it is given up."""


@dataclass(frozen=True)
class Run:
    """One format with one seed."""

    matches: int | None
    """Until the first places were known; None if they never were."""
    right: bool


def strengths(seed: int) -> list[float]:
    """Of all bots."""
    chance = random.Random(f"strengths {seed}")
    return [-APART * bot + chance.uniform(-SHIFT, SHIFT) for bot in range(BOTS)]


class World:
    """Plays pairings; the same pairing of a seed ends the same in both formats."""

    def __init__(self, seed: int, players: int) -> None:
        self._seed = seed
        self._strengths = strengths(seed)
        self._pool = Pool.of("simulated", "1", {}, players, "nodes")

    def play(self, pairing: Pairing) -> Result:
        """How a pairing ends."""
        table = sorted(pairing.seats)
        luck = random.Random(f"{self._seed} {table} {pairing.round}")
        lucky = {bot: luck.gauss(0, DEAL) for bot in table}
        noise = random.Random(f"{self._seed} {pairing.seats} {pairing.round}")
        marks = [
            self._strengths[bot] + lucky[bot] - SEAT * seat - math.log(noise.expovariate(1))
            for seat, bot in enumerate(pairing.seats)
        ]
        order = sorted(marks, reverse=True)
        return Result(
            self._pool,
            pairing.number,
            pairing.block,
            pairing.seats,
            tuple(order.index(mark) + 1 for mark in marks),
            (False,) * len(marks),
            generation=pairing.generation,
            deal=pairing.deal,
        )


def passes(schedule: RoundRobin, world: World) -> Iterator[Sequence[Result]]:
    """A round robin, pass by pass."""
    for number in range(FARTHEST):
        begin = number * schedule.in_a_pass
        yield [world.play(schedule[begin + at]) for at in range(schedule.in_a_pass)]


def generations(schedule: Ladder, world: World) -> Iterator[Sequence[Result]]:
    """A ladder, generation by generation."""
    results: list[Result] = []
    for number in range(FARTHEST):
        played = [world.play(one) for one in schedule.generation(number, results)]
        results += played
        yield played


def until_known(stretches: Iterator[Sequence[Result]], truth: frozenset[int]) -> Run:
    """Play until the first places are known."""
    evidence = Evidence()
    played = looked = 0
    for stretch in stretches:
        for result in counting(stretch, "all")[0]:
            evidence.add(result)
        played += len(stretch)
        if played - looked < played / LOOK:
            continue
        looked = played
        known = ranges(fit(evidence))
        found = frozenset(bot for bot, (_, worst) in known.items() if worst <= FIRST)
        if len(found) == FIRST:
            return Run(played, found == truth)
    return Run(None, right=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    seeds = parser.parse_args().seeds
    print("| seed | round robin | ladder | part |\n|--:|--:|--:|--:|", flush=True)
    parts = []
    for seed in range(1, seeds + 1):
        order = sorted(range(BOTS), key=strengths(seed).__getitem__, reverse=True)
        truth = frozenset(order[:FIRST])
        world = World(seed, 2)
        every = until_known(passes(RoundRobin(entries=BOTS, rounds=None), world), truth)
        ladder = until_known(generations(Ladder(entries=BOTS, rounds=None), world), truth)
        if not (every.right and ladder.right):
            sys.exit(f"seed {seed}: the wrong bots were found")
        if ladder.matches is None:
            sys.exit(f"seed {seed}: not known after {FARTHEST} generations")
        farthest = FARTHEST * BOTS * (BOTS - 1)
        parts.append(ladder.matches / (every.matches or farthest))
        told = every.matches or f"over {farthest}"
        print(f"| {seed} | {told} | {ladder.matches} | {parts[-1]:.0%} |", flush=True)
    print(f"\nMedian {median(parts):.0%}, at most {max(parts):.0%}; all found the right ones.")


if __name__ == "__main__":
    main()
