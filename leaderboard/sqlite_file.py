"""What can be told about an SQLite file without changing a byte of it.

SQLite itself is not asked before the header says that the file is ours: opening a database in WAL
mode makes files beside it, and closing it may fold a foreign log into it.
https://www.sqlite.org/fileformat.html#the_database_header
"""

import fcntl
import hashlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from leaderboard.errors import (
    DamagedDatabase,
    DatabaseError,
    DatabaseGone,
    DiskFull,
    ForeignDatabase,
    LockedDatabase,
    NewerDatabase,
    NotADatabase,
    ReadOnlyDatabase,
    UnreachableDatabase,
)

APPLICATION_ID: Final = 0x4172_656E
"""`Aren`: marks a file as ours (PRAGMA application_id)."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_PRIVATE: Final = 0o600
Identity = tuple[int, int]
"""Device and number of a file."""

_LOCKED: Final = "is being written by another program: wait until it is done"
_READ_ONLY: Final = "cannot be written: allow writing to the file and its folder"
_DAMAGED: Final = "is damaged ({error}): put back a copy"
_MEANINGS: Final[dict[int, tuple[type[DatabaseError], str]]] = {
    sqlite3.SQLITE_BUSY: (LockedDatabase, _LOCKED),
    sqlite3.SQLITE_LOCKED: (LockedDatabase, _LOCKED),
    sqlite3.SQLITE_READONLY: (ReadOnlyDatabase, _READ_ONLY),
    sqlite3.SQLITE_PERM: (ReadOnlyDatabase, _READ_ONLY),
    sqlite3.SQLITE_FULL: (DiskFull, "has no room left on its disk: free some, then go on"),
    sqlite3.SQLITE_IOERR: (DiskFull, "lies on a disk that fails or is full ({error}): see to it"),
    sqlite3.SQLITE_CORRUPT: (DamagedDatabase, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (DamagedDatabase, _DAMAGED),
    sqlite3.SQLITE_CANTOPEN: (
        UnreachableDatabase,
        "cannot be opened: allow reading and writing in its folder",
    ),
}


@dataclass(frozen=True, slots=True)
class Header:
    """What the first page says."""

    schema: int
    """Our schema version (PRAGMA user_version)."""
    size: int
    """Bytes the file must have."""


def examine(path: Path, newest_schema: int) -> int | None:
    """The schema version of our database at `path`; None if there is no file yet, or an empty one.

    Anything else is refused, untouched.
    """
    # Asked first: a log that is being folded in explains a file that looks torn.
    logged = pending(path)
    size = _size(path)
    if not size:
        return None
    header = _header(path, size)
    if header.schema > newest_schema:
        raise NewerDatabase(
            f"{path} was made by a newer arena (schema {header.schema}, this one knows "
            f"{newest_schema}): update the arena, or name another file with --db"
        )
    if not logged:
        if size < header.size:
            raise _damaged(path, f"{header.size - size} bytes are missing at its end")
        _probe(path)
    return header.schema


def uri(path: Path, mode: str) -> str:
    """The address by which SQLite opens `path` in a mode: `ro`, `rw`, `rwc` or `immutable`."""
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return f"file:{quote(str(path.absolute()))}?{query}"


def pending(path: Path) -> bool:
    """Whether a log beside the file holds changes that are not in it yet."""
    return any(
        beside.is_file() and beside.stat().st_size > 0
        for beside in (Path(f"{path}-wal"), Path(f"{path}-journal"))
    )


def make_private(path: Path) -> None:
    """Make the file before SQLite does, so that at no moment anybody else can read it.

    The files that SQLite puts beside it get the same permissions.
    """
    try:
        descriptor = os.open(path.resolve(), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
    except OSError as error:
        raise UnreachableDatabase(
            f"{path} cannot be made ({error.strerror}): name another file with --db"
        ) from error
    try:
        # One that was there, but empty, may be wider; not every file system can narrow it.
        with suppress(PermissionError):
            os.fchmod(descriptor, _PRIVATE)
    finally:
        os.close(descriptor)


def shared(path: Path) -> bool:
    """Whether others on this machine may read the file or write it."""
    return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def identity(path: Path) -> Identity | None:
    """What tells the file at `path` from any other that will ever lie there; None if none does."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def gone(place: object, *, replaced: bool) -> DatabaseGone:
    """The news that the file is not there any more that was opened."""
    what = "was replaced by another file" if replaced else "was deleted or moved"
    return DatabaseGone(
        f"{place} {what} while it was in use: what this run stored is lost, unless the file is "
        "still somewhere; put it back and resume, or begin again"
    )


@contextmanager
def held(path: Path, what: str) -> Iterator[bool]:
    """Whether nobody else holds `what` of the file now; it is let go with the block, or our end.

    Held is a file beside it: closing the file itself once more would undo the locks of SQLite.
    """
    beside = path.with_name(f"{path.name}-{hashlib.sha256(what.encode()).hexdigest()[:12]}.lock")
    while True:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            yield False
            return
        if identity(beside) == (os.fstat(descriptor).st_dev, os.fstat(descriptor).st_ino):
            break
        os.close(descriptor)  # who held it has removed it meanwhile
    try:
        yield True
    finally:
        beside.unlink(missing_ok=True)
        os.close(descriptor)


def writable(path: Path) -> bool:
    """Whether file (if there is one) and folder may be written."""
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(place, os.W_OK, effective_ids=effective)
        for place in (path, path.absolute().parent)
        if place.exists()
    )


def translate(error: BaseException, place: object) -> DatabaseError | None:
    """What an error of SQLite means to people; None if it is a bug of ours."""
    # The extended codes carry the plain one in their lowest byte.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code not in _MEANINGS:
        return None
    kind, what = _MEANINGS[code]
    return kind(f"{place} {what.format(error=error)}, or name another file with --db")


def read_only(place: object) -> ReadOnlyDatabase:
    """The refusal to write where it is not permitted."""
    return ReadOnlyDatabase(f"{place} {_READ_ONLY}, or name another file with --db")


def _size(path: Path) -> int | None:
    """The size of the file; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        if not path.absolute().parent.is_dir():
            raise UnreachableDatabase(
                f"the folder of {path} does not exist: make it first, "
                "or name another file with --db"
            ) from None
        return None
    except OSError as error:
        raise UnreachableDatabase(
            f"{path} cannot be reached ({error.strerror}): name another file with --db"
        ) from error
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
        raise NotADatabase(f"{path} is {kind}: name a file with --db")
    return found.st_size


def _header(path: Path, size: int) -> Header:
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER_SIZE)
    except PermissionError as error:
        raise UnreachableDatabase(
            f"{path} cannot be read: give yourself permission, or name another file with --db"
        ) from error
    if not head.startswith(_MAGIC[: len(head)]):
        raise NotADatabase(f"{path} is not an SQLite database: name another file with --db")
    if len(head) < _HEADER_SIZE:
        raise _damaged(path, f"only {size} bytes are left of it")

    def number(offset: int, width: int = 4) -> int:
        return int.from_bytes(head[offset : offset + width], "big")

    if number(68) != APPLICATION_ID:
        raise ForeignDatabase(
            f"{path} is a database of another program: name another file with --db"
        )
    page = 65_536 if number(16, 2) == 1 else number(16, 2)
    if page < 512 or page & (page - 1):
        raise _damaged(path, f"its page size of {page} is impossible")
    return Header(schema=number(60), size=page * number(28))


def _probe(path: Path) -> None:
    """Read the list of tables, without a lock and without leaving files beside `path`."""
    try:
        connection = sqlite3.connect(uri(path, "immutable"), uri=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            connection.close()
    except UnicodeDecodeError as error:  # SQLite quotes what it has read, whatever that is
        raise _damaged(path, "its list of tables cannot be read") from error
    except sqlite3.Error as error:
        raise translate(error, path) or _damaged(path, str(error)) from error


def _damaged(place: object, how: str) -> DamagedDatabase:
    what = _DAMAGED.format(error=how)
    return DamagedDatabase(f"{place} {what}, or name another file with --db")
