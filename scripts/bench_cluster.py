"""What a cluster costs against the workers of this machine: matches a second, and runner's time.

    python scripts/bench_cluster.py [--seconds 20] [--turns 3] [--workers 2]

A Dask scheduler and its processes stand on this machine, under TLS. The same contest is played by
turns on them and on local workers, some seconds each, with everything warm; the median of the
turns' ratios counts. Rates mean something on an idle machine alone.
"""

import argparse
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arena.tournament.conduct import CLUSTER_CHUNK_S, begin
from arena.tournament.contest import Contest, resolve
from arena.tournament.events import Event, MatchFinished
from arena.tournament.line import CHUNK_S
from arena.tournament.places import Place
from arena.tournament.places.kit import make_kit
from arena.tournament.places.local import LocalPlace
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Runner
from arena.tournament.terms import Terms
from arena.tournament.worker import assign
from leaderboard.database import Database, open_database
from tests.tournament.cluster import Engine, engine

FIELDS = {
    "random": ("random", "random:as=twin"),
    "mcts": ("mcts:iterations=30", "mcts:iterations=30,as=twin"),
}
RATE, COST = 0.85, 2.0
"""The least rate and the most processor time a match, in parts of the local ones."""


@dataclass
class Side:
    """One place with a tournament of its own, which goes on turn by turn."""

    contest: Contest
    head: str
    database: Database
    place: Place
    chunk_s: float

    def turn(self, seconds: float) -> tuple[float, float]:
        """Matches a second, and runner's processor time for each."""
        end = time.monotonic() + seconds
        brake = Brake(time_up=lambda: time.monotonic() >= end)
        played = 0

        def hear(event: Event) -> None:
            nonlocal played
            played += isinstance(event, MatchFinished)

        runner = Runner(self.head, self.contest, self.database, hear, brake, chunk_s=self.chunk_s)
        begun, used = time.monotonic(), time.process_time()
        runner.run(self.place)
        return played / (time.monotonic() - begun), (time.process_time() - used) / max(played, 1)


def sides(stack: ExitStack, folder: Path, cluster: Engine, name: str, workers: int) -> list[Side]:
    """The local side and that of the cluster."""
    found = []
    for where in ("local", "cluster"):
        terms = Terms(bots=FIELDS[name], games=("kupferkessel",), rounds=1_000_000, seed=5)
        contest = resolve(terms)
        database = stack.enter_context(open_database(folder / f"{name}-{where}.db", write=True))
        head = begin(database, contest, now=lambda: 1).id
        around = Surroundings(dict(os.environ))
        run = Run(level="process")
        prepared = prepare(contest.entries, contest.terms.conditions, run, around)
        place: Place
        if where == "local":
            place = stack.enter_context(
                LocalPlace(assign(head, contest, prepared.hosting), workers)
            )
        else:
            kit = make_kit(head, contest, prepared.hosting, around)
            place = stack.enter_context(cluster.cluster.open(kit, lambda text: None))
        chunk_s = CHUNK_S if where == "local" else CLUSTER_CHUNK_S
        found.append(Side(contest, head, database, place, chunk_s))
    return found


def main() -> int:
    """Measure and print; exit 1 if the cluster costs more than it may."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    failed = False
    print(f"{'bots':<8}{'local/s':>9}{'cluster/s':>11}{'rate':>7}{'us':>7}{'us':>7}{'cost':>7}")
    for name in FIELDS:
        with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
            folder = Path(made)
            cluster = stack.enter_context(engine(folder, chosen.workers))
            both = sides(stack, folder, cluster, name, chosen.workers)
            for side in both:
                side.turn(min(10.0, chosen.seconds))  # bots start, times are learned
            turns = [[side.turn(chosen.seconds) for side in both] for _ in range(chosen.turns)]
        rate = median(far[0] / here[0] for here, far in turns)
        cost = median(far[1] / here[1] for here, far in turns)
        (here_s, here_us), (far_s, far_us) = (
            (median(turn[n][0] for turn in turns), 1e6 * median(turn[n][1] for turn in turns))
            for n in (0, 1)
        )
        failed |= rate < RATE or cost > COST
        print(
            f"{name:<8}{here_s:>9.1f}{far_s:>11.1f}{rate:>7.2f}{here_us:>7.0f}{far_us:>7.0f}"
            f"{cost:>7.2f}",
            flush=True,
        )
    print(f"allowed: rate at least {RATE}, cost at most {COST}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
