"""The system-call filter, carried out by a small interpreter of its language."""

import errno
import platform
import re
import struct
from pathlib import Path
from typing import Final

import pytest

from referee.isolation import seccomp

ALLOW, KILL = 0x7FFF0000, 0x80000000
MACHINES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SOCKET: Final = {"x86_64": 41, "aarch64": 198}
CLONE: Final = {"x86_64": 56, "aarch64": 220}
IOCTL: Final = {"x86_64": 16, "aarch64": 29}
HEADERS: Final = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), r"__NR_"),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"), r"__NR(?:3264)?_"),
}


def failing(number: int) -> int:
    return 0x00050000 | number


def judged(machine: str, call: int, *arguments: int, architecture: int | None = None) -> int:
    """What the filter says to a call."""
    data = struct.pack("=iIQ", call, architecture or MACHINES[machine], 0)
    data += struct.pack("=6Q", *arguments, *[0] * (6 - len(arguments)))
    code = list(struct.iter_unpack("=HBBI", seccomp.program(machine)))
    place = value = 0
    while True:
        kind, if_true, if_false, operand = code[place]
        place += 1
        if kind == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif kind == 0x06:
            return int(operand)
        else:
            holds = {0x15: value == operand, 0x35: value >= operand, 0x45: value & operand}[kind]
            place += if_true if holds else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_every_forbidden_call_fails(machine: str) -> None:
    column = list(MACHINES).index(machine)

    for numbers in seccomp.FORBIDDEN.values():
        number = numbers[column]
        if number is not None:
            assert judged(machine, number) == failing(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
def test_sockets_are_unix_sockets(machine: str) -> None:
    assert judged(machine, SOCKET[machine], 1) == ALLOW
    for family in (2, 10, 16, 17, 40):
        assert judged(machine, SOCKET[machine], family) == failing(errno.EAFNOSUPPORT)


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_and_children_are_made_but_no_namespaces(machine: str) -> None:
    assert judged(machine, CLONE[machine], 0x003D0F00) == ALLOW  # a thread
    assert judged(machine, CLONE[machine], 0x01200011) == ALLOW  # a child
    for flag in (0x20000, 0x2000000, 0x10000000, 0x20000000, 0x40000000):
        assert judged(machine, CLONE[machine], flag | 17) == failing(errno.EPERM)
    assert judged(machine, 435) == failing(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
def test_nobody_types_into_terminals(machine: str) -> None:
    assert judged(machine, IOCTL[machine], 0, 0x5401) == ALLOW
    assert judged(machine, IOCTL[machine], 0, 0x5412) == failing(errno.EPERM)
    assert judged(machine, IOCTL[machine], 0, 0x541C) == failing(errno.EPERM)
    assert judged(machine, IOCTL[machine], 0, 0xFFFFFFFF00005412) == failing(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_call_through_another_table_ends_the_program(machine: str) -> None:
    assert judged(machine, 0, architecture=0x40000003) == KILL
    if machine == "x86_64":
        assert judged(machine, 0x40000000 | 101) == KILL


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    header, prefix = HEADERS[machine]
    if not header.exists():
        pytest.skip(f"no {header} here")
    known = dict(re.findall(rf"#define {prefix}(\w+)\s+(\d+)", header.read_text()))
    column = list(MACHINES).index(machine)

    for name, numbers in seccomp.FORBIDDEN.items():
        if name in known:
            assert numbers[column] == int(known[name]), name


def test_a_machine_without_a_filter_has_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")

    assert not seccomp.supported()
