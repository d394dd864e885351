"""Made-up match logs with known strengths, and how evidence is made of them."""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from leaderboard.ratings.evidence import Evidence
from leaderboard.values import Result
from tests.leaderboard.samples import POOL

Line = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Deal, entries and ranks."""

TWO_SEATS: tuple[Line, ...] = (
    (1, (0, 1), (1, 2)),
    (1, (1, 0), (2, 1)),
    (2, (0, 1), (1, 2)),
    (2, (1, 0), (1, 2)),
    (3, (0, 1), (1, 1)),
    (3, (1, 0), (2, 1)),
    (1, (1, 2), (1, 2)),
    (1, (2, 1), (2, 1)),
    (2, (1, 2), (2, 1)),
    (2, (2, 1), (2, 1)),
    (3, (1, 2), (1, 2)),
    (3, (2, 1), (1, 1)),
    (1, (0, 2), (1, 2)),
    (1, (2, 0), (2, 1)),
    (2, (0, 2), (1, 2)),
    (2, (2, 0), (1, 2)),
    (3, (0, 2), (2, 1)),
    (3, (2, 0), (2, 1)),
)
THREE_SEATS: tuple[Line, ...] = (
    (1, (0, 1, 2), (1, 2, 3)),
    (1, (1, 2, 0), (2, 3, 1)),
    (1, (2, 0, 1), (2, 1, 2)),
    (2, (0, 1, 2), (2, 1, 3)),
    (2, (1, 2, 0), (1, 1, 3)),
    (2, (2, 0, 1), (3, 2, 1)),
)


def result(line: Line, number: int = 1) -> Result:
    deal, entries, ranks = line
    pool = replace(POOL, players=len(entries))
    return Result(pool, number, deal, entries, ranks, (False,) * len(entries), deal=deal)


def collect(lines: Iterable[Line]) -> Evidence:
    evidence = Evidence()
    for line in lines:
        evidence.add(result(line))
    return evidence


def simulate(
    strengths: Sequence[float], rounds: int, rng: random.Random, players: int = 2, tie: float = 0.2
) -> list[Line]:
    """A round robin with a deal for each block; seats and deals bring luck, near ones tie."""
    lines: list[Line] = []
    deal = 0
    for _ in range(rounds):
        for table in combinations(range(len(strengths)), players):
            deal += 1
            luck = {bot: rng.gauss(0, 0.5) for bot in table}
            for seats in permutations(table):
                marks = [
                    strengths[bot] + luck[bot] - 0.3 * seat - math.log(-math.log(rng.random()))
                    for seat, bot in enumerate(seats)
                ]
                lines.append((deal, seats, _ranks(marks, tie)))
    return lines


def _ranks(marks: Sequence[float], tie: float) -> tuple[int, ...]:
    order = sorted(range(len(marks)), key=lambda seat: -marks[seat])
    ranks = [0] * len(marks)
    for place, seat in enumerate(order):
        before = order[place - 1]
        tied = place > 0 and marks[before] - marks[seat] < tie
        ranks[seat] = ranks[before] if tied else place + 1
    return tuple(ranks)
