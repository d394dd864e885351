"""How long an answer is waited for, and whose fault it is if it does not come.

The limit for an answer is the limit of the match times the number of questions that travelled in
the same message; in timed play, where each travels alone, a margin is added. From half of the
limit on the bot's use of the machine is looked at, to tell a bot that is too slow from one that
is not let (`referee.match.clock`). How late the referee itself is, is not the bot's.
"""

from dataclasses import dataclass, field
from typing import Final

from referee.match.clock import SECOND_US, Usage, is_hosts_fault
from referee.match.verdict import Fault, Termination

_LOOKS: Final = (7 / 8, 3 / 4, 5 / 8, 1 / 2)
"""At which parts of its limit a bot that has not answered is looked at, last one first."""


@dataclass(frozen=True)
class Limit:
    """The longest wait for one answer."""

    limit_us: int
    margin_us: int = 0
    """What the answer may be late; only where a clock decides."""

    @property
    def timed(self) -> bool:
        """Whether a clock decides."""
        return self.margin_us > 0


@dataclass(frozen=True)
class _Look:
    """What a bot had had from the machine at one moment."""

    at: float
    usage: Usage


@dataclass
class Wait:
    """The wait for one answer, from the write of its message on."""

    limit: Limit
    sent: float
    together: int
    """How many questions travelled in the same message."""
    cpu_us: int | None
    """The bot's processor time when it was sent, in timed play."""
    due: float = field(init=False)
    """When it is over."""
    _planned: list[float] = field(init=False)
    """When the bot is to be looked at, last one first."""
    _looks: list[_Look] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        limit_s = self.limit.limit_us * self.together / SECOND_US
        self._planned = [self.sent + limit_s * part for part in _LOOKS]
        self.due = self.sent + limit_s + self.limit.margin_us / SECOND_US

    @property
    def rings(self) -> float:
        """When something is to be done about it."""
        return min(self._planned[-1], self.due) if self._planned else self.due

    def wants_look(self, now: float) -> bool:
        """Whether it is time to look at the bot; it is said once for each time."""
        wanted = bool(self._planned) and self._planned[-1] <= now
        self._planned = [time for time in self._planned if time > now]
        return wanted

    def look(self, now: float, usage: Usage | None) -> None:
        """Note what the bot has had from the machine so far, if anybody can tell."""
        if usage is not None:
            self._looks.append(_Look(now, usage))

    def excuse(self, late_s: float) -> None:
        """The referee was late: that is not the bot's."""
        self.due += late_s

    def elapsed_us(self, now: float) -> int:
        """How long it has lasted."""
        return max(0, round((now - self.sent) * SECOND_US))

    def over(self, step: int, now: float, used: Usage | None) -> Fault:
        """Whose fault it is that there is no answer yet; what was measured is evidence."""
        allowed = f"{self.limit.limit_us / SECOND_US:g} s"
        measured = f"waited {now - self.sent:.2f} s"
        if self.together > 1:
            measured += f" for {self.together} answers that were due together"
        if step == 0:
            text = f"was not ready for the match within {allowed}"
            return Fault(Termination.START_FAILURE, text, measured)
        text = f"gave no answer to step {step} within {allowed}"
        if used is None:
            measured += "; this system does not tell what it had of a processor"
        if used is None or not self._looks:
            return Fault(Termination.TIME_FORFEIT, text, measured)
        kept, told = self._kept_from_thinking(_Look(now, used))
        kind = Termination.HOST_FAULT if kept else Termination.TIME_FORFEIT
        return Fault(kind, text, measured + told)

    def _kept_from_thinking(self, last: _Look) -> tuple[bool, str]:
        """Whether the machine did not let the bot, and what tells it."""
        first = self._looks[0]
        usages = [*(look.usage for look in self._looks), last.usage]
        wall_us = round((last.at - first.at) * SECOND_US)
        ran_s = (last.usage.on_cpu_us - first.usage.on_cpu_us) / SECOND_US
        waited_s = (last.usage.waiting_us - first.usage.waiting_us) / SECOND_US
        told = (
            f"; of the last {wall_us / SECOND_US:.2f} s it had {ran_s:.2f} s on a processor and "
            f"was kept from one for {waited_s:.2f} s; ready in {sum(u.ready for u in usages)} of "
            f"{len(usages)} looks"
        )
        return is_hosts_fault(usages, wall_us), told
