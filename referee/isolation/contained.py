"""A program in a sandbox, as the referee's event loop sees it."""

import asyncio
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from referee.isolation.cgroups import Group
from referee.isolation.pipes import Pipes, reader_of
from referee.isolation.port import Resources
from referee.isolation.staging import Slot
from referee.isolation.usage import usage_of_family, usage_of_group
from referee.match.blame import Usage

_BUFFER_BYTES: Final = 64 * 1024
_SIGNALLED: Final = 128
"""Bubblewrap exits with this and the signal's number when its program was ended by one."""
_LOOK_S: Final = 0.002
_LOOKS: Final = 1000


@dataclass(frozen=True)
class Finished:
    """How a program ended that somebody waited for."""

    code: int
    in_time: bool
    exceeded: str = ""
    """The limit that ended it or a part of it."""


@dataclass(eq=False)
class Started:
    """A program that waits at the gate, with all that was made for it."""

    process: "subprocess.Popen[bytes]"
    status: int
    """Where bubblewrap tells whether the program ran."""
    control_group: Group | None
    slot: Slot | None
    speaks: bool = False
    """Whether it is spoken to through its standard input and output."""

    def abandon(self) -> None:
        """End it before it ran, or before anybody cared for it."""
        if self.control_group is not None:
            self.control_group.kill()
        self.process.kill()
        self.process.communicate()
        os.close(self.status)
        if self.control_group is not None:
            self.control_group.remove()

    def finish(self, timeout_s: float, take: Callable[[bytes], None]) -> Finished:
        """Let it run to its end; `take` is given what it prints, as it comes.

        For those who have no event loop. Whatever `take` raises ends it.
        """
        try:
            self._let_go()
            in_time = self._drain(time.monotonic() + timeout_s, take)
            group = self.control_group
            exceeded = group.resources().exceeded if group is not None else ""
        finally:
            self.abandon()
        return Finished(self.process.returncode, in_time, exceeded)

    def _let_go(self) -> None:
        gate, self.process.stdin = self.process.stdin, None
        assert gate is not None  # noqa: S101 - it was asked for
        with suppress(BrokenPipeError):  # it ended before; its exit code tells
            gate.write(b"go\n")
            gate.flush()
        with suppress(BrokenPipeError):
            gate.close()

    def _drain(self, deadline: float, take: Callable[[bytes], None]) -> bool:
        """Read to the end of the output and of the program; whether they came in time."""
        output = self.process.stdout
        assert output is not None  # noqa: S101 - it was asked for
        ready = select.poll()
        ready.register(output, select.POLLIN)
        while True:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not ready.poll(left_s * 1000):
                return False
            data = os.read(output.fileno(), _BUFFER_BYTES)
            if not data:
                break
            take(data)
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True


@dataclass
class Sandboxed:
    """A program in a sandbox."""

    started: Started
    output: asyncio.StreamReader
    _transport: asyncio.ReadTransport
    _done: Callable[[Started], None]
    pipes: Pipes | None = None
    _exited: asyncio.Event = field(default_factory=asyncio.Event)
    _ran: bool = False

    @classmethod
    async def watched(cls, started: Started, done: Callable[[Started], None]) -> "Sandboxed":
        """Watch the end and the output of what was started; `done` is told when it is closed."""
        loop = asyncio.get_running_loop()
        process = started.process
        printed = process.stderr if started.speaks else process.stdout
        assert printed is not None  # noqa: S101 - it was asked for
        reader, transport = await reader_of(printed)
        self = cls(started, reader, transport, done)
        if started.speaks:
            assert process.stdin is not None  # noqa: S101 - all three were asked for
            assert process.stdout is not None  # noqa: S101
            self.pipes = await Pipes.opened(process.stdout, process.stdin)
        watch = os.pidfd_open(started.process.pid)
        loop.add_reader(watch, self._end, watch)
        return self

    @property
    def process_group(self) -> int:
        return self.started.process.pid

    @property
    def _control_group(self) -> Group | None:
        return self.started.control_group

    @property
    def setup_failed(self) -> bool:
        code = self.started.process.returncode
        return code is not None and code >= 0 and not self._ran

    def go(self) -> None:
        if self.pipes is not None:
            self.pipes.send(b"go\n")
            return
        gate = self.started.process.stdin
        assert gate is not None  # noqa: S101 - it was asked for
        with suppress(BrokenPipeError):  # somebody killed it; `wait` tells
            gate.write(b"go\n")
            gate.flush()
        with suppress(BrokenPipeError):
            gate.close()

    async def wait(self) -> int:
        await self._exited.wait()
        code: int = self.started.process.returncode
        return _SIGNALLED - code if _SIGNALLED < code < _SIGNALLED + signal.NSIG else code

    def resources(self) -> Resources:
        group = self._control_group
        return group.resources() if group is not None else Resources()

    def usage(self) -> Usage | None:
        group = self._control_group
        return usage_of_family(self.process_group) if group is None else usage_of_group(group)

    def freeze(self) -> None:
        if self._control_group is not None:
            self._control_group.freeze(frozen=True)

    def thaw(self) -> None:
        if self._control_group is not None:
            self._control_group.freeze(frozen=False)

    def kill(self) -> None:
        if self._control_group is not None:
            self._control_group.kill()
        with suppress(ProcessLookupError):
            os.killpg(self.process_group, signal.SIGKILL)

    async def close(self) -> None:
        self._transport.close()
        if self.pipes is not None:
            self.pipes.abandon()
        for stream in (self.started.process.stdin, self.started.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
        await self._remove_group()
        self._done(self.started)

    async def _remove_group(self) -> None:
        group = self._control_group
        if group is None:
            return
        for _ in range(_LOOKS):
            if group.try_remove():
                return
            await asyncio.sleep(_LOOK_S)

    def _end(self, watch: int) -> None:
        """The outermost process has ended, and with it all the others."""
        if self.started.process.poll() is None:
            return
        asyncio.get_running_loop().remove_reader(watch)
        os.close(watch)
        self._ran = _tells_exit(self.started.status)
        os.close(self.started.status)
        self._exited.set()


def _tells_exit(status: int) -> bool:
    """Whether bubblewrap has told an exit code; it does only if the program was started."""
    os.set_blocking(status, False)
    told = b""
    with suppress(BlockingIOError):
        while data := os.read(status, 4096):
            told += data
    for line in told.splitlines():
        with suppress(ValueError):
            if "exit-code" in json.loads(line):
                return True
    return False
