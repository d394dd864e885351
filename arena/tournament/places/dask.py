"""Hosts of a Dask cluster as a place: the same chunks, the same worker, other machines.

Theory of operation. Each process of the cluster gets the contest's kit once, by a plugin, and is
examined: it prepares the bots and says what it is. Only processes that satisfy the terms get
slots, two for each of their threads, so that one never runs dry. A chunk is a task that is pinned
to its process: the engine repeats nothing by itself, and what a process had when it went comes
back as lost, as it does from a dead worker of this machine. The list of processes is looked at now
and then; new ones are examined, and one that has not been heard of for a while counts as gone.

Every wait is bounded. When the block ends the plugin is taken back, and with it the bots; hosts
whose runner was killed notice that by themselves (`host`).
"""

import asyncio
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any, Final, Self

from distributed import Client, Future, Worker, WorkerPlugin, get_worker
from distributed.security import Security

from arena.errors import ArenaError
from arena.tournament.errors import WorkersFail
from arena.tournament.places.host import Host, Staff, describe
from arena.tournament.places.kit import Kit
from arena.tournament.places.port import Chunk, Returned
from arena.tournament.worker import PlayedChunk

CONNECT_S: Final = 20.0
EXAMINE_S: Final = 900.0
"""Bots may have to be built."""
SILENT_S: Final = 90.0
"""A process that has not beaten for so long counts as gone."""
_AHEAD: Final = 2
_LOGS: Final = ("distributed", "distributed.client", "tornado")
_LOOK_S: Final = 2.0
_ANSWER_S: Final = 30.0


class ClusterGone(WorkersFail):
    """The scheduler does not answer any more."""


class NoCluster(ArenaError):
    """There is no scheduler, or nobody who can play."""


class StaffPlugin(WorkerPlugin):
    """Keeps a staff in a process of the cluster."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def setup(self, worker: Worker) -> None:
        self.staff = Staff(self.kit)

    async def teardown(self, worker: Worker) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.staff.close)

    def __getstate__(self) -> dict[str, object]:
        return {"kit": self.kit}


def _staff(name: str) -> Staff:
    plugin = get_worker().plugins[name]
    assert isinstance(plugin, StaffPlugin)  # noqa: S101 - its name is ours
    return plugin.staff


def _examine(name: str) -> Host:
    return _staff(name).examine()


def _play(name: str, chunk: Chunk) -> PlayedChunk:
    return _staff(name).play(chunk)


def _describe() -> Host:
    return describe()


@dataclass
class _Process:
    """A process of the cluster."""

    address: str
    threads: int
    examination: "Future[Host] | None" = None
    host: Host | None = None
    slots: list[int] = field(default_factory=list)
    heard: float = 0.0
    """When it was last seen to beat, and below, the beat."""
    beat: float = 0.0


@dataclass
class _Task:
    address: str
    chunk: Chunk
    future: "Future[PlayedChunk]"


def connect(address: str, security: Security | None) -> Client:
    """A client of the scheduler at an address; NoCluster if there is none."""
    for name in _LOGS:
        # What is to be known is told in a line of ours.
        logging.getLogger(name).handlers[:] = [logging.NullHandler()]
        logging.getLogger(name).propagate = False
    try:
        return Client(
            address, security=security, timeout=CONNECT_S, set_as_default=False, name="arena"
        )
    except (OSError, TimeoutError, ValueError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise NoCluster(
            f"no scheduler answers at {address} ({said}): look whether it runs and has these keys"
        ) from error


def hosts_of(client: Client) -> dict[str, Host]:
    """What each process of a cluster says of itself, by address."""
    tasks = {
        address: client.submit(_describe, workers=[address], pure=False)
        for address in _processes_of(client)
    }
    return {address: task.result(timeout=_ANSWER_S) for address, task in tasks.items()}


def _processes_of(client: Client) -> dict[str, dict[str, Any]]:
    try:
        told = client.sync(_scheduler(client).identity, n_workers=-1, callback_timeout=_ANSWER_S)
    except (OSError, TimeoutError) as error:
        raise ClusterGone(_gone(client)) from error
    processes: dict[str, dict[str, Any]] = told["workers"]
    return processes


def _bounded(work: Callable[[], object], client: Client) -> None:
    """Do what the engine would wait for without end; ClusterGone if it takes too long."""
    ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def do() -> None:
        try:
            work()
        except BaseException as error:
            ended.put(error)
        else:
            ended.put(None)

    threading.Thread(target=do, daemon=True).start()
    try:
        error = ended.get(timeout=2 * _ANSWER_S)
    except queue.Empty:
        raise ClusterGone(_gone(client)) from None
    if error is not None:
        raise error


def _scheduler(client: Client) -> Any:  # noqa: ANN401 - what answers to its methods
    return client.scheduler


def _gone(client: Client) -> str:
    return f"the scheduler {_scheduler(client).address} does not answer: start it again"


@dataclass
class DaskPlace:
    """Slots on the hosts of a cluster."""

    client: Client
    kit: Kit
    tell: Callable[[str], None] = lambda text: None
    """Where people are told of hosts that come, go or cannot play."""
    clock: Callable[[], float] = time.monotonic
    silent_s: float = SILENT_S
    _processes: dict[str, _Process] = field(default_factory=dict, init=False)
    _slots: dict[int, str] = field(default_factory=dict, init=False)
    """Whose each slot is."""
    _numbers: Any = field(default_factory=count, init=False)
    _tasks: dict[int, _Task] = field(default_factory=dict, init=False)
    _ended: "queue.SimpleQueue[int]" = field(default_factory=queue.SimpleQueue, init=False)
    _lost: deque[Returned] = field(default_factory=deque, init=False)
    _looked: float = field(default=0.0, init=False)

    @property
    def _name(self) -> str:
        return f"arena-{self.client.id}"

    def __enter__(self) -> Self:
        try:
            plugin = StaffPlugin(self.kit)
            _bounded(lambda: self.client.register_plugin(plugin, name=self._name), self.client)
            self._look(first=True)
            self._await_examinations()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()

    @property
    def size(self) -> int:
        return len(self._slots)

    @property
    def busy(self) -> bool:
        return bool(self._tasks or self._lost)

    def idle(self) -> list[int]:
        return [slot for slot in self._slots if slot not in self._tasks]

    def ahead(self) -> list[int]:
        return []  # a process has more slots than threads instead

    def submit(self, slot: int, chunk: Chunk) -> None:
        address = self._slots[slot]
        future = self.client.submit(
            _play,
            self._name,
            chunk,
            workers=[address],
            allow_other_workers=False,
            retries=0,
            pure=False,
        )
        self._tasks[slot] = _Task(address, chunk, future)
        future.add_done_callback(lambda future: self._ended.put(slot))

    def take(self, timeout_s: float) -> Returned | None:
        if self.clock() - self._looked >= _LOOK_S:
            self._look()
        if self._lost:
            return self._lost.popleft()
        try:
            slot = self._ended.get(timeout=timeout_s)
        except queue.Empty:
            return None
        task = self._tasks.get(slot)
        if task is None or not task.future.done():
            return None  # it was given up before
        del self._tasks[slot]
        if task.future.status == "finished":
            with suppress(TimeoutError):
                return Returned(slot, (task.chunk,), task.future.result(timeout=_ANSWER_S))
        if task.future.status == "error":
            error = task.future.exception(timeout=_ANSWER_S)
            if error is not None and not _of_the_engine(error):
                raise error
        return Returned(slot, (task.chunk,), None)

    def kill(self) -> None:
        """Give everything up; hosts stop their bots when the block ends."""
        self._abandon(list(self._tasks))

    def _abandon(self, slots: list[int]) -> None:
        for slot in slots:
            if slot in self._tasks:
                # Nobody wants it any more; this waits for nobody, as `cancel` would.
                self._tasks.pop(slot).future.release()

    def _leave(self) -> None:
        """Take everything back, as far as the scheduler still answers."""
        try:
            self.kill()
            if self.client.status == "running":
                self.client.sync(
                    _scheduler(self.client).unregister_worker_plugin,
                    name=self._name,
                    callback_timeout=_ANSWER_S,
                )
        except (OSError, TimeoutError, ValueError):
            self.tell("The scheduler does not answer; hosts stop their bots by themselves.")
        finally:
            self.client.close(timeout=_ANSWER_S)

    def _look(self, *, first: bool = False) -> None:
        """See who is there."""
        if self.client.status != "running":
            raise ClusterGone(_gone(self.client))
        now = self._looked = self.clock()
        found = _processes_of(self.client)
        for address, facts in found.items():
            if address not in self._processes:
                self._meet(_Process(address, int(facts["nthreads"]), heard=now))
            one = self._processes[address]
            if facts["last_seen"] != one.beat:
                one.beat, one.heard = facts["last_seen"], now
        for address, one in list(self._processes.items()):
            if address not in found or now - one.heard > self.silent_s:
                self._part(one)
            else:
                self._admit(one)
        if not first and not self._slots and not self._examined():
            raise WorkersFail("no host of the cluster is left that can play: look what ended them")

    def _examined(self) -> bool:
        """Whether somebody is still being examined."""
        return any(one.examination is not None for one in self._processes.values())

    def _meet(self, one: _Process) -> None:
        self._processes[one.address] = one
        one.examination = self.client.submit(
            _examine, self._name, workers=[one.address], pure=False, retries=0
        )

    def _admit(self, one: _Process) -> None:
        """Give slots to one that was found to be fit."""
        if one.examination is None or not one.examination.done():
            return
        examination, one.examination = one.examination, None
        if examination.status != "finished":
            self.tell(f"Host {one.address} cannot be examined; it is left out.")
            return
        one.host = examination.result(timeout=_ANSWER_S)
        if one.host.trouble:
            self.tell(f"Host {one.host.name} ({one.address}) is left out: {one.host.trouble}.")
            return
        self.tell(
            f"Host {one.host.name} ({one.address}) plays: {one.threads} at a time, "
            f"{one.host.processor}, rules {'compiled' if one.host.compiled else 'interpreted'}."
        )
        for _ in range(_AHEAD * one.threads):
            slot = next(self._numbers)
            one.slots.append(slot)
            self._slots[slot] = one.address

    def _part(self, one: _Process) -> None:
        """What one had that is gone comes back, lost."""
        del self._processes[one.address]
        for slot in one.slots:
            del self._slots[slot]
            if slot in self._tasks:
                self._lost.append(Returned(slot, (self._tasks[slot].chunk,), None))
        self._abandon(one.slots)
        if one.host is not None and not one.host.trouble:
            self.tell(f"Host {one.host.name} ({one.address}) is gone.")

    def _await_examinations(self) -> None:
        end = self.clock() + EXAMINE_S
        while self._examined() and not self._slots and self.clock() < end:
            time.sleep(0.1)
            self._look(first=True)
        if not self._slots:
            reasons = [one.host.trouble for one in self._processes.values() if one.host]
            why = next(iter(filter(None, reasons)), "it has no worker processes")
            raise NoCluster(f"nobody on {_scheduler(self.client).address} can play: {why}")


def _of_the_engine(error: BaseException) -> bool:
    """Whether it is about the engine's processes, not of what they did."""
    return type(error).__module__.startswith(("distributed", "concurrent")) or isinstance(
        error, OSError
    )
