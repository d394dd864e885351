"""Reads a zip archive: plain files, folders, and links that stay inside.

Own code, as for tar: a library believes the directory of the archive, however long it says it is,
and knows kinds of packing that need much memory. What counts is the directory at the end, of one
disk, with sizes below 4 GB, and files that are stored or deflated; everything else is refused.
"""

import os
import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from referee.bots.errors import BotError
from referee.bots.folders import MOST_FILES, Filling

_END: Final = struct.Struct("<4s4H2LH")
_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_END_MARK, _ENTRY_MARK, _LOCAL_MARK = b"PK\5\6", b"PK\1\2", b"PK\3\4"
_LONGEST_COMMENT: Final = 65535
_LARGE: Final = 0xFFFFFFFF
_MOST_DIRECTORY: Final = 32 * 1024 * 1024
_LONGEST_LINK: Final = 4096
_CHUNK: Final = 1 << 16
_ENCRYPTED: Final = 0x1
_UTF8: Final = 0x800
_STORED, _DEFLATED = 0, 8
_UNIX: Final = (3, 19)
"""Systems whose files have modes."""


@dataclass(frozen=True)
class _Entry:
    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    mode: int
    """As on Unix; 0 if it tells none."""
    offset: int


def unzip(archive: BinaryIO, into: Filling) -> None:
    """Write what the archive holds; BotError if anything in it is not as it should be."""
    name = ""
    try:
        for entry in _directory(archive):
            name = entry.name
            _take(archive, entry, into)
        name = ""
        into.finish()
    except (ValueError, zlib.error, struct.error) as error:
        told = str(error) if isinstance(error, ValueError) else "is damaged"
        raise BotError(f"{name!r} {told}" if name else f"it {told}") from None
    except FileExistsError:
        raise BotError(f"{name!r} comes twice") from None
    except NotADirectoryError:
        raise BotError(f"{name!r} lies in something that is no folder") from None


def _take(archive: BinaryIO, entry: _Entry, into: Filling) -> None:
    if "\\" in entry.name:
        raise ValueError("holds a backslash; pack it with / between folders")
    if entry.flags & _ENCRYPTED:
        raise ValueError("is encrypted; pack it without a password")
    kind = stat.S_IFMT(entry.mode)
    if entry.name.endswith("/"):
        into.subfolder(entry.name.rstrip("/"))
    elif kind == stat.S_IFLNK:
        if entry.size > _LONGEST_LINK:
            raise ValueError("is a link that is too long")
        target = b"".join(_content(archive, entry))
        into.link(entry.name, target.decode())
    elif kind in (0, stat.S_IFREG):
        into.expect(entry.size)
        runs = bool(entry.mode & 0o111)
        into.file(entry.name, _content(archive, entry), executable=runs)
    else:
        raise ValueError("is no plain file, no folder and no link")


def _directory(archive: BinaryIO) -> Iterator[_Entry]:
    """What the archive says it holds."""
    length, count, size, offset = _end(archive)
    archive.seek(offset)
    data = archive.read(size)
    if len(data) != size:
        raise ValueError("is cut off")
    at = 0
    left = length
    for _ in range(count):
        (mark, made, _, flags, method, _, _, crc, packed, whole, *lengths, _, _, outer, start) = (
            _ENTRY.unpack_from(data, at)
        )
        if mark != _ENTRY_MARK or _LARGE in (packed, whole, start):
            raise ValueError("is damaged, or larger than 4 GB")
        left -= packed
        if left < 0:
            raise ValueError("is damaged: its files overlap")
        at += _ENTRY.size
        raw = data[at : at + lengths[0]]
        at += sum(lengths)
        mode = outer >> 16 if made >> 8 in _UNIX else 0
        name = raw.decode("utf-8" if flags & _UTF8 else "cp437")
        yield _Entry(name, flags, method, crc, packed, whole, mode, start)


def _end(archive: BinaryIO) -> tuple[int, int, int, int]:
    """How long it is, how many entries there are, and the size and place of the directory."""
    length = archive.seek(0, os.SEEK_END)
    archive.seek(max(0, length - _END.size - _LONGEST_COMMENT))
    tail = archive.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise ValueError("is no zip archive, or cut off")
    _, disk, first, here, count, size, offset, _ = _END.unpack_from(tail, at)
    if disk or first or here != count:
        raise ValueError("is one of several parts")
    if count > MOST_FILES or size > _MOST_DIRECTORY:
        raise ValueError(f"is over the bound of {MOST_FILES:,} files")
    return length, count, size, offset


def _content(archive: BinaryIO, entry: _Entry) -> Iterator[bytes]:
    """What a file holds; ValueError unless it is as long as it says, and whole."""
    archive.seek(entry.offset)
    mark, *_, name, extra = _LOCAL.unpack(archive.read(_LOCAL.size))
    if mark != _LOCAL_MARK:
        raise ValueError("is damaged")
    archive.seek(entry.offset + _LOCAL.size + name + extra)
    crc = total = 0
    for chunk in _inflated(archive, entry):
        crc, total = zlib.crc32(chunk, crc), total + len(chunk)
        if total > entry.size:
            raise ValueError("is longer than it says")
        yield chunk
    if (total, crc) != (entry.size, entry.crc):
        raise ValueError("is damaged")


def _inflated(archive: BinaryIO, entry: _Entry) -> Iterator[bytes]:
    if entry.method not in (_STORED, _DEFLATED):
        raise ValueError("is packed in an unusual way; pack it as zip does by itself")
    left = entry.packed
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if entry.method == _DEFLATED else None
    while left:
        chunk = archive.read(min(left, _CHUNK))
        if not chunk:
            raise ValueError("is cut off")
        left -= len(chunk)
        if unpacker is None:
            yield chunk
            continue
        while chunk:
            yield unpacker.decompress(chunk, _CHUNK)
            chunk = unpacker.unconsumed_tail
        if unpacker.unused_data or (unpacker.eof and left):
            raise ValueError("is damaged")  # and what follows would be kept, a copy for each chunk
    if unpacker is not None:
        yield unpacker.flush()
