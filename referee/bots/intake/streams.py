"""What was squeezed, as it was before: streams that give no more at once than they are asked for.

The sizes that such data tells of itself are not believed. How much comes out in all is bounded by
whoever writes it down; how much memory it takes to get there is bounded here.
"""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from typing import BinaryIO, Final, cast

from referee.bots.errors import BotError

_CHUNK: Final = 1 << 16
_MEMORY: Final = 128 * 1024 * 1024
"""What unpacking xz may take; its strongest usual level wants half of it."""


class _Careful:
    """A stream whose errors are those of an archive."""

    def __init__(self, read: Callable[[int], bytes], kind: str) -> None:
        self._read = read
        self._kind = kind

    def read(self, size: int) -> bytes:
        """So many bytes, or fewer at the end."""
        parts: list[bytes] = []
        try:
            while size and (part := self._read(size)):
                parts.append(part)
                size -= len(part)
        except (OSError, EOFError, zlib.error, lzma.LZMAError):
            raise BotError(f"it is damaged, or no {self._kind}") from None
        return b"".join(parts)


def gunzipped(file: BinaryIO) -> BinaryIO:
    """What gzip packed."""
    return cast("BinaryIO", _Careful(gzip.GzipFile(fileobj=file, mode="rb").read, "gzip"))


def bunzipped(file: BinaryIO) -> BinaryIO:
    """What bzip2 packed."""
    return cast("BinaryIO", _Careful(bz2.BZ2File(file).read, "bzip2"))


def unxzed(file: BinaryIO) -> BinaryIO:
    """What xz packed."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)

    def read(size: int) -> bytes:
        while not unpacker.eof:
            more = file.read(_CHUNK) if unpacker.needs_input else b""
            if unpacker.needs_input and not more:
                raise EOFError
            if part := unpacker.decompress(more, size):
                return part
        return b""

    return cast("BinaryIO", _Careful(read, "xz"))
