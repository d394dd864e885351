"""Where chunks are played: a few slots on this machine, each with one worker process.

Each slot is an executor of its own, because a pool breaks as a whole when one of its processes
dies: so a dead worker costs its own chunk and nothing else, and gets a successor.
"""

import multiprocessing
import os
import queue
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from arena.tournament import worker
from arena.tournament.formats.round_robin import Pairing
from arena.tournament.worker import Assignment, PlayedChunk

Chunk = tuple[Pairing, ...]


@dataclass(frozen=True)
class Returned:
    """A chunk that came back: played, or with neither result nor error if its worker died."""

    slot: int
    chunk: Chunk
    played: PlayedChunk | None
    error: Exception | None = None
    """A bug of ours that stopped the worker's work."""


@dataclass
class _Slot:
    executor: ProcessPoolExecutor
    hello: "Future[int]"
    """Tells the worker's process id once it is up."""
    chunk: Chunk = ()


@dataclass
class LocalSlots:
    """Workers on this machine; all are gone when the block ends."""

    assignment: Assignment
    size: int
    _slots: list[_Slot] = field(default_factory=list, init=False)
    _returned: "queue.SimpleQueue[Returned]" = field(default_factory=queue.SimpleQueue, init=False)

    def __enter__(self) -> Self:
        self._slots = [self._open() for _ in range(self.size)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.kill()
        stopping = []
        for slot in self._slots if kind is None else ():
            with suppress(BrokenProcessPool):
                stopping.append(slot.executor.submit(worker.stop))
        for future in stopping:
            with suppress(BrokenProcessPool):
                future.result()
        for slot in self._slots:
            slot.executor.shutdown(wait=True, cancel_futures=True)

    def idle(self) -> list[int]:
        """The slots that have nothing to do."""
        return [number for number, slot in enumerate(self._slots) if not slot.chunk]

    def submit(self, number: int, chunk: Chunk) -> None:
        """Have a chunk played in an idle slot."""
        slot = self._slots[number]
        slot.chunk = chunk
        try:
            future = slot.executor.submit(worker.play_chunk, chunk)
        except BrokenProcessPool:
            # The worker died while it had nothing to do.
            slot.executor.shutdown(wait=True)
            slot = self._slots[number] = self._open(chunk)
            future = slot.executor.submit(worker.play_chunk, chunk)
        future.add_done_callback(self._receiver(number, chunk))

    def take(self, timeout_s: float) -> Returned | None:
        """The next chunk that comes back; None if none does in time."""
        try:
            returned = self._returned.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if returned.error is not None:
            raise returned.error
        if returned.played is None:
            self._slots[returned.slot].executor.shutdown(wait=True, cancel_futures=True)
            self._slots[returned.slot] = self._open()
        else:
            self._slots[returned.slot].chunk = ()
        return returned

    def kill(self) -> None:
        """End all workers at once; their guardians clean up after them."""
        for slot in self._slots:
            with suppress(BrokenProcessPool, ProcessLookupError):
                os.kill(slot.hello.result(), signal.SIGKILL)

    def _open(self, chunk: Chunk = ()) -> _Slot:
        executor = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=worker.start,
            initargs=(self.assignment,),
        )
        return _Slot(executor, executor.submit(worker.process_id), chunk)

    def _receiver(self, number: int, chunk: Chunk) -> "Callable[[Future[PlayedChunk]], None]":
        def receive(future: "Future[PlayedChunk]") -> None:
            try:
                returned = Returned(number, chunk, future.result())
            except BrokenProcessPool:
                returned = Returned(number, chunk, None)
            except Exception as error:
                returned = Returned(number, chunk, None, error)
            self._returned.put(returned)

        return receive


def default_workers() -> int:
    """One worker for each core that is ours: in a match one bot thinks at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
