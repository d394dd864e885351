"""The system-call filter, carried out by a small interpreter of its language."""

import errno
import platform
import re
import struct
from pathlib import Path
from typing import Final

import pytest

from referee.isolation import seccomp
from referee.isolation.calls import FORBIDDEN, Form, allowed, rules

ALLOW, KILL = 0x7FFF0000, 0x80000000
MACHINES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HIGHEST: Final = 600
HEADERS: Final = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), r"__NR_"),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"), r"__NR(?:3264)?_"),
}


def failing(number: int) -> int:
    return 0x00050000 | number


def number_of(machine: str, call: str) -> int:
    number = allowed(Form.PREPARE)[call][seccomp.COLUMNS.index(machine)]
    assert number is not None
    return number


def judged(
    machine: str,
    call: int | str,
    *arguments: int,
    architecture: int | None = None,
    form: Form = Form.PLAY,
) -> int:
    """What the filter says to a call."""
    call = number_of(machine, call) if isinstance(call, str) else call
    data = struct.pack("=iIQ", call, architecture or MACHINES[machine], 0)
    data += struct.pack("=6Q", *arguments, *[0] * (6 - len(arguments)))
    code = list(struct.iter_unpack("=HBBI", seccomp.program(machine, form)))
    place = value = 0
    while True:
        kind, if_true, if_false, operand = code[place]
        place += 1
        if kind == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif kind == 0x06:
            return int(operand)
        elif kind == 0x05:
            place += operand
        elif kind == 0x54:
            value &= operand
        else:
            holds = {0x15: value == operand, 0x35: value >= operand}[kind]
            place += if_true if holds else if_false


ON_EACH: Final = pytest.mark.parametrize("machine", MACHINES)
ENOSYS, EPERM = failing(errno.ENOSYS), failing(errno.EPERM)


@ON_EACH
@pytest.mark.parametrize("form", Form)
def test_every_number_is_allowed_forbidden_or_not_there(machine: str, form: Form) -> None:
    column = seccomp.COLUMNS.index(machine)
    listed = {numbers[column] for numbers in allowed(form).values()}
    forbidden = {numbers[column] for numbers in FORBIDDEN.values()}
    ruled = {allowed(form)[name][column] for name in rules(form)}

    for number in (*range(HIGHEST), 0x3FFFFFFF):
        said = judged(machine, number, form=form)
        if number in forbidden:
            assert said == EPERM, number
        elif number not in listed:
            assert said == ENOSYS, number
        elif number not in ruled:
            assert said == ALLOW, number


def test_nothing_is_both_allowed_and_forbidden() -> None:
    assert not FORBIDDEN.keys() & allowed(Form.PREPARE).keys()
    assert allowed(Form.PLAY).keys() < allowed(Form.PREPARE).keys()
    assert all(rules(form).keys() <= allowed(form).keys() for form in Form)


@ON_EACH
@pytest.mark.parametrize("form", Form)
def test_an_argument_is_judged_as_its_rule_says(machine: str, form: Form) -> None:
    for name, rule in rules(form).items():
        if allowed(form)[name][seccomp.COLUMNS.index(machine)] is None:
            continue
        before = [0] * rule.argument
        for value in (*range(2048), *rule.allowed, 0x5412, 0x20000, 1 << 31, 0xFFFFFFFF):
            expected = ALLOW if value & rule.mask in rule.allowed else failing(rule.failure)
            for upper in (0, 0xFFFFFFFF):
                said = judged(machine, name, *before, upper << 32 | value, form=form)
                assert said == expected, (name, value)


@ON_EACH
def test_sockets_are_unix_sockets(machine: str) -> None:
    for call in ("socket", "socketpair"):
        assert judged(machine, call, 1) == ALLOW
        for family in (0, 2, 10, 16, 17, 31, 38, 40, 44):
            assert judged(machine, call, family) == failing(errno.EAFNOSUPPORT)
            assert judged(machine, call, family, form=Form.PREPARE) != ALLOW


@ON_EACH
def test_only_what_fetches_opens_sockets_of_the_internet(machine: str) -> None:
    for family in (1, 2, 10):
        assert judged(machine, "socket", family, form=Form.FETCH) == ALLOW
    for family in (16, 17, 40):
        assert judged(machine, "socket", family, form=Form.FETCH) != ALLOW


@ON_EACH
def test_threads_and_children_are_made_but_no_namespaces(machine: str) -> None:
    assert judged(machine, "clone", 0x003D0F00) == ALLOW  # a thread
    assert judged(machine, "clone", 0x01200011) == ALLOW  # a child
    assert judged(machine, "clone", 0x1000 | 17) == EPERM  # with a handle, which is a count
    for flag in (0x20000, 0x2000000, 0x10000000, 0x20000000, 0x40000000):
        assert judged(machine, "clone", flag | 17) == EPERM
    assert judged(machine, 435) == ENOSYS


@ON_EACH
def test_nobody_types_into_terminals(machine: str) -> None:
    assert judged(machine, "ioctl", 0, 0x5401) == ALLOW
    for word in (0x5412, 0x541C, 0xFFFFFFFF00005412, 0x5414, 0x540E, 0x5437):
        assert judged(machine, "ioctl", 0, word) == failing(errno.ENOTTY)


@ON_EACH
def test_files_are_locked_and_watched_where_something_is_compiled_and_not_in_play(
    machine: str,
) -> None:
    for call in ("flock", "inotify_init1", "fadvise64", "readahead"):
        assert judged(machine, call) == ENOSYS
        assert judged(machine, call, form=Form.PREPARE) == ALLOW
    for command in (5, 6, 7, 36, 37, 38):  # F_GETLK to F_OFD_SETLKW
        assert judged(machine, "fcntl", 0, command) == failing(errno.EINVAL)
        assert judged(machine, "fcntl", 0, command, form=Form.PREPARE) == ALLOW
    for command in (1024, 1025, 1026, 1036, 1038):  # leases, notes, hints on how long data lives
        for form in Form:
            assert judged(machine, "fcntl", 0, command, form=form) == failing(errno.EINVAL)


@ON_EACH
@pytest.mark.parametrize("form", Form)
def test_the_page_cache_is_neither_asked_nor_told(machine: str, form: Form) -> None:
    for advice in (3, 9, 12, 20, 21, 22, 25, 100, 101):  # WILLNEED to SOFT_OFFLINE
        assert judged(machine, "madvise", 0, 0, advice, form=form) == failing(errno.EINVAL)
    for call in ("preadv2", "pwritev2"):
        assert judged(machine, call, form=form) == ALLOW
        for flag in (0x8, 0x80):  # RWF_NOWAIT, RWF_DONTCACHE
            assert judged(machine, call, 0, 0, 0, 0, 0, flag, form=form) != ALLOW
    for number in (451, 437):  # cachestat; openat2 with RESOLVE_CACHED asks for names
        assert judged(machine, number, form=form) == ENOSYS


@ON_EACH
def test_no_socket_tells_how_many_there_were(machine: str) -> None:
    for fact in (3, 4, 17, 30, 38, 39):
        assert judged(machine, "getsockopt", 0, 1, fact) == ALLOW
    for fact in (57, 71, 77):  # cookies of sockets and of namespaces, handles of peers
        assert judged(machine, "getsockopt", 0, 1, fact) == failing(errno.ENOPROTOOPT)


@ON_EACH
def test_a_call_through_another_table_ends_the_program(machine: str) -> None:
    assert judged(machine, 0, architecture=0x40000003) == KILL
    if machine == "x86_64":
        for number in (0, 101, 520):
            assert judged(machine, 0x40000000 | number) == KILL


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    header, prefix = HEADERS[machine]
    if not header.exists():
        pytest.skip(f"no {header} here")
    known = dict(re.findall(rf"#define {prefix}(\w+)\s+(\d+)", header.read_text()))
    known["newfstatat"] = known.get("newfstatat") or known["fstatat"]
    column = seccomp.COLUMNS.index(machine)

    for name, numbers in {**FORBIDDEN, **allowed(Form.PREPARE)}.items():
        if name in known:
            assert numbers[column] == int(known[name]), name
        elif (number := numbers[column]) is not None:
            assert number > max(map(int, known.values())) - 50, name


@ON_EACH
@pytest.mark.parametrize("form", Form)
def test_a_filter_is_smaller_than_the_kernel_takes(machine: str, form: Form) -> None:
    assert len(seccomp.program(machine, form)) // 8 < 4096 / 4


def test_a_machine_without_a_filter_has_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")

    assert not seccomp.supported()
