"""How fast the rules are, as ratios within one run: the work behind `scripts/bench`.

Three processes stand ready: the rules interpreted, the rules compiled, and OpenSpiel's
connect_four as a yardstick. They take turns with chunks of a few milliseconds, for many rounds,
and of every measurement the lowest time counts: what else the machine does comes and goes, and
hits all three alike.

    driven    a Python loop asks for the legal actions and applies one, move by move
    playout   one call plays a match to its end at random
    clone     one call copies a position from the middle of a match

Trapper is measured in the same two processes, against Kupferkessel Co. and against itself. What
is measured of the search is told in `bench_search.py`.

Runs in the environment that `bootstrap.py` made, in the root of the checkout.
"""

# What is measured is imported only in the processes that are measured.
# ruff: noqa: PLC0415

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench_search import hearts_chunks, search_chunks

ROOT = Path(__file__).resolve().parent.parent
KETTLE, TRAPPER = "kupferkessel", "trapper"
CHUNK_S = 0.004
PLAYOUTS = {KETTLE: 40, TRAPPER: 8}
"""Matches in a chunk; those of Trapper are longer."""
INSTALL = f"{sys.executable} -m pip install open_spiel -c constraints.txt"


# --- in the processes that are measured ------------------------------------------------------


def arena_chunks() -> dict[str, Callable[[], float]]:
    """What is measured of our rules and our search."""
    trapper = game_chunks(TRAPPER)
    return {
        **game_chunks(KETTLE),
        "trapper-driven": trapper["driven"],
        "trapper-playout": trapper["playout"],
        **search_chunks(),
    }


def game_chunks(name: str) -> dict[str, Callable[[], float]]:
    """What is measured of one game, in seconds for each move or clone."""
    from referee.games.chance import Rng
    from referee.games.registry import get_game

    game = get_game(name)
    setup = game.setup(2, {})
    # Whoever leaves while there is more to win plays no real match; -1 where nobody can.
    leave = game.parse_action("retire") if name == TRAPPER else -1
    deals = [game.deal(setup, Rng(number)) for number in range(200)]
    pick = random.Random(1).random
    middle = deals[0].clone()
    for _ in range(20):
        middle.apply(middle.legal_actions()[0])

    def driven() -> float:
        moves, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < CHUNK_S:
            state = random.choice(deals).clone()
            while not state.over:
                actions = state.legal_actions()
                action = actions[int(pick() * len(actions))]
                state.apply(actions[0] if action == leave else action)
                moves += 1
        return (time.perf_counter() - begun) / moves

    def playout() -> float:
        rng = Rng(1)  # so that it is always the same matches
        states = [state.clone() for state in deals[: PLAYOUTS[name]]]
        begun = time.perf_counter()
        for state in states:
            state.playout(rng)
        return (time.perf_counter() - begun) / decisions

    def clone() -> float:
        begun = time.perf_counter()
        for _ in range(1000):
            middle.clone()
        return (time.perf_counter() - begun) / 1000

    decisions, rng = 0, Rng(1)
    for state in [state.clone() for state in deals[: PLAYOUTS[name]]]:
        while not state.over:
            actions = state.legal_actions()
            action = actions[rng.below(len(actions))]
            if state.gives_up(action):
                keen = [other for other in actions if not state.gives_up(other)]
                action = keen[rng.below(len(keen))] if keen else action
            state.apply(action)
            decisions += 1
    return {"driven": driven, "playout": playout, "clone": clone}


def spiel_chunks() -> dict[str, Callable[[], float]]:
    """The yardstick."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    pick = random.Random(1).random

    def driven() -> float:
        moves, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < CHUNK_S:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(pick() * len(actions))])
                moves += 1
        return (time.perf_counter() - begun) / moves

    return {"driven": driven, **hearts_chunks()}


def serve(kind: str) -> None:
    """Answer each name of a measurement with a time, until the pipe closes."""
    chunks = spiel_chunks() if kind == "spiel" else arena_chunks()
    if kind != "spiel":
        from referee import games

        if games.compiled() != (kind == "compiled"):
            raise SystemExit(f"wanted the rules {kind}, but they run {games.form()}")
    print("ready", *chunks, flush=True)
    for line in sys.stdin:
        print(chunks[line.strip()](), flush=True)


# --- in the process that measures ------------------------------------------------------------


@dataclass(frozen=True)
class Worker:
    """A process that stands ready, and what it can measure."""

    process: subprocess.Popen[str]
    names: list[str]

    def measure(self, name: str) -> float:
        """One chunk, in microseconds."""
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline()) * 1e6


@contextmanager
def worker(kind: str, folder: Path) -> Iterator[Worker]:
    """A process for one form of the rules, or for the yardstick."""
    env = dict(os.environ, PYTHONPATH=str(folder))
    env.pop("ARENA_COMPILE", None)
    if kind == "interpreted":
        env["ARENA_COMPILE"] = "0"
    command = [sys.executable, __file__, "--serve", kind]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, cwd=folder, stdin=pipe, stdout=pipe, text=True) as it:
        words = it.stdout.readline().split()
        if words[:1] != ["ready"]:
            raise SystemExit(f"the process for '{kind}' did not start")
        yield Worker(it, words[1:])
        it.stdin.close()


@contextmanager
def compiled_copy() -> Iterator[Path]:
    """A copy of the rules, compiled; the checkout may hold none, or those of older sources."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        for package in ("arena", "referee"):
            shutil.copytree(ROOT / package, folder / package, ignore=ignore)
        shutil.copy(ROOT / "setup.py", folder)
        print("Compiling a copy of the rules (about 25 s) ...", file=sys.stderr)
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode or not list(folder.rglob("rules_*")):
            raise SystemExit(f"the rules could not be compiled:\n{done.stderr[-2000:]}")
        yield folder


def has_spiel() -> bool:
    """Whether the yardstick is installed."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-c", "import pyspiel"]
    return subprocess.run(command, stderr=quiet, check=False).returncode == 0


def measure(rounds: int) -> dict[tuple[str, str], float]:
    """The best time of each measurement, in microseconds."""
    best: dict[tuple[str, str], float] = {}
    with ExitStack() as stack:
        copy = stack.enter_context(compiled_copy())
        kinds = ["interpreted", "compiled", *(["spiel"] if has_spiel() else [])]
        workers = {kind: stack.enter_context(worker(kind, copy)) for kind in kinds}
        for number in range(rounds):
            if sys.stderr.isatty():
                print(f"round {number + 1} of {rounds}", end="\r", file=sys.stderr)
            for kind, one in workers.items():
                for name in one.names:
                    took = one.measure(name)
                    best[kind, name] = min(took, best.get((kind, name), took))
    return best


@dataclass(frozen=True)
class Row:
    """A line of the table: `above` over `below`."""

    what: str
    above: tuple[str, str]
    below: tuple[str, str]
    floor: float
    aim: float
    smaller_is_better: bool = False


SPIEL = ("spiel", "driven")
PYTHON, BINARY = "interpreted", "compiled"
ROWS = (
    Row("interpreted, driven / connect_four driven", SPIEL, (PYTHON, "driven"), 0.5, 1),
    Row("compiled, driven / connect_four driven", SPIEL, (BINARY, "driven"), 1.1, 2),
    Row("compiled playout / connect_four driven", SPIEL, (BINARY, "playout"), 3, 8),
    Row("compiled / interpreted playout", (PYTHON, "playout"), (BINARY, "playout"), 4, 8),
    Row(
        "clone / driven move, interpreted", (PYTHON, "clone"), (PYTHON, "driven"), 0.5, 0.25, True
    ),
    Row(
        "Trapper move / Kupferkessel move",
        (PYTHON, "trapper-driven"),
        (PYTHON, "driven"),
        6,
        4,
        True,
    ),
    Row(
        "Trapper, compiled / interpreted playout",
        (PYTHON, "trapper-playout"),
        (BINARY, "trapper-playout"),
        4,
        6,
    ),
    Row("search, compiled / interpreted", (PYTHON, "search"), (BINARY, "search"), 4, 6),
    Row(
        "Trapper search, compiled / interpreted",
        (PYTHON, "trapper-search"),
        (BINARY, "trapper-search"),
        4,
        6,
    ),
    Row(
        "search, move / hearts ISMCTS, move",
        ("spiel", "search-move"),
        (BINARY, "search-move"),
        1,
        2,
    ),
)


def verdict(row: Row, ratio: float) -> str:
    """How a ratio compares with what was wanted."""
    sign = -1 if row.smaller_is_better else 1
    if sign * ratio < sign * row.floor:
        return "BELOW THE FLOOR"
    return "aim reached" if sign * ratio >= sign * row.aim else "ok"


def report(best: dict[tuple[str, str], float]) -> bool:
    """Print the tables; whether every ratio is at least at its floor."""
    print(f"{'best time':<44}{'µs':>7}")
    for (kind, name), took in best.items():
        label = f"{'OpenSpiel' if kind == 'spiel' else kind}, {name}"
        print(f"{label:<44}{took:>7.3f}")
    print(f"\n{'ratio of speeds (clone, move: of times)':<44}{'is':>7}{'floor':>8}{'aim':>7}")
    good = True
    for row in ROWS:
        if row.above in best and row.below in best:
            ratio = best[row.above] / best[row.below]
            told = verdict(row, ratio)
            good = good and "FLOOR" not in told
            print(f"{row.what:<44}{ratio:>6.2f}x{row.floor:>7}x{row.aim:>6}x  {told}")
        else:
            print(f"{row.what:<44}{'-':>7}")
    if SPIEL not in best:
        print(f"\nNo open_spiel here, so its rows are missing. To get it:\n  {INSTALL}")
    return good


def main() -> int:
    """Measure and tell; 1 if a ratio is below its floor."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Speed of the rules.")
    parser.add_argument("--rounds", type=int, default=150, help="chunks of each measurement")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve)
        return 0
    good = report(measure(chosen.rounds))
    print(flush=True)
    subprocess.run([sys.executable, str(Path(__file__).with_name("bench_start.py"))], check=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
