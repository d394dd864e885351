"""Reads the archive that a sandbox or an author hands in: files, folders, links that stay inside.

The formats are those of GNU tar and of POSIX, the few lines of them that a folder needs, read by
own code: a library for all of it knows hard links, devices, sparse files and headers of any
length, and each has been a way out. What is not a file, a folder or a link is refused, and every
number and name is looked at before it is used. How much is written, and where, is the business of
`Filling`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from referee.bots.errors import BotError
from referee.bots.folders import MOST_FILES, Filling

_BLOCK: Final = 512
_CHUNK: Final = 1 << 20
_LONGEST: Final = 4096
"""Bytes of a path."""
_LONGEST_NUMBER: Final = 16
_END: Final = bytes(_BLOCK)
_FILE, _LINK, _FOLDER, _LONG_NAME, _LONG_LINK = b"0", b"2", b"5", b"L", b"K"
_MORE, _MORE_FOR_ALL = b"x", b"g"
_BESIDES: Final = (_LONG_NAME, _LONG_LINK, _MORE, _MORE_FOR_ALL)
_LONGEST_MORE: Final = 64 * 1024
"""Bytes of what POSIX says of one file besides."""
_MOST_HEADERS: Final = 3 * MOST_FILES
"""Each file may have two that tell long names of it."""
_MOST_TOLD: Final = 16 * 1024 * 1024
"""Bytes of what headers say of all files besides."""
_POSIX: Final = b"ustar\0"
_SUM: Final = slice(148, 156)


@dataclass(frozen=True)
class _Header:
    kind: bytes
    name: str
    target: str
    size: int
    executable: bool


@dataclass
class _Bounds:
    """How many headers may come yet, and how much they may tell besides."""

    headers: int
    told: int

    def count(self, header: _Header) -> None:
        """ValueError if this header, or what it tells, is more than may come."""
        self.headers -= 1
        self.told -= min(header.size, _LONGEST_MORE) if header.kind in _BESIDES else 0
        if self.headers < 0 or self.told < 0:
            raise ValueError("is followed by too many headers")


def unpack(archive: BinaryIO, into: Filling, below: str = "") -> None:
    """Write what the archive holds, all of it `below` a folder there if one is named.

    BotError if anything in it is not as it should be.
    """
    name = ""
    bounds = _Bounds(_MOST_HEADERS, _MOST_TOLD)
    try:
        while (header := _next(archive, bounds)) is not None:
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
        into.expect(header.size)
        content = _content(archive, header.size)
        into.file(name, content, executable=header.executable)
    elif header.kind == _FOLDER:
        into.subfolder(name)
    elif header.kind == _LINK:
        into.link(name, header.target)
    else:
        raise ValueError("is no plain file, no folder and no link")


def _next(archive: BinaryIO, bounds: _Bounds) -> _Header | None:
    """The next thing in the archive, with the long names that stand before it."""
    told: dict[str, str] = {}
    while True:
        block = _exactly(archive, _BLOCK)
        if block == _END:
            return None
        header = _header(block)
        bounds.count(header)
        if header.kind == _LONG_NAME:
            told["path"] = _long(archive, header.size)
        elif header.kind == _LONG_LINK:
            told["linkpath"] = _long(archive, header.size)
        elif header.kind == _MORE:
            told |= _more(archive, header.size)
        elif header.kind == _MORE_FOR_ALL:
            _more(archive, header.size)  # where it comes from: no file depends on it
        else:
            return replace(
                header,
                name=told.get("path", header.name),
                target=told.get("linkpath", header.target),
                size=_number_of(told.get("size"), header.size),
            )


def _more(archive: BinaryIO, size: int) -> dict[str, str]:
    """What POSIX says of the next file: lines that begin with their own length."""
    if size > _LONGEST_MORE:
        raise ValueError("is followed by a header that is too long")
    whole = b"".join(_content(archive, size))
    told = {}
    at = 0
    while at < len(whole):
        digits = whole[at : at + _LONGEST_NUMBER].partition(b" ")[0]
        line = whole[at : at + _number_of(digits.decode("ascii", "replace"), 0)]
        if not line.endswith(b"\n"):
            raise ValueError("is followed by a header that is none")
        key, _, value = line.partition(b" ")[2][:-1].partition(b"=")
        if key.startswith(b"GNU.sparse"):
            raise ValueError("is followed by a file with holes")
        told[_text(key)] = _text(value)
        at += len(line)
    return told


def _number_of(text: str | None, otherwise: int) -> int:
    """A decimal number, if one is told."""
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) < _LONGEST_NUMBER):
        raise ValueError("is followed by a number that is none")
    return int(text)


def _header(block: bytes) -> _Header:
    plain = block[: _SUM.start] + b" " * 8 + block[_SUM.stop :]
    if _number(block[_SUM]) != sum(plain):
        raise ValueError("is followed by something that is no archive")
    kind = block[156:157]
    above = _text(block[345:500]) if block[257:263] == _POSIX else ""
    name = _text(block[:100])
    return _Header(
        kind=_FILE if kind == b"\0" else kind,
        name=f"{above}/{name}" if above else name,
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
