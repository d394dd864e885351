"""Processor time of other processes, in nanoseconds, and of whole families of them. Linux only."""

import os
import time
from pathlib import Path

_PROC = Path("/proc")
_SCHEDULED = 2  # the kernel's own count of what a process ran; its finest one


def own_s() -> float:
    """Of this process, all its threads."""
    return time.process_time_ns() / 1e9


def of(process: int) -> float:
    """Of a process with all its threads, those that ended among them; 0 if it is gone."""
    try:
        return time.clock_gettime_ns(((~process) << 3) | _SCHEDULED) / 1e9
    except OSError:
        return 0.0


def family(root: int, *, itself: bool = True) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdecimal():
            try:
                parent = int(_stat(entry)[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children.get(process, [])
    return found if itself else found[1:]


def of_family(root: int) -> float:
    """Of all that live of a family, and of those that have ended, as far as these were waited for.

    What the dead have used is known in ticks only; a family that keeps its members is exact.
    """
    return sum(of(process) + _dead(process) for process in family(root))


def of_command(process: int) -> float:
    """Wait for a child; its processor time and that of all that it has waited for."""
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"process {process} ended with status {status}")
    return usage.ru_utime + usage.ru_stime


def memory_mb(process: int) -> float:
    """Memory that a process holds."""
    pages = int((_PROC / str(process) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _dead(process: int) -> float:
    try:
        ticks = sum(map(int, _stat(_PROC / str(process))[13:15]))
    except OSError:
        return 0.0
    return ticks / os.sysconf("SC_CLK_TCK")


def _stat(entry: Path) -> list[str]:
    """What the kernel tells about a process, from its state on."""
    return (entry / "stat").read_text().rpartition(")")[2].split()
