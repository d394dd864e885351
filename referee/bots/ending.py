"""The end of a bot: when it is over, and what it was.

A stream that ends before its time does not say why. If the program dies too, it crashed, with an
exit code and last words; if it lives on, it disconnected. An interpreter that unwinds an exception
closes its stream long before it is gone, the longer the busier the machine is. So the exit code
is waited for, within a bound, and the same exception is always a crash.
"""

import asyncio
import signal
from dataclasses import dataclass
from typing import Any, Final

from referee.bots.output import Output
from referee.isolation.port import Contained
from referee.match.verdict import Fault, Termination
from referee.talk.link import Link

GRACE_S: Final = 1.0
"""How long what is left of an ended program may take: its last message, its last words."""
DYING_S: Final = 10.0
"""How long a program may outlive its stream before that is taken for its wish."""


@dataclass
class Program:
    """A started program: when it ended, and what it printed."""

    contained: Contained
    ended: "asyncio.Future[int]"
    output: Output
    reading: "asyncio.Future[None]"

    async def last_words(self) -> None:
        """Wait a moment for what an ended program has left in the pipe."""
        await asyncio.wait({self.reading}, timeout=GRACE_S)


async def see_end(link: Link, program: Program, dying_s: float = DYING_S) -> None:
    """Wait for the end of program or stream, and tell the link what it was."""
    ended = program.ended
    ends: list[asyncio.Future[Any]] = [ended, link.lost]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait(ends, timeout=GRACE_S if ended.done() else dying_s)
    if link.fault is not None:
        return
    if ended.done():
        await program.last_words()
        link.fail(end_of(program))
    else:
        link.fail(Fault(Termination.DISCONNECT, "closed its stream"))


def end_of(program: Program) -> Fault:
    """What the end of a program was: a limit, a crash, or the sandbox's own failure."""
    output, code = program.output, program.ended.result()
    said, last = output.cause(), output.last_line()
    if exceeded := program.contained.resources().exceeded:
        return Fault(Termination.RESOURCE_LIMIT, exceeded, said)
    if program.contained.setup_failed and not last.startswith("bwrap: execvp"):
        return Fault(Termination.HOST_FAULT, f"could not be started: {last}", last)
    return Fault(Termination.CRASH, _exit_text(code), said, _was_killed(code))


def _was_killed(code: int) -> bool:
    """Whether the program ended by a signal that others send."""
    return code in (-signal.SIGKILL, -signal.SIGTERM)


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"was killed by signal {-code}"
