"""What a bot's processes have had from the machine, as the kernel counts it.

Linux keeps for each thread how long it ran and how long it waited for a processor while it was
ready to run. Elsewhere nobody tells, and a slow move is judged by the clock and its margin alone.

The time of dead processes is in the books of a control group. Without one it is in those of their
parents, unless nobody waited for them: so it is told who was there, and a death is noticed.
"""

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from referee.isolation.cgroups import Group
from referee.isolation.processes import PROC, family, stat
from referee.match.blame import Usage
from referee.match.clock import SECOND_US

_TICK_US: Final = SECOND_US // os.sysconf("SC_CLK_TCK")
# Places in a line of `stat`, counted from the state of the process.
_STATE, _SPENT, _NICE, _POLICY = 0, slice(11, 15), 16, 38


def usage_of_group(group: Group) -> Usage | None:
    """The usage of all that is or was in a control group; None if nobody tells."""
    used_us = group.resources().cpu_us
    usage = _usage(group.processes())
    if usage is None or used_us is None:
        return None
    return replace(
        usage,
        on_cpu_us=used_us,
        held_us=group.held_us(),
        squeezed_us=group.parent.held_us(),
        uncounted=frozenset(),
    )


def usage_of_family(root: int) -> Usage | None:
    """The usage of a process and everything that descends from it; None if nobody tells."""
    return _usage(family(root))


@dataclass(frozen=True)
class _Manners:
    """How the referee itself is scheduled, and what it starts unless that chooses otherwise."""

    processors: frozenset[int]
    nice: int

    def fit(self, thread: int, line: list[str]) -> bool:
        """Whether a thread would take any processor, at the usual priority."""
        usual = int(line[_POLICY]) == os.SCHED_OTHER and int(line[_NICE]) <= self.nice
        return usual and self.processors <= os.sched_getaffinity(thread)


def _usage(processes: Iterable[int]) -> Usage | None:
    try:
        ours = _Manners(frozenset(os.sched_getaffinity(0)), os.getpriority(os.PRIO_PROCESS, 0))
        idle = _idle_us(ours.processors)
    except (OSError, AttributeError):
        return None
    spent = waited = turns = 0
    ready = False
    known = set()
    for process in processes:
        with suppress(OSError):  # it has ended meanwhile
            spent += sum(map(int, stat(PROC / str(process))[_SPENT])) * _TICK_US
            known.add(process)
            one = _waiting(process, ours)
            waited += one.waited_ns
            turns += one.turns
            ready = ready or one.ready
    own = _waiting(os.getpid(), ours, but=threading.get_native_id())
    return Usage(
        spent,
        waited // 1000,
        ready,
        idle_us=idle,
        turns=turns,
        referee_us=own.waited_ns // 1000,
        referee_waits=own.ready,
        uncounted=frozenset(known),
    )


@dataclass
class _Waiting:
    """How the threads of a process that fit have waited."""

    waited_ns: int = 0
    turns: int = 0
    """How often one was let."""
    ready: bool = False
    """Whether one is ready now."""


def _waiting(process: int, ours: _Manners, but: int = 0) -> _Waiting:
    """What its threads tell; of the one thread that looks, not whether it is ready."""
    found = _Waiting()
    for thread in (PROC / str(process) / "task").glob("*"):
        with suppress(OSError):
            line = stat(thread)
            if ours.fit(int(thread.name), line):
                _, waited, turns = (thread / "schedstat").read_text().split()
                found.waited_ns += int(waited)
                found.turns += int(turns)
                found.ready = found.ready or (line[_STATE] == "R" and int(thread.name) != but)
    return found


def _idle_us(processors: frozenset[int]) -> tuple[int, ...]:
    """How long each processor has had nothing to do, or nothing but to wait for a disk."""
    idle = {}
    for line in (PROC / "stat").read_text().splitlines():
        name, *numbers = line.split()
        if name.startswith("cpu") and name != "cpu":
            idle[int(name.removeprefix("cpu"))] = (int(numbers[3]) + int(numbers[4])) * _TICK_US
    return tuple(idle.get(one, 0) for one in sorted(processors))
