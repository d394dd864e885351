"""How long a bot may think.

Time is measured by the referee and handed in. Without a clock a bot counts its own nodes, which
makes results repeatable; a wall limit then only ends the wait for a bot that is stuck. With a
clock a seat has a bank, an increment, a limit for each move, or all of these. Whose fault it is
if that was not enough is told in `blame`.
"""

from dataclasses import dataclass
from typing import Final

from arena.errors import Misuse

SECOND_US: Final = 1_000_000
FOREVER_US: Final = 10 * 365 * 24 * 3600 * SECOND_US
"""Longer than anybody waits, and still a number that bots can reckon with."""
USUAL_S: Final = 30
"""The usual patience with a bot that does not answer, or does not come."""
SHORTEST_S: Final = 0.001
LONGEST_S: Final = 86400
MOST_NODES: Final = 10**12
"""More than any bot looks at in a day, and a number that every language can hold."""
NAMED: Final = {"bullet": "2+0.05", "blitz": "10+0.2", "slow": "60+1"}
"""Clocks that have a name."""


class ClockError(Misuse):
    """A clock that makes no sense."""


@dataclass(frozen=True, kw_only=True)
class Control:
    """The limits on thinking in a match."""

    bank_us: int = 0
    """Thinking time for the whole match; 0 if there is no bank."""
    increment_us: int = 0
    """Added to the bank after each answer."""
    move_us: int = 0
    """The longest time for one answer; 0 if there is no such limit."""
    nodes: int = 0
    """A wish told to all bots; 0 leaves it to each bot's own default."""
    hang_us: int = USUAL_S * SECOND_US
    """The longest wait for one answer, whatever the clock says."""
    startup_us: int = USUAL_S * SECOND_US
    """The longest wait until a bot has connected, and until it is ready for a match."""
    margin_us: int = SECOND_US // 20
    """What a timed answer may be late: the way there and back is not the bot's."""

    @property
    def timed(self) -> bool:
        """Whether thinking time decides; then matches are played one at a time."""
        return bool(self.bank_us or self.move_us)

    @property
    def patient(self) -> "Control":
        """The same without a clock or a limit: somebody steps through the bot by hand."""
        return Control(nodes=self.nodes, hang_us=FOREVER_US, startup_us=FOREVER_US)

    @property
    def clock_text(self) -> str:
        """Bank and increment as they are written; empty without a bank."""
        if not self.bank_us:
            return ""
        return f"{seconds_text(self.bank_us)}+{seconds_text(self.increment_us)}"

    @property
    def settings(self) -> dict[str, str | float | int]:
        """What `parse_control` makes the same control from."""
        return {
            "tc": self.clock_text,
            "move_time": self.move_us / SECOND_US,
            "nodes": self.nodes,
            "hang": self.hang_us / SECOND_US,
            "startup": self.startup_us / SECOND_US,
        }

    @property
    def name(self) -> str:
        """What distinguishes pools of results: the budget, not the guards around it."""
        parts = []
        if self.bank_us:
            parts.append(f"tc={self.clock_text}")
        if self.move_us:
            parts.append(f"move={seconds_text(self.move_us)}")
        if self.nodes:
            parts.append(f"nodes={self.nodes}")
        return ",".join(parts) or "untimed"


class SeatClock:
    """The clock of one seat in one match."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._longest_us = min(control.move_us or control.hang_us, control.hang_us)
        """For one answer, as long as the bank lasts."""
        self.margin_us = control.margin_us if control.timed else 0
        """What an answer may be late."""
        self.bank_us = control.bank_us
        """What is left of the bank."""
        self.charged_us = 0
        """What the last answer cost."""
        self.charged_cpu_us = 0
        """The processor time of it; 0 where nobody can tell."""

    @property
    def budget_us(self) -> int:
        """The longest time the next answer may take."""
        return min(self.bank_us, self._longest_us) if self._control.bank_us else self._longest_us

    @property
    def told(self) -> tuple[int, int, int, int]:
        """What the seat is told of it: bank, budget, the last charge and its processor time."""
        return self.bank_us, self.budget_us, self.charged_us, self.charged_cpu_us

    def charge(self, elapsed_us: int, cpu_us: int | None = None) -> None:
        """Take off what an answer took, and add the increment; processor time is only told."""
        self.charged_us = elapsed_us
        self.charged_cpu_us = cpu_us or 0
        if self._control.bank_us:
            left = max(0, self.bank_us - elapsed_us)
            self.bank_us = left + self._control.increment_us


def parse_control(
    *,
    tc: str = "",
    move_time: float = 0.0,
    nodes: int = 0,
    hang: float = USUAL_S,
    startup: float = USUAL_S,
) -> Control:
    """The control of these settings, times in seconds; ClockError says what is wrong."""
    for name, value in (("move_time", move_time), ("hang", hang), ("startup", startup)):
        if not value <= LONGEST_S:
            raise ClockError(f"{name} is at most {LONGEST_S} seconds, not {value}")
    if move_time < 0 or nodes < 0:
        raise ClockError("move_time and nodes are not negative")
    if nodes > MOST_NODES:
        raise ClockError(f"nodes are at most {MOST_NODES}, not {nodes}")
    if 0 < move_time < SHORTEST_S:
        raise ClockError(f"move_time is {SHORTEST_S} seconds at the least, or 0 for no limit")
    if min(hang, startup) < SHORTEST_S:
        raise ClockError("hang and startup are more than 0 seconds, 0.001 at the least")
    bank_us, increment_us = _parse_clock(tc) if tc else (0, 0)
    return Control(
        bank_us=bank_us,
        increment_us=increment_us,
        move_us=round(move_time * SECOND_US),
        nodes=nodes,
        hang_us=round(hang * SECOND_US),
        startup_us=round(startup * SECOND_US),
    )


def _parse_clock(text: str) -> tuple[int, int]:
    """Bank and increment in microseconds of ``BANK+INC`` in seconds, or of a name."""
    bank, plus, increment = NAMED.get(text, text).partition("+")
    try:
        values = [round(float(part) * SECOND_US) for part in (bank, increment if plus else "0")]
    except (ValueError, OverflowError):
        values = [0, 0]
    if not 0 < values[0] <= LONGEST_S * SECOND_US or not 0 <= values[1] <= LONGEST_S * SECOND_US:
        raise ClockError(f"'{text}' is no clock; write BANK+INC in seconds, or {', '.join(NAMED)}")
    return values[0], values[1]


def seconds_text(us: int) -> str:
    """Microseconds as seconds in decimals, exactly and as short as can be."""
    whole, part = divmod(us, SECOND_US)
    return f"{whole}.{part:06}".rstrip("0").rstrip(".")
