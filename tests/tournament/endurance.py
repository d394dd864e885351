"""What a runner costs in a long tournament, without the matches: processor, memory, and resuming.

`python -m tests.tournament.endurance --matches 200000` prints a line for each tenth.
"""

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.tournament.conduct import begin
from arena.tournament.contest import resolve
from arena.tournament.events import Event, MatchStarted
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.terms import Terms
from leaderboard.database import Database, open_database
from tests.tournament.fake_place import FakePlace

_BOTS: Final = 10


def play(database: Database, rounds: int, stop_after: int, tell: Callable[[str], None]) -> None:
    """Play until so many are stored, stop, go on to the end."""
    bots = tuple(f"random:as=b{number}" for number in range(_BOTS))
    contest = resolve(Terms(bots=bots, games=("kupferkessel",), rounds=rounds, seed=4))
    head = begin(database, contest, now=lambda: 1)
    total = contest.format.count
    assert total is not None
    brake = Brake()
    started = 0
    before = time.process_time()
    first: float | None = None

    def hear(event: Event) -> None:
        nonlocal started, before, first
        if isinstance(event, MatchStarted):
            if first is None:
                first = time.process_time() - begun
            started += 1
            brake.gently = brake.gently or started == stop_after
            if started % (total // 10) == 0:
                now = time.process_time()
                cost_us = (now - before) / (total // 10) * 1e6
                tell(f"{started:>9} matches  {cost_us:5.0f} us each  {_memory():6.0f} MB now")
                before = now

    def place() -> FakePlace:
        return FakePlace(contest, head.id, 2, random.Random(1))

    begun = time.process_time()
    assert Runner(head.id, contest, database, hear, brake).run(place()) is Ending.STOPPED
    brake.gently, first, begun = False, None, time.process_time()
    runner = Runner(head.id, contest, database, hear, brake)
    assert runner.run(place()) is Ending.COMPLETE
    tell(f"resumed after {stop_after}: plays within {first:.2f} s of processor")
    begun = time.process_time()
    runner.tell_ratings()
    tell(f"the table in {time.process_time() - begun:.2f} s")


def _memory() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=200_000)
    chosen = parser.parse_args()
    rounds = chosen.matches // (_BOTS * (_BOTS - 1))
    with (
        tempfile.TemporaryDirectory() as folder,
        open_database(Path(folder) / "arena.db", write=True) as database,
    ):
        play(database, rounds, chosen.matches * 9 // 10, print)


if __name__ == "__main__":
    main()
