"""What a bot printed: all of it is read, the beginning and the end are kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from referee.bots.cause import cause

HEAD_BYTES: Final = 64 * 1024
TAIL_BYTES: Final = 64 * 1024


@dataclass
class Output:
    """The output of one process; positions in it are counts of bytes from its start."""

    _head: bytearray = field(default_factory=bytearray)
    _tail: bytearray = field(default_factory=bytearray)
    size: int = 0
    """How much was printed so far."""
    watcher: Callable[[], None] | None = None
    """Called when more was printed."""

    def add(self, data: bytes) -> None:
        """Take in what was just printed."""
        self.size += len(data)
        room = HEAD_BYTES - len(self._head)
        self._head += data[:room]
        self._tail += data[max(0, room) :]
        if len(self._tail) > 2 * TAIL_BYTES:
            del self._tail[:-TAIL_BYTES]
        if self.watcher is not None:
            self.watcher()

    def since(self, start: int) -> str:
        """What was printed from position `start` on; a gap is marked where bytes were dropped."""
        kept_from = self.size - len(self._tail)
        head = bytes(self._head[start:])
        tail = bytes(self._tail[max(0, start - kept_from) :])
        dropped = kept_from - max(start, len(self._head))
        gap = b"\n[... %d bytes dropped ...]\n" % dropped if dropped > 0 else b""
        return (head + gap + tail).decode(errors="replace")

    def last_line(self) -> str:
        """The last line that says something, cut to a readable length."""
        lines = [line.strip() for line in self.since(max(0, self.size - 4096)).splitlines()]
        said = [line for line in lines if line]
        return said[-1][:200] if said else ""

    def cause(self) -> str:
        """The line that tells why the program failed, among the last that it printed."""
        return cause(self.since(max(0, self.size - 16384)))
