"""What commands of the arena cost: starts of processes, and whole tournaments."""

import json
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from benchmarks import cpu
from benchmarks.station import Taken
from benchmarks.trees import SCRIPTS, Tree

HERALD = SCRIPTS / "benchmarks" / "bots" / "herald"
_STEPS = 100
"""A long tournament is looked at so many times."""
_PIECE = 500
"""Matches that are enough to tell what one costs."""


@dataclass
class Look:
    """What a tournament had used when so many of its matches were stored."""

    matches: int
    at_s: float
    cpu_s: float
    memory_mb: float


@dataclass
class Looks:
    """A tournament that was played, and how it went on."""

    looks: list[Look] = field(default_factory=list)
    moves: float = 0.0
    """In a match, on average."""

    def best(self, begin: float, end: float) -> float:
        """Processor time for a match in the best piece of a part of it.

        Matches are stored many at once, so a piece must be long.
        """
        last = self.looks[-1].matches
        inside = [look for look in self.looks if begin * last <= look.matches <= end * last]
        pieces = max(1, min(5, int((end - begin) * last) // _PIECE))
        marks = [inside[(len(inside) - 1) * piece // pieces] for piece in range(pieces + 1)]
        return min(
            (after.cpu_s - before.cpu_s) / (after.matches - before.matches)
            for before, after in pairwise(marks)
        )

    def mean(self, begin: float) -> tuple[float, float]:
        """Processor time and time on the wall for a match, of all from a point on."""
        last = self.looks[-1]
        first = next(look for look in self.looks if look.matches >= begin * last.matches)
        matches = last.matches - first.matches
        return (last.cpu_s - first.cpu_s) / matches, (last.at_s - first.at_s) / matches


def imported(tree: Tree, module: str) -> float:
    """Processor time of a Python that imports this and ends."""
    return _finished(tree, ["-c", f"import {module}"])


def command(tree: Tree, *words: str, folder: Path) -> float:
    """Processor time of a command of the arena, with what it has started."""
    return _finished(tree, ["-m", "arena.cli", *words], folder)


def _finished(tree: Tree, words: Sequence[str], folder: Path | None = None) -> float:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        tree.command(*words), env=tree.environment(), cwd=folder, stdout=quiet, stderr=quiet
    )
    used = cpu.of_command(process.pid)
    process.returncode = 0
    return used


def match(tree: Tree, folder: Path) -> Taken:
    """A single match, and one start of a bot in it."""
    with _announced() as heralds:
        bots = [f"{HERALD}:as={name},door={heralds.place}" for name in ("one", "two")]
        words = ("match", *bots, "--game", "kupferkessel", "--isolation", "process")
        process = _popen(tree, words, folder)
        used = [heralds.next(process)[1] for _ in bots]
        whole = cpu.of_command(process.pid)
        process.returncode = 0
    return {"start.match": whole, "start.bot": min(used)}


def startup(tree: Tree, folder: Path) -> Taken:
    """What a tournament has used when its first bot is asked for the first time."""
    with _announced() as heralds:
        bots = [f"{HERALD}:as={name},door={heralds.place}" for name in ("one", "two")]
        options = ("--rounds", "20", "--seed", "1", "--isolation", "process", "--workers", "1")
        words = ("tournament", *bots, "--game", "kupferkessel", *options, "--quiet")
        process = _popen(tree, words, folder)
        whole, _ = heralds.next(process)
        process.kill()  # whatever it has started ends with it
        process.wait()
    return {"tour.startup": whole}


class Heralds:
    """Where bots of the bench tell that they were asked for the first time."""

    def __init__(self, listener: socket.socket, place: Path) -> None:
        self._listener = listener
        self.place = place

    def next(self, process: "subprocess.Popen[bytes]") -> tuple[float, float]:
        """Wait for one; what its whole family has used by then, and it alone."""
        try:
            caller, _ = self._listener.accept()
        except TimeoutError:
            process.kill()
            raise SystemExit(f"no bot was asked anything: {process.args!r}") from None
        with caller:
            _, own_ns = caller.recv(100).split()
            whole = cpu.of_family(process.pid)
            caller.sendall(b"+")
        return whole, int(own_ns) / 1e9


@contextmanager
def _announced() -> Iterator[Heralds]:
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        socket.socket(socket.AF_UNIX) as listener,
    ):
        place = Path(folder) / "door"
        listener.bind(str(place))
        listener.listen()
        listener.settimeout(120)
        yield Heralds(listener, place)


def _popen(tree: Tree, words: Sequence[str], folder: Path) -> "subprocess.Popen[bytes]":
    quiet = subprocess.DEVNULL
    arena = tree.command("-m", "arena.cli", *words)
    return subprocess.Popen(arena, env=tree.environment(), cwd=folder, stdout=quiet, stderr=quiet)


def tournament(tree: Tree, bots: Sequence[str], rounds: int, workers: int) -> Looks:
    """Play one to its end, and look at it again and again."""
    options = ("--rounds", str(rounds), "--seed", "1", "--isolation", "process", "--json")
    words = ("tournament", *bots, "--game", "kupferkessel", "--workers", str(workers), *options)
    looks = Looks()
    done, every = 0, max(1, 2 * rounds // _STEPS)
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        subprocess.Popen(
            tree.command("-m", "arena.cli", *words, "--db", f"{folder}/bench.db"),
            env=tree.environment(),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as runner,
    ):
        assert runner.stdout is not None
        for line in runner.stdout:
            if json.loads(line)["event"] != "match_finished":
                continue
            done += 1
            if done % every == 0:
                used, memory = cpu.of_family(runner.pid), cpu.memory_mb(runner.pid)
                looks.looks.append(Look(done, time.monotonic(), used, memory))
        runner.wait()
        if runner.returncode == 0:
            looks.moves = _moves_in_a_match(tree, Path(folder) / "bench.db")
    if runner.returncode or done != 2 * rounds:
        raise SystemExit(f"a tournament of {tree.name} ended with {runner.returncode}")
    return looks


def prepared_database(tree: Tree, folder: Path) -> Path:
    """A small database, as a first tournament leaves it."""
    path = folder / "small.db"
    words = ("random", "random:as=twin", "--game", "kupferkessel", "--rounds", "10")
    options = ("--seed", "1", "--isolation", "process", "--db", str(path), "--quiet")
    command(tree, "tournament", *words, *options, folder=folder)
    return path


def _moves_in_a_match(tree: Tree, database: Path) -> float:
    """How long the matches of a database are on average."""
    code = (
        "import sys\n"
        "from leaderboard.database import open_database\n"
        "from leaderboard.values import MatchFilter\n"
        "with open_database(sys.argv[1], write=False) as database, database.reading() as store:\n"
        "    records = [store.record(one) for one in store.matches(MatchFilter(limit=2000))]\n"
        "steps = [max(move.get('step', 0) for move in one['moves']) for one in records]\n"
        "print(sum(steps) / len(steps))"
    )
    done = subprocess.run(
        tree.command("-c", code, str(database)),
        env=tree.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)
