"""Why a program failed, found in what it printed: some runtimes tell the cause first, some last.

Python ends with the exception; Node prints it above a trace and ends with its version; a JVM goes
on to tell what caused what; Go and Rust begin with the panic. A line that tells a cause as one of
them does is the cause; without any it is the last line that says something.
"""

import re
from typing import Final

_LONGEST: Final = 200
_BEFORE: Final = 3
"""Lines above the cause that tell where it is, as Node prints them."""
_CAUSES: Final = tuple(
    map(
        re.compile,
        (
            r"Caused by: \S",
            r"Exception in thread ",
            r"(panic|fatal error): \S",
            r"thread '.*' .*panicked at ",
            r"\s+what\(\): ",
            r"(Uncaught )?([\w$]+\.)*\w*(Error|Exception|Interrupt|Warning)\b(:|\s\[|\s*$)",
        ),
    )
)
"""How a line begins that tells a cause; what tells most comes first."""
_GOES_ON: Final = re.compile(r"thread '.*' .*panicked at \S+:$")
"""The message follows in the next line."""


def cause(printed: str) -> str:
    """The line that tells why, cut to a readable length; empty if nothing was printed."""
    lines = _said(printed)
    place = _place(lines)
    if place is None:
        return lines[-1].strip()[:_LONGEST] if lines else ""
    told = lines[place].strip()
    if _GOES_ON.match(told) and place + 1 < len(lines):
        told = f"{told} {lines[place + 1].strip()}"
    return told[:_LONGEST]


def around_cause(printed: str, most: int) -> list[str]:
    """At most so many lines: the last ones, or if the cause is not among them those around it."""
    lines = [line.rstrip() for line in _said(printed)]
    place = _place(lines)
    begin = max(0, len(lines) - most)
    if place is not None and place < begin:
        begin = max(0, place - min(_BEFORE, most - 1))
    return lines[begin : begin + most]


def _said(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if line.strip()]


def _place(lines: list[str]) -> int | None:
    """Where the cause is told, the last time that something was as telling."""
    for pattern in _CAUSES:
        found = [number for number, line in enumerate(lines) if pattern.match(line)]
        if found:
            return found[-1]
    return None
