"""How a referee that is root shows files to a bot that is not: a private mount namespace.

Bubblewrap must not run as root (a program in it could write to kernel settings), so a bot gets a
uid of its own that owns nothing. But interpreter, checkout and bot may lie below a folder that
only root can enter. So one thread of the referee leaves the host's mount namespace for a private
copy, hides one folder of it under an empty file system, and mounts there what bots may see. It is
that thread which starts bubblewrap, under the bot's uid. Nothing of it exists outside the thread,
and it is gone with it, however the referee ends.

Each mount is read-only and, where the file system can, mapped: what belongs to the referee's user
appears as the bot's, so that files of mode 0600 can be read through this mount and no other way.
"""

import ctypes
import os
import secrets
import stat
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.isolation.port import LaunchError

_NEW_MOUNTS: Final = 0x00020000
_PRIVATE, _RECURSIVE = 1 << 18, 1 << 14
_NO_SETUID, _NO_DEVICES = 2, 4
_DETACH: Final = 2
_HERE: Final = -100
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
_CLONE, _CLOSE_ON_EXEC, _EMPTY_PATH, _WHOLE_TREE = 1, 0o2000000, 0x1000, 0x8000
_SOURCE_IS_FD: Final = 4
_ATTRIBUTES: Final = 0x1 | 0x2 | 0x4
"""Read-only, no setuid, no devices."""
_MAPPED: Final = 0x00100000
_STAGES: Final = ("/mnt", "/media", "/srv", "/opt", "/home")
_UIDS: Final = 64
"""Of one process, for its bots."""
_FAR_UIDS: Final = 1_900_000_000
_NEAR_UIDS: Final = 61_184
"""Two ranges in which no user has an account: the second where a container has few uids."""


class _Attributes(ctypes.Structure):
    _fields_ = [
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns", ctypes.c_uint64),
    ]


@dataclass
class Slot:
    """Place for one bot at a time: a uid of its own, and what stays mounted for it."""

    uid: int
    standing: dict[Path, Path] = field(default_factory=dict)
    """What every bot of this slot sees, and where it is mounted."""
    passing: dict[Path, Path] = field(default_factory=dict)
    """The same for the one bot of now."""
    mappings: dict[tuple[int, int], int] = field(default_factory=dict)
    """User namespaces in which an owner of files is the bot, as descriptors."""


class Stage:
    """Where things are mounted. To be made and used by one thread alone."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.syscall.restype = ctypes.c_long
        self._check(self._libc.unshare(_NEW_MOUNTS), "leave the host's mounts")
        self._mount(None, "/", None, _RECURSIVE | _PRIVATE)
        self.root = _stage()
        # What a bot may see can lie below the stage itself: keep a way to it.
        self._below = os.open(self.root, os.O_PATH | os.O_CLOEXEC)
        self._mount("tmpfs", str(self.root), "tmpfs", _NO_SETUID | _NO_DEVICES, "mode=755")
        self._count = 0
        self._free: list[Slot] = []
        self._slots: list[Slot] = []
        # A bot sees its uid (in its list of mounts): it must not tell how many came before.
        self._order = secrets.SystemRandom().sample(range(_UIDS), _UIDS)

    def take(self) -> Slot:
        """A slot that no bot has."""
        if self._free:
            return self._free.pop()
        slot = Slot(bot_uid(self._order[len(self._slots) % _UIDS]))
        self._slots.append(slot)
        return slot

    def give_back(self, slot: Slot) -> None:
        """The slot's bot is gone."""
        self._hide(slot.passing)
        self._free.append(slot)

    def show(self, slot: Slot, standing: Iterable[Path], passing: Iterable[Path]) -> None:
        """Mount paths for the bot of `slot`; those of `standing` stay for the next one."""
        for path in standing:
            if path not in slot.standing:
                slot.standing[path] = self._place(slot, path)
        for path in passing:
            slot.passing[path] = self._place(slot, path)

    def close(self) -> None:
        """Let go of everything; the mounts go with the thread."""
        for slot in self._slots:
            for descriptor in slot.mappings.values():
                os.close(descriptor)
        os.close(self._below)

    def _place(self, slot: Slot, path: Path) -> Path:
        self._count += 1
        place = self.root / str(self._count)
        self._bind(path, place, slot)
        return place

    def _hide(self, staged: dict[Path, Path]) -> None:
        for place in staged.values():
            self._libc.umount2(os.fsencode(place), _DETACH)
            with suppress(OSError):
                place.rmdir() if place.is_dir() else place.unlink()
        staged.clear()

    def _bind(self, path: Path, place: Path, slot: Slot) -> None:
        tree = self._open_tree(path)
        try:
            owned = os.fstat(tree)
            if stat.S_ISDIR(owned.st_mode):
                place.mkdir()
            else:
                place.touch()
            users = _users(slot, (owned.st_uid, owned.st_gid))
            mapped = _Attributes(_ATTRIBUTES | _MAPPED, 0, 0, users)
            plain = _Attributes(_ATTRIBUTES, 0, 0, 0)
            if self._set(tree, mapped) != 0:  # not every file system can
                self._check(self._set(tree, plain), f"make {path} read-only")
            moved = self._libc.syscall(
                _MOVE_MOUNT, tree, b"", _HERE, os.fsencode(place), _SOURCE_IS_FD
            )
            self._check(moved, f"mount {path}")
        finally:
            os.close(tree)

    def _open_tree(self, path: Path) -> int:
        folder, name = _HERE, os.fsencode(path)
        if path.is_relative_to(self.root):
            folder, name = self._below, os.fsencode(path.relative_to(self.root))
        tree = self._libc.syscall(_OPEN_TREE, folder, name, _CLONE | _CLOSE_ON_EXEC)
        return self._check(tree, f"show {path}")

    def _set(self, tree: int, attributes: _Attributes) -> int:
        size = ctypes.sizeof(attributes)
        result: int = self._libc.syscall(
            _MOUNT_SETATTR, tree, b"", _EMPTY_PATH, ctypes.byref(attributes), size
        )
        return result

    def _mount(
        self, source: str | None, place: str, kind: str | None, flags: int, data: str = ""
    ) -> None:
        words = [one.encode() if one is not None else None for one in (source, place, kind)]
        done = self._libc.mount(*words, ctypes.c_ulong(flags), data.encode())
        self._check(done, f"mount at {place}")

    def _check(self, result: int, what: str) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, f"cannot {what}: {os.strerror(number)}")
        return result


def bot_uid(number: int) -> int:
    """A uid for the bot of that number of this process, unlike that of any other bot."""
    offset = (os.getpid() % 32768) * _UIDS + number % _UIDS
    if _mapped(_FAR_UIDS + offset):
        return _FAR_UIDS + offset
    return _NEAR_UIDS + offset % 4096


def _mapped(uid: int) -> bool:
    """Whether the uid exists in the user namespace of this process."""
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= uid < first + count:
            return True
    return False


def _stage() -> Path:
    for name in _STAGES:
        path = Path(name)
        if path.is_dir() and path.stat().st_mode & 0o001:
            return path
    raise LaunchError(f"none of {', '.join(_STAGES)} is there; make one: mkdir -m 755 /mnt")


def _users(slot: Slot, owner: tuple[int, int]) -> int:
    """A user namespace in which the owner of files is the bot, as a descriptor."""
    if owner in slot.mappings:
        return slot.mappings[owner]
    # The namespace needs a process to be born with; it lives on in the descriptor.
    with subprocess.Popen(
        ["unshare", "--user", "--", "/bin/sh", "-c", "echo made; read -r done"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
    ) as mother:
        if mother.stdout is None or mother.stdout.readline() != b"made\n":
            raise OSError("cannot make a user namespace")
        home = Path(f"/proc/{mother.pid}")
        for name, owning in (("uid_map", owner[0]), ("gid_map", owner[1])):
            (home / name).write_text(f"{owning} {slot.uid} 1\n")
        slot.mappings[owner] = os.open(home / "ns/user", os.O_RDONLY | os.O_CLOEXEC)
    return slot.mappings[owner]
