"""The system-call filter of a sandbox, written as classic BPF without any library.

The filter is a deny list over namespaces that already hold: it closes what namespaces leave open
(other socket families such as AF_VSOCK, io_uring, keyrings, tracing) and what would undo them.
A call through another architecture's table, or x32's, ends the program; a forbidden call fails
with EPERM, so that a program that merely tries goes on.

`clone3` passes its flags in memory where a filter cannot look. It is said not to exist, upon
which every libc falls back to `clone`, whose flags are in a register.
"""

import errno
import platform
import struct
from collections.abc import Mapping
from typing import Final

_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_X32: Final = 0x40000000
_UNIX: Final = 1
_INTERNET: Final = (2, 10)
_NAMESPACES: Final = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME."""
_TERMINAL_INPUT: Final = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX put words into a terminal."""

_AUDIT: Final[Mapping[str, int]] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMNS: Final = ("x86_64", "aarch64")
_SPECIAL: Final[Mapping[str, tuple[int, int]]] = {
    "socket": (41, 198),
    "clone": (56, 220),
    "clone3": (435, 435),
    "ioctl": (16, 29),
}
FORBIDDEN: Final[Mapping[str, tuple[int | None, int | None]]] = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    # large attack surfaces of the kernel
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "mq_open": (240, 180),
    # the machine itself
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "vhangup": (153, 58),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "personality": (135, 92),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
"""Numbers on x86_64 and aarch64; None where a call does not exist."""


def supported() -> bool:
    """Whether there is a filter for this machine."""
    return platform.machine() in _AUDIT


def program(machine: str = "", *, network: bool = False) -> bytes:
    """The filter for a machine, as the kernel takes it; `network` lets internet sockets be made.

    They reach nobody: the namespace has nothing but a loopback of its own.
    """
    machine = machine or platform.machine()
    column = _COLUMNS.index(machine)
    special = {name: numbers[column] for name, numbers in _SPECIAL.items()}
    no = _FAIL | errno.EPERM
    lines = [
        _line(_LOAD, _ARCHITECTURE),
        _line(_EQUAL, _AUDIT[machine], 1, 0),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER),
    ]
    if machine == "x86_64":
        lines += [_line(_AT_LEAST, _X32, 0, 1), _line(_RETURN, _KILL)]
    for numbers in FORBIDDEN.values():
        number = numbers[column]
        if number is not None:
            lines += [_line(_EQUAL, number, 0, 1), _line(_RETURN, no)]
    lines += [_line(_EQUAL, special["clone3"], 0, 1), _line(_RETURN, _FAIL | errno.ENOSYS)]
    lines += [
        *_sockets(special["socket"], (*_INTERNET, _UNIX) if network else (_UNIX,)),
        _line(_RETURN, _FAIL | errno.EAFNOSUPPORT),
        _line(_EQUAL, special["clone"], 0, 4),
        _line(_LOAD, _argument(0)),
        _line(_ANY_BIT, _NAMESPACES, 0, 1),
        _line(_RETURN, no),
        _line(_RETURN, _ALLOW),
        _line(_EQUAL, special["ioctl"], 0, 4),
        _line(_LOAD, _argument(1)),
        _line(_EQUAL, _TERMINAL_INPUT[0], 1, 0),
        _line(_EQUAL, _TERMINAL_INPUT[1], 0, 1),
        _line(_RETURN, no),
        _line(_RETURN, _ALLOW),
    ]
    return b"".join(lines)


def _sockets(number: int, families: tuple[int, ...]) -> list[bytes]:
    """`socket` for these families only; a line that refuses the others must follow."""
    left = len(families)
    return [
        _line(_EQUAL, number, 0, left + 3),
        _line(_LOAD, _argument(0)),
        *(_line(_EQUAL, one, left - 1 - index) for index, one in enumerate(families[:-1])),
        _line(_EQUAL, families[-1], 0, 1),
        _line(_RETURN, _ALLOW),
    ]


def profile() -> dict[str, object]:
    """The same filter as container engines take it, by names; they add the architecture."""

    def rule(names: list[str], failure: int, *arguments: dict[str, object]) -> dict[str, object]:
        refusal = {"action": "SCMP_ACT_ERRNO", "errnoRet": failure}
        return {"names": names, **refusal, "args": list(arguments)}

    def compare(index: int, how: str, value: int, mask: int = 0) -> dict[str, object]:
        # A masked comparison has the mask first and then what it is compared with.
        return {"index": index, "op": f"SCMP_CMP_{how}", "value": value, "valueTwo": mask}

    spaces = [1 << bit for bit in range(32) if _NAMESPACES >> bit & 1]
    return {
        "defaultAction": "SCMP_ACT_ALLOW",
        "syscalls": [
            rule(list(FORBIDDEN), errno.EPERM),
            rule(["clone3"], errno.ENOSYS),
            rule(["socket"], errno.EAFNOSUPPORT, compare(0, "NE", _UNIX)),
            *(rule(["clone"], errno.EPERM, compare(0, "MASKED_EQ", bit, bit)) for bit in spaces),
            *(rule(["ioctl"], errno.EPERM, compare(1, "EQ", word)) for word in _TERMINAL_INPUT),
        ],
    }


def _argument(index: int) -> int:
    """Where the lower half of a call's argument lies; both machines are little-endian."""
    return 16 + 8 * index


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
