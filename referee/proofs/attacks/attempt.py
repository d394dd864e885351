"""What attacks share: their targets, their findings, and calls to the kernel by number."""

import ctypes
import errno
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.isolation.calls import FORBIDDEN, Form, allowed
from referee.isolation.seccomp import COLUMNS

_UNLISTED: Final[Mapping[str, tuple[int | None, int | None]]] = {
    "mincore": (27, 232),
    "cachestat": (451, 451),
    "openat2": (437, 437),
    "clone3": (435, 435),
    "seccomp": (317, 277),
    "pidfd_open": (434, 434),
    "io_setup": (206, 0),
    "listmount": (458, 458),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
}
"""Calls on which attacks are made and which stand on no list of the sandbox."""
_NUMBERS: Final = {**_UNLISTED, **FORBIDDEN, **allowed(Form.PREPARE)}
_NOWHERE: Final = 1 << 20
"""The number of no call, for machines that do not have one."""
_REFUSALS: Final = (errno.EPERM, errno.ENOSYS)

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
    number = _NUMBERS[name][COLUMNS.index(platform.machine())]
    result, error = raw_call(number if number is not None else _NOWHERE, *arguments)
    if result >= 0:
        return Found(True, str(result))
    return Found(error not in _REFUSALS, errno.errorcode.get(error, str(error)))


def raw_call(number: int, *arguments: int) -> tuple[int, int]:
    """What the kernel answers to a call, and the error if it is negative."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    result = libc.syscall(*(ctypes.c_long(one) for one in (number, *arguments)))
    return int(result), ctypes.get_errno()
