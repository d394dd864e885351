"""One running bot: its process, its door and its stream, from the start to the last trace.

A bot is asked through `link`. Somebody watches it for as long as it lives: what its end was, and
whether it keeps to what it may print, is judged there (`ending`) and told to the link.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from referee.bots.ending import DYING_S, GRACE_S, Program, end_of, see_end
from referee.bots.entry import Entry
from referee.bots.hosting import Hosting
from referee.bots.mistakes import Circumstances, Speaking, explained
from referee.bots.output import Output
from referee.isolation.levels import refuse_foreign
from referee.isolation.limits import MB, Limits
from referee.isolation.port import Contained, HostError, Isolation, Launch, LaunchError
from referee.isolation.workspace import Workspace
from referee.match.blame import Usage
from referee.match.clock import SECOND_US
from referee.match.verdict import BotFault, Fault, HostFault, Termination
from referee.talk.doors.grpc_door import Door
from referee.talk.doors.lines_door import LinesDoor
from referee.talk.guest import Guest
from referee.talk.link import Link
from referee.talk.speech import Welcome


@dataclass(frozen=True)
class House:
    """What every bot of a referee is started with."""

    hosting: Hosting
    isolation: Isolation
    """The level of that name, open."""
    workspace: Workspace
    now: Callable[[], float]
    attached: Isolation | None = None
    """How bots come in that their authors start."""

    def way_in(self, entry: Entry) -> Isolation:
        """How this one comes in."""
        if not entry.attached:
            return self.isolation
        if self.attached is None:
            raise RuntimeError(f"nobody is told where to attach {entry.name}")
        return self.attached


@dataclass
class BotProcess:
    """A bot that was let in."""

    entry: Entry
    guest: Guest
    output: Output
    contained: Contained
    speaking: Speaking | None = None
    """Its door, if it speaks lines."""
    open_matches: int = 0
    begun_matches: int = 0
    deals_met: set[bytes] = field(default_factory=set, repr=False)  # seeds of matches

    @property
    def link(self) -> Link:
        """Where it is asked."""
        return self.guest.link

    @property
    def usable(self) -> bool:
        """Whether it can be asked at all."""
        return self.link.fault is None and not self.link.lost.done()

    def explained(self, fault: Fault, *, starting: bool) -> Fault:
        """A fault of it with the mistake that is behind it, where the way it speaks tells."""
        if self.speaking is None:
            return fault
        usage = self.contained.usage()
        seen = Circumstances(
            starting=starting,
            unread=self.speaking.unread() > 0,
            unfinished=self.speaking.unfinished(),
            busy=usage is not None and usage.ready,
        )
        return explained(fault, seen)


_Arrived = tuple[Guest, Program, Speaking | None]


@asynccontextmanager
async def running(house: House, entry: Entry) -> AsyncIterator[BotProcess]:
    """Keep one bot alive for the length of the block; afterwards nothing of it remains.

    Raises `BotFault` if it does not start.
    """
    token = "" if entry.manifest.speaks else secrets.token_urlsafe(24)
    try:
        launch = _launch(house, entry, token)
    except OSError as error:
        raise HostFault(f"has no place: {error}") from error
    foreign = [entry.name] if entry.manifest.foreign else []
    refuse_foreign(house.isolation.name, foreign, trusted=house.hosting.trust_foreign)
    arriving = _speaking if entry.manifest.speaks else _dialling
    async with arriving(house, entry, launch, token) as (guest, program, speaking):
        guest.link.body = _Body(program.contained, rests=house.hosting.rests)
        bot = BotProcess(entry, guest, program.output, program.contained, speaking)
        program.output.watcher = partial(_see_flood, bot, house.hosting.conditions.limits)
        try:
            async with _watched(bot, program):
                yield bot
        finally:
            guest.link.close()
            if not entry.attached:
                await asyncio.wait({program.ended}, timeout=GRACE_S)


@asynccontextmanager
async def _dialling(
    house: House, entry: Entry, launch: Launch, token: str
) -> AsyncIterator[_Arrived]:
    """A program that comes to a door of its own."""
    welcome = Welcome(house.hosting.arena_version, entry.settings)
    grace_s = GRACE_S if entry.attached else None
    async with (
        Door(entry.name, launch.socket, token, welcome, house.now, grace_s) as door,
        _started(house.way_in(entry), launch, house.workspace) as program,
    ):
        limit_s = (
            None if entry.patient else house.hosting.conditions.control.startup_us / SECOND_US
        )
        yield await _arrival(door, program, limit_s), program, None


@asynccontextmanager
async def _speaking(
    house: House, entry: Entry, launch: Launch, token: str
) -> AsyncIterator[_Arrived]:
    """A program that is spoken to through its standard input and output; it needs no token."""
    manifest = entry.manifest
    async with _started(house.way_in(entry), launch, house.workspace) as program:
        if (pipes := program.contained.pipes) is None:
            raise RuntimeError(f"{entry.name} was started without pipes")
        door = LinesDoor(
            bot=entry.name,
            pipes=pipes,
            now=house.now,
            settings=entry.settings,
            games=manifest.games,
            matches_at_once=manifest.matches_at_once,
        )
        async with door:
            yield door.guest, program, door


def _launch(house: House, entry: Entry, token: str) -> Launch:
    """What is started, in a place of its own."""
    socket, scratch = house.workspace.place()
    manifest = entry.manifest
    where = {
        "ARENA_ADDRESS": f"unix://{socket}",
        "ARENA_SOCKET": str(socket),
        "ARENA_TOKEN": token,
    }
    return Launch(
        command=manifest.words(manifest.command),
        home=manifest.folder,
        content=manifest.copy,
        sole=manifest.sole,
        socket=socket,
        scratch=scratch,
        environment={**({} if manifest.speaks else where), "PYTHONUNBUFFERED": "1"},
        python=any("{python}" in word for word in manifest.command),
        hidden=house.hosting.hidden,
        speaks=manifest.speaks,
    )


@dataclass(frozen=True)
class _Body:
    """The program behind a bot's stream, held as its isolation level can."""

    contained: Contained
    rests: bool
    """Whether it is stopped while it owes no answer."""

    def usage(self) -> Usage | None:
        return self.contained.usage()

    def cpu_us(self) -> int | None:
        return self.contained.resources().cpu_us

    def rest(self) -> None:
        if self.rests:
            self.contained.freeze()

    def wake(self) -> None:
        if self.rests:
            self.contained.thaw()


@asynccontextmanager
async def _started(
    way_in: Isolation, launch: Launch, workspace: Workspace
) -> AsyncIterator[Program]:
    """The running program, known to the guardian before it runs; killed with the block."""
    try:
        contained = await way_in.start(launch)
    except (HostError, OSError) as error:  # no descriptor, no process, no memory: never its own
        raise HostFault(f"could not be started: {error}") from error
    except LaunchError as error:
        raise BotFault(Termination.START_FAILURE, f"could not start: {error}") from error
    if contained.process_group is not None:
        workspace.watch(contained.process_group)
    output = Output()
    reading = asyncio.create_task(_read(contained, output))
    ended = asyncio.create_task(contained.wait())
    try:
        contained.go()
        yield Program(contained, ended, output, reading)
    finally:
        contained.kill()
        await ended
        await asyncio.wait({reading}, timeout=GRACE_S)
        await contained.close()
        if contained.process_group is not None:
            workspace.release(contained.process_group)
        await asyncio.gather(reading, return_exceptions=True)


async def _read(contained: Contained, output: Output) -> None:
    while data := await contained.output.read(65536):
        output.add(data)


async def _arrival(door: Door, program: Program, limit_s: float | None) -> Guest:
    """The bot's arrival at its door; it is waited for without end if there is no limit."""
    ended, output = program.ended, program.output
    first: list[asyncio.Future[Any]] = [door.guest, ended]
    await asyncio.wait(first, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
    if door.guest.done():
        return door.guest.result()
    refused = f" (turned away: {door.turned_away})" if door.turned_away else ""
    if ended.done():
        await program.last_words()
        fault = end_of(program)
        text = f"{fault.text} before it connected{refused or _unsaid(ended.result())}"
    else:
        fault = Fault(Termination.START_FAILURE, "")
        text = f"did not connect within {limit_s:g} s{refused}"
    kind = (
        Termination.START_FAILURE if fault.termination is Termination.CRASH else fault.termination
    )
    if kind.void:
        raise HostFault(text)
    said = output.cause()
    raise BotFault(kind, text, said, doubtful=fault.doubtful, log=output.since(0))


def _unsaid(code: int) -> str:
    """What a bot may have meant that has found nothing to read."""
    return ' (if it reads lines, say so in bot.toml: protocol = "lines")' if code == 0 else ""


@asynccontextmanager
async def _watched(bot: BotProcess, program: Program) -> AsyncIterator[None]:
    """Have somebody watch the bot for the length of the block."""
    # No TaskGroup: a process is kept between matches, so the task that leaves this block may be
    # another one than the task that entered it.
    watching = asyncio.create_task(_watch(bot, program))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait({watching})  # an error of it is left to be told loudly


async def _watch(bot: BotProcess, program: Program) -> None:
    """Turn the end of program or stream into the bot's fault; nobody is left without an answer."""
    try:
        # Of a program that its author started nobody ever learns an exit code.
        dying_s = GRACE_S if bot.entry.attached else DYING_S
        await see_end(bot.link, program, dying_s)
    except Exception as error:
        bot.link.fail(Fault(Termination.HOST_FAULT, "was lost sight of", repr(error)))
        raise


def _see_flood(bot: BotProcess, limits: Limits) -> None:
    """Hold the bot to what it may print; looked at whenever it has printed something.

    It cannot answer before its words were read, so the verdict does not depend on who is faster.
    """
    if bot.output.size > limits.output_mb * MB * max(1, bot.begun_matches):
        text = f"printed more than {limits.output_mb} MB in a match"
        bot.link.fail(Fault(Termination.RESOURCE_LIMIT, text, bot.output.last_line()))
