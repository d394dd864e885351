"""The levels that need nothing but a POSIX system: `none` and `process`.

A program is started through a line of shell that waits at a gate: it reads one line from its
input and then becomes the program. If the referee dies before it has told the guardian about the
process, the gate closes instead of opening, and the program never runs.
"""

import asyncio
import os
import shlex
import shutil
import signal
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import IO, Final

from referee.isolation.limits import Limits
from referee.isolation.pipes import Pipes
from referee.isolation.port import Contained, Launch, LaunchError, Resources
from referee.isolation.usage import usage_of_family
from referee.match.blame import Usage

GATE: Final = 'read -r go || exit 125; exec "$@" </dev/null'
OPEN_GATE: Final = 'read -r go || exit 125; exec "$@"'
"""For a program that is spoken to: its input stays open behind the gate."""
_BUFFER_BYTES: Final = 64 * 1024
_BLOCKS_IN_MB: Final = 2048
"""The shell counts the size of files in blocks of 512 bytes."""


class _Streams(asyncio.subprocess.SubprocessStreamProtocol):
    """Knows the end of the program itself, while a child of it may keep its output open."""

    def __init__(self) -> None:
        super().__init__(_BUFFER_BYTES, asyncio.get_running_loop())
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        self.exited.set()
        super().process_exited()


@dataclass
class GatedProcess:
    """A program in a session of its own."""

    transport: asyncio.SubprocessTransport
    streams: _Streams
    pipes: Pipes | None = None

    @property
    def process_group(self) -> int:
        return self.transport.get_pid()

    @property
    def setup_failed(self) -> bool:
        return False

    @property
    def output(self) -> asyncio.StreamReader:
        output = self.streams.stdout if self.pipes is None else self.streams.stderr
        assert output is not None  # noqa: S101 - it was asked for
        return output

    def go(self) -> None:
        if self.pipes is not None:
            self.pipes.send(b"go\n")
            return
        assert self.streams.stdin is not None  # noqa: S101 - it was asked for
        self.streams.stdin.write(b"go\n")
        self.streams.stdin.close()

    async def wait(self) -> int:
        await self.streams.exited.wait()
        code = self.transport.get_returncode()
        assert code is not None  # noqa: S101 - it has ended
        return code

    def resources(self) -> Resources:
        return Resources()

    def usage(self) -> Usage | None:
        return usage_of_family(self.process_group)

    def freeze(self) -> None:
        """Nothing holds a child that has left the session: a stop would be no stop."""

    def thaw(self) -> None:
        """It was never frozen."""

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process_group, signal.SIGKILL)

    async def close(self) -> None:
        self.transport.close()
        if self.pipes is not None:
            self.pipes.abandon()


@dataclass(frozen=True)
class Unprotected:
    """The bot as you would start it yourself."""

    environment: tuple[tuple[str, str], ...] = field(repr=False)
    """The environment it inherits."""
    name: Final = "none"
    traces: Final[tuple[str, ...]] = ()
    freezes: Final = False
    meaning: Final = "no isolation: the bot can do what you can do, in your environment"

    async def start(self, launch: Launch) -> Contained:
        environment = {**dict(self.environment), **launch.environment}
        return await start_gated(launch, gate(launch), launch.command, environment)

    def close(self) -> None:
        """It holds nothing."""


@dataclass(frozen=True)
class SeparateProcess:
    """An empty environment and limits on files; no sandbox."""

    search_path: str
    """Where programs are found; all it has of the environment."""
    limits: Limits
    name: Final = "process"
    traces: Final[tuple[str, ...]] = ()
    freezes: Final = False
    meaning: Final = "no sandbox: a bot can read your files and use the network"

    async def start(self, launch: Launch) -> Contained:
        scratch = str(launch.scratch)
        environment = {
            "PATH": self.search_path,
            "HOME": scratch,
            "TMPDIR": scratch,
            "LANG": "C.UTF-8",
            **launch.environment,
        }
        limits = (
            f"ulimit -c 0; ulimit -n {self.limits.open_files}; "
            f"ulimit -f {self.limits.disk_mb * _BLOCKS_IN_MB}; "
        )
        setpriv = shutil.which("setpriv")
        prefix = (setpriv, "--no-new-privs") if setpriv else ()
        return await start_gated(
            launch, limits + gate(launch), (*prefix, *launch.command), environment
        )

    def close(self) -> None:
        """It holds nothing."""


def gate(launch: Launch) -> str:
    """The line of shell at which a program waits, and then becomes it."""
    return OPEN_GATE if launch.speaks else GATE


async def start_gated(
    launch: Launch, script: str, command: tuple[str, ...], environment: dict[str, str]
) -> GatedProcess:
    """Start `command` by a shell that first waits at the gate."""
    check_program(launch)
    with ExitStack() as theirs:
        ours = _pipes(theirs) if launch.speaks else None
        ordinary = asyncio.subprocess.PIPE
        transport, streams = await asyncio.get_running_loop().subprocess_exec(
            _Streams,
            "/bin/sh",
            "-c",
            script,
            "arena-bot",
            *command,
            stdin=ordinary if ours is None else ours.reads,
            stdout=ordinary if ours is None else ours.writes,
            stderr=asyncio.subprocess.STDOUT if ours is None else ordinary,
            cwd=launch.home,
            env=environment,
            start_new_session=True,
        )
    if ours is None:
        return GatedProcess(transport, streams)
    return GatedProcess(transport, streams, await Pipes.opened(ours.words, ours.told))


@dataclass(frozen=True)
class _Ends:
    """Of two pipes: what the program reads and writes, and what is left to us."""

    reads: IO[bytes]
    writes: IO[bytes]
    words: IO[bytes]
    told: IO[bytes]


def _pipes(theirs: ExitStack) -> _Ends:
    """Pipes, and not the sockets that a library makes; its ends are closed with the stack."""
    reads, told = (os.fdopen(one, mode) for one, mode in zip(os.pipe(), ("rb", "wb"), strict=True))
    words, writes = (
        os.fdopen(one, mode) for one, mode in zip(os.pipe(), ("rb", "wb"), strict=True)
    )
    theirs.enter_context(reads)
    theirs.enter_context(writes)
    return _Ends(reads, writes, words, told)


def check_program(launch: Launch) -> None:
    """Find a missing program before the shell does, for a better sentence."""
    program = launch.command[0]
    path = launch.home / program if "/" in program else shutil.which(program)
    if path is None or not os.access(path, os.F_OK):
        raise LaunchError(f"its program '{program}' is not there")
    if not os.access(path, os.X_OK):
        raise LaunchError(f"its program is not executable; run chmod +x {shlex.quote(str(path))}")
