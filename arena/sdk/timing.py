"""How long to think: the clock as the referee tells it, and a budget for one decision.

In an untimed match a bot counts nodes, which makes its play repeatable; the seconds of the budget
are then only a guard that keeps it from hanging. With a clock the seconds decide.

>>> untimed = Clock(budget_s=30.0, bank_s=0.0, charged_s=0.0)
>>> think(untimed, Control(hang_s=30.0), asked=1)
24.0
>>> bank = Clock(budget_s=5.1, bank_s=5.0, charged_s=0.0)
>>> 0.05 < think(bank, Control(bank_s=5.0, increment_s=0.1), asked=1) < 0.5
True
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

_GUARD: Final = 0.8
"""The part of a hard limit that is used: an answer must also be written, sent and read."""
_LAG_S: Final = 0.02
"""What an answer costs besides thinking, on a busy machine."""
_USUAL_DECISIONS: Final = 40
_LAST_DECISIONS: Final = 10
"""For how many more decisions a bank must always last."""


@dataclass(frozen=True)
class Clock:
    """How long a bot may think, in seconds."""

    budget_s: float
    """The longest time this answer may take."""
    bank_s: float
    """What is left for the whole match; 0 if there is no bank."""
    charged_s: float
    """What the last answer was charged."""
    charged_cpu_s: float = 0.0
    """The processor time of it, in timed play and where the host can tell."""


@dataclass(frozen=True)
class Control:
    """How thinking is limited in a match, in seconds."""

    bank_s: float = 0.0
    """For the whole match; 0 if there is no bank."""
    increment_s: float = 0.0
    """Added to the bank after each answer."""
    move_s: float = 0.0
    """The longest time for one answer; 0 if there is no such limit."""
    hang_s: float = 30.0
    """The longest wait for one answer even without a clock."""

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return self.bank_s > 0 or self.move_s > 0


@dataclass(frozen=True)
class Budget:
    """How much to think about one decision: the first limit that is reached ends it."""

    nodes: int
    """Nodes, playouts or positions; 0 for no limit."""
    deadline: float
    """By `now`."""
    now: Callable[[], float] = field(default=monotonic, repr=False, compare=False)
    """The clock, in seconds."""

    @property
    def left_s(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - self.now()

    def spent(self, nodes: int) -> bool:
        """Whether it is time to answer, after so many nodes."""
        return (0 < self.nodes <= nodes) or self.now() >= self.deadline


def think(clock: Clock, control: Control, asked: int) -> float:
    """Seconds for the decision number `asked` of a bot, counted from 1."""
    limit = max(0.0, _GUARD * clock.budget_s)
    if control.bank_s <= 0:
        return limit
    decisions = max(_LAST_DECISIONS, _USUAL_DECISIONS - asked)
    share = clock.bank_s / decisions + _GUARD * control.increment_s
    return max(0.0, min(share, limit, clock.bank_s / 2) - _LAG_S)
