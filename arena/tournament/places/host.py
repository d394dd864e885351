"""What a host of a cluster is, seen from inside: referees, kept in a process of the engine.

Theory of operation. The engine's worker process holds one `Staff` for each contest, which makes a
referee for each of the process's threads when that is first needed. All of them share one
long-lived thread with an event loop, in which bots are started and matches played. A staff is
closed when its contest's runner says so; if nobody asks anything of it for `IDLE_S`, its runner is
gone, and it stops its bots by itself.
"""

import asyncio
import os
import platform
import queue
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from arena.errors import ArenaError
from arena.tournament.places.kit import Kit
from arena.tournament.places.port import Chunk
from arena.tournament.preparation import Surroundings
from arena.tournament.worker import Assignment, PlayedChunk, Worker
from arena.version import VERSION
from referee import games
from referee.isolation.levels import choose

IDLE_S: Final = 60.0
"""After so long without a question bots are stopped."""
_CLOSE_S: Final = 30.0

T = TypeVar("T")


@dataclass(frozen=True)
class Host:
    """What a host says of itself."""

    name: str
    processor: str
    arena: str
    python: str
    compiled: bool
    """Whether rules run compiled."""
    isolation: str
    """The strongest level that works there."""
    trouble: str = ""
    """Why it cannot play; empty if it can."""

    @property
    def facts(self) -> dict[str, object]:
        """What records say of it."""
        return {"host": self.name, "processor": self.processor, "compiled": self.compiled}


def describe() -> Host:
    """This machine."""
    try:
        level = choose("auto", os.environ).name
    except ArenaError as error:
        level = f"none ({error})"
    return Host(
        name=platform.node(),
        processor=_processor(),
        arena=VERSION,
        python=platform.python_version(),
        compiled=games.compiled(),
        isolation=level,
    )


@dataclass
class Staff:
    """The referees of one contest in one process."""

    kit: Kit
    idle_s: float = IDLE_S
    _assignment: Assignment | None = field(default=None, init=False)
    _free: "queue.LifoQueue[Worker]" = field(default_factory=queue.LifoQueue, init=False)
    _all: list[Worker] = field(default_factory=list, init=False)
    _loop: asyncio.AbstractEventLoop | None = field(default=None, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _busy: int = field(default=0, init=False)
    _asked: float = field(default=0.0, init=False)

    def examine(self) -> Host:
        """Prepare everything; what this machine is, and what is in the way."""
        host = describe()
        try:
            with self._lock:
                self._ready(host)
        except ArenaError as error:
            return replace(host, trouble=" ".join(str(error).split()))
        return host

    def play(self, chunk: Chunk) -> PlayedChunk:
        """Play a chunk, in any thread."""
        with self._lock:
            self._ready(describe() if self._assignment is None else None)
            self._busy += 1
            loop = self._running()
        try:
            worker = self._referee()
            try:
                return _wait(worker.play(chunk), loop).result()
            finally:
                self._free.put(worker)
        finally:
            with self._lock:
                self._busy -= 1
                self._asked = time.monotonic()

    def close(self) -> None:
        """Stop all bots; nothing of them remains. It may be asked to play again."""
        with self._lock:
            loop, self._loop = self._loop, None
            workers, self._all = self._all, []
            self._free = queue.LifoQueue()
        if loop is None:
            return
        for worker in workers:
            with suppress(Exception):  # whatever a match says that is broken off
                _wait(worker.close(), loop).result(_CLOSE_S)
        loop.call_soon_threadsafe(loop.stop)

    def _ready(self, host: Host | None) -> None:
        if self._assignment is None and host is not None:
            made = self.kit.assignment(Surroundings(dict(os.environ)))
            self._assignment = replace(made, host=host.facts)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=_turn, args=(self._loop,), daemon=True).start()
            self._asked = time.monotonic()
            threading.Thread(
                target=self._watch, args=(self._loop,), name="arena idle watch", daemon=True
            ).start()
        return self._loop

    def _referee(self) -> Worker:
        with suppress(queue.Empty):
            return self._free.get_nowait()
        assert self._assignment is not None  # noqa: S101 - made before
        worker = Worker(self._assignment, dict(os.environ))
        self._all.append(worker)
        return worker

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own: close when nobody has asked for long."""
        while self._loop is loop:
            time.sleep(self.idle_s / 10)
            with self._lock:
                idle = not self._busy and time.monotonic() - self._asked > self.idle_s
            if idle and self._loop is loop:
                self.close()


def _turn(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()


def _wait(work: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> "Future[T]":
    return asyncio.run_coroutine_threadsafe(work, loop)


def _processor() -> str:
    """What kind of processor it is, in words."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as told:  # noqa: PTH123
        for line in told:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
