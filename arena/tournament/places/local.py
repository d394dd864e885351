"""A few slots on this machine, each with one worker process.

Each slot is an executor of its own, because a pool breaks as a whole when one of its processes
dies: so a dead worker costs its own chunk and nothing else, and gets a successor. What runs in
those processes is in `arena.tournament.places.process`.
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

from arena.tournament.places import process
from arena.tournament.places.port import Chunk, Returned
from arena.tournament.worker import Assignment, PlayedChunk


@dataclass
class _Slot:
    executor: ProcessPoolExecutor
    hello: "Future[int]"
    """Tells the worker's process id once it is up."""
    chunk: Chunk = ()


@dataclass(frozen=True)
class _Back:
    """What a slot's executor said: a chunk that came back, or a bug of ours."""

    returned: Returned
    error: Exception | None = None


@dataclass
class LocalPlace:
    """Workers on this machine; all are gone when the block ends."""

    assignment: Assignment
    size: int
    _slots: dict[int, _Slot] = field(default_factory=dict, init=False)
    """Those that were ever used: a worker is started with its first chunk."""
    _back: "queue.SimpleQueue[_Back]" = field(default_factory=queue.SimpleQueue, init=False)

    def __enter__(self) -> Self:
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
        for slot in self._slots.values() if kind is None else ():
            with suppress(BrokenProcessPool):
                stopping.append(slot.executor.submit(process.stop))
        for future in stopping:
            with suppress(BrokenProcessPool):
                future.result()
        for slot in self._slots.values():
            slot.executor.shutdown(wait=True, cancel_futures=True)

    def idle(self) -> list[int]:
        busy = {number for number, slot in self._slots.items() if slot.chunk}
        return [number for number in range(self.size) if number not in busy]

    def submit(self, slot: int, chunk: Chunk) -> None:
        if slot not in self._slots:
            self._slots[slot] = self._open()
        chosen = self._slots[slot]
        chosen.chunk = chunk
        try:
            future = chosen.executor.submit(process.play_chunk, chunk)
        except BrokenProcessPool:
            # The worker died while it had nothing to do.
            chosen.executor.shutdown(wait=True)
            chosen = self._slots[slot] = self._open(chunk)
            future = chosen.executor.submit(process.play_chunk, chunk)
        future.add_done_callback(self._receiver(slot, chunk))

    def take(self, timeout_s: float) -> Returned | None:
        try:
            back = self._back.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if back.error is not None:
            raise back.error
        returned = back.returned
        if returned.played is None:
            self._slots[returned.slot].executor.shutdown(wait=True, cancel_futures=True)
            self._slots[returned.slot] = self._open()
        else:
            self._slots[returned.slot].chunk = ()
        return returned

    def kill(self) -> None:
        """End all workers at once; their guardians clean up after them."""
        for slot in self._slots.values():
            with suppress(BrokenProcessPool, ProcessLookupError):
                os.kill(slot.hello.result(), signal.SIGKILL)

    def _open(self, chunk: Chunk = ()) -> _Slot:
        executor = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=process.start,
            initargs=(self.assignment,),
        )
        return _Slot(executor, executor.submit(process.process_id), chunk)

    def _receiver(self, slot: int, chunk: Chunk) -> "Callable[[Future[PlayedChunk]], None]":
        def receive(future: "Future[PlayedChunk]") -> None:
            try:
                back = _Back(Returned(slot, chunk, future.result()))
            except BrokenProcessPool:
                back = _Back(Returned(slot, chunk, None))
            except Exception as error:
                back = _Back(Returned(slot, chunk, None), error)
            self._back.put(back)

        return receive


def default_workers() -> int:
    """One worker for each core that is ours: in a match one bot thinks at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
