"""What the fault of a bot that speaks lines most likely comes of: the usual mistakes.

The fault itself is judged elsewhere and stays what it is. What is added tells its author where to
look, from what could be seen of the pipes and the program at that moment.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from referee.match.verdict import Fault, Termination

_NOT_READ: Final = (
    "it has not read what was written to it: read standard input line by line until it ends, "
    "one line for each answer"
)
_NO_NEWLINE: Final = "it wrote an answer without a line end: end each answer with a newline"
_NOT_FLUSHED: Final = (
    "it has read the question and waits: if it wrote an answer, flush standard output after each "
    "line (fflush(stdout), flush=True, $| = 1)"
)
_BUSY: Final = "it has read the question and is still computing: look for a loop without end"
_ENDED: Final = (
    "its program came to its end: read lines in a loop until standard input ends, and answer each "
    "`act`"
)
_KIT: Final = (
    "it is made with arena.sdk, which does not speak lines: put it into a folder with a bot.toml"
)
_KIT_SAYS: Final = "A bot is started by the arena, which tells it where to connect."


class Speaking(Protocol):
    """A door of lines, as far as it tells of the program behind it."""

    def unread(self) -> int:
        """How many bytes the program has not read yet."""

    def unfinished(self) -> bool:
        """Whether it has begun a line that has no end yet."""


@dataclass(frozen=True)
class Circumstances:
    """What could be seen when a bot failed."""

    starting: bool
    """Whether it was not yet ready for its first match."""
    unread: bool
    """Whether it had left anything unread."""
    unfinished: bool
    """Whether it had written a line without an end."""
    busy: bool
    """Whether it was computing, as far as anybody can tell."""


def explained(fault: Fault, seen: Circumstances) -> Fault:
    """The same fault, with the mistake that is behind it if that can be told."""
    match fault.termination:
        case Termination.TIME_FORFEIT:
            return _with_hint(fault, _why_late(seen))
        case Termination.START_FAILURE if seen.unread:
            return _with_hint(fault, _NOT_READ)
        case Termination.CRASH:
            return _crash(fault, seen)
        case Termination.DISCONNECT if fault.text == "closed its stream":
            return replace(fault, text="closed its standard output and runs on")
        case _:
            return fault


def _crash(fault: Fault, seen: Circumstances) -> Fault:
    if _KIT_SAYS in fault.evidence:
        fault = _with_hint(fault, _KIT)
    elif fault.text == "exited with code 0":
        fault = _with_hint(fault, _ENDED)
    if not seen.starting:
        return fault
    text = f"{fault.text} before it was ready"
    return replace(fault, termination=Termination.START_FAILURE, text=text)


def _why_late(seen: Circumstances) -> str:
    if seen.unfinished:
        return _NO_NEWLINE
    if seen.unread:
        return _NOT_READ
    return _BUSY if seen.busy else _NOT_FLUSHED


def _with_hint(fault: Fault, hint: str) -> Fault:
    return replace(fault, evidence=f"{hint} ({fault.evidence})" if fault.evidence else hint)
