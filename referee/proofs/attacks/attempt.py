"""What attacks share: their targets, their findings, and calls to the kernel by number."""

import ctypes
import errno
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.isolation.calls import FORBIDDEN

Targets = Mapping[str, str]
"""What there is to attack, by name; planted by whoever starts the attack."""
MARK: Final = "PLANTED"
"""Every planted secret begins with it."""


@dataclass(frozen=True)
class Found:
    """What came of an attempt."""

    succeeded: bool
    detail: str


def attempt(deed: Callable[[], object]) -> Found:
    """Do something that should fail; whether it did, and how."""
    try:
        result = deed()
    except OSError as error:
        return Found(False, errno.errorcode.get(error.errno or 0, str(error)))
    return Found(True, str(result)[:200])


def all_of(**attempts: Found) -> Found:
    """Several attempts in one: it has succeeded if any did."""
    told = ", ".join(f"{name} {found.detail}" for name, found in attempts.items())
    return Found(any(found.succeeded for found in attempts.values()), told)


def system_call(name: str, *arguments: int) -> Found:
    """A call to the kernel that a filter should refuse.

    It is made with senseless arguments: an answer other than a refusal means that it got through.
    """
    column = ("x86_64", "aarch64").index(platform.machine())
    number = FORBIDDEN[name][column]
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    words = [ctypes.c_long(one) for one in (number or 0, *arguments)]
    result = libc.syscall(*words)
    if result >= 0:
        return Found(True, str(result))
    number = ctypes.get_errno()
    return Found(number not in (errno.EPERM, errno.ENOSYS), errno.errorcode[number])
