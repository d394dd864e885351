"""Looks whether `arena rate` is right: three bots, whose place is known, again and again.

Each run has a seed of its own and 60 seconds. A verdict that is surely wrong, one that must be
there and is not, and a run that took longer are each told; the table counts.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60
KETTLE, TRAPPER = "kupferkessel", "trapper"
MUST: Mapping[str, Mapping[tuple[str, str], str]] = {
    "random": {
        (KETTLE, "heuristic"): "worse",
        (TRAPPER, "heuristic"): "worse",
        (KETTLE, "random"): "open",
        (TRAPPER, "random"): "open",
    },
    "heuristic": {
        (KETTLE, "random"): "better",
        (TRAPPER, "random"): "better",
        (KETTLE, "heuristic"): "open",
        (TRAPPER, "heuristic"): "open",
    },
    "mybot": {
        (KETTLE, "heuristic"): "worse",
        (TRAPPER, "heuristic"): "worse",
    },
}
"""By bot, game and yardstick: what has to be found. `mybot` is the one of the README."""
NEVER: Mapping[str, Mapping[str, str]] = {
    "random": dict.fromkeys(("heuristic", "mcts-tenth", "mcts-third", "mcts"), "better"),
    "heuristic": {"random": "worse", "mcts": "better"},
    "mybot": dict.fromkeys(("heuristic", "mcts-tenth", "mcts-third", "mcts"), "better"),
}


def paste(folder: Path) -> Path:
    """The bot of the README, as a newcomer pastes it."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    folder.mkdir()
    for language, name in (("python", "mybot.py"), ("toml", "bot.toml")):
        found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
        if found is None:
            sys.exit(f"README.md has no {language} any more")
        (folder / name).write_text(found.group(1), encoding="utf-8")
    return folder


def wrong(bot: str, told: Mapping[str, Any]) -> list[str]:
    """What is wrong with a verdict."""
    found = {
        (game["game"], one["yardstick"]): one["verdict"]
        for game in told["games"]
        for one in game["yardsticks"]
    }
    missed = [
        f"{game}: {yardstick} is {found.get((game, yardstick))}, not {verdict}"
        for (game, yardstick), verdict in MUST[bot].items()
        if found.get((game, yardstick)) != verdict
    ]
    return missed + [
        f"{game}: {yardstick} is {verdict}"
        for (game, yardstick), verdict in found.items()
        if NEVER[bot].get(yardstick) == verdict
    ]


def main() -> None:
    """Print a line for each run, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--bot", choices=[*MUST], help="this one alone")
    parser.add_argument("--isolation", default="auto")
    chosen = parser.parse_args()
    failed = done = 0
    with tempfile.TemporaryDirectory() as folder:
        bots = {
            "random": "random",
            "heuristic": "heuristic",
            "mybot": str(paste(Path(folder) / "mybot")),
        }
        for bot in [chosen.bot] if chosen.bot else bots:
            place = bots[bot]
            for seed in range(1, chosen.runs + 1):
                words = [
                    "rate",
                    place,
                    "--json",
                    "--quiet",
                    "--for",
                    f"{SECONDS}s",
                    "--seed",
                    str(seed),
                ]
                words += ["--isolation", chosen.isolation, "--db", f"{folder}/rate.db"]
                begun = time.monotonic()
                run = subprocess.run(
                    [sys.executable, "-m", "arena.cli", *words],
                    capture_output=True,
                    text=True,
                    check=False,
                )
                took = time.monotonic() - begun
                found = (
                    [run.stderr.strip()] if run.returncode else wrong(bot, json.loads(run.stdout))
                )
                if took > SECONDS:
                    found.append(f"it took {took:.1f} s")
                failed, done = failed + bool(found), done + 1
                print(f"{bot} {seed}: {took:.1f} s, {'; '.join(found) or 'right'}", flush=True)
    print(f"{done - failed} of {done} runs are right.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
