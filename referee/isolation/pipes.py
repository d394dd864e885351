"""A program's standard input and output, for one that is spoken to through them."""

import asyncio
import fcntl
import struct
import termios
from dataclasses import dataclass
from typing import IO, Final, Self

_BUFFER_BYTES: Final = 64 * 1024


class _Flow(asyncio.BaseProtocol):
    """Knows whether there is room for more, and whether anybody is left to read it."""

    def __init__(self) -> None:
        self.room = asyncio.Event()
        self.room.set()
        self.lost = False

    def pause_writing(self) -> None:
        self.room.clear()

    def resume_writing(self) -> None:
        self.room.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        self.room.set()


@dataclass
class Pipes:
    """Both, as the referee's event loop sees them."""

    _words: asyncio.StreamReader
    _flow: _Flow
    _input: asyncio.WriteTransport
    _descriptor: int
    """Of the end of the pipe that is written to."""
    _readers: tuple[asyncio.BaseTransport, ...] = ()

    @classmethod
    async def opened(cls, words: IO[bytes], told: IO[bytes]) -> Self:
        """The pipe that a program writes to, and the one that it reads from."""
        loop = asyncio.get_running_loop()
        reader, transport = await reader_of(words)
        sender, flow = await loop.connect_write_pipe(_Flow, told)
        return cls(reader, flow, sender, told.fileno(), (transport,))

    async def read(self, most: int) -> bytes:
        return await self._words.read(most)

    async def write(self, data: bytes) -> None:
        self.send(data)
        await self._flow.room.wait()

    def send(self, data: bytes) -> None:
        """Write without waiting; to a program that is gone nothing is written."""
        if not self._flow.lost:
            self._input.write(data)

    @property
    def gone(self) -> bool:
        return self._flow.lost

    def unread(self) -> int:
        if self._flow.lost:
            return 0
        try:
            count = fcntl.ioctl(self._descriptor, termios.FIONREAD, struct.pack("i", 0))
        except OSError:  # this system does not tell
            return 0
        in_pipe: int = struct.unpack("i", count)[0]
        return in_pipe + self._input.get_write_buffer_size()

    def close(self) -> None:
        self._input.close()

    def abandon(self) -> None:
        """Let go of both ends."""
        if not self._flow.lost:
            self._input.abort()
        for transport in self._readers:
            transport.close()


async def reader_of(pipe: IO[bytes]) -> tuple[asyncio.StreamReader, asyncio.ReadTransport]:
    """A pipe that a program writes to, to be read from, and what holds it open."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(_BUFFER_BYTES)
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader, transport
