"""Control groups: what holds a bot to its limits, counts what it used, freezes and ends it.

Theory of operation. A bot gets one group for all its processes, as a child of the group the
referee itself is in; nothing is written elsewhere. Linux has two forms of control groups, and a
host may have one, the other, or a mixture ("hybrid"). Each thing that is needed is taken from the
unified form (v2) where that offers it, else from the older one (v1):

    memory, pids, cpu          a controller of v2 if it is there, else that of v1
    freeze, kill, time used    every group of v2 has them; in v1 `freezer`, a loop, `cpuacct`

So on a hybrid host a bot's group is several folders of the same name, one in each hierarchy.

In v2 a group that has processes of its own cannot hand on controllers to children. Where the
referee's group is its own to manage (delegated), the processes of its family are first moved into
a child called `arena-referees`; a worker that is born there makes its groups beside it.

Groups are called ``arena-PID-N`` after the referee's process. If that is killed a guardian empties
and removes them; should the guardian die too, the next referee sweeps what has no owner.
"""

import itertools
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from referee.isolation import guardian
from referee.isolation.limits import MB, Limits
from referee.isolation.port import Resources
from referee.isolation.processes import kin

REFEREES: Final = "arena-referees"
_PREFIX: Final = "arena-"
_CONTROLLERS: Final = ("memory", "pids", "cpu")
_HELPERS: Final = ("freezer", "cpuacct")
_PERIOD_US: Final = 100_000
_PATIENCE_S: Final = 2.0
_numbers, _owners = itertools.count(1), itertools.count(1)


class NoGroups(Exception):
    """Why bots cannot be held to limits here."""


@dataclass(frozen=True)
class Groups:
    """The places where this process may make groups."""

    unified: Path | None
    """The folder of v2, if there is one."""
    v1: Mapping[str, Path] = field(hash=False)
    """Folders of v1 by controller, those that v2 does not offer."""
    unified_controllers: frozenset[str] = frozenset()
    owner: int = 0
    """Whose they are, of those in this process who make groups."""

    def own(self) -> "Groups":
        """The same places, for groups that nobody else takes for his own."""
        return replace(self, owner=next(_owners))

    @property
    def proven(self) -> bool:
        """Whether every limit is one that was seen to hold; those of v2 were not yet."""
        return not self.unified_controllers & set(_CONTROLLERS)

    def folders(self) -> tuple[Path, ...]:
        """Where groups are made, each folder once."""
        unified = [self.unified] if self.unified is not None else []
        return tuple(dict.fromkeys([*unified, *self.v1.values()]))

    @property
    def patterns(self) -> tuple[str, ...]:
        """What the groups of this owner are called, in every hierarchy."""
        return tuple(f"{folder}/{self._prefix}*" for folder in self.folders())

    @property
    def _prefix(self) -> str:
        return f"{_PREFIX}{os.getpid()}-{self.owner}-"

    def make(self, limits: Limits) -> "Group":
        """A new group with these limits."""
        name = f"{self._prefix}{next(_numbers)}"
        group = Group(self, name, limits)
        try:
            for folder in group.folders:
                folder.mkdir()
            group.limit()
        except OSError as error:
            group.remove()
            raise NoGroups(_reason(error)) from error
        return group

    def held_us(self) -> int:
        """How long limits of processor time have held back whoever is in the referee's group."""
        place = self.unified if "cpu" in self.unified_controllers else self.v1.get("cpu")
        above = (place, *place.parents) if place is not None else ()
        return sum(_held_us(one) for one in above)

    def sweep(self) -> None:
        """Remove groups whose referee and guardian were both killed."""
        for folder in self.folders():
            for old in folder.glob(f"{_PREFIX}*-*"):
                owner = old.name.split("-")[1]
                if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
                    guardian.empty(old, _PATIENCE_S)


@dataclass
class Group:
    """The group of one bot."""

    parent: Groups
    name: str
    limits: Limits

    @property
    def folders(self) -> tuple[Path, ...]:
        """Its folder in each hierarchy."""
        return tuple(folder / self.name for folder in self.parent.folders())

    def limit(self) -> None:
        """Set the limits."""
        memory = str(self.limits.memory_mb * MB)
        quota = round(self.limits.cpus * _PERIOD_US)
        unified = self._unified
        if unified is not None:
            offered = self.parent.unified_controllers
            if "memory" in offered:
                (unified / "memory.max").write_text(memory)
                _try_write(unified / "memory.swap.max", "0")
                _try_write(unified / "memory.oom.group", "1")
            if "pids" in offered:
                (unified / "pids.max").write_text(str(self.limits.processes))
            if "cpu" in offered:
                (unified / "cpu.max").write_text(f"{quota} {_PERIOD_US}")
        if (old := self._v1("memory")) is not None:
            (old / "memory.limit_in_bytes").write_text(memory)
            _try_write(old / "memory.memsw.limit_in_bytes", memory)
        if (old := self._v1("pids")) is not None:
            (old / "pids.max").write_text(str(self.limits.processes))
        if (old := self._v1("cpu")) is not None:
            (old / "cpu.cfs_period_us").write_text(str(_PERIOD_US))
            (old / "cpu.cfs_quota_us").write_text(str(quota))

    def add(self, process: int) -> None:
        """Put a process in; what it starts from now on is born there."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(process))

    def processes(self) -> list[int]:
        """Who is in it."""
        return sorted({one for folder in self.folders for one in guardian.members(folder)})

    def resources(self) -> Resources:
        """What was used so far."""
        oom = 0
        peak: int | None = None
        if self._unified is not None and "memory" in self.parent.unified_controllers:
            oom = _entry(self._unified / "memory.events", "oom_kill")
            peak = _number(self._unified / "memory.peak")
        elif (old := self._v1("memory")) is not None:
            oom = _entry(old / "memory.oom_control", "oom_kill")
            peak = _number(old / "memory.max_usage_in_bytes")
        exceeded = f"used more than {self.limits.memory_mb} MB of memory" if oom else ""
        return Resources(self._cpu_us(), peak, exceeded)

    def held_us(self) -> int:
        """How long its limit of processor time has held it back."""
        place = self._unified if "cpu" in self.parent.unified_controllers else self._v1("cpu")
        return _held_us(place) if place is not None else 0

    def refused_processes(self) -> int:
        """How often it was refused a further process."""
        place = self._unified if "pids" in self.parent.unified_controllers else self._v1("pids")
        return _entry(place / "pids.events", "max") if place is not None else 0

    def freeze(self, *, frozen: bool) -> None:
        """Stop everything in it, or let it go on."""
        if self._unified is not None:
            (self._unified / "cgroup.freeze").write_text("1" if frozen else "0")
        elif (old := self._v1("freezer")) is not None:
            (old / "freezer.state").write_text("FROZEN" if frozen else "THAWED")

    def kill(self) -> None:
        """End everything in it."""
        for folder in self.folders:
            guardian.end_members(folder)

    def try_remove(self) -> bool:
        """End everything in it and remove what is empty; whether nothing is left."""
        left = [folder for folder in self.folders if not guardian.try_empty(folder)]
        return not left

    def remove(self) -> None:
        """End everything in it and remove it."""
        for folder in self.folders:
            guardian.empty(folder, _PATIENCE_S)

    @property
    def _unified(self) -> Path | None:
        return self.parent.unified / self.name if self.parent.unified is not None else None

    def _v1(self, controller: str) -> Path | None:
        folder = self.parent.v1.get(controller)
        return folder / self.name if folder is not None else None

    def _cpu_us(self) -> int | None:
        if self._unified is not None:
            return _entry(self._unified / "cpu.stat", "usage_usec")
        if (old := self._v1("cpuacct")) is not None:
            used = _number(old / "cpuacct.usage")
            return used // 1000 if used is not None else None
        return None


def find_groups(proc: Path = Path("/proc")) -> Groups:
    """Where this process may make groups; NoGroups says what is missing."""
    unified, old = _mounted(proc)
    controllers: frozenset[str] = frozenset()
    if unified is not None:
        controllers = frozenset((unified / "cgroup.controllers").read_text().split())
        if controllers & set(_CONTROLLERS):
            unified = _delegated(unified)
        elif not os.access(unified, os.W_OK):
            unified = None
    wanted = [name for name in (*_CONTROLLERS, *_HELPERS) if name not in controllers]
    if unified is not None:
        wanted = [name for name in wanted if name not in _HELPERS]
    v1 = {name: old[name] for name in wanted if name in old}
    missing = [name for name in _CONTROLLERS if name not in controllers and name not in v1]
    if missing:
        raise NoGroups(f"this system offers no control group for {', '.join(missing)}")
    for folder in v1.values():
        if not os.access(folder, os.W_OK):
            raise NoGroups(f"no right to make control groups in {folder}")
    return Groups(unified, v1, controllers)


def _mounted(proc: Path) -> tuple[Path | None, dict[str, Path]]:
    """The folders of this process's own groups: v2's, and v1's by controller."""
    places: dict[str, tuple[Path, str]] = {}
    for line in (proc / "self/mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        root, mount = left.split()[3:5]
        kind, _, options = right.split()[:3]
        if kind == "cgroup2":
            places.setdefault("", (Path(mount), root))
        elif kind == "cgroup":
            for option in options.split(","):
                if option in (*_CONTROLLERS, *_HELPERS):
                    places.setdefault(option, (Path(mount), root))
    unified: Path | None = None
    old: dict[str, Path] = {}
    for line in (proc / "self/cgroup").read_text().splitlines():
        number, names, path = line.split(":", 2)
        for name in names.split(","):
            if name in places and (name or number == "0") and ".." not in path:
                mount_point, root = places[name]
                # A container may be shown a part of the hierarchy only.
                below = path.removeprefix(root) if root != "/" else path
                folder = mount_point / below.lstrip("/")
                if name:
                    old[name] = folder
                else:
                    unified = folder
    return unified, old


def _delegated(own: Path) -> Path:
    """The folder of v2 in which groups with limits can be made; NoGroups if it is not ours."""
    base = own.parent if own.name == REFEREES else own
    if not os.access(base / "cgroup.subtree_control", os.W_OK) or not os.access(base, os.W_OK):
        raise NoGroups(f"the control group {base} is not delegated to this user")
    try:
        if own is base and (own / "cgroup.type").exists():  # the root group needs no such move
            leaf = base / REFEREES
            leaf.mkdir(exist_ok=True)
            for process in kin(os.getpid(), guardian.members(base)):
                (leaf / "cgroup.procs").write_text(str(process))
        handed_on = (base / "cgroup.subtree_control").read_text().split()
        if lacking := [name for name in _CONTROLLERS if name not in handed_on]:
            wanted = " ".join(f"+{name}" for name in lacking)
            (base / "cgroup.subtree_control").write_text(wanted)
    except OSError as error:
        raise NoGroups(f"the control group {base} is shared with other programs") from error
    return base


def _try_write(path: Path, text: str) -> None:
    """Write where such a file exists; it differs between kernels."""
    with suppress(OSError):
        if path.exists():
            path.write_text(text)


def _entry(path: Path, key: str) -> int:
    """One number of a file of keys and numbers; 0 if it is not told."""
    with suppress(OSError):
        for line in path.read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == key:
                return int(value)
    return 0


def _held_us(place: Path) -> int:
    """How long the group of a folder was stopped by its limit of processor time."""
    told = place / "cpu.stat"
    return _entry(told, "throttled_usec") + _entry(told, "throttled_time") // 1000


def _number(path: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int(path.read_text())
    return None


def _reason(error: OSError) -> str:
    return f"control groups cannot be made here ({error.strerror or error})"
