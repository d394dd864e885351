"""Two runners on one tournament and one server, all of which are killed on the way.

`python -m tests.tournament.ordeal --kills 20 --rounds 1000` tells how it went.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.postgres import Server, running
from tests.tournament.arena_command import pools, records, run, start, stored, wait_for_matches

TWINS = ("random", "random:as=twin", "--game", "kupferkessel")


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    tables: object
    records: Mapping[int, Mapping[str, object]]
    begun: Counter[str]
    """How often each match was given to a worker."""
    kills: Counter[str]
    codes: list[int]
    """How the runners ended that were not killed."""
    errors: list[str]

    @property
    def again(self) -> float:
        """Which part of the matches was given to a worker more than once, at the most."""
        return self.begun.total() / len(self.begun) - 1


@dataclass
class _Runner:
    process: "subprocess.Popen[str]"
    told: IO[str]


def suffer(folder: Path, server: Server, *, rounds: int, kills: int, seed: int) -> Outcome:
    """Play a tournament with two runners, and kill one of the three so many times."""
    chance = random.Random(seed)
    url = f"{server.database()}&connect_timeout=5"
    terms = (*TWINS, "--rounds", str(rounds), "--seed", "8")
    done: Counter[str] = Counter()
    errors: list[str] = []
    with ExitStack() as stack:
        files: list[IO[str]] = []

        def begin(*words: str) -> _Runner:
            told = stack.enter_context((folder / f"told{len(files)}").open("w+"))
            files.append(told)
            words = (*words, "--db", url, "--json", "--workers", "1")
            return _Runner(start(folder, *words, stdout=told), told)

        runners = [begin("tournament", *terms)]
        wait_for_matches(url)
        runners.append(begin("resume"))
        spared = 0
        while done.total() < kills:
            time.sleep(chance.uniform(0.2, 1.0))
            have = stored(url)
            if have >= 2 * rounds:
                break
            if have < spared:
                continue
            # So many are stored between two kills that all of them meet the same tournament.
            spared = have + 2 * rounds // (kills + 2)
            victim = chance.choice(["runner", "runner", "server"])
            done[victim] += 1
            if victim == "server":
                server.kill()
                server.start()
                continue
            number = chance.randrange(2)
            runners[number].process.kill()
            runners[number].process.communicate()
            runners[number] = begin("resume")
        errors += [one.process.communicate(timeout=300)[1] for one in runners]
        last = run(folder, "resume", "--db", url, "--json")
        codes = [one.process.returncode for one in runners] + [last.returncode]
        begun: Counter[str] = Counter()
        for told in files:
            told.seek(0)
            begun.update(_begun(told))
    return Outcome(pools(folder, url), records(url), begun, done, codes, errors)


def _begun(told: IO[str]) -> list[str]:
    found = []
    for line in told:
        if line.endswith("\n"):  # the last one of a killed runner may be torn
            event: dict[str, Any] = json.loads(line)
            if event["event"] == "match_started":
                found.append(event["match"])
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, running() as server:
        folder = Path(name)
        terms = (*TWINS, "--rounds", str(chosen.rounds), "--seed", "8")
        run(folder, "tournament", *terms, "--db", "calm.db", "--quiet")
        outcome = suffer(
            folder, server, rounds=chosen.rounds, kills=chosen.kills, seed=chosen.seed
        )
        same = outcome.records == records(folder / "calm.db")
        table = outcome.tables == pools(folder, "calm.db")
        print(  # noqa: T201 - it is what this is for
            f"{len(outcome.records)} matches, kills {dict(outcome.kills)}, begun again at most "
            f"{outcome.again:.1%}, records equal {same}, table equal {table}, "
            f"codes {outcome.codes}"
        )
        print("".join(outcome.errors))  # noqa: T201


if __name__ == "__main__":
    main()
