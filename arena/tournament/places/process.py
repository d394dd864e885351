"""What a worker process of this machine is: one worker, its event loop, and an eye on its parent.

Theory of operation. `work` is the whole life of a process that a place has started. It leaves
interrupts to the runner, ends when the runner ends, and starts one long-lived thread with an
event loop, in which the bots are started and all matches are played. Chunks come through a pipe
and go back through it, played, or as the error that they raised. Another pipe only says that the
loop still turns.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from arena.tournament.places.port import Chunk
from arena.tournament.worker import Assignment, PlayedChunk, Worker

T = TypeVar("T")
BEAT_S: Final = 0.5
"""How often a worker says that it is there."""


@dataclass
class _Employment:
    """The worker of this process, and the thread in which it works."""

    worker: Worker
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` in the thread of the bots and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def beat(self, beats: Connection) -> None:
        """Say that the loop turns, now and from now on."""
        # A full pipe or a runner that is gone is no reason to stop playing.
        with suppress(OSError):
            os.write(beats.fileno(), b".")
        self.loop.call_later(BEAT_S, self.beat, beats)


def work(assignment: Assignment, line: Connection, beats: Connection) -> None:
    """Play what comes through the line until nothing more is to come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    employment = _Employment(Worker(assignment, dict(os.environ)))
    threading.Thread(target=employment.loop.run_forever, daemon=True).start()
    os.set_blocking(beats.fileno(), False)
    employment.loop.call_soon_threadsafe(employment.beat, beats)
    chunk: Chunk | None
    try:
        while (chunk := line.recv()) is not None:
            line.send_bytes(_packed(_play(employment, chunk)))
    except (EOFError, BrokenPipeError):
        os._exit(1)  # the runner is gone; the guardian of the bots cleans up
    employment.do(employment.worker.close())


def _play(employment: _Employment, chunk: Chunk) -> PlayedChunk | Exception:
    """The chunk, played; or why it could not be."""
    try:
        return employment.do(employment.worker.play(chunk))
    except Exception as error:
        error.add_note(f"in a worker: {traceback.format_exc()}")
        return error


def _packed(answer: PlayedChunk | Exception) -> bytes:
    """An answer as bytes; an error that cannot travel is told in words."""
    if isinstance(answer, Exception):
        try:
            pickle.loads(pickle.dumps(answer))  # noqa: S301 - our own
        except Exception:  # whatever its class does not expect
            answer = RuntimeError("".join(traceback.format_exception(answer)))
    return pickle.dumps(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
