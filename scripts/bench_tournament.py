"""How the cost of a match and the memory of the runner grow over a long tournament.

    python scripts/bench_tournament.py [MATCHES]

Plays random bots and prints, for each thousand matches, the processor time of everything the
tournament runs (runner, workers, bots) per match and the runner's memory. Processor time, because
the clock on the wall tells about the neighbours. Linux only: it reads /proc.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

STEP = 1000


def main() -> int:
    """Play and print; exit 1 if a match of the last thousand costs over 1.1 of the first."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    words = ["random", "random:as=twin", "--game", "kupferkessel", "--rounds", str(matches // 2)]
    with tempfile.TemporaryDirectory() as folder:
        runner = subprocess.Popen(
            [sys.executable, "-m", "arena.cli", "tournament", *words, "--seed", "1", "--json"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert runner.stdout is not None
        rows = []
        done, before = 0, 0.0
        print(f"{'matches':>8} {'CPU ms/match':>13} {'runner MB':>10}")
        for line in runner.stdout:
            if json.loads(line)["event"] != "match_finished":
                continue
            done += 1
            if done % STEP == 0:
                spent = sum(map(cpu_seconds, family(runner.pid)))
                rows.append(((spent - before) / STEP * 1000, memory_mb(runner.pid)))
                before = spent
                print(f"{done:>8} {rows[-1][0]:>13.2f} {rows[-1][1]:>10.1f}", flush=True)
        runner.wait()
    # The first thousand holds the start of workers and bots; the second is the honest baseline.
    growth = rows[-1][0] / rows[1][0]
    print(f"last thousand against the second: {growth:.2f} (at most 1.1)")
    return 0 if growth <= 1.1 else 1


def family(root: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int(fields(int(entry.name))[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        found.append(waiting.pop())
        waiting += children.get(found[-1], [])
    return found


def fields(process: int) -> list[str]:
    """What the kernel tells about a process, from its state on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def cpu_seconds(process: int) -> float:
    """Processor time of a process, and of its children that have ended."""
    try:
        ticks = sum(map(int, fields(process)[11:15]))
    except OSError:
        return 0.0
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_mb(process: int) -> float:
    """Memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    sys.exit(main())
