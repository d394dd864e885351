"""What a bot's processes have had from the machine, as the kernel counts it.

Linux keeps for each thread how long it ran and how long it waited for a processor while it was
ready to run. Elsewhere nobody tells, and a slow move is judged by the clock and its margin alone.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.match.clock import Usage

_PROC: Final = Path("/proc")


def usage_of(root: int) -> Usage | None:
    """The usage of a process and everything that descends from it; None if nobody tells."""
    ran = waited = 0
    told = ready = False
    for process in _family(root) if _PROC.is_dir() else ():
        for thread in (_PROC / str(process) / "task").glob("*"):
            try:
                on_cpu, waiting, _ = map(int, (thread / "schedstat").read_text().split())
                state = _fields(thread)[0]
            except (OSError, ValueError):
                continue  # it has ended meanwhile
            told = True
            ran += on_cpu
            waited += waiting
            ready = ready or state == "R"
    return Usage(ran // 1000, waited // 1000, ready) if told else None


def _family(root: int) -> Iterator[int]:
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdecimal():
            try:
                parent = int(_fields(entry)[1])
            except OSError:
                continue  # it has ended meanwhile
            children.setdefault(parent, []).append(int(entry.name))
    waiting = [root]
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, ())


def _fields(entry: Path) -> list[str]:
    """State, parent and more of a process or thread."""
    # The name of a program, in brackets, may contain anything.
    return (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
