"""What a person types: whole lines, and on a terminal the arrow keys as well."""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from arena.text import safe

UP, DOWN, ENTER, ERASE, STOP, LEAVE = "up", "down", "enter", "erase", "stop", "leave"
_NAMED: Final = {
    b"\x1b[A": UP,
    b"\x1bOA": UP,
    b"\x1b[B": DOWN,
    b"\x1bOB": DOWN,
    b"\r": ENTER,
    b"\n": ENTER,
    b"\x7f": ERASE,
    b"\x08": ERASE,
    b"\x03": STOP,
    b"\x04": LEAVE,
}
_REST_S: Final = 0.05
"""What belongs to a key that sends several bytes comes within this time."""


class Reader:
    """Reads what is typed. Plain, it reads lines; else a line can be chosen with the arrows."""

    def __init__(self, stream: TextIO, out: TextIO, *, plain: bool) -> None:
        self._stream = stream
        self._out = out
        self.keys: Final = not plain and stream.isatty() and out.isatty()
        """Whether arrow keys are understood."""

    def line(self, prompt: str, chosen: Callable[[int], str]) -> str:
        """What was typed, or what was chosen: `chosen` tells the words of a place in a list.

        EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
        """
        if self.keys:
            return self._typed(prompt, chosen)
        self._out.write(prompt)
        self._out.flush()
        text = self._stream.readline()
        if not text:
            raise EOFError
        if not self._stream.isatty():
            self._out.write(f"{safe(text.rstrip())}\n")  # a terminal shows what is typed
        return text.strip()

    def _typed(self, prompt: str, chosen: Callable[[int], str]) -> str:
        text, place = "", 0
        with _raw(self._stream):
            self._show(prompt, text)
            for key in self._pressed():
                if key == ENTER:
                    self._out.write("\r\n")
                    self._out.flush()
                    return text.strip()
                if key == STOP:
                    raise KeyboardInterrupt
                if key == LEAVE and not text:
                    raise EOFError
                if key in (UP, DOWN):
                    place += 1 if key == DOWN else -1
                    text = chosen(place)
                elif key == ERASE:
                    text = text[:-1]
                elif len(key) == 1 and key.isprintable():
                    text += key
                self._show(prompt, text)
        raise EOFError

    def _show(self, prompt: str, text: str) -> None:
        self._out.write(f"\r\x1b[K{prompt}{text}")
        self._out.flush()

    def _pressed(self) -> Iterator[str]:
        """Key after key; printable ones as themselves."""
        number = self._stream.fileno()
        while got := os.read(number, 1):
            if got == b"\x1b":
                while select.select([number], [], [], _REST_S)[0] and len(got) < len(b"\x1b[A"):
                    got += os.read(number, 1)
            yield _NAMED.get(got) or got.decode("ascii", errors="ignore")


@contextmanager
def _raw(stream: TextIO) -> Iterator[None]:
    """Every key at once, and none of them shown; as it was, when the block ends."""
    number = stream.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setraw(number, termios.TCSADRAIN)
        mode = termios.tcgetattr(number)
        mode[1] = before[1]  # what is written is treated as before
        termios.tcsetattr(number, termios.TCSADRAIN, mode)
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def standard(*, plain: bool) -> Reader:
    """From standard input."""
    return Reader(sys.stdin, sys.stdout, plain=plain)
