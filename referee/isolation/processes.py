"""The tree of processes, as Linux shows it; elsewhere there is nothing to see."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")


def stat(entry: Path) -> list[str]:
    """State, parent and more of the process or thread that `entry` shows."""
    # The name of a program, in brackets, may contain anything.
    return (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()


def parent(process: int) -> int:
    """Who has started a process; 0 if it has ended, or nobody did."""
    try:
        return int(stat(PROC / str(process))[1])
    except OSError:
        return 0


def family(root: int) -> Iterator[int]:
    """A process and everything that descends from it."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdecimal() and (above := parent(int(entry.name))):
            children.setdefault(above, []).append(int(entry.name))
    waiting = [root]
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, ())


def kin(own: int, among: Sequence[int]) -> Iterator[int]:
    """Those of `among` that `own` descends from, and what these and itself have started."""
    parents = {one: parent(one) for one in among}
    line, one = {own}, own
    while (one := parent(one)) > 1:
        line.add(one)
    for process in among:
        above = process
        while above in parents and above not in line:
            above = parents[above]
        if above in line:
            yield process
