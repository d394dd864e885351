"""Attacks through system calls that no bot needs: what an allow list is for."""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import signal
import socket
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from referee.isolation.calls import Form, allowed
from referee.isolation.seccomp import COLUMNS
from referee.proofs.attacks.attempt import Found, Targets, all_of, attempt, raw_call, system_call

_HIGHEST: Final = 600
_BEFORE_FILTERS: Final = (335, 336) if platform.machine() == "x86_64" else ()
"""uretprobe and uprobe, which newer kernels let through every filter: where the kernel did not
plan them they end the program that calls them, with SIGILL and no other effect."""
_FAMILIES: Final = 50
_X32_GETPID: Final = 0x40000000 | 39
_OLD_GETPID: Final = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
"""Ask for the process id through the table of 32-bit programs: mov eax, 20; int 0x80; ret."""
_HUGE_MAPPING, _HUGE_FILE = 0x40000, 0x4
_MERGEABLE, _MERGE_ALL = 12, 67
_ATTACH_FILTER, _ATTACH_BPF, _ATTACH_REUSEPORT = 26, 50, 51
_FILE_MAP, _FILE_FLAGS, _FILE_BLOCK = 0xC020660B, 0x80086601, 1


def unlisted(targets: Targets) -> Found:
    """Every number of a call that is not on the list: none may reach the kernel, or end a bot."""
    del targets
    column = COLUMNS.index(platform.machine())
    listed = {numbers[column] for numbers in allowed(Form.PLAY).values()}
    left_out = {*listed, *_BEFORE_FILTERS}
    numbers = [one for one in range(_HIGHEST) if one not in left_out]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        for number in numbers:
            result, error = raw_call(number, 0, 0, 0, 0, 0, 0)
            os.write(writing, struct.pack("ii", number, error if result < 0 else 0))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        answers = dict(struct.iter_unpack("ii", told.read()))
    os.waitpid(child, 0)
    through = [one for one, error in answers.items() if error not in (errno.EPERM, errno.ENOSYS)]
    if len(answers) < len(numbers):
        through.append(numbers[len(answers)])
    what = f"{len(numbers)} numbers" if not through else f"through or deadly: {through[:20]}"
    return Found(bool(through), what)


def newest(targets: Targets) -> Found:
    """Calls that were made after the lists of others were written, and old ones they forgot."""
    del targets
    return all_of(
        open_tree_attr=system_call("open_tree_attr", -1, 0, 0, 0, 0),
        memfd_secret=system_call("memfd_secret", -1),
        modify_ldt=system_call("modify_ldt", -1, 0, 0),
        fanotify=system_call("fanotify_init", -1, 0),
        listmount=system_call("listmount", 0, 0, 0, 0),
        clone3=system_call("clone3", 0, 0),
        io_setup=system_call("io_setup", 0, 0),
        syncfs=system_call("syncfs", -1),
    )


def other_tables(targets: Targets) -> Found:
    """Call the kernel through the tables of other architectures, in children: it is deadly."""
    del targets
    if platform.machine() != "x86_64":
        return Found(False, "there is one table")
    return all_of(x32=_in_child(lambda: raw_call(_X32_GETPID)[0]), old=_in_child(_old_getpid))


def families(targets: Targets) -> Found:
    """A socket, or a pair of them, of any family but unix."""
    del targets
    others = [one for one in range(_FAMILIES) if one != socket.AF_UNIX]
    kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET)
    return _any(
        _quietly(opening, family, kind)
        for opening in (lambda *words: socket.socket(*words).close(), _pair)
        for family in others
        for kind in kinds
    )


def equal_pages(targets: Targets) -> Found:
    """Have pages joined with equal ones of other programs, which shows when they are written."""
    del targets
    with mmap.mmap(-1, mmap.PAGESIZE) as page:
        return all_of(
            advice=attempt(lambda: page.madvise(_MERGEABLE)),
            process=_answered(raw_call(_number("prctl"), _MERGE_ALL, 1, 0, 0, 0)),
        )


def huge_pages(targets: Targets) -> Found:
    """Take huge pages, of which the machine has one store for all."""
    del targets
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _HUGE_MAPPING
    return all_of(
        mapping=_answered(raw_call(_number("mmap"), 0, 1 << 21, 3, flags, -1, 0), errno.ENOMEM),
        file=attempt(lambda: os.close(os.memfd_create("huge", _HUGE_FILE))),
        shared=system_call("shmget", 0, 1 << 21, 0o5600),
    )


def old_messages(targets: Targets) -> Found:
    """Queues, semaphores and memory of System V and POSIX, which outlive their makers."""
    del targets
    return all_of(
        shmget=system_call("shmget", 0, 4096, 0o1600),
        msgget=system_call("msgget", 0, 0o1600),
        semget=system_call("semget", 0, 1, 0o1600),
        mq_open=system_call("mq_open", 0, 0, 0, 0),
    )


def programs(targets: Targets) -> Found:
    """Put a program into the kernel: a filter on a socket, or on system calls."""
    del targets
    allow = struct.pack("=HBBI", 0x06, 0, 0, 0xFFFFFFFF)
    code = ctypes.create_string_buffer(allow)
    filter_of_one = struct.pack("HxxxxxxP", 1, ctypes.addressof(code))
    with socket.socket(socket.AF_UNIX) as one:
        return all_of(
            filter=attempt(lambda: one.setsockopt(1, _ATTACH_FILTER, filter_of_one)),
            bpf=attempt(lambda: one.setsockopt(1, _ATTACH_BPF, 0)),
            reuseport=attempt(lambda: one.setsockopt(1, _ATTACH_REUSEPORT, filter_of_one)),
            seccomp=system_call("seccomp", 2, 0, 0),
        )


def device_calls(targets: Targets) -> Found:
    """Ask the file system for where the blocks of a file lie, and for its flags."""
    del targets
    with Path(__file__).open("rb") as file:
        return all_of(
            map=attempt(lambda: fcntl.ioctl(file, _FILE_MAP, bytes(64))),
            flags=attempt(lambda: fcntl.ioctl(file, _FILE_FLAGS, bytes(8))),
            block=attempt(lambda: fcntl.ioctl(file, _FILE_BLOCK, bytes(4))),
        )


def _pair(family: int, kind: int) -> None:
    for one in socket.socketpair(family, kind):
        one.close()


def _quietly(opening: Callable[[int, int], None], family: int, kind: int) -> Found:
    """Another refusal than that of the filter means that the family itself was asked."""
    found = attempt(lambda: opening(family, kind))
    return Found(found.detail != "EAFNOSUPPORT", f"family {family}")


def _any(attempts: Iterable[Found]) -> Found:
    through = [found.detail for found in attempts if found.succeeded]
    return Found(bool(through), ", ".join(dict.fromkeys(through)) or "none")


def _number(name: str) -> int:
    number = allowed(Form.PLAY)[name][COLUMNS.index(platform.machine())]
    if number is None:
        raise LookupError(f"there is no {name} on this machine")
    return number


def _answered(told: tuple[int, int], *refusals: int) -> Found:
    result, error = told
    refused = result < 0 and error in (errno.EINVAL, *refusals)
    return Found(not refused, errno.errorcode.get(error, "") if result < 0 else str(result))


def _old_getpid() -> int:
    with mmap.mmap(-1, mmap.PAGESIZE, prot=7) as page:
        page.write(_OLD_GETPID)
        place = ctypes.c_char.from_buffer(page)
        result = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(place))()
        del place
    return int(result)


def _in_child(deed: Callable[[], int]) -> Found:
    """Do something that may be deadly; it has succeeded if it tells the child's own number."""
    child = os.fork()
    if child == 0:
        os._exit(0 if deed() == os.getpid() else 1)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return Found(code == 0, signal.Signals(-code).name if code < 0 else f"exit code {code}")
