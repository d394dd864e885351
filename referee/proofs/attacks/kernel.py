"""Attacks on the kernel's own doors."""

import ctypes
import fcntl
import os
from typing import Final

from referee.proofs.attacks.attempt import Found, Targets, all_of, attempt, system_call

SHARED_KEY: Final = 0x41524E41
"""The key of the shared memory that is left behind."""
_NEW_USER: Final = 0x10000000
_CREATE: Final = 0o1600
_TYPE: Final = 0x5412


def namespaces(targets: Targets) -> Found:
    """Become root in a namespace of one's own."""
    del targets
    return all_of(
        unshare=system_call("unshare", _NEW_USER),
        setns=system_call("setns", -1, _NEW_USER),
    )


def surfaces(targets: Targets) -> Found:
    """Reach the parts of the kernel in which most holes were found."""
    del targets
    return all_of(
        io_uring=system_call("io_uring_setup", 1, 0),
        userfaultfd=system_call("userfaultfd", 0),
        keyctl=system_call("keyctl", 0, -3, 0),
        add_key=system_call("add_key", 0, 0, 0, 0, -3),
    )


def administration(targets: Targets) -> Found:
    """Do what only root may, with arguments that do nothing."""
    del targets
    return all_of(
        mount=system_call("mount", 0, 0, 0, 0, 0),
        chroot=system_call("chroot", 0),
        pivot_root=system_call("pivot_root", 0, 0),
        bpf=system_call("bpf", -1, 0, 0),
        perf=system_call("perf_event_open", 0, 0, -1, -1, 0),
        clock=system_call("clock_settime", 0, 0),
        handle=system_call("open_by_handle_at", -1, 0, 0),
    )


def settings(targets: Targets) -> Found:
    """Open kernel settings for writing; nothing is written."""
    del targets
    return all_of(
        core_pattern=attempt(lambda: _opened("/proc/sys/kernel/core_pattern")),
        overcommit=attempt(lambda: _opened("/proc/sys/vm/overcommit_memory")),
    )


def shared_memory(targets: Targets) -> Found:
    """Leave a piece of shared memory behind; whether the host sees it is for others to say."""
    del targets
    libc = ctypes.CDLL(None, use_errno=True)
    made = libc.shmget(SHARED_KEY, 4096, _CREATE)
    return Found(False, "made" if made >= 0 else os.strerror(ctypes.get_errno()))


def terminal(targets: Targets) -> Found:
    """Put words into the terminal from which the arena was started."""
    del targets
    return all_of(
        own=attempt(lambda: fcntl.ioctl(0, _TYPE, b"x")),
        other=attempt(lambda: fcntl.ioctl(1, _TYPE, b"x")),
        console=attempt(lambda: _opened("/dev/tty")),
    )


def _opened(path: str) -> str:
    os.close(os.open(path, os.O_WRONLY))
    return "opened"
