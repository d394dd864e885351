"""A bot that its author starts himself: under a debugger, or in a notebook.

To the referee this is one more way in which a program comes to its door. Nothing is started; the
author is told where the bot connects, and a file tells it, too. What he has started is his own: it
is not held, measured or killed, and notices the end of its stream.
"""

import asyncio
import glob
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.isolation.pipes import Pipes
from referee.isolation.port import Contained, Launch, LaunchError, Resources
from referee.match.blame import Usage

_TOLD: Final = ("ARENA_ADDRESS", "ARENA_SOCKET", "ARENA_TOKEN")


@dataclass(frozen=True)
class Invitation:
    """How the author is told where his bot connects."""

    file: Path
    """Gets a line ``NAME=VALUE`` for each variable; there only while the bot may use it."""
    tell: Callable[[Launch], None]
    """Called when the bot can be started."""


@dataclass(frozen=True)
class Attached:
    """Waits for programs instead of starting them. The file is there until it is closed."""

    invitation: Invitation
    name: Final = "attached"
    freezes: Final = False
    meaning: Final = "started by its author: it can do what he can do"

    def __post_init__(self) -> None:
        file = self.invitation.file
        try:
            # The token lets in whoever has it, and the file of another match is not ours.
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise LaunchError(
                f"{file.name} is there already: another match waits in this folder; "
                "end it, or delete the file if there is none"
            ) from None
        except OSError as error:
            raise LaunchError(f"{file}: {error.strerror}") from None

    @property
    def traces(self) -> tuple[str, ...]:
        return (glob.escape(str(self.invitation.file)),)

    async def start(self, launch: Launch) -> Contained:
        if launch.speaks:
            raise LaunchError("it speaks lines, so it cannot be attached: the arena starts it")
        told = {name: launch.environment[name] for name in _TOLD}
        lines = [f"{name}={shlex.quote(value)}\n" for name, value in told.items()]
        self.invitation.file.write_text("".join(lines), encoding="utf-8")
        return _Awaited(launch, self.invitation)

    def close(self) -> None:
        self.invitation.file.unlink(missing_ok=True)


@dataclass
class _Awaited:
    """A program of which nothing is known but that it may come."""

    launch: Launch
    invitation: Invitation
    process_group: Final[int | None] = None
    pipes: Final[Pipes | None] = None
    setup_failed: Final = False
    output: asyncio.StreamReader = field(default_factory=asyncio.StreamReader)
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    def go(self) -> None:
        self.invitation.tell(self.launch)

    async def wait(self) -> int:
        await self._over.wait()
        return 0

    def resources(self) -> Resources:
        return Resources()

    def usage(self) -> Usage | None:
        """It is not looked at: it is not ours."""

    def freeze(self) -> None:
        """It runs on: it is not ours."""

    def thaw(self) -> None:
        """It was never stopped."""

    def kill(self) -> None:
        self.output.feed_eof()
        self._over.set()

    async def close(self) -> None:
        """Nothing was made for it."""
