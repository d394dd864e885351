"""The port between bots and isolation levels: what is to be started, and what comes of it."""

from asyncio import StreamReader
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from arena.errors import ArenaError
from referee.isolation.calls import Form
from referee.isolation.pipes import Pipes
from referee.match.blame import Usage


@dataclass(frozen=True)
class Launch:
    """A bot's program and all it needs to run."""

    command: tuple[str, ...]
    home: Path
    """The bot's folder, where the program starts."""
    socket: Path
    """Where the referee listens for it."""
    scratch: Path
    """An empty folder it may write to; gone with the process."""
    environment: Mapping[str, str] = field(hash=False, repr=False)
    """What the arena tells it, its token among it; a level may add to it."""
    python: bool = True
    """Whether it runs on the arena's own Python and needs to see that, with its packages."""
    hidden: tuple[Path, ...] = ()
    """Files it must not see even if they lie in its own folder, as the database may."""
    wrapper: tuple[str, ...] = ()
    """Words before the command, of a program of the system that runs it."""
    calls: Form = Form.PLAY
    """Which system calls it may make, at the levels that filter them."""
    shown: tuple[Path, ...] = ()
    """Folders and files of the host that it may read besides."""
    content: Path | None = None
    """A folder that it sees in place of its own, if that is not what it shall see."""
    sole: str = ""
    """The one file in its folder that it sees, if it is no more than that."""
    speaks: bool = False
    """Whether it is spoken to through its standard input and output; then it has no socket."""


class LaunchError(ArenaError):
    """The program could not be started."""


class HostError(LaunchError):
    """The level failed to start a program, which is not to blame."""


@dataclass(frozen=True)
class Resources:
    """What a program has used so far, as far as the level can tell."""

    cpu_us: int | None = None
    """Processor time of everything it started, living and dead."""
    memory_bytes: int | None = None
    """The most it held at any time."""
    exceeded: str = ""
    """The limit that ended it or a part of it: "used more than 256 MB of memory"."""


class Contained(Protocol):
    """A started program, held at a gate until it is let go."""

    @property
    def process_group(self) -> int | None:
        """The number of its process group; None if somebody else has started it."""

    @property
    def output(self) -> StreamReader:
        """What it prints, on both streams."""

    @property
    def pipes(self) -> Pipes | None:
        """Its standard input and output, if it is spoken to; what it prints is the rest."""

    @property
    def setup_failed(self) -> bool:
        """Whether the level, and not the program, is to blame for an end before the start."""

    def go(self) -> None:
        """Let the program run."""

    async def wait(self) -> int:
        """Its exit code, negative for a signal, once it has ended."""

    def resources(self) -> Resources:
        """What it has used so far; can be asked until it is closed."""

    def usage(self) -> Usage | None:
        """What its processes have had from the machine so far; None if the level cannot tell."""

    def freeze(self) -> None:
        """Stop it and everything it started, where the level can."""

    def thaw(self) -> None:
        """Let it go on."""

    def kill(self) -> None:
        """End it now, with everything it started as far as the level reaches."""

    async def close(self) -> None:
        """Let go of its output, and of everything the level made for it, once it has ended."""


class Isolation(Protocol):
    """A level of isolation."""

    @property
    def name(self) -> str:
        """Its name on the command line."""

    @property
    def meaning(self) -> str:
        """What it protects against, in one sentence."""

    @property
    def freezes(self) -> bool:
        """Whether it can stop a program with everything that program started."""

    @property
    def traces(self) -> tuple[str, ...]:
        """What goes if the referee dies: patterns of groups and files, or ``!`` and a command."""

    async def start(self, launch: Launch) -> Contained:
        """Start a program; LaunchError if it cannot be started."""

    def close(self) -> None:
        """Let go of what the level needs to start programs, once all have ended."""
