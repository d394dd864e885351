"""What a worker process of this machine is: one worker, its event loop, and an eye on its parent.

Theory of operation. `work` is the whole life of a process that a place has started. It leaves
interrupts to the runner, ends when the runner ends, and starts one long-lived thread with an
event loop, in which the bots are started and all matches are played. Chunks come through a pipe
with a number each, and go back through it as soon as they are done, played, or as the error that
they raised. So there is one thread that reads the pipe and one that writes to it. Another pipe
only says that the loop still turns.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import pickle
import queue
import signal
import threading
import traceback
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from arena.tournament.worker import Assignment, PlayedChunk, Worker

T = TypeVar("T")
BEAT_S: Final = 0.5
"""How often a worker says that it is there."""


@dataclass
class _Employment:
    """The worker of this process, and the thread in which it works."""

    worker: Worker
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def begin(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Do `work` in the thread of the bots."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

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
    answers: queue.SimpleQueue[tuple[int, Future[PlayedChunk]] | None] = queue.SimpleQueue()
    telling = threading.Thread(target=_tell, args=(line, answers), daemon=True)
    telling.start()
    try:
        while (order := line.recv()) is not None:
            number, chunk = order
            played = employment.begin(employment.worker.play(chunk))
            played.add_done_callback(partial(_put, answers, number))
    except EOFError:
        os._exit(1)  # the runner is gone; the guardian of the bots cleans up
    employment.begin(employment.worker.close()).result()
    answers.put(None)
    telling.join()


def _put(answers: "queue.SimpleQueue[Any]", number: int, played: "Future[PlayedChunk]") -> None:
    answers.put((number, played))


def _tell(
    line: Connection, answers: "queue.SimpleQueue[tuple[int, Future[PlayedChunk]] | None]"
) -> None:
    """Send back what is done, until nothing more is to come."""
    while (answer := answers.get()) is not None:
        number, played = answer
        try:
            line.send_bytes(_packed(number, _outcome(played)))
        except OSError:
            os._exit(1)  # the runner is gone


def _outcome(played: "Future[PlayedChunk]") -> PlayedChunk | Exception:
    """The chunk, played; or why it could not be."""
    try:
        return played.result()
    except Exception as error:
        error.add_note(f"in a worker: {traceback.format_exc()}")
        return error


def _packed(number: int, answer: PlayedChunk | Exception) -> bytes:
    """An answer as bytes; an error that cannot travel is told in words."""
    if isinstance(answer, Exception):
        try:
            pickle.loads(pickle.dumps(answer))  # noqa: S301 - our own
        except Exception:  # whatever its class does not expect
            answer = RuntimeError("".join(traceback.format_exception(answer)))
    return pickle.dumps((number, answer))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
