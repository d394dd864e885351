"""A season as it is going to be, rehearsed: many authors, three nights, kills and broken bots.

    scripts/rehearsal [--bots 40] [--folder DIR]

Bots in several languages are handed in, by lines and gRPC, a tenth of them broken. Two databases
share their shelf: one season is played undisturbed, the other is killed on the way in its first
two nights. New versions come in between, one of them worse than the one before. In the end both
tables must be equal, every honest bot must have met everybody, every broken one must be told why
it did not, and `arena verify` must agree.
"""

import argparse
import difflib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from leaderboard.database import open_database
from leaderboard.errors import LeaderboardError
from tests.season import authors

PROGRAM: Final = Path(sys.executable).with_name("arena")
NAME: Final = "rehearsal"
SPEC: Final = """
games = ["kupferkessel"]
rounds = 1
seed = 2027
hang = 20.0
bench = 3
yardsticks = ["random"]

[options]
recipes = "on"
"""
ROUNDS: Final = 1
PATIENCE_S: Final = 3600.0
_LOOK_S: Final = 0.1
_SHELF: Final = ("--shelf", "shelf")


def _difference(one: object, other: object) -> str:
    """Where two tables differ."""
    before, after = (
        json.dumps(table, indent=1, sort_keys=True).splitlines() for table in (one, other)
    )
    return "\n".join(["the tables differ", *difflib.unified_diff(before, after, lineterm="")])


@dataclass(frozen=True)
class Report:
    """What came of a rehearsal."""

    honest: tuple[str, ...]
    """Bots that play by the rules."""
    refused: Mapping[str, str]
    """Why those were not taken that `arena submit` refused, by path."""
    told: Mapping[str, str]
    """Why a version does not play, by bot."""
    tables: tuple[Any, Any]
    """What `arena leaderboard --json` tells of the undisturbed season, and of the other one."""
    kills: int
    matches: int
    findings: tuple[str, ...]
    """What `arena verify` said of each."""
    seconds: float

    def problems(self) -> list[str]:
        """What is not as it should be; nothing if all is well."""
        undisturbed, disturbed = self.tables
        wrong = [] if undisturbed == disturbed else [_difference(undisturbed, disturbed)]
        lines = {line["bot"]: line for line in undisturbed["pools"][0]["entries"]}
        played = {name.partition("@")[0] for name in lines}
        wrong += [f"{name} has no results" for name in self.honest if name not in played]
        met = {line["matches"] for line in lines.values()}
        if met != {(len(lines) - 1) * ROUNDS * 2}:
            wrong.append(f"not everybody met everybody: {sorted(met)} of {len(lines)} bots")
        wrong += [one for one in self.findings if "agree" not in one]
        return wrong


@dataclass
class Stage:
    """A folder with a shelf and two databases."""

    folder: Path
    say: Callable[[str], None]
    environment: Mapping[str, str]
    workers: int
    kills: int = 0
    refused: dict[str, str] = field(default_factory=dict)

    def arena(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """Run a command to its end; what it prints."""
        done = subprocess.run(
            [PROGRAM, *words],
            cwd=self.folder,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode not in codes:
            raise AssertionError(f"arena {' '.join(words)}: {done.returncode}\n{done.stderr}")
        return done.stdout

    def submit(self, paths: Sequence[Path]) -> None:
        """Hand bots in; who is refused is told why."""
        told = json.loads(self.arena("submit", *map(str, paths), "--json", *_SHELF, codes=(0, 4)))
        new = {Path(one["path"]).name: one["reason"] for one in told if one["state"] == "failed"}
        self.refused |= new
        self.say(f"{len(told) - len(new)} of {len(told)} were taken.")

    def play(self, database: str) -> None:
        """Play a night undisturbed."""
        self.arena(*self._season(database))

    def play_and_kill(self, database: str, after: int) -> None:
        """Play, and kill it when so many more matches are stored; then go on."""
        before = self._stored(database)
        process = subprocess.Popen(
            [PROGRAM, *self._season(database)],
            cwd=self.folder,
            env=dict(self.environment),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and self._stored(database) < before + after:
            time.sleep(_LOOK_S)
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        self.kills += process.wait(PATIENCE_S) == -signal.SIGKILL
        self.play(database)

    def table(self, database: str) -> Any:
        """The table without what depends on the run."""
        told = json.loads(self.arena("leaderboard", "--json", "--db", database))
        return {key: value for key, value in told.items() if key != "run"}

    def verified(self, database: str) -> str:
        """What `arena verify` says in its last line."""
        said = self.arena("verify", "last", "--db", database, codes=(0, 5))
        return said.strip().splitlines()[-1]

    def _season(self, database: str) -> tuple[str, ...]:
        how = ("--quiet", "--workers", str(self.workers), "--db", database, *_SHELF)
        return ("season", NAME, "--spec", "spec.toml", *how)

    def _stored(self, database: str) -> int:
        try:
            with (
                open_database(self.folder / database, write=False) as opened,
                opened.reading() as store,
            ):
                heads = store.tournaments("tournament")
                return sum(sum(store.counts(head.id).values()) for head in heads)
        except LeaderboardError:
            return 0  # it is not made yet


def rehearse(
    folder: Path,
    bots: int,
    environment: Mapping[str, str],
    say: Callable[[str], None],
    *,
    seed: int = 1,
    workers: int = 2,
) -> Report:
    """Three nights with so many bots."""
    begun, chance = time.monotonic(), random.Random(seed)
    stage = Stage(folder, say, environment, workers)
    (folder / "spec.toml").write_text(SPEC)
    sources = folder / "sources"
    broken = max(2, bots // 10)
    kinds = {1: authors.BUILT} if bots > len(authors.KINDS) * 2 else {}
    first = [
        *(authors.honest(sources, one, kind=kinds.get(one)) for one in range(bots - broken)),
        *(authors.BROKEN[one % 4](sources, f"broken{one}") for one in range(broken)),
    ]
    better = chance.sample(range(bots - broken), max(2, bots // 8))
    nights: list[list[Path]] = [
        first,
        [authors.honest(sources, one, 2) for one in better[: len(better) // 2 + 1]],
        [
            *(authors.honest(sources, one, 3) for one in better[len(better) // 2 + 1 :]),
            authors.chattering(sources, f"bot{better[0]}", 9),
        ],
    ]
    for number, paths in enumerate(nights, 1):
        say(f"Night {number}, {len(paths)} handed in.")
        stage.submit(paths)
        stage.play("undisturbed.db")
        say(f"Undisturbed after {time.monotonic() - begun:.0f} s.")
        if number < len(nights):
            stage.play_and_kill("disturbed.db", after=chance.randrange(3, 3 + bots))
        else:
            stage.play("disturbed.db")
        say(f"Disturbed after {time.monotonic() - begun:.0f} s, {stage.kills} kills.")
    databases = ("undisturbed.db", "disturbed.db")
    undisturbed, disturbed = (stage.table(one) for one in databases)
    return Report(
        honest=tuple(f"bot{one}" for one in range(bots - broken)),
        refused=stage.refused,
        told={one["bot"].partition("@")[0]: one["reason"] for one in undisturbed["benched"]},
        tables=(undisturbed, disturbed),
        kills=stage.kills,
        matches=stage._stored("undisturbed.db"),
        findings=tuple(map(stage.verified, databases)),
        seconds=time.monotonic() - begun,
    )


def main() -> int:
    """Rehearse, and tell how it went."""
    parser = argparse.ArgumentParser(prog="scripts/rehearsal", description=__doc__)
    parser.add_argument("--bots", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as name:
        environment = {**os.environ, "PYTHONUTF8": "1"}
        report = rehearse(
            *(Path(name), given.bots, environment, _say), seed=given.seed, workers=given.workers
        )
    for who, why in {**report.refused, **report.told}.items():
        _say(f"{who}: {' '.join(why.split())}")
    for one in report.findings:
        _say(one)
    lines = len(report.tables[0]["pools"][0]["entries"])
    _say(
        f"{lines} on the board, {report.matches} matches in each season, {report.kills} kills, "
        f"{report.seconds:.0f} s."
    )
    problems = report.problems()
    _say("\n".join(problems) or "Both tables are equal, and all is well.")
    return 1 if problems else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
