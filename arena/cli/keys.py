"""Keys of a terminal, one at a time, without waiting for the end of a line."""

import os
import re
import select
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from arena.errors import ArenaError

_NAMES: Final = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[1;2C": "shift-right",
    "\x1b[1;2D": "shift-left",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOH": "home",
    "\x1bOF": "end",
    "\x1b[5~": "shift-left",
    "\x1b[6~": "shift-right",
    "\r": "enter",
    "\n": "enter",
    "\x1b": "escape",
    "\x7f": "back",
}
_KEY: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|.", re.DOTALL)
_LONGEST: Final = 32
END: Final = "end-of-input"


class NoTerminal(ArenaError):
    """Keys cannot be read here."""


class Keys:
    """The keys that are pressed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting: deque[str] = deque()

    def next(self, timeout_s: float | None) -> str | None:
        """The next key by its name or as its sign; None if none came in time."""
        if self._waiting:
            return self._waiting.popleft()
        ready, _, _ = select.select([self._descriptor], [], [], timeout_s)
        if not ready:
            return None
        typed = os.read(self._descriptor, _LONGEST).decode(errors="replace")
        if not typed:
            return END
        self._waiting.extend(named(typed))
        return self._waiting.popleft()


def named(typed: str) -> list[str]:
    """The keys in what was typed: several, if somebody is quick."""
    return [_NAMES.get(one, one[0] if one[0] != "\x1b" else "?") for one in _KEY.findall(typed)]


@contextmanager
def keys() -> Iterator[Keys]:
    """The keys of this terminal, as long as the block lasts; then it is as it was."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(
            "to step through a match takes a terminal; arena replay MATCH --watch prints it all"
        )
    import termios  # noqa: PLC0415 - not everywhere
    import tty  # noqa: PLC0415

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield Keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
