"""Checks by simulation that ratings keep their word; prints tables in Markdown.

Strengths are known here. Each match draws a mark per seat: strength, luck of the bot with the
deal, luck of the seat, and noise; who is first by less than a margin ties. A fixed seed gives the
same tables everywhere.
"""

import argparse
import itertools
import math
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from arena.tournament.formats.sequential import passes_after
from leaderboard.database import open_database
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import UPPER, Fit, fit
from leaderboard.ratings.maximum import logistic, maximum
from leaderboard.ratings.ranks import ranges, settled
from leaderboard.ratings.sequential import Sprt
from leaderboard.ratings.student import quantile
from leaderboard.standings import counted
from leaderboard.values import Pool, Result

SEED = 2001
EXPLAINED = """`: tournaments between bots of known strength.
*Spread* lies between the best and the worst of them, in logits; *luck* is what each later seat
costs, and the deviation of a bot's luck with a deal. A deal is a block's *own*, as in every
tournament here, or *shared* by all tables of a round."""
POOL = Pool.of("simulated", "1", {}, 2, "nodes")


@dataclass(frozen=True)
class Setting:
    """One cell of the coverage table."""

    bots: int
    rounds: int
    players: int = 2
    spread: float = 0.0
    """Between the best and the worst, in logits."""
    seat: float = 0.0
    """What each later seat costs."""
    deal: float = 0.0
    """How much the luck of a bot with a deal varies."""
    tie: float = 0.0
    shared: bool = False
    """Whether all tables of a round play the same deal."""
    champion: bool = False
    """Whether the first bot wins every match."""

    def strengths(self) -> list[float]:
        step = self.spread / (self.bots - 1)
        return [self.spread / 2 - step * bot for bot in range(self.bots)]

    def truth(self) -> list[float]:
        """What the fit tends to with ever more results."""
        if not self.spread:
            return [0.0] * self.bots
        strengths, many = self.strengths(), 10**9
        return maximum(
            [
                (a, b, round(2 * many * self.score(strengths[a] - strengths[b])), many)
                for a, b in combinations(range(self.bots), 2)
            ],
            self.bots,
        )

    def score(self, lead: float) -> float:
        """What one scores against another on average, over deals and seats."""
        total = weights = 0.0
        for step in range(-60, 61):
            luck = step / 10
            weight = math.exp(-luck * luck / 2)
            for one, other in permutations(range(self.players), 2):
                x = lead + self.seat * (other - one) + luck * self.deal * math.sqrt(2)
                total += weight * (logistic(x - self.tie) + logistic(x + self.tie)) / 2
                weights += weight
        return total / weights

    def matches(self) -> int:
        return self.rounds * math.comb(self.bots, self.players) * math.factorial(self.players)


def play(setting: Setting, rng: random.Random) -> Evidence:
    """One tournament."""
    evidence = Evidence()
    strengths, deal = setting.strengths(), 0
    for number in range(setting.rounds):
        shared = [rng.gauss(0, setting.deal) for _ in strengths]
        for table in combinations(range(setting.bots), setting.players):
            deal += 1
            luck = shared if setting.shared else [rng.gauss(0, setting.deal) for _ in strengths]
            for seats in permutations(table):
                marks = [
                    math.inf
                    if setting.champion and bot == 0
                    else strengths[bot]
                    + luck[bot]
                    - setting.seat * seat
                    - math.log(-math.log(rng.random()))
                    for seat, bot in enumerate(seats)
                ]
                evidence.add(
                    Result(
                        POOL,
                        0,
                        0,
                        seats,
                        ranks_of(marks, setting.tie),
                        (),
                        deal=number if setting.shared else deal,
                    )
                )
    return evidence


def ranks_of(marks: Sequence[float], tie: float) -> tuple[int, ...]:
    """Rank 1 is best; who is near the one before ties with it."""
    order = sorted(range(len(marks)), key=lambda seat: -marks[seat])
    ranks = [1] * len(marks)
    for place in range(1, len(order)):
        before, seat = order[place - 1], order[place]
        ranks[seat] = ranks[before] if marks[before] - marks[seat] < tie else place + 1
    return tuple(ranks)


def covered(known: Fit, truth: Sequence[float], champion: bool) -> tuple[int, int]:
    """How many differences lie in their intervals, and of how many."""
    hits = total = 0
    for a, b in combinations(known.entries[champion:], 2):
        if known.is_streak(a, b):
            continue
        half = quantile(UPPER, known.pair_freedom(a, b)) * known.error(a, b)
        hits += abs(known.difference(a, b) - truth[a] + truth[b]) <= half
        total += 1
    return hits, total


def ranks_right(known: Fit, truth: Sequence[float]) -> bool:
    """Whether every range holds a rank the bot may truly have; equals share theirs."""
    for entry, (low, high) in ranges(known).items():
        best = 1 + sum(one > truth[entry] + 1e-9 for one in truth)
        worst = sum(one > truth[entry] - 1e-9 for one in truth)
        if low > best or high < worst:
            return False
    return True


def cover(setting: Setting, seconds: float) -> tuple[Setting, int, float, float, float]:
    """Many tournaments of one kind: runs, coverage, its error, and tables right as a whole."""
    rng = random.Random(f"{SEED} {setting}")
    truth = setting.truth()
    runs = min(max(int(seconds / (setting.matches() * 5e-6 * setting.players + 2e-3)), 30), 1000)
    shares, right = [], 0
    for _ in range(runs):
        known = fit(play(setting, rng))
        hits, total = covered(known, truth, setting.champion)
        shares.append(hits / max(total, 1))
        ordered = [math.inf, *truth[1:]] if setting.champion else truth
        right += ranks_right(known, ordered)
    mean = sum(shares) / runs
    spread = math.sqrt(sum((one - mean) ** 2 for one in shares) / (runs - 1) / runs)
    return setting, runs, mean, spread, right / runs


def settings(quick: bool) -> Iterator[Setting]:
    """All cells."""
    rounds = (5, 50) if quick else (5, 10, 50, 500)
    for bots in (3, 8, 20):
        for played in rounds:
            for shared in (False, True):
                yield Setting(bots, played, shared=shared)
                yield Setting(bots, played, spread=2.0, seat=0.7, deal=0.7, tie=0.3, shared=shared)
            if played < 500:
                yield Setting(bots, played, spread=1.0, deal=0.7, champion=True)
    for bots, players in ((3, 3), (8, 3), (8, 4)):
        for played in (5,) if quick else (5, 10, 50):
            yield Setting(bots, played, players, seat=0.3, deal=0.7, tie=0.3)
            if bots == 3 or played < 50:
                yield Setting(bots, played, players, spread=2.0, seat=0.3, deal=0.7)


def peek(job: tuple[str, float, int, int]) -> tuple[str, int, float, float]:
    """Tournaments between two, looked at after every pass: how often and when called settled."""
    kind, score, runs, passes = job
    rng = random.Random(f"{SEED} {job}")
    calls = []
    for _ in range(runs):
        evidence = Evidence()
        for deal in range(passes):
            for number, won in enumerate(block(kind, score, rng)):
                seats = (0, 1) if number == 0 else (1, 0)
                ranks = (1, 2) if won == (number == 0) else (2, 1)
                evidence.add(Result(POOL, 0, 0, seats, ranks, (), deal=deal))
            if settled(fit(evidence), 0, 1):
                calls.append(deal + 1)
                break
    calls += [passes + 1] * (runs - len(calls))
    calls.sort()
    found = sum(call <= passes for call in calls)
    return f"{kind}, block score {score:.2f}", runs, found / runs, float(calls[runs // 2])


Mirror = tuple[tuple[int, ...], ...]
"""The ranks by seat in matches of a bot with itself."""


def read_mirror(database: str) -> Mirror:
    """The matches of the newest tournament of a database."""
    with open_database(database, write=False) as results, results.reading() as store:
        head = store.find_tournament("last", "tournament")
        return tuple(result.ranks for result in counted(store, head.id)[0])


def watch(mirror: Mirror, runs: int, passes: int) -> float:
    """How often tournaments of matches drawn from a mirror are called settled at any look."""
    rng = random.Random(f"{SEED} mirror {runs} {passes}")
    calls = 0
    for _ in range(runs):
        evidence = Evidence()
        for deal in range(passes):
            for seats in ((0, 1), (1, 0)):
                evidence.add(Result(POOL, 0, 0, seats, rng.choice(mirror), (), deal=deal))
            if settled(fit(evidence), 0, 1):
                calls += 1
                break
    return calls / runs


def block(kind: str, score: float, rng: random.Random) -> tuple[bool, bool]:
    """Whether the first bot won, in either seat order."""
    if kind == "deterministic mirror":
        return True, False
    if kind == "one deal, one winner":
        won = rng.random() < score
        return won, won
    return rng.random() < score + 0.16, rng.random() < score - 0.16


def sprt(job: tuple[int, float, int]) -> tuple[int, float, int, float, float]:
    """Sequential tests as `arena sprt` plays them at tables of so many.

    How often it said "better", after how many deals.
    """
    players, score, runs = job
    setting = Setting(players, 1, players, seat=0.3, deal=0.7)
    low, high = 0.0, 4.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if setting.score(middle) < score else (low, middle)
    lead = low if score > 0.5 else 0.0
    rng, test = random.Random(f"{SEED} {job}"), Sprt()
    better = length = 0
    for _ in range(runs):
        counts: Counter[float] = Counter()
        for look in itertools.count():
            while counts.total() < passes_after(look):
                counts[deal_score(setting, lead, rng)] += 1
            if (verdict := test.verdict(counts)) is not None:
                break
        better += verdict == "better"
        length += counts.total()
    return players, score, runs, better / runs, length / runs


def deal_score(setting: Setting, lead: float, rng: random.Random) -> float:
    """The mean score of the first bot against the second over all seat orders of one deal."""
    luck = [rng.gauss(0, setting.deal) for _ in range(setting.players)]
    luck[0] += lead
    orders = list(permutations(range(setting.players)))
    won = 0
    for seats in orders:
        marks = {
            bot: luck[bot] - setting.seat * seat - math.log(-math.log(rng.random()))
            for seat, bot in enumerate(seats)
        }
        won += marks[0] > marks[1]
    return won / len(orders)


def cover_all(job: tuple[Setting, float]) -> tuple[Setting, int, float, float, float]:
    """The same of a pair, as a pool of processes hands it over."""
    return cover(*job)


def heading(title: str, *columns: str) -> None:
    """Begin a table."""
    print(f"\n## {title}\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns), flush=True)


def report(quick: bool, mirror: Mirror) -> None:
    """All tables."""
    print("# Do ratings keep their word?\n")
    print("Made by `scripts/calibrate" + (" --quick" if quick else "") + EXPLAINED)
    cells = [(one, 3.0 if quick else 12.0) for one in settings(quick)]
    with multiprocessing.Pool() as pool:
        heading(
            "Intervals and rank ranges",
            "bots", "seats", "rounds", "spread", "luck of seat, deal", "ties", "deals", "runs",
            "differences covered", "±", "all ranks right",
        )  # fmt: skip
        for done, (one, runs, share, error, right) in enumerate(pool.imap(cover_all, cells)):
            print(
                f"| {one.bots}{' (one wins all)' if one.champion else ''} | {one.players} "
                f"| {one.rounds} | {one.spread} | {one.seat}, {one.deal} | {one.tie} "
                f"| {'shared' if one.shared else 'own'} | {runs} | {share:.1%} | {error:.1%} "
                f"| {right:.1%} |",
                flush=True,
            )
            print(f"{done + 1} of {len(cells)} cells", file=sys.stderr)
        heading("Looking after every pass", "two bots", "runs", "called settled", "median pass")
        kinds = ("deterministic mirror", "independent seats", "one deal, one winner")
        looks = [(kind, 0.5, 100 if quick else 1000, 200) for kind in kinds]
        looks.append(("independent seats", 0.6, 100 if quick else 500, 300))
        for job, (name, runs, share, median) in zip(looks, pool.imap(peek, looks), strict=True):
            at = f"{median:.0f}" if median <= job[3] else f"none in {job[3]}"
            print(f"| {name} | {runs} | {share:.1%} | {at} |", flush=True)
        if mirror:
            runs = 100 if quick else 300
            share = watch(mirror, runs, 200)
            print(f"| matches of a real mirror | {runs} | {share:.1%} | |", flush=True)
        heading(
            "Sequential test", "seats", "true score", "runs", "called better", "deals on average"
        )
        tests = [
            (players, score, 200 if quick else 10_000)
            for players in (2, 3, 4)
            for score in (0.5, 0.6)
        ]
        for players, score, runs, share, length in pool.imap(sprt, tests):
            print(f"| {players} | {score} | {runs} | {share:.1%} | {length:.0f} |", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small run of a few minutes")
    parser.add_argument("--mirror", metavar="DB", help="a database with a bot against itself")
    given = parser.parse_args()
    report(given.quick, read_mirror(given.mirror) if given.mirror else ())


if __name__ == "__main__":
    main()
