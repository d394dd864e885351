"""Reads the archive that a sandbox hands back: plain files, folders, and links that stay inside.

The format is that of GNU tar, the few lines of it that a folder needs, read by own code: a library
for all of it knows hard links, devices, sparse files and headers of any length, and each has been
a way out. What is not a file, a folder or a link is refused, and every number and name is looked
at before it is used. How much is written, and where, is the business of `Filling`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from referee.bots.errors import BotError
from referee.bots.folders import Filling

_BLOCK: Final = 512
_CHUNK: Final = 1 << 20
_LONGEST: Final = 4096
"""Bytes of a path."""
_END: Final = bytes(_BLOCK)
_FILE, _LINK, _FOLDER, _LONG_NAME, _LONG_LINK = b"0", b"2", b"5", b"L", b"K"
_SUM: Final = slice(148, 156)


@dataclass(frozen=True)
class _Header:
    kind: bytes
    name: str
    target: str
    size: int
    executable: bool


def unpack(archive: BinaryIO, into: Filling, below: str = "") -> None:
    """Write what the archive holds, all of it `below` a folder there if one is named.

    BotError if anything in it is not as it should be.
    """
    name = ""
    try:
        while (header := _next(archive)) is not None:
            name = header.name.removeprefix("./").rstrip("/")
            _take(header, f"{below}/{name}" if below else name, archive, into)
        into.finish()
    except ValueError as error:
        raise BotError(f"{name!r} {error}" if name else f"it {error}") from None
    except FileExistsError:
        raise BotError(f"{name!r} comes twice") from None
    except NotADirectoryError:
        raise BotError(f"{name!r} lies in something that is no folder") from None


def _take(header: _Header, name: str, archive: BinaryIO, into: Filling) -> None:
    if header.name in (".", "./") and header.kind == _FOLDER:
        return  # the folder itself
    if header.kind == _FILE:
        content = _content(archive, header.size)
        into.file(name, content, executable=header.executable)
    elif header.kind == _FOLDER:
        into.subfolder(name)
    elif header.kind == _LINK:
        into.link(name, header.target)
    else:
        raise ValueError("is no plain file, no folder and no link")


def _next(archive: BinaryIO) -> _Header | None:
    """The next thing in the archive, with the long names that stand before it."""
    name = target = ""
    while True:
        block = _exactly(archive, _BLOCK)
        if block == _END:
            return None
        header = _header(block)
        if header.kind == _LONG_NAME:
            name = _long(archive, header.size)
        elif header.kind == _LONG_LINK:
            target = _long(archive, header.size)
        else:
            return _Header(
                header.kind,
                name or header.name,
                target or header.target,
                header.size,
                header.executable,
            )


def _header(block: bytes) -> _Header:
    plain = block[: _SUM.start] + b" " * 8 + block[_SUM.stop :]
    if _number(block[_SUM]) != sum(plain):
        raise ValueError("is followed by something that is no archive")
    kind = block[156:157]
    return _Header(
        kind=_FILE if kind == b"\0" else kind,
        name=_text(block[:100]),
        target=_text(block[157:257]),
        size=_number(block[124:136]),
        executable=bool(_number(block[100:108]) & 0o111),
    )


def _content(archive: BinaryIO, size: int) -> Iterator[bytes]:
    left = size
    while left:
        chunk = _exactly(archive, min(left, _CHUNK))
        left -= len(chunk)
        yield chunk
    _exactly(archive, -size % _BLOCK)


def _long(archive: BinaryIO, size: int) -> str:
    if size > _LONGEST:
        raise ValueError("is followed by a name that is too long")
    return _text(b"".join(_content(archive, size)))


def _exactly(archive: BinaryIO, size: int) -> bytes:
    data = archive.read(size)
    if len(data) != size:
        raise ValueError("is cut off")
    return data


def _text(data: bytes) -> str:
    try:
        return data.partition(b"\0")[0].decode()
    except UnicodeDecodeError:
        raise ValueError("is followed by a name that is no text") from None


def _number(data: bytes) -> int:
    digits = data.strip(b" \0")
    if not digits.isdigit() or any(one > ord("7") for one in digits):
        raise ValueError("is followed by a number that is none")
    return int(digits, 8)
