"""Why a match ended: a word for machines, a sentence for people, and whose doing it was.

normal, max_turns          the rules decided
time_forfeit .. start_failure    a bot's doing; it costs that bot the match
host_fault, interrupted    the arena's doing; the match is void and is played again
"""

import enum
from dataclasses import dataclass
from typing import Self


class Termination(enum.Enum):
    """Why a match ended. Stored by value: append, never rename."""

    NORMAL = "normal"
    MAX_TURNS = "max_turns"
    TIME_FORFEIT = "time_forfeit"
    ILLEGAL_ACTION = "illegal_action"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    PROTOCOL_ERROR = "protocol_error"
    RESOURCE_LIMIT = "resource_limit"
    START_FAILURE = "start_failure"
    HOST_FAULT = "host_fault"
    INTERRUPTED = "interrupted"

    @property
    def void(self) -> bool:
        """Whether the arena, and neither the rules nor a bot, ended the match."""
        return self in (Termination.HOST_FAULT, Termination.INTERRUPTED)

    @property
    def faulty(self) -> bool:
        """Whether a bot ended the match; it costs that bot the match."""
        return not self.void and self not in (Termination.NORMAL, Termination.MAX_TURNS)


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong. `text` goes on after the bot's name: "answered index 999, ..."."""

    termination: Termination
    text: str
    evidence: str = ""
    """What was measured, or what the bot printed last; for its author, never sent to bots."""
    doubtful: bool = False
    """Whether somebody else may have done it: a program that was killed does not tell by whom."""


class BotFault(Exception):
    """A bot's doing, raised by whoever talks to bots."""

    def __init__(
        self,
        termination: Termination,
        text: str,
        evidence: str = "",
        *,
        doubtful: bool = False,
        log: str = "",
    ) -> None:
        super().__init__(text)
        self.fault = Fault(termination, text, evidence, doubtful)
        self.log = log
        """What a bot printed that never got as far as a match."""

    @classmethod
    def of(cls, fault: Fault, log: str = "") -> Self:
        """The error that tells of a fault."""
        return cls(fault.termination, fault.text, fault.evidence, doubtful=fault.doubtful, log=log)


class HostFault(Exception):
    """The arena's own doing; the match is void."""


@dataclass(frozen=True)
class SeatFault:
    """A fault with its place in the match."""

    seat: int
    step: int
    """The decision that was due when it happened; 0 before the first."""
    fault: Fault


@dataclass(frozen=True)
class Outcome:
    """How a match ended."""

    termination: Termination
    reason: str
    """One sentence; seats count from 1 in it."""
    turns: int
    ranks: tuple[int, ...]
    """Of each seat, 1 is best, ties share; empty if the match is void."""
    scores: tuple[int | None, ...]
    """Of each seat; None where a fault left no result by the rules."""
    breakdown: tuple[tuple[tuple[str, int], ...], ...]
    """Each seat's points by scoring rule; empty without a result by the rules."""
    faults: tuple[SeatFault, ...] = ()
    """Of all seats, in the order in which they happened."""

    @property
    def void(self) -> bool:
        """Whether the match counts in no table."""
        return self.termination.void

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The seats whose fault may be somebody else's doing."""
        return tuple(one.seat for one in self.faults if one.fault.doubtful)
