"""The level `sandbox`: bubblewrap, a system-call filter, a control group and one socket.

Theory of operation. A program is started through a chain in which each link becomes the next:

    sh         waits at the gate: reads one line from its input, ends if the referee dies first
    prlimit    lowers limits of files and sizes
    setpriv    leaves root for a uid of the bot's own (only if the referee is root)
    bwrap      enters new namespaces, builds the file system, applies the filter
    program    sees what `view` lists, one socket, and an empty /tmp

While the chain waits at the gate its one process is put into the bot's control group and told to
the guardian; everything later is born inside. All links have an empty environment, since a bot can
read that of its first process, and bubblewrap takes its arguments through a descriptor, for the
same reason. It is never started as uid 0.

One thread, which lives as long as the level is open, starts all programs: bubblewrap ends its bot
when the thread that started it ends, and a root referee's mounts belong to that thread alone.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.isolation import counters, seccomp
from referee.isolation.cgroups import Group, Groups, NoGroups
from referee.isolation.contained import Finished, Sandboxed, Started
from referee.isolation.limits import MB, Limits
from referee.isolation.plain import check_program, gate
from referee.isolation.port import Contained, HostError, Launch
from referee.isolation.staging import Slot, Stage
from referee.isolation.view import View, system, view_of

LIMITED: Final = "sandbox"
UNLIMITED: Final = "sandbox-nolimits"
SOCKET: Final = "/run/arena/referee.sock"
SEEN_SOCKET: Final = {"ARENA_ADDRESS": f"unix://{SOCKET}", "ARENA_SOCKET": SOCKET}
"""What a bot is told of it."""
_SEARCH_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_SHARED_MEMORY_MB: Final = 16
_UID: Final = "1000"
"""Who every bot is in its own eyes, whatever its uid outside."""
_MOST_PROCESSES: Final = 512
"""Without control groups: per user and not per bot, so it must leave room for others."""


@dataclass
class Sandbox:
    """Bots in bubblewrap, with limits where control groups can be made."""

    limits: Limits
    groups: Groups | None
    proc: bool = True
    """Whether a `/proc` of its own can be mounted; not so inside most containers."""
    _spawner: ThreadPoolExecutor = field(init=False)
    _stage: Stage | None = field(default=None, init=False)
    _unclaimed: set[Started] = field(default_factory=set, init=False)
    """What was started for somebody who was interrupted before he could take it."""

    def __post_init__(self) -> None:
        self._spawner = ThreadPoolExecutor(1, "sandbox", self._prepare)

    @property
    def name(self) -> str:
        return LIMITED if self.groups is not None else UNLIMITED

    @property
    def meaning(self) -> str:
        return sandbox_meaning(self.limits if self.groups is not None else None)

    @property
    def freezes(self) -> bool:
        return self.groups is not None

    @property
    def traces(self) -> tuple[str, ...]:
        return self.groups.patterns if self.groups is not None else ()

    async def start(self, launch: Launch) -> Contained:
        check_program(launch)
        loop = asyncio.get_running_loop()
        started = await loop.run_in_executor(self._spawner, self._spawn, launch)
        program = await Sandboxed.watched(started, self._give_back)
        self._unclaimed.discard(started)
        return program

    def run(self, launch: Launch, timeout_s: float, take: Callable[[bytes], None]) -> Finished:
        """Run a program to its end; `take` is given its output. For those without a loop."""
        started = self._spawner.submit(self._spawn, launch).result()
        self._unclaimed.discard(started)
        return started.finish(timeout_s, take)

    def close(self) -> None:
        self._spawner.shutdown()
        for started in self._unclaimed:
            started.abandon()
        if self._stage is not None:
            self._stage.close()

    def _prepare(self) -> None:
        """What the thread does first."""
        if self.groups is not None:
            self.groups.sweep()
        if os.geteuid() == 0:
            self._stage = Stage()

    def _give_back(self, started: Started) -> None:
        stage, slot = self._stage, started.slot
        if stage is not None and slot is not None:
            self._spawner.submit(stage.give_back, slot)

    def _spawn(self, launch: Launch) -> Started:
        """Start a program up to the gate; in the thread of this level."""
        view = view_of(launch)
        with ExitStack() as undo:
            try:
                slot = self._staged(launch, view, undo)
                group = self._grouped(undo)
                started = self._run(launch, view, slot, group)
            except (OSError, NoGroups) as error:
                raise HostError(f"the sandbox cannot be set up: {error}") from error
            undo.pop_all()
        self._unclaimed.add(started)
        return started

    def _staged(self, launch: Launch, view: View, undo: ExitStack) -> Slot | None:
        if self._stage is None:
            return None
        slot = self._stage.take()
        undo.callback(self._stage.give_back, slot)
        passing = list(map(view.source, view.late))
        if not launch.speaks:
            os.chown(launch.socket, slot.uid, slot.uid)
            passing.append(launch.socket)
        self._stage.show(slot, view.shown, passing)
        return slot

    def _grouped(self, undo: ExitStack) -> Group | None:
        if self.groups is None:
            return None
        group = self.groups.make(self.limits)
        undo.callback(group.remove)
        return group

    def _run(self, launch: Launch, view: View, slot: Slot | None, group: Group | None) -> Started:
        with ExitStack() as files:
            stills = self._stills(files) if self.proc else {}
            arguments = self._arguments(launch, view, slot, stills)
            words = _memory_file(files, "\0".join([*arguments, ""]).encode())
            rules = _memory_file(files, seccomp.program(form=launch.calls))
            status, told = os.pipe2(os.O_CLOEXEC)
            files.callback(os.close, told)
            try:
                process = subprocess.Popen(
                    [
                        *("/bin/sh", "-c", f"unset PWD OLDPWD; {gate(launch)}", "arena-bot"),
                        *self._limiting(),
                        *(_dropping(slot) if os.geteuid() == 0 else ()),
                        *("bwrap", "--args", str(words), "--seccomp", str(rules)),
                        *("--json-status-fd", str(told), "--", *launch.wrapper, *launch.command),
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE if launch.speaks else subprocess.STDOUT,
                    pass_fds=(words, rules, told, *stills.values()),
                    env={},
                    cwd="/",
                    umask=0o077,
                    start_new_session=True,
                )
            except OSError:
                os.close(status)
                raise
        started = Started(process, status, group, slot, launch.speaks)
        if group is not None:
            try:
                group.add(process.pid)
            except OSError:
                started.abandon()
                raise
        return started

    def _limiting(self) -> tuple[str, ...]:
        limits = self.limits
        size, files = limits.disk_mb * MB, limits.open_files
        words = ["prlimit", "--core=0", f"--nofile={files}:{files}", f"--fsize={size}"]
        words += ["--memlock=65536", "--msgqueue=0"]
        if self.groups is None:
            words += [f"--data={limits.memory_mb * MB}", f"--nproc={_MOST_PROCESSES}"]
        return (*words, "--")

    def _stills(self, files: ExitStack) -> dict[Path, int]:
        """Pictures of files that count for the whole machine, as descriptors."""
        pictures = counters.still(self.limits.memory_mb)
        return {path: _memory_file(files, content) for path, content in pictures.items()}

    def _arguments(
        self, launch: Launch, view: View, slot: Slot | None, stills: Mapping[Path, int]
    ) -> Iterator[str]:
        """What bubblewrap is told. The order matters: each word acts on what is there."""
        where = {**slot.standing, **slot.passing} if slot is not None else {}
        yield from ("--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL")
        yield from ("--uid", _UID, "--gid", _UID)
        yield from ("--die-with-parent", "--new-session", "--hostname", "bot", "--clearenv")
        for name, value in self._environment(launch).items():
            yield from ("--setenv", name, value)
        folders, links = system()
        for path in folders:
            yield from ("--ro-bind", str(path), str(path))
        for path, target in links:
            yield from ("--symlink", target, str(path))
        yield from _proc(stills) if self.proc else ("--dir", "/proc")
        yield from ("--dev", "/dev")
        yield from _writable("/dev/shm", _SHARED_MEMORY_MB)  # noqa: S108 - the bot's own
        yield from _writable("/tmp", self.limits.disk_mb)  # noqa: S108 - the bot's own
        for path, target in view.links:
            yield from ("--symlink", target, str(path))
        for path in view.shown:
            yield from ("--ro-bind", str(where.get(path, path)), str(path))
        for path in view.masked:
            yield from ("--tmpfs", str(path))
        yield from ("--dir", str(launch.home))
        for path in view.late:
            shown = view.source(path)
            yield from ("--ro-bind", str(where.get(shown, shown)), str(path))
        for path in view.masked:
            yield from ("--remount-ro", str(path))
        if not launch.speaks:
            yield from ("--ro-bind", str(where.get(launch.socket, launch.socket)), SOCKET)
        yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(launch.home))

    def _environment(self, launch: Launch) -> dict[str, str]:
        memory = self.limits.memory_mb
        runtimes = {  # they cannot see their limits, so they are told
            # No statistics: the JVM locks their file, and there are no locks.
            "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={memory * 3 // 4}m -XX:ActiveProcessorCount=1"
            " -XX:-UsePerfData",
            "NODE_OPTIONS": f"--max-old-space-size={memory * 5 // 8}",
            "GOMEMLIMIT": f"{memory * 3 // 4}MiB",
            "GOMAXPROCS": "1",
        }
        program = Path(launch.command[0])
        beside = "" if program.is_relative_to("/usr") else _folder_of(launch)
        return {
            "PATH": f"{_SEARCH_PATH}{beside}",
            "HOME": "/tmp",  # noqa: S108 - the bot's own
            "TMPDIR": "/tmp",  # noqa: S108 - the bot's own
            "LANG": "C.UTF-8",
            **({} if launch.python else runtimes),
            **launch.environment,
            **({} if launch.speaks else SEEN_SOCKET),
        }


def sandbox_meaning(limits: Limits | None) -> str:
    """What the level protects against; without limits where none can be set."""
    held = "each bot has no network and no files but its own"
    if limits is None:
        return f"{held}; its memory and CPU are not limited"
    share = f"{limits.cpus:g} CPU{'' if limits.cpus == 1 else 's'}"
    return f"{held}, {limits.memory_mb} MB of memory and {share}"


def _dropping(slot: Slot | None) -> tuple[str, ...]:
    """How root is left behind. Bubblewrap as root would leave kernel settings writable."""
    if slot is None or slot.uid == 0:
        raise HostError("bubblewrap is never started as root")
    return ("setpriv", f"--reuid={slot.uid}", f"--regid={slot.uid}", "--clear-groups", "--")


def _proc(stills: Mapping[Path, int]) -> Iterator[str]:
    """A `/proc` that tells of the bot and not of the machine."""
    yield from ("--proc", str(counters.PROC))
    for path in counters.closed():  # a device that cannot be opened here
        yield from ("--ro-bind", os.devnull, str(path))
    for path in counters.emptied():
        yield from ("--tmpfs", str(path), "--remount-ro", str(path))
    for path, picture in stills.items():
        yield from ("--ro-bind-data", str(picture), str(path))


def _writable(place: str, size_mb: int) -> tuple[str, ...]:
    return ("--size", str(size_mb * MB), "--perms", "1777", "--tmpfs", place)


def _folder_of(launch: Launch) -> str:
    """Where a program outside the system's folders is found by its bare name."""
    found = shutil.which(launch.command[0])
    if found is None or "/" in launch.command[0] or found.startswith("/usr/"):
        return ""
    return f":{Path(found).parent}"


def _memory_file(files: ExitStack, content: bytes) -> int:
    """A descriptor from which `content` can be read once."""
    descriptor = os.memfd_create("arena", os.MFD_CLOEXEC)
    files.callback(os.close, descriptor)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
