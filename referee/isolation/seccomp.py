"""The system-call filter of a sandbox, written as classic BPF without any library.

The filter is an allow list, `calls`, over namespaces that already hold. A call through another
architecture's table, or x32's, ends the program; one that is forbidden fails with EPERM; one that
is not listed does not exist (ENOSYS). So `clone3`, which passes its flags in memory where a filter
cannot look, is not there, upon which every libc falls back to `clone`.

The number of a call is looked up by halves, so that a call costs eight comparisons and not three
hundred.
"""

import errno
import platform
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from referee.isolation.calls import FORBIDDEN, Form, Rule, allowed, rules

_LOAD, _EQUAL, _AT_LEAST, _AND, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x05, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_X32: Final = 0x40000000
_WHOLE: Final = 0xFFFFFFFF

_AUDIT: Final[Mapping[str, int]] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
COLUMNS: Final = ("x86_64", "aarch64")
"""The machines for which `calls` has numbers, in its order."""

_Code = list[bytes]
_Span = tuple[int, _Code]
"""From a number on, up to the next span's, this is to be done."""


def supported() -> bool:
    """Whether there is a filter for this machine."""
    return platform.machine() in _AUDIT


@lru_cache(maxsize=8)
def program(machine: str = "", form: Form = Form.PLAY) -> bytes:
    """The filter for a machine, as the kernel takes it."""
    machine = machine or platform.machine()
    lines = [
        _line(_LOAD, _ARCHITECTURE),
        _line(_EQUAL, _AUDIT[machine], 1, 0),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER),
    ]
    if machine == "x86_64":
        lines += [_line(_AT_LEAST, _X32, 0, 1), _line(_RETURN, _KILL)]
    return b"".join(lines + _search(_spans(COLUMNS.index(machine), form)))


def profile(form: Form = Form.PLAY) -> dict[str, object]:
    """The same filter as container engines take it, by names; they add the architecture.

    An argument that is not allowed makes the call one that is not listed: an engine can give
    values that are refused an error of their own only one by one.
    """
    ruled = rules(form)
    plain = [name for name in allowed(form) if name not in ruled]
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.ENOSYS,
        "syscalls": [
            {"names": list(FORBIDDEN), "action": "SCMP_ACT_ERRNO", "errnoRet": errno.EPERM},
            {"names": plain, "action": "SCMP_ACT_ALLOW"},
            *(_allowing(name, rule, one) for name, rule in ruled.items() for one in rule.allowed),
        ],
    }


def _allowing(name: str, rule: Rule, value: int) -> dict[str, object]:
    # A masked comparison has the mask first and then what it is compared with.
    compared = {"index": rule.argument, "op": "SCMP_CMP_MASKED_EQ"}
    argument = {**compared, "value": rule.mask, "valueTwo": value}
    return {"names": [name], "action": "SCMP_ACT_ALLOW", "args": [argument]}


def _spans(column: int, form: Form) -> list[_Span]:
    """What is done with every number from 0 on, neighbours of one fate together."""
    refused, missing = [_line(_RETURN, _FAIL | error) for error in (errno.EPERM, errno.ENOSYS)]
    ruled = rules(form)
    fates: dict[int, _Code] = {}
    for numbers in FORBIDDEN.values():
        if (number := numbers[column]) is not None:
            fates[number] = [refused]
    for name, numbers in allowed(form).items():
        if (number := numbers[column]) is not None:
            fates[number] = _judge(ruled[name]) if name in ruled else [_line(_RETURN, _ALLOW)]
    spans: list[_Span] = []
    for number in range(max(fates) + 2):
        fate = fates.get(number, [missing])
        if not spans or spans[-1][1] != fate:
            spans.append((number, fate))
    return spans


def _search(spans: Sequence[_Span]) -> _Code:
    """Find the span of the number that is loaded, by halves, and do what it says."""
    if len(spans) == 1:
        return spans[0][1]
    middle = len(spans) // 2
    below, above = _search(spans[:middle]), _search(spans[middle:])
    return [
        _line(_AT_LEAST, spans[middle][0], 0, 1),
        _line(_JUMP, len(below)),  # a conditional jump reaches 255 lines only
        *below,
        *above,
    ]


def _judge(rule: Rule) -> _Code:
    """Load an argument, allow it if it is one of those, else fail."""
    code = [_line(_LOAD, _argument(rule.argument))]
    if rule.mask != _WHOLE:
        code.append(_line(_AND, rule.mask))
    count = len(rule.allowed)
    code += [_line(_EQUAL, one, count - place, 0) for place, one in enumerate(rule.allowed)]
    return [*code, _line(_RETURN, _FAIL | rule.failure), _line(_RETURN, _ALLOW)]


def _argument(index: int) -> int:
    """Where the lower half of a call's argument lies; both machines are little-endian."""
    return 16 + 8 * index


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
