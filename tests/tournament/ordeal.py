"""Two runners on one tournament and one server, all of which are killed on the way.

`python -m tests.tournament.ordeal --kills 20 --rounds 1000` tells how it went.
"""

import argparse
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.postgres import Server, running
from tests.tournament.arena_command import pools, records, run, start, stored, wait_for_matches

FIELD = ("random", "./tally", "--game", "kupferkessel", "--bench", "0")
OPEN = ("--isolation", "process")
"""The level at which a bot may write: each run says it anew, for it is no part of a tournament."""
_MANIFEST = 'name = "tally"\ncommand = ["{python}", "main.py"]\n'
_TALLY = """
import os
from arena.sdk import Bot, run


class Tally(Bot):
    # Plays at random, and notes each match it begins: as good as any for counting them.
    matches_at_once = 64

    def act(self, turn):
        if self.match.asked == 1:
            os.write(NOTES, b"%d\\n" % self.match.seed)
        keen = [action for action in turn.legal if not action.gives_up]
        return self.match.random.choice(keen or turn.legal)


NOTES = os.open(@FILE@, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
run(Tally)
"""


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    tables: object
    records: Mapping[int, Mapping[str, object]]
    played: Counter[str]
    """How often each match was begun by a bot that counts, named by the bot's seed."""
    kills: Counter[str]
    codes: list[int]
    """How the runners ended that were not killed."""
    errors: list[str]

    @property
    def again(self) -> float:
        """How many matches were begun once more than needed, as a part of all."""
        return self.played.total() / len(self.records) - 1


@dataclass
class _Runner:
    process: "subprocess.Popen[str]"
    told: IO[str]


def suffer(folder: Path, server: Server, *, rounds: int, kills: int, seed: int) -> Outcome:
    """Play a tournament with two runners, and kill one of the three so many times."""
    chance = random.Random(seed)
    url = f"{server.database()}&connect_timeout=5"
    terms = (*FIELD, "--rounds", str(rounds), "--seed", "8")
    notes = make_tally(folder)
    notes.unlink(missing_ok=True)
    done: Counter[str] = Counter()
    errors: list[str] = []
    with ExitStack() as stack:
        files: list[IO[str]] = []

        def begin(*words: str) -> _Runner:
            told = stack.enter_context((folder / f"told{len(files)}").open("w+"))
            files.append(told)
            words = (*words, *OPEN, "--db", url, "--json", "--workers", "1")
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
        last = run(folder, "resume", *OPEN, "--db", url, "--json")
        codes = [one.process.returncode for one in runners] + [last.returncode]
    played = Counter(notes.read_text().split())
    return Outcome(pools(folder, url), records(url), played, done, codes, errors)


def make_tally(folder: Path) -> Path:
    """A bot that notes which matches it begins, and where it does."""
    bot, notes = folder / "tally", folder / "notes"
    bot.mkdir(exist_ok=True)
    (bot / "bot.toml").write_text(_MANIFEST)
    (bot / "main.py").write_text(_TALLY.replace("@FILE@", repr(str(notes))))
    return notes


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, running() as server:
        folder = Path(name)
        make_tally(folder)
        terms = (*FIELD, "--rounds", str(chosen.rounds), "--seed", "8")
        run(folder, "tournament", *terms, *OPEN, "--db", "calm.db", "--quiet")
        outcome = suffer(
            folder, server, rounds=chosen.rounds, kills=chosen.kills, seed=chosen.seed
        )
        same = outcome.records == records(folder / "calm.db")
        table = outcome.tables == pools(folder, "calm.db")
        print(  # noqa: T201 - it is what this is for
            f"{len(outcome.records)} matches, kills {dict(outcome.kills)}, begun again "
            f"{outcome.again:.1%}, records equal {same}, table equal {table}, "
            f"codes {outcome.codes}"
        )
        print("".join(outcome.errors))  # noqa: T201


if __name__ == "__main__":
    main()
