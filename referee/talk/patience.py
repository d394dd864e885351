"""How long an answer is waited for, and whose fault it is if it does not come.

The limit for a question that travels alone is the limit of the match; in timed play, where all do,
a margin is added. What travels in one message may be answered in one, for which a bot has twice
the limit and no more: so nobody at another table waits longer for a bot that is stuck. How many
questions it is given at once follows from how fast it was (`link`). From half of that time on the
bot's use of the machine is looked at, to tell a bot that is too slow from one that is not let
(`referee.match.blame`). How late the referee itself is, is not the bot's.

One that was not let gets back what it was kept from: it is waited for until it has had as much of
a processor as it would have had on a quiet machine, within a bound. So an overloaded host seldom
spoils a match, and a bot that thinks without end has its time used up, and cannot say that it was
kept. Only who was kept even then is the host's fault.

What the machine has kept the referee from, while it had the question or the answer in its hands,
is given as well, within the same bound, to one that has not had its time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.match.blame import Look, Stretch, Usage, is_hosts_fault
from referee.match.clock import SECOND_US
from referee.match.verdict import Fault, Termination

_LOOKS: Final = (1, 7 / 8, 3 / 4, 5 / 8, 1 / 2)
"""At which parts of its limit a bot that has not answered is looked at, last one first."""

_TOGETHER: Final = 2
"""How many times the limit of one question a bot has for many at once."""
_MOST: Final = 16
"""How many times the second half of its limit a bot is waited for that is not let."""
_LEAST_S: Final = 0.02
"""The shortest time that is handed back."""


class Limit(NamedTuple):
    """The longest wait for one answer. A tuple, because one is made for every decision."""

    limit_us: int
    margin_us: int = 0
    """What the answer may be late; only where a clock decides."""

    @property
    def timed(self) -> bool:
        """Whether a clock decides."""
        return self.margin_us > 0


@dataclass
class Wait:
    """The wait for what one message asks, from its write on."""

    limit: Limit
    """For one of its questions."""
    sent: float
    together: int
    """How many questions travelled in the message."""
    cpu_us: int | None
    """The bot's processor time when the message was sent, in timed play."""
    due: float = field(init=False)
    """When it is over."""
    _planned: list[float] = field(init=False)
    """When the bot is to be looked at, last one first."""
    _looks: list[Look] = field(default_factory=list, init=False)
    _excused_us: int = field(default=0, init=False)
    """What was given for the referee's own waits."""

    def __post_init__(self) -> None:
        limit_s = self._limit_us / SECOND_US
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
            self._looks.append(_looked(now, usage))

    def excuse(self, late_s: float) -> None:
        """The referee was late: that is not the bot's."""
        self.due += late_s

    def hand_back(self, now: float, used: Usage | None) -> bool:
        """Wait on for what the machine has kept them from; whether there is anything."""
        if used is None or not self._looks:
            return False
        looks = [*self._looks, _looked(now, used)]
        last = looks[0].at_us / SECOND_US + _MOST * self._owed_us / SECOND_US
        whole = Stretch(looks)
        left_us = self._owed_us - whole.had_us
        if now >= last or left_us <= 0:
            return False
        late_us = whole.referee_us - self._excused_us
        if is_hosts_fault(looks):
            self.due = now + max(_LEAST_S, left_us / SECOND_US)
        elif late_us > 0 or used.referee_waits:
            self.due = now + max(_LEAST_S, late_us / SECOND_US)
        else:
            return False
        self.due = min(last, self.due)
        self._excused_us = whole.referee_us
        self._looks = looks
        return True

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
        kept, told = self._kept_from_thinking([*self._looks, _looked(now, used)])
        kind = Termination.HOST_FAULT if kept else Termination.TIME_FORFEIT
        return Fault(kind, text, measured + told)

    @property
    def _owed_us(self) -> int:
        """What of a processor it would have had since the first look on a quiet machine."""
        return round(self._limit_us * (1 - _LOOKS[-1])) + self.limit.margin_us

    @property
    def _limit_us(self) -> int:
        """For everything that travelled together, the margin apart."""
        return self.limit.limit_us * min(self.together, _TOGETHER)

    def _kept_from_thinking(self, looks: Sequence[Look]) -> tuple[bool, str]:
        """Whether the machine did not let the bot, and what tells it."""
        whole = Stretch(looks)
        told = (
            f"; of the last {whole.wall_us / SECOND_US:.2f} s it had "
            f"{whole.ran_us / SECOND_US:.2f} s on a processor and was kept from one for "
            f"{whole.waited_us / SECOND_US:.2f} s; ready in {whole.ready} of {len(looks)} looks"
        )
        if whole.free_us:
            told += f"; a processor was free for {whole.free_us / SECOND_US:.2f} s"
        return whole.had_us < self._owed_us and is_hosts_fault(looks), told


def _looked(now: float, usage: Usage) -> Look:
    return Look(round(now * SECOND_US), usage)
