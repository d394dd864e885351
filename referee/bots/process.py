"""One running bot: its process, its door and its stream, from the start to the last trace.

A bot is asked through `link`. When its stream ends before its time, the question is whether the
program ended too: then it crashed, with an exit code and last words; otherwise it disconnected.
The two ends arrive in any order, so each waits a moment for the other before the verdict.
"""

import asyncio
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from referee.bots.entry import Entry
from referee.bots.output import Output
from referee.bots.workspace import Workspace
from referee.clock import SECOND_US
from referee.isolation.port import Contained, Isolation, Launch, LaunchError
from referee.link import Link
from referee.service import Door, Guest
from referee.v1 import play_pb2
from referee.verdict import BotFault, Fault, Termination
from referee.wire import settings_to_pb

_GRACE_S: Final = 1.0
"""How long one end of a bot may outlive the other before the verdict, or the kill."""


@dataclass(frozen=True)
class House:
    """What every bot of a referee is started with."""

    isolation: Isolation
    workspace: Workspace
    arena_version: str
    startup_us: int
    now: Callable[[], float]


@dataclass
class BotProcess:
    """A bot that was let in."""

    entry: Entry
    guest: Guest
    output: Output
    open_matches: int = 0
    begun_matches: int = 0
    deals_met: set[bytes] = field(default_factory=set)

    @property
    def link(self) -> Link:
        """Where it is asked."""
        return self.guest.link

    @property
    def usable(self) -> bool:
        """Whether it can be asked at all."""
        return self.link.fault is None and not self.link.lost.done()


@asynccontextmanager
async def running(house: House, entry: Entry) -> AsyncIterator[BotProcess]:
    """Keep one bot alive for the length of the block; afterwards nothing of it remains.

    Raises `BotFault` if it does not start.
    """
    socket, scratch = house.workspace.place()
    token = secrets.token_urlsafe(24)
    welcome = play_pb2.Welcome(
        arena_version=house.arena_version, settings=settings_to_pb(entry.settings)
    )
    launch = Launch(
        command=_command(entry),
        home=entry.manifest.home,
        socket=socket,
        scratch=scratch,
        environment={
            "ARENA_ADDRESS": f"unix://{socket}",
            "ARENA_SOCKET": str(socket),
            "ARENA_TOKEN": token,
            "PYTHONUNBUFFERED": "1",
        },
    )
    async with Door(socket, token, welcome, house.now) as door, _started(house, launch) as program:
        guest = await _arrival(door, program, house.startup_us)
        watching = asyncio.ensure_future(_watch(guest.link, program))
        try:
            yield BotProcess(entry, guest, program.output)
        finally:
            watching.cancel()
            guest.link.close()
            await asyncio.wait({program.ended}, timeout=_GRACE_S)


def _command(entry: Entry) -> tuple[str, ...]:
    home = str(entry.manifest.home)
    return tuple(
        word.replace("{python}", sys.executable).replace("{bot}", home)
        for word in entry.manifest.command
    )


@dataclass
class _Program:
    """A started program: when it ended, and what it printed."""

    ended: "asyncio.Future[int]"
    output: Output
    reading: "asyncio.Future[None]"

    async def last_words(self) -> None:
        """Wait a moment for what an ended program has left in the pipe."""
        await asyncio.wait({self.reading}, timeout=_GRACE_S)


@asynccontextmanager
async def _started(house: House, launch: Launch) -> AsyncIterator[_Program]:
    """The running program, known to the guardian before it runs; killed with the block."""
    try:
        contained = await house.isolation.start(launch)
    except LaunchError as error:
        raise BotFault(Termination.START_FAILURE, f"could not start: {error}") from error
    house.workspace.watch(contained.group)
    output = Output()
    reading = asyncio.ensure_future(_read(contained, output))
    ended = asyncio.ensure_future(contained.wait())
    try:
        contained.go()
        yield _Program(ended, output, reading)
    finally:
        contained.kill()
        await ended
        house.workspace.release(contained.group)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def _read(contained: Contained, output: Output) -> None:
    while data := await contained.output.read(65536):
        output.add(data)


async def _arrival(door: Door, program: _Program, limit_us: int) -> Guest:
    """The bot's arrival at its door."""
    limit_s = limit_us / SECOND_US
    ended, output = program.ended, program.output
    first: list[asyncio.Future[Any]] = [door.guest, ended]
    await asyncio.wait(first, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
    if door.guest.done():
        return door.guest.result()
    refused = f" (turned away: {door.turned_away[-1]})" if door.turned_away else ""
    if ended.done():
        await program.last_words()
        text = f"{_exit_text(ended.result())} before it connected{refused}"
    else:
        text = f"did not connect within {limit_s:g} s{refused}"
    killed = ended.done() and _was_killed(ended.result())
    raise BotFault(Termination.START_FAILURE, text, output.last_line(), doubtful=killed)


async def _watch(link: Link, program: _Program) -> None:
    """Turn the end of program or stream into the bot's fault."""
    ended = program.ended
    ends: list[asyncio.Future[Any]] = [ended, link.lost]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait(ends, timeout=_GRACE_S)
    if link.fault is not None:
        return
    if ended.done():
        await program.last_words()
        code, said = ended.result(), program.output.last_line()
        link.fail(Fault(Termination.CRASH, _exit_text(code), said, _was_killed(code)))
    else:
        link.fail(Fault(Termination.DISCONNECT, "closed its stream"))


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
