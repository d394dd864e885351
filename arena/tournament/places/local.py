"""A few slots on this machine, each with one worker process.

Each slot has a process of its own, so that a dead worker costs its own chunk and nothing else, and
gets a successor. What runs in those processes is in `arena.tournament.places.process`.

Theory of operation. Two threads for each slot, one that hands its worker chunks and one that
waits for what comes back, see to it that nothing a worker does or leaves undone can hold up the
runner. A chunk has a number, by which it is known again: they come back in any order. A worker
that neither answers nor beats, because somebody stopped it or its loop is stuck, is told after a
while and then killed; its threads notice that as they notice any other death. There are pipes
between the processes and nothing with a name, so that whatever is killed, nothing is left behind.
"""

import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Final, Self

from arena.tournament.places import process
from arena.tournament.places.port import Chunk, Returned
from arena.tournament.worker import Assignment, PlayedChunk

SILENT_S: Final = 10.0
"""After so long without a beat a worker is told to be silent."""
PATIENCE_S: Final = 60.0
"""After so long it is replaced; a busy machine may take a while to start one."""
_GLANCE_S: Final = 1.0
"""A look that comes later than this counts for no more: the runner was stopped as well."""


@dataclass
class _Slot:
    worker: SpawnProcess
    line: Connection
    beats: Connection
    orders: "queue.SimpleQueue[tuple[int, Chunk] | None]" = field(
        default_factory=queue.SimpleQueue
    )
    """What is handed on; None is the end."""
    threads: tuple[threading.Thread, ...] = ()
    chunks: dict[int, Chunk] = field(default_factory=dict)
    """What it has to play, by number."""
    silent_s: float = 0.0

    dismissed: bool = False

    def dismiss(self) -> None:
        """Tell it that nothing more is to come."""
        self.dismissed = True
        self.orders.put(None)

    def has_beaten(self) -> bool:
        """Whether it said that it is there since it was last asked."""
        try:
            return bool(os.read(self.beats.fileno(), 4096))
        except BlockingIOError:
            return False


@dataclass(frozen=True)
class _Back:
    """What came back from a slot."""

    slot: int
    number: int = 0
    """Which of its chunks; 0 if its worker is dead."""
    answer: PlayedChunk | Exception | None = None


@dataclass
class LocalPlace:
    """Workers on this machine; all are gone when the block ends."""

    assignment: Assignment
    size: int
    silent: Callable[[float], None] = lambda patience_s: None
    """Told of a worker that is silent, and how long it has before it is replaced."""
    silent_s: float = SILENT_S
    patience_s: float = PATIENCE_S
    clock: Callable[[], float] = time.monotonic
    _slots: dict[int, _Slot] = field(default_factory=dict, init=False)
    """Those that were ever used: a worker is started with its first chunk."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), init=False)
    _back: "queue.SimpleQueue[_Back]" = field(default_factory=queue.SimpleQueue, init=False)
    _looked: float | None = field(default=None, init=False)

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
        for slot in self._slots.values():
            slot.dismiss()
        for slot in self._slots.values():
            self._see_off(slot)

    @property
    def busy(self) -> bool:
        return any(slot.chunks for slot in self._slots.values())

    def idle(self) -> list[int]:
        busy = {number for number, slot in self._slots.items() if slot.chunks}
        return [number for number in range(self.size) if number not in busy]

    def ahead(self) -> list[int]:
        return [
            number
            for number, slot in self._slots.items()
            if len(slot.chunks) == 1 and len(next(iter(slot.chunks.values()))) > 1
        ]

    def submit(self, slot: int, chunk: Chunk) -> None:
        chosen = self._slots.get(slot)
        if chosen is not None and not chosen.chunks and not chosen.worker.is_alive():
            # It died while it had nothing to do.
            self._see_off(chosen)
            chosen = None
        if chosen is None:
            chosen = self._slots[slot] = self._open(slot)
        number = next(self._numbers)
        chosen.chunks[number] = chunk
        chosen.orders.put((number, chunk))

    def take(self, timeout_s: float) -> Returned | None:
        self._look_after()
        try:
            back = self._back.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if isinstance(back.answer, Exception):
            raise back.answer
        slot = self._slots[back.slot]
        if back.answer is not None:
            return Returned(back.slot, (slot.chunks.pop(back.number),), back.answer)
        self._see_off(slot)
        del self._slots[back.slot]
        return Returned(back.slot, tuple(slot.chunks.values()), None)

    def kill(self) -> None:
        """End all workers at once; their guardians clean up after them."""
        for slot in self._slots.values():
            slot.worker.kill()

    def _open(self, number: int) -> _Slot:
        context = multiprocessing.get_context("spawn")
        line, far_line = context.Pipe()
        beats, far_beats = context.Pipe(duplex=False)
        os.set_blocking(beats.fileno(), False)
        worker = context.Process(
            target=process.work, args=(self.assignment, far_line, far_beats), daemon=True
        )
        worker.start()
        far_line.close()
        far_beats.close()
        slot = _Slot(worker, line, beats)
        slot.threads = (
            threading.Thread(target=_hand_on, args=(slot,), daemon=True),
            threading.Thread(target=self._listen, args=(number, slot), daemon=True),
        )
        for thread in slot.threads:
            thread.start()
        return slot

    def _listen(self, number: int, slot: _Slot) -> None:
        """In a thread: tell what comes back from a slot, and that its worker is dead."""
        while True:
            try:
                chunk, answer = slot.line.recv()
            except (EOFError, OSError):
                if not slot.dismissed:
                    self._back.put(_Back(number))
                return
            except Exception as error:  # what came cannot be read
                self._back.put(_Back(number, answer=error))
                return
            self._back.put(_Back(number, chunk, answer))

    def _look_after(self) -> None:
        """Tell of workers that are silent, and kill those that stay so."""
        now = self.clock()
        passed_s = 0.0 if self._looked is None else min(now - self._looked, _GLANCE_S)
        self._looked = now
        for slot in self._slots.values():
            before_s, slot.silent_s = slot.silent_s, slot.silent_s + passed_s
            if slot.has_beaten():
                slot.silent_s = 0.0
            elif slot.silent_s >= self.patience_s:
                slot.worker.kill()
            elif before_s < self.silent_s <= slot.silent_s:
                self.silent(self.patience_s - slot.silent_s)

    def _see_off(self, slot: _Slot) -> None:
        """Wait until a worker is gone that is not needed; one that does not go is killed."""
        slot.dismiss()
        slot.worker.join(self.patience_s)
        if slot.worker.is_alive():
            slot.worker.kill()
            slot.worker.join()
        for thread in slot.threads:
            thread.join()
        slot.line.close()
        slot.beats.close()
        slot.worker.close()


def _hand_on(slot: _Slot) -> None:
    """In a thread: give a worker what is ordered, until nothing more is."""
    with suppress(OSError):  # it is dead: whoever listens tells
        while (order := slot.orders.get()) is not None:
            slot.line.send(order)
        slot.line.send(None)


def default_workers() -> int:
    """One worker for each core that is ours: in a match one bot thinks at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
