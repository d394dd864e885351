"""Attacks that tell another bot something, or learn something of it, through shared files.

Each tries one end of a channel alone: where the calls work, so does the channel. The tests of
isolation try both ends with two bots.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import re
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from referee.proofs.attacks.attempt import Found, Targets, all_of, attempt, system_call

_SHARED: Final = Path(__file__)
"""A file that every bot on the arena's Python sees."""
_READ_LOCK: Final = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
_OFD_SETLK, _RW_HINT = 37, 1036
_COLD, _PAGEOUT, _WILLNEED, _COLLAPSE = 20, 21, 3, 25
_DONTCACHE: Final = 0x80
_CACHED: Final = struct.pack("QQQ", os.O_RDONLY, 0, 0x20)
_HERE: Final = -100
_NUMBERED: Final = re.compile(r"\bbot-\d{1,5}\b")
_SOCKET_COOKIE, _NAMESPACE_COOKIE = 57, 71
"""Numbers that the kernel counts for all."""
_FAR_UIDS: Final = 1_900_000_000


def locks(targets: Targets) -> Found:
    """Lock a file that others see."""
    del targets
    with _SHARED.open("rb") as file:
        return all_of(
            flock=attempt(lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)),
            lockf=attempt(lambda: fcntl.fcntl(file, fcntl.F_SETLK, _READ_LOCK)),
            ofd=attempt(lambda: fcntl.fcntl(file, _OFD_SETLK, _READ_LOCK)),
            asked=attempt(lambda: fcntl.fcntl(file, fcntl.F_GETLK, _READ_LOCK)),
        )


def leases(targets: Targets) -> Found:
    """Lease a file, which tells whether others have it open; say how long its data will live."""
    del targets
    with _SHARED.open("rb") as file:
        return all_of(
            read=attempt(lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)),
            write=attempt(lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)),
            hint=attempt(lambda: fcntl.fcntl(file, _RW_HINT, bytes(8))),
        )


def ask_cache(targets: Targets) -> Found:
    """Ask which parts of a file, and which names, the kernel has in memory."""
    del targets
    name = str(_SHARED).encode() + b"\0"
    with _SHARED.open("rb") as file:
        return all_of(
            nowait=_told(lambda: os.preadv(file.fileno(), [bytearray(8)], 0, os.RWF_NOWAIT)),
            mincore=system_call("mincore", 0, 0, 0),
            cachestat=system_call("cachestat", -1, 0, 0, 0),
            names=system_call("openat2", _HERE, _address(name), _address(_CACHED), len(_CACHED)),
        )


def tell_cache(targets: Targets) -> Found:
    """Have the kernel forget parts of a file, or read them ahead."""
    del targets
    with _SHARED.open("rb") as file:
        number = file.fileno()
        with mmap.mmap(number, 0, mmap.MAP_SHARED, mmap.PROT_READ) as mapped:
            advice = {
                name: attempt(lambda code=code: mapped.madvise(code))  # type: ignore[misc]
                for name, code in (
                    ("cold", _COLD),
                    ("pageout", _PAGEOUT),
                    ("willneed", _WILLNEED),
                    ("collapse", _COLLAPSE),
                )
            }
        return all_of(
            fadvise=attempt(lambda: os.posix_fadvise(number, 0, 0, os.POSIX_FADV_DONTNEED)),
            readahead=system_call("readahead", number, 0, 4096),
            dontcache=_told(lambda: os.preadv(number, [bytearray(8)], 0, _DONTCACHE)),
            **advice,
        )


def watches(targets: Targets) -> Found:
    """Be told when somebody uses a file: the kit's, which tells one opponent from another."""
    del targets
    folder = os.open(_SHARED.parent, os.O_RDONLY)
    try:
        return all_of(
            inotify=system_call("inotify_init1", 0),
            watch=system_call("inotify_add_watch", -1, 0, 0),
            fanotify=system_call("fanotify_init", 0x200, 0),
            dnotify=attempt(lambda: fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)),
        )
    finally:
        os.close(folder)


def marks(targets: Targets) -> Found:
    """Leave a mark at a shared file: its times, its modes, a name or a word beside it."""
    del targets
    before = _SHARED.stat().st_atime_ns
    _SHARED.read_bytes()
    read = _SHARED.stat().st_atime_ns != before
    other = _SHARED.with_suffix(".attack")
    return all_of(
        atime=Found(read, "changed" if read else "stays"),
        times=attempt(lambda: os.utime(_SHARED, ns=(1, 1))),
        mode=attempt(lambda: _SHARED.chmod(0o444)),
        link=attempt(lambda: os.link(_SHARED, other)),
        word=attempt(lambda: os.setxattr(_SHARED, "user.attack", b"1")),
    )


def count(targets: Targets) -> Found:
    """Tell from names and numbers how many bots came before: a replay from a first try."""
    del targets
    mounts = Path("/proc/self/mountinfo").read_text()
    words = " ".join([mounts, *os.environ.values(), os.uname().nodename])
    numbered = _NUMBERED.findall(words)
    with socket.socket(socket.AF_UNIX) as one:
        cookie = attempt(lambda: one.getsockopt(socket.SOL_SOCKET, _NAMESPACE_COOKIE, 8))
        own = attempt(lambda: one.getsockopt(socket.SOL_SOCKET, _SOCKET_COOKIE, 8))
    return all_of(
        namespaces=cookie,
        sockets=own,
        processes=system_call("pidfd_open", os.getpid(), 0),
        names=Found(bool(numbered), ", ".join(numbered) or "none"),
        uid=Found(os.getuid() >= _FAR_UIDS, str(os.getuid())),
    )


def _told(deed: Callable[[], object]) -> Found:
    """Whether the kernel answers: that it would have to wait is an answer too."""
    try:
        deed()
    except BlockingIOError:
        return Found(True, "would wait")
    except OSError as error:
        return Found(False, errno.errorcode.get(error.errno or 0, str(error)))
    return Found(True, "there")


def _address(of: bytes) -> int:
    """Where the kernel finds some bytes, which somebody must hold."""
    return ctypes.cast(ctypes.c_char_p(of), ctypes.c_void_p).value or 0
