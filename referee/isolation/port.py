"""The port between bots and isolation levels: what is to be started, and what comes of it."""

from asyncio import StreamReader
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


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
    environment: Mapping[str, str] = field(hash=False)
    """What the arena tells it; a level may add to it."""


class LaunchError(Exception):
    """The program could not be started; the text names the fix."""


class Contained(Protocol):
    """A started program, held at a gate until it is let go."""

    @property
    def group(self) -> int:
        """Its process group."""

    @property
    def output(self) -> StreamReader:
        """What it prints, on both streams."""

    def go(self) -> None:
        """Let the program run."""

    async def wait(self) -> int:
        """Its exit code, negative for a signal, once it has ended."""

    def kill(self) -> None:
        """End it now, with everything it started as far as the level reaches."""


class Isolation(Protocol):
    """A level of isolation."""

    @property
    def name(self) -> str:
        """Its name on the command line."""

    @property
    def meaning(self) -> str:
        """What it protects against, in one sentence."""

    async def start(self, launch: Launch) -> Contained:
        """Start a program; LaunchError if it cannot be started."""
