"""What a worker process of this machine is: one worker, its event loop, and an eye on its parent.

Theory of operation. The functions here run in a process of a pool. `start` is its initializer: it
leaves interrupts to the runner, ends the process when the runner ends, and starts one long-lived
thread with an event loop, in which the bots are started and all matches are played. `play_chunk`
and `stop` come from the pool and hand their work to that thread.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from arena.tournament.places.port import Chunk
from arena.tournament.worker import Assignment, PlayedChunk, Worker

T = TypeVar("T")


@dataclass
class _Employment:
    """The worker of this process, and the thread in which it works."""

    worker: Worker
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` in the thread of the bots and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()


_employed: list[_Employment] = []
"""The one of this process, from `start` on: a pool hands state to its tasks in no other way."""


def start(assignment: Assignment) -> None:
    """Make this process a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    employment = _Employment(Worker(assignment, dict(os.environ)))
    threading.Thread(target=employment.loop.run_forever, daemon=True).start()
    _employed.append(employment)


def process_id() -> int:
    """The id of this process; answers when the worker is up."""
    return os.getpid()


def play_chunk(chunk: Chunk) -> PlayedChunk:
    """Have the worker play a chunk."""
    (employment,) = _employed
    return employment.do(employment.worker.play(chunk))


def stop() -> None:
    """Stop the bots; nothing of them remains."""
    (employment,) = _employed
    employment.do(employment.worker.close())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
