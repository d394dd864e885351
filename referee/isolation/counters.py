"""What `/proc` tells of the whole machine, and what a sandboxed bot is shown in its place.

Some of these files count what everybody does, to the unit: files that are open, programs that were
started, groups that there are. A bot could tell another something by them, or know how many bots
there are. Those that no runtime needs cannot be opened; of the others there is a still picture,
with the bot's own limit as the machine's memory.
"""

import os
import stat
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from referee.isolation.limits import MB

PROC: Final = Path("/proc")
_FILES: Final = (
    *("buddyinfo", "cgroups", "diskstats", "interrupts", "key-users", "locks", "pagetypeinfo"),
    *("schedstat", "softirqs", "timer_list", "vmstat", "zoneinfo"),
)
_FOLDERS: Final = ("fs", "irq", "pressure", "sys/fs")


@lru_cache(maxsize=1)
def closed() -> tuple[Path, ...]:
    """The files to be closed, of those that this kernel has and shows to everybody."""
    return tuple(path for path in (PROC / name for name in _FILES) if _readable(path))


@lru_cache(maxsize=1)
def emptied() -> tuple[Path, ...]:
    """The folders that are empty."""
    return tuple(PROC / name for name in _FOLDERS if (PROC / name).is_dir())


def _readable(path: Path) -> bool:
    return path.exists() and bool(path.stat().st_mode & stat.S_IROTH)


def still(memory_mb: int) -> Mapping[Path, bytes]:
    """The files of which there is a picture, which never changes."""
    kilobytes = memory_mb * MB // 1024
    idle = " ".join(["0"] * 10)
    processors = [f"cpu{one} {idle}" for one in range(os.cpu_count() or 1)]
    totals = ("intr 0", "ctxt 0", "btime 0", "processes 1", "procs_running 1", "procs_blocked 0")
    memory = ("MemTotal", "MemFree", "MemAvailable")
    return {
        PROC / "loadavg": b"0.00 0.00 0.00 1/1 1\n",
        PROC / "meminfo": "".join(f"{name}: {kilobytes:>15} kB\n" for name in memory).encode(),
        PROC / "stat": "\n".join([f"cpu  {idle}", *processors, *totals, ""]).encode(),
    }
