"""Whose fault it is that a bot did not answer in time: by the books of the kernel.

It is the **host's** fault if the bot was ready to think and was not let. It is the **bot's** if it
slept, or if it had its share of the processor and was too slow. Nothing that a bot can arrange
among its own processes is evidence against the host:

- processor time is that of all its processes, dead ones included; while one of its own runs,
  none of its others is kept by the host;
- only a thread that would take any processor at the usual priority can be kept: one that has bound
  itself to a processor, or made itself less important, waits by its own choice;
- what its own limit of processor time holds back is its own;
- while a processor stood idle, nobody was kept from it;
- a turn that it got and gave up at once, to wait for its next one, it has had.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

TURN_US: Final = 1000
"""What a turn on a processor is good for, on any kernel of today, to one who thinks."""


@dataclass(frozen=True)
class Usage:
    """What a bot, all its processes together, has had from the machine so far."""

    on_cpu_us: int
    """Of dead processes, too."""
    waiting_us: int
    """Ready to run anywhere but not let, as far as that is over."""
    ready: bool = False
    """Whether such a thread runs or waits to run at this moment."""
    held_us: int = 0
    """Stopped by its own limit of processor time."""
    idle_us: tuple[int, ...] = ()
    """What each processor that it might use had nothing to do."""
    squeezed_us: int = 0
    """Stopped by a limit that the referee itself is under: then idle processors are no help."""
    turns: int = 0
    """How often threads that would take any processor were let."""
    referee_us: int = 0
    """What threads of the referee itself were ready to run but not let, as far as it is over."""
    referee_waits: bool = False
    """Whether one of them is ready at this moment, beside the one that looks."""
    uncounted: frozenset[int] = frozenset()
    """Processes whose time is not counted any more when they die."""


@dataclass(frozen=True)
class Look:
    """What a bot had had from the machine at one moment."""

    at_us: int
    usage: Usage


@dataclass(frozen=True)
class Stretch:
    """What a bot had from the machine from the first of some looks to the last."""

    looks: Sequence[Look]

    @property
    def wall_us(self) -> int:
        """How long it lasted."""
        return self.looks[-1].at_us - self.looks[0].at_us

    @property
    def ran_us(self) -> int:
        """What it had of processors."""
        return max(0, self._last.on_cpu_us - self._first.on_cpu_us)

    @property
    def had_us(self) -> int:
        """What it could have had of processors, if it had used its turns."""
        return max(self.ran_us, (self._last.turns - self._first.turns) * TURN_US)

    @property
    def referee_us(self) -> int:
        """How long the referee itself was kept, which it can be with a question or its answer."""
        return max(0, self._last.referee_us - self._first.referee_us)

    @property
    def waited_us(self) -> int:
        """What it waited, as far as that is over."""
        return max(0, self._last.waiting_us - self._first.waiting_us)

    @property
    def ready(self) -> int:
        """At how many looks it was ready."""
        return sum(look.usage.ready for look in self.looks)

    @property
    def free_us(self) -> int:
        """How long the processor that had least to do would have been free for it."""
        if self._last.squeezed_us > self._first.squeezed_us:
            return 0
        both = zip(self._first.idle_us, self._last.idle_us, strict=True)
        return max((after - before for before, after in both), default=0)

    @property
    def kept_us(self) -> int:
        """How long the machine kept it from thinking."""
        looks = [look.usage for look in self.looks]
        if any(earlier.uncounted - later.uncounted for earlier, later in pairwise(looks)):
            return 0  # what died has had an unknown part of the missing time
        # The kernel counts a wait only when it is over: how often it was found ready tells about
        # one that still lasts.
        ready_us = self.wall_us * self.ready // len(self.looks)
        claimed_us = max(self.waited_us, ready_us - self.ran_us)
        held_us = self._last.held_us - self._first.held_us
        return max(0, min(claimed_us, self.missing_us - self.free_us) - held_us)

    @property
    def missing_us(self) -> int:
        """What it has not had of one processor."""
        return max(0, self.wall_us - self.ran_us)

    @property
    def is_hosts(self) -> bool:
        """Whether it was kept for a good part of the time, and for most of what it missed."""
        return 0 < self.wall_us <= 3 * self.kept_us and self.missing_us <= 2 * self.kept_us

    @property
    def _first(self) -> Usage:
        return self.looks[0].usage

    @property
    def _last(self) -> Usage:
        return self.looks[-1].usage


def is_hosts_fault(looks: Sequence[Look]) -> bool:
    """Whether a bot that was looked at until its time was up was kept from answering.

    The last stretch decides as well as the whole: who is kept at the end is late, whatever he
    had before; who spins loses now and then a moment to others, and is not kept.
    """
    return any(Stretch(looks[start:]).is_hosts for start in range(len(looks) - 1))
