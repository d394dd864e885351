"""How long it takes from `arena new` to the first finished match, in each language.

    python scripts/bench_starters.py [LANG...]

Cold is with nothing fetched and nothing built; edited is after a change of the bot: what was
fetched is there, and it is built anew; again is the match alone. Told are processor seconds of
everything that was started, which other work on the machine does not change much; beside them, in
brackets, those of the clock on the wall. Needs root and the control group `cpuacct`.
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
BOOKS = Path("/sys/fs/cgroup/cpuacct")
MATCH = ("match", "./mybot", "random", "--game", "kupferkessel", "--seed", "1")


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lang", nargs="*")
    chosen = [find(lang) for lang in parser.parse_args().lang] or STARTERS
    books = group()
    print("| language | cold | edited | again |\n| --- | ---: | ---: | ---: |")
    try:
        for starter in chosen:
            with tempfile.TemporaryDirectory() as name:
                times = measured(starter, Path(name), books)
            cells = " | ".join(f"{cpu:.0f} s ({wall:.0f} s)" for cpu, wall in times)
            print(f"| {starter.language}, {starter.speaks} | {cells} |", flush=True)
    finally:
        (books.parent / "cgroup.procs").write_text(str(os.getpid()))
        books.rmdir()
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"\n{os.cpu_count()} processors, {load:.1f} programs waiting for each.")
    return 0


Spent = tuple[float, float]
"""Seconds of processors, and of the clock on the wall."""


def group() -> Path:
    """A control group of this process, which counts what everything below it uses."""
    lines = Path("/proc/self/cgroup").read_text().splitlines()
    (own,) = [line.split(":")[2] for line in lines if "cpuacct" in line.split(":")[1].split(",")]
    books = BOOKS / own.lstrip("/") / f"bench-{os.getpid()}"
    books.mkdir()
    (books / "cgroup.procs").write_text(str(os.getpid()))
    return books


def measured(starter: Starter, folder: Path, books: Path) -> list[Spent]:
    """Cold, after an edit, and with nothing left to build."""
    new = ("new", "mybot", "--lang", starter.name)
    times = [spent(folder, books, new, MATCH)]
    comment = "\n# edited\n" if starter.edit.endswith((".py", ".sh")) else "\n// edited\n"
    with (folder / "mybot" / starter.edit).open("a") as file:
        file.write(comment)
    return [*times, spent(folder, books, MATCH), spent(folder, books, MATCH)]


def spent(folder: Path, books: Path, *commands: tuple[str, ...]) -> Spent:
    """What commands take."""
    usage, begun = used(books), time.monotonic()
    for words in commands:
        arena(folder, *words)
    return used(books) - usage, time.monotonic() - begun


def used(books: Path) -> float:
    """Processor seconds so far, with those of groups that are gone."""
    return int((books / "cpuacct.usage").read_text()) / 1e9


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
