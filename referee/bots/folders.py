"""Folders that strangers had a hand in, by descriptor.

Whatever a bot's folder holds, and whatever a sandbox hands back, is data from a stranger. It is
reached and written below a folder that is held open, a part of the path at a time, and no part may
be a symbolic link. Only plain files are opened, and only after a look at what they are: a link, a
fifo or a device is told, never followed or waited for.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.bots.errors import BotError

MOST_FILES: Final = 50_000
MOST_BYTES: Final = 512 * 1024 * 1024
Parts = tuple[str, ...]
"""A path below a folder, each part a name."""
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK: Final = 1 << 20
_LONGEST_NAME: Final = 255
_DEEPEST: Final = 64
_KINDS: Final = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a fifo"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISDIR, "a folder"),
)


def parts_of(name: str) -> Parts:
    """A path below a folder, taken apart; ValueError if it is no such path."""
    parts = tuple(name.split("/"))
    if len(parts) > _DEEPEST:
        raise ValueError(f"is deeper than {_DEEPEST} folders")
    for part in parts:
        if part in ("", ".", "..") or "\0" in part:
            raise ValueError("is no path inside a folder")
        try:
            length = len(part.encode())
        except UnicodeEncodeError:
            raise ValueError("is no text") from None
        if length > _LONGEST_NAME:
            raise ValueError(f"is longer than {_LONGEST_NAME} bytes")
    return parts


def check_link(parts: Parts, target: str) -> None:
    """ValueError if a link at `parts` could lead out of its folder, be there what other links.

    Upwards only at the beginning, and not above the folder: `d/../x` is not what it seems if `d`
    is a link as well.
    """
    words = target.split("/")
    ups = 0
    while ups < len(words) and words[ups] == "..":
        ups += 1
    try:
        if ups >= len(parts):
            raise ValueError(target)
        if words[ups:]:
            parts_of("/".join(words[ups:]))
    except ValueError:
        raise ValueError("is a link that leads out of its folder") from None


@contextmanager
def folder_at(path: Path) -> Iterator[int]:
    """A descriptor of the folder, for the length of the block; BotError if there is none."""
    try:
        folder = os.open(path, _FOLDER)
    except OSError as error:
        raise BotError(f"{path}: {error.strerror}") from None
    try:
        yield folder
    finally:
        os.close(folder)


def kind_of(mode: int) -> str:
    """What something is that is no plain file, in words."""
    return next((word for is_it, word in _KINDS if is_it(mode)), "no plain file")


def read_plain(folder: int, parts: Parts) -> "PlainFile":
    """The plain file there, open; ValueError if it is none, OSError if it cannot be read."""
    with _way(folder, parts[:-1]) as parent:
        seen = os.lstat(parts[-1], dir_fd=parent)
        if not stat.S_ISREG(seen.st_mode):
            raise ValueError(f"is {kind_of(seen.st_mode)}")
        descriptor = os.open(parts[-1], _READ, dir_fd=parent)
    opened = os.fstat(descriptor)
    if not stat.S_ISREG(opened.st_mode):  # it was exchanged between the look and the opening
        os.close(descriptor)
        raise ValueError(f"is {kind_of(opened.st_mode)}")
    return PlainFile(descriptor, opened.st_size, bool(opened.st_mode & 0o111))


def read_link(folder: int, parts: Parts) -> str | None:
    """What the link there says; None if it is no link."""
    with _way(folder, parts[:-1]) as parent:
        if not stat.S_ISLNK(os.lstat(parts[-1], dir_fd=parent).st_mode):
            return None
        return os.readlink(parts[-1], dir_fd=parent)


@contextmanager
def folder_below(folder: int, name: str) -> Iterator[int]:
    """A descriptor of a folder in `folder`, for the length of the block; no link is one."""
    below = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
    try:
        yield below
    finally:
        os.close(below)


@dataclass(frozen=True)
class PlainFile:
    """An open file; to be read once."""

    descriptor: int
    size: int
    executable: bool

    def content(self) -> Iterator[bytes]:
        """Its bytes, just as many as its size said; ValueError if they became others."""
        try:
            left = self.size
            while chunk := os.read(self.descriptor, _CHUNK):
                left -= len(chunk)
                if left < 0:
                    break
                yield chunk
            if left != 0:
                raise ValueError("changed while it was read")
        finally:
            os.close(self.descriptor)

    def close(self) -> None:
        """Leave it unread."""
        os.close(self.descriptor)


@dataclass
class Filling:
    """A folder that is filled with what a stranger sent, within bounds.

    A second file of the same name is refused. Links come last, so that nothing is ever written
    through one.
    """

    folder: int
    files_left: int = MOST_FILES
    bytes_left: int = MOST_BYTES
    _links: list[tuple[Parts, str]] = field(default_factory=list, init=False)

    def expect(self, size: int) -> None:
        """ValueError if so many bytes are more than may come."""
        if size > self.bytes_left:
            raise ValueError(f"is over the bound of {MOST_BYTES >> 20} MB in all")

    def file(self, name: str, content: Iterable[bytes], *, executable: bool) -> None:
        """Write a plain file; ValueError if it is more than may come, or not allowed."""
        parts = parts_of(name)
        self._count()
        with _way(self.folder, parts[:-1], self._count) as parent:
            mode = 0o755 if executable else 0o644
            descriptor = os.open(parts[-1], _WRITE, mode, dir_fd=parent)
        with os.fdopen(descriptor, "wb") as out:
            for chunk in content:
                self.expect(len(chunk))
                self.bytes_left -= len(chunk)
                out.write(chunk)
            os.fchmod(out.fileno(), mode)  # whatever the umask says

    def subfolder(self, name: str) -> None:
        """Make a folder, if it is not there."""
        with _way(self.folder, parts_of(name), self._count):
            pass

    def link(self, name: str, target: str) -> None:
        """Make a link that stays inside, once all files are there."""
        parts = parts_of(name)
        check_link(parts, target)
        self._count()
        self._links.append((parts, target))

    def finish(self) -> None:
        """Nothing more comes."""
        for parts, target in self._links:
            with _way(self.folder, parts[:-1], self._count) as parent:
                os.symlink(target, parts[-1], dir_fd=parent)

    def _count(self) -> None:
        self.files_left -= 1
        if self.files_left < 0:
            raise ValueError(f"is over the bound of {MOST_FILES:,} files")


@contextmanager
def _way(folder: int, parts: Parts, making: Callable[[], None] | None = None) -> Iterator[int]:
    """The folder at `parts` below `folder`, through folders only.

    Those that are missing are made if there is somebody to be told of each.
    """
    here = os.dup(folder)
    try:
        for part in parts:
            if making is not None and not _is_there(part, here):
                making()
                os.mkdir(part, 0o755, dir_fd=here)
            below = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        yield here
    finally:
        os.close(here)


def _is_there(name: str, folder: int) -> bool:
    try:
        os.lstat(name, dir_fd=folder)
    except FileNotFoundError:
        return False
    return True
