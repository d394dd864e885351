"""How fast ratings are made, TrueSkill against the `trueskill` package, and matches verified.

python -m benchmarks.stations.ratings MATCHES DATABASE
"""

import random
import sys
import time
from itertools import combinations
from typing import Any, Final

import trueskill

from benchmarks import cpu
from benchmarks.station import Chunk, Taken, serve
from leaderboard.database import open_database
from leaderboard.ratings import live
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import fit
from leaderboard.ratings.tally import Tallies
from leaderboard.values import MatchFilter, Pool, Rating, Result
from referee.match.digest import canonical, lasting
from referee.match.verify import parse_json, verify

SEED: Final = 2001
POOL: Final = Pool.of("simulated", "1", {}, 2, "nodes")
TABLES: Final = 50
CHANGES: Final = 100
VERIFIED: Final = 200


def simulated(matches: int) -> list[Result]:
    """So many matches of eight bots."""
    rng = random.Random(SEED)
    tables = list(combinations(range(8), 2))
    return [
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


class Collecting:
    """Tallying, collecting and fitting the same results over and over."""

    def __init__(self, matches: int) -> None:
        self._results = simulated(matches)

    def take(self) -> Taken:
        """Seconds: for a match, and for the fit."""
        tallies, evidence = Tallies(), Evidence()
        begun = time.process_time()
        for result in self._results:
            tallies.add(result)
        tallied = time.process_time()
        for result in self._results:
            evidence.add(result)
        collected = time.process_time()
        fit(evidence)
        matches = len(self._results)
        return {
            "tally": (tallied - begun) / matches,
            "collect": (collected - tallied) / matches,
            "fit": time.process_time() - collected,
        }


def folding(players: int) -> Chunk:
    """Seconds for a match of so many, here and by the package."""
    rng = random.Random(SEED)
    package = trueskill.TrueSkill(
        live.MU, live.SIGMA, live.BETA, tau=0.0, draw_probability=live.DRAW_PROBABILITY
    )
    tables = [
        [Rating(rng.gauss(25, 3), rng.uniform(0.5, 3)) for _ in range(players)]
        for _ in range(TABLES)
    ]
    ranks = [rng.sample(range(1, players + 1), players) for _ in range(TABLES)]

    def take() -> Taken:
        begun = cpu.own_s()
        for table, ranked in zip(tables, ranks, strict=True):
            live.rate(table, ranked)
        between = cpu.own_s()
        for table, ranked in zip(tables, ranks, strict=True):
            package.rate(
                [(package.create_rating(one.mu, one.sigma),) for one in table], ranks=ranked
            )
        return {
            f"ours-{players}": (between - begun) / TABLES,
            f"package-{players}": (cpu.own_s() - between) / TABLES,
        }

    return take


class Verifying:
    """Verifying records of Kupferkessel for two, and ones with a byte changed."""

    def __init__(self, place: str) -> None:
        wanted = MatchFilter(game="kupferkessel", limit=VERIFIED)
        with open_database(place, write=False) as database, database.reading() as store:
            self._records: list[dict[str, Any]] = [
                store.record(match) for match in store.matches(wanted) if len(match.seats) == 2
            ]
        self._texts = [canonical(lasting(record)).encode() for record in self._records]
        self._rng = random.Random(SEED)

    def take(self) -> Taken:
        """Seconds for a match; which part of the changes is found."""
        begun = cpu.own_s()
        for record in self._records:
            if findings := verify(record).findings:
                sys.exit(f"a record as it was stored is doubted: {findings}")
        taken = cpu.own_s() - begun
        found = sum(self._is_found(self._rng.choice(self._texts)) for _ in range(CHANGES))
        return {"match": taken / len(self._records), "found": found / CHANGES}

    def _is_found(self, text: bytes) -> bool:
        place = self._rng.randrange(len(text))
        other = self._rng.choice([byte for byte in range(256) if byte != text[place]])
        try:
            value = parse_json(text[:place] + bytes([other]) + text[place + 1 :])
        except ValueError:
            return True
        return bool(verify(value).findings)


def main(matches: int, database: str) -> None:
    """Serve the chunks."""
    serve(
        {
            "collecting": Collecting(matches).take,
            **{f"folding-{players}": folding(players) for players in (2, 3, 4)},
            "verifying": Verifying(database).take,
        }
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
