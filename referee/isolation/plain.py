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
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from referee.isolation.port import Contained, Isolation, Launch, LaunchError

_GATE: Final = 'read -r go || exit 125; exec "$@" </dev/null'
_LIMITS: Final = {"c": 0, "n": 512, "f": 131072}
"""Core files none, 512 open files, 64 MB in a file (in blocks of 512 bytes)."""


@dataclass
class _Process:
    """A program in a session of its own."""

    process: asyncio.subprocess.Process

    @property
    def group(self) -> int:
        return self.process.pid

    @property
    def output(self) -> asyncio.StreamReader:
        assert self.process.stdout is not None  # noqa: S101 - it was asked for
        return self.process.stdout

    def go(self) -> None:
        assert self.process.stdin is not None  # noqa: S101 - it was asked for
        self.process.stdin.write(b"go\n")
        self.process.stdin.close()

    async def wait(self) -> int:
        return await self.process.wait()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


@dataclass(frozen=True)
class Unprotected:
    """The bot as you would start it yourself."""

    environment: tuple[tuple[str, str], ...]
    """The environment it inherits."""
    name: Final = "none"
    meaning: Final = "no isolation: the bot can do what you can do, in your environment"

    async def start(self, launch: Launch) -> Contained:
        environment = {**dict(self.environment), **launch.environment}
        return await _start(launch, _GATE, launch.command, environment)


@dataclass(frozen=True)
class SeparateProcess:
    """An empty environment and limits on files; no sandbox."""

    search_path: str
    """Where programs are found; all it has of the environment."""
    name: Final = "process"
    meaning: Final = (
        "a separate process, not a sandbox: the bot can read your files and use the network"
    )

    async def start(self, launch: Launch) -> Contained:
        scratch = str(launch.scratch)
        environment = {
            "PATH": self.search_path,
            "HOME": scratch,
            "TMPDIR": scratch,
            "LANG": "C.UTF-8",
            **launch.environment,
        }
        limits = "".join(f"ulimit -{flag} {limit}; " for flag, limit in _LIMITS.items())
        setpriv = shutil.which("setpriv")
        prefix = (setpriv, "--no-new-privs") if setpriv else ()
        return await _start(launch, limits + _GATE, (*prefix, *launch.command), environment)


def isolation(level: str, environment: Mapping[str, str]) -> Isolation:
    """The level of that name; `auto` is the strongest that works here."""
    if level == "none":
        return Unprotected(tuple(sorted(environment.items())))
    if level in ("process", "auto"):
        return SeparateProcess(environment.get("PATH", os.defpath))
    raise LaunchError(f"isolation '{level}' does not work here; process and none do")


async def _start(
    launch: Launch, script: str, command: tuple[str, ...], environment: dict[str, str]
) -> Contained:
    _check_program(launch)
    process = await asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        script,
        "arena-bot",
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=launch.home,
        env=environment,
        start_new_session=True,
    )
    return _Process(process)


def _check_program(launch: Launch) -> None:
    """Find a missing program before the shell does, for a better sentence."""
    program = launch.command[0]
    path = launch.home / program if "/" in program else shutil.which(program)
    if path is None or not os.access(path, os.F_OK):
        raise LaunchError(f"its program '{program}' is not there")
    if not os.access(path, os.X_OK):
        raise LaunchError(f"its program is not executable; run chmod +x {shlex.quote(str(path))}")
