"""How long it takes from `arena new` to the first finished match, in each language.

    python scripts/bench_starters.py [LANG...]

Cold is with nothing fetched and nothing built, warm after an edit of the bot: what was fetched is
there, and the bot is built anew. Seconds of the clock on the wall; the last column is the start-up
and match alone, with nothing left to build.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arena.starters.catalogue import STARTERS, Starter, find

COMMAND = (sys.executable, "-m", "arena.cli")
MATCH = ("match", "./mybot", "random", "--game", "kupferkessel", "--seed", "1")


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lang", nargs="*")
    chosen = [find(lang) for lang in parser.parse_args().lang] or STARTERS
    print("| language | cold | warm | built |\n| --- | ---: | ---: | ---: |")
    for starter in chosen:
        with tempfile.TemporaryDirectory() as name:
            times = measured(starter, Path(name))
        cells = " | ".join(f"{seconds:.0f} s" for seconds in times)
        print(f"| {starter.language}, {starter.speaks} | {cells} |", flush=True)
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"\n{os.cpu_count()} processors, {load:.1f} programs waiting for each.")
    return 0


def measured(starter: Starter, folder: Path) -> tuple[float, float, float]:
    """Cold, warm, and with nothing left to build."""
    begun = time.monotonic()
    arena(folder, "new", "mybot", "--lang", starter.name)
    arena(folder, *MATCH)
    cold = time.monotonic() - begun
    comment = "\n# edited\n" if starter.edit.endswith((".py", ".sh")) else "\n// edited\n"
    with (folder / "mybot" / starter.edit).open("a") as file:
        file.write(comment)
    warm = timed(folder)
    return cold, warm, timed(folder)


def timed(folder: Path) -> float:
    """A match, in seconds."""
    begun = time.monotonic()
    arena(folder, *MATCH)
    return time.monotonic() - begun


def arena(folder: Path, *words: str) -> None:
    """One command; its errors end everything."""
    told = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [*COMMAND, *words], cwd=folder, env=told, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(done.stderr)


if __name__ == "__main__":
    sys.exit(main())
