"""A long tournament of real matches, and whether its runner costs more the longer it plays.

    python scripts/endure.py [--matches 200000] [--bots 4] [--workers 2]

Random bots play Kupferkessel Co. At nine tenths the runner is killed and the tournament resumed.
A line tells for each tenth what the runner alone used for a match, and its memory; the last ones
how soon it played again, and whether all stayed within bounds.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

FLAT, RESUMED_S = 1.1, 2.0
"""How much the dearest tenth may cost of the cheapest, and the processor time until it plays."""
GAMES = ("--game", "kupferkessel")


class Watched:
    """A runner that tells what happens, and what it has used."""

    def __init__(self, folder: Path, *words: str) -> None:
        program = (sys.executable, "-m", "arena.cli", *words, "--json")
        self.process = subprocess.Popen(program, cwd=folder, stdout=subprocess.PIPE, text=True)

    def cpu_s(self) -> float:
        """Processor time of the runner alone: its workers are other processes."""
        used = 0
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            used += int((thread / "schedstat").read_text().split()[0])
        return used / 1e9

    def memory_mb(self) -> float:
        """What it holds now."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1e3
        return 0.0

    def until(self, kind: str, number: int) -> int:
        """Listen until so many events of a kind were told; how many there were."""
        assert self.process.stdout is not None
        heard = 0
        for line in self.process.stdout:
            # Tables are long, and nothing here looks into them.
            if line.startswith(f'{{"event": "{kind}"') and json.loads(line)["event"] == kind:
                heard += 1
                if heard == number:
                    break
        return heard


def main() -> int:
    """Play and print; exit 1 if something grows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--bots", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    rounds = chosen.matches // (chosen.bots * (chosen.bots - 1))
    total = rounds * chosen.bots * (chosen.bots - 1)
    bots = [f"random:as=b{number}" for number in range(chosen.bots)]
    how = ("--workers", str(chosen.workers), "--isolation", "process")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        runner = Watched(
            folder, "tournament", *bots, *GAMES, "--rounds", str(rounds), "--seed", "4", *how
        )
        runner.until("match_finished", total // 10)  # it starts, and learns
        costs, memory, before = [], [runner.memory_mb()], runner.cpu_s()
        for tenth in range(2, 10):
            runner.until("match_finished", total // 10)
            now = runner.cpu_s()
            costs.append((now - before) / (total // 10) * 1e6)
            memory.append(runner.memory_mb())
            before = now
            print(f"{tenth}/10 {costs[-1]:6.0f} us a match {memory[-1]:6.0f} MB", flush=True)
        runner.process.kill()
        runner.process.communicate()
        runner = Watched(folder, "resume", *how)
        runner.until("match_started", 1)
        resumed_s = runner.cpu_s()
        print(f"resumed: plays after {resumed_s:.2f} s of processor", flush=True)
        assert runner.process.stdout is not None
        for _ in runner.process.stdout:
            pass
        code = runner.process.wait()
    half = len(costs) // 2
    growth = sum(costs[half:]) / sum(costs[:half])
    swell = memory[-1] / memory[0]
    print(f"{total} matches, cost {growth:.2f}x, memory {swell:.2f}x, exit code {code}")
    return int(code or growth > FLAT or swell > FLAT or resumed_s > RESUMED_S)


if __name__ == "__main__":
    sys.exit(main())
