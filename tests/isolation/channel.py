"""Two ends of a channel between bots: one sends a bit, the other tells what it sees.

    python channel.py send|hear CHANNEL FILE BIT

Both see FILE. A sender says "done" when it has done its part, or what refused it, and stays until
its input ends; a hearer says "ready" and what it heard, which is "closed: ..." where a call was
refused.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import select
import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

LIBC: Final = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
INTEL: Final = os.uname().machine == "x86_64"
NUMBERS: Final = {
    "mincore": 27 if INTEL else 232,
    "readahead": 187 if INTEL else 213,
    "inotify_init1": 294 if INTEL else 26,
    "inotify_add_watch": 254 if INTEL else 27,
    "fanotify_init": 300 if INTEL else 262,
    "fanotify_mark": 301 if INTEL else 263,
    "openat2": 437,
    "cachestat": 451,
}
SIZE: Final = 65536
HERE: Final = -100
PATIENCE_MS: Final = 1500
OFD_SETLK: Final = 37
MADV_PAGEOUT: Final = 21
WHOLE: Final = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
ASKED: Final = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
KEPT: Final[list[object]] = []
"""What must stay open."""


def call(name: str, *words: object) -> int:
    result = int(LIBC.syscall(ctypes.c_long(NUMBERS[name]), *words))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def opened(path: str) -> int:
    descriptor = os.open(path, os.O_RDONLY)
    KEPT.append(descriptor)
    return descriptor


def mapped(path: str) -> mmap.mmap:
    one = mmap.mmap(opened(path), SIZE, mmap.MAP_SHARED, mmap.PROT_READ)
    KEPT.append(one)
    return one


def address(of: mmap.mmap) -> ctypes.c_void_p:
    """Where a read-only mapping lies."""
    start = Path("/proc/self/maps").read_text().splitlines()
    line = next(one for one in start if one.endswith("shared-file"))
    del of
    return ctypes.c_void_p(int(line.split("-")[0], 16))


# --- what a sender does for a one ---------------------------------------------------------------


def evict(path: str) -> None:
    os.posix_fadvise(opened(path), 0, 0, os.POSIX_FADV_DONTNEED)


def page_out(path: str) -> None:
    held = mapped(path)
    sum(held[:: mmap.PAGESIZE])  # only what is mapped is moved
    held.madvise(MADV_PAGEOUT)


def lease(path: str) -> None:
    fcntl.fcntl(opened(path), fcntl.F_SETLEASE, fcntl.F_RDLCK)


def read(path: str) -> None:
    os.read(opened(path), 100)


def look_up(path: str) -> None:
    """Leave the name of a file that is not there in the kernel's memory."""
    Path(f"{path}-nothing").exists()


# --- how a hearer tells it ----------------------------------------------------------------------


def can_flock(path: str) -> str:
    try:
        fcntl.flock(opened(path), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return "held"
    return "free"


def sees_lock(path: str) -> str:
    told = fcntl.fcntl(opened(path), fcntl.F_GETLK, ASKED)
    return "free" if struct.unpack_from("h", told)[0] == fcntl.F_UNLCK else "held"


def can_lease(path: str) -> str:
    try:
        fcntl.fcntl(opened(path), fcntl.F_SETLEASE, fcntl.F_WRLCK)
    except BlockingIOError:
        return "open elsewhere"
    return "free"


def nowait(path: str) -> str:
    try:
        os.preadv(opened(path), [bytearray(100)], SIZE // 2, os.RWF_NOWAIT)
    except BlockingIOError:
        return "not there"
    return "there"


def mincore(path: str) -> str:
    pages = ctypes.create_string_buffer(SIZE // mmap.PAGESIZE)
    call("mincore", address(mapped(path)), ctypes.c_size_t(SIZE), pages)
    return "there" if pages.raw[8] & 1 else "not there"


def cachestat(path: str) -> str:
    span, told = struct.pack("QQ", 0, SIZE), ctypes.create_string_buffer(40)
    call("cachestat", ctypes.c_long(opened(path)), span, told, ctypes.c_long(0))
    return "there" if struct.unpack_from("Q", told.raw)[0] > 8 else "not there"


def known_name(path: str) -> str:
    """Whether somebody has asked for a name, by an answer from the kernel's memory alone."""
    how = struct.pack("QQQ", os.O_RDONLY, 0, 0x20)
    name = f"{path}-nothing".encode()
    try:
        call("openat2", ctypes.c_long(HERE), name, how, ctypes.c_size_t(len(how)))
    except FileNotFoundError:
        return "asked for"
    except BlockingIOError:
        return "new"
    return "there"


def read_at(path: str) -> str:
    return str(Path(path).stat().st_atime_ns)


def watched(path: str) -> Callable[[], str]:
    events = call("inotify_init1", ctypes.c_long(0))
    call("inotify_add_watch", ctypes.c_long(events), path.encode(), ctypes.c_long(0x21))
    return lambda: "seen" if select.select([events], [], [], PATIENCE_MS / 1000)[0] else "still"


def watched_all(path: str) -> Callable[[], str]:
    events = call("fanotify_init", ctypes.c_long(0x200), ctypes.c_long(0))
    words = (ctypes.c_long(events), ctypes.c_long(1), ctypes.c_ulong(0x21), ctypes.c_long(HERE))
    call("fanotify_mark", *words, path.encode())
    return lambda: "seen" if select.select([events], [], [], PATIENCE_MS / 1000)[0] else "still"


def noted(path: str) -> Callable[[], str]:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO])
    fcntl.fcntl(opened(str(Path(path).parent)), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    return lambda: "seen" if signal.sigtimedwait([signal.SIGIO], PATIENCE_MS / 1000) else "still"


SENDERS: Final[dict[str, Callable[[str], object]]] = {
    "flock": lambda path: fcntl.flock(opened(path), fcntl.LOCK_EX),
    "lockf": lambda path: fcntl.fcntl(opened(path), fcntl.F_SETLK, WHOLE),
    "ofd": lambda path: fcntl.fcntl(opened(path), OFD_SETLK, WHOLE),
    "lease": opened,
    "fadvise-nowait": evict,
    "fadvise-mincore": evict,
    "fadvise-cachestat": evict,
    "pageout-mincore": page_out,
    "openat2": look_up,
    "atime": read,
    "inotify": read,
    "fanotify": read,
    "dnotify": read,
}
HEARERS: Final[dict[str, Callable[[str], str]]] = {
    "flock": can_flock,
    "lockf": sees_lock,
    "ofd": sees_lock,
    "lease": can_lease,
    "fadvise-nowait": nowait,
    "fadvise-mincore": mincore,
    "fadvise-cachestat": cachestat,
    "pageout-mincore": mincore,
    "openat2": known_name,
    "atime": read_at,
}
WATCHERS: Final[dict[str, Callable[[str], Callable[[], str]]]] = {
    "inotify": watched,
    "fanotify": watched_all,
    "dnotify": noted,
}
"""Hearers that must be there before the sender."""


def say(word: str) -> None:
    print(word, flush=True)  # noqa: T201 - the test reads it


def refused(error: OSError) -> str:
    return f"closed: {errno.errorcode.get(error.errno or 0, str(error))}"


def main() -> None:
    role, channel, path, bit = sys.argv[1:5]
    try:
        if role == "send":
            if bit == "1":
                SENDERS[channel](path)
            say("done")
            signal.pause()
        elif channel in WATCHERS:
            hear = WATCHERS[channel](path)
            say("ready")
            say(hear())
        else:
            say("ready")
            say(HEARERS[channel](path))
    except OSError as error:
        if role == "hear":
            say("ready")
        say(refused(error))
        signal.pause()


if __name__ == "__main__":
    main()
