"""How fast ratings are made; TrueSkill against the `trueskill` package in the same run."""

import random
import time
from itertools import combinations
from typing import Final

import trueskill

from leaderboard.ratings import live
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import fit
from leaderboard.ratings.tally import Tallies
from leaderboard.values import Pool, Rating, Result

SEED: Final = 2001
POOL: Final = Pool.of("simulated", "1", {}, 2, "nodes")
MATCHES: Final = 1_000_000
CHUNKS: Final = 10


def collecting(matches: int) -> tuple[float, float, float]:
    """Seconds to tally, to collect, and to fit, so many matches of eight bots."""
    rng = random.Random(SEED)
    tables = list(combinations(range(8), 2))
    results = [
        Result(
            POOL,
            0,
            0,
            (*tables[number // 2 % 28],) if number % 2 else tables[number // 2 % 28][::-1],
            (1, 2) if rng.random() < 0.6 else (2, 1),
            (False, False),
            deal=number // 2,
        )
        for number in range(matches)
    ]
    tallies, evidence = Tallies(), Evidence()
    started = time.perf_counter()
    for result in results:
        tallies.add(result)
    tallied = time.perf_counter()
    for result in results:
        evidence.add(result)
    collected = time.perf_counter()
    fit(evidence)
    return tallied - started, collected - tallied, time.perf_counter() - collected


def folding(players: int, matches: int) -> tuple[float, float]:
    """Microseconds for a match, here and by the package."""
    rng = random.Random(SEED)
    package = trueskill.TrueSkill(
        live.MU, live.SIGMA, live.BETA, tau=0.0, draw_probability=live.DRAW_PROBABILITY
    )
    tables = [
        [Rating(rng.gauss(25, 3), rng.uniform(0.5, 3)) for _ in range(players)]
        for _ in range(matches)
    ]
    ranks = [rng.sample(range(1, players + 1), players) for _ in range(matches)]
    best = [float("inf"), float("inf")]
    for _ in range(CHUNKS):
        started = time.perf_counter()
        for table, ranked in zip(tables, ranks, strict=True):
            live.rate(table, ranked)
        between = time.perf_counter()
        for table, ranked in zip(tables, ranks, strict=True):
            package.rate(
                [(package.create_rating(one.mu, one.sigma),) for one in table], ranks=ranked
            )
        taken = (between - started, time.perf_counter() - between)
        best = [min(pair) for pair in zip(best, taken, strict=True)]
    return best[0] / matches * 1e6, best[1] / matches * 1e6


def main() -> None:
    """Print the figures."""
    tallied, collected, fitted = collecting(MATCHES)
    print(
        f"{MATCHES:,} matches: tallied in {tallied:.2f} s, collected in {collected:.2f} s, "
        f"fitted in {fitted:.2f} s"
    )
    for players in (2, 3, 4):
        ours, package = folding(players, 200)
        print(
            f"TrueSkill, {players} seats: {ours:.1f} us, the package {package:.0f} us, "
            f"ratio {package / ours:.0f}"
        )


if __name__ == "__main__":
    main()
