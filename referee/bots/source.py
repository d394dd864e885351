"""The files that make up a bot: which they are, what they are as one number, and a copy of them.

They are found and read below the bot's folder, which is held open (`folders`). A symbolic link
belongs to a bot as a link, if it stays inside; whatever else is not a plain file is refused. What
is hidden, a cache or a database is none of the author's making and belongs to no bot.
"""

import hashlib
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

from referee.bots.errors import BotError
from referee.bots.folders import (
    MOST_FILES,
    Filling,
    Parts,
    check_link,
    folder_at,
    folder_below,
    parts_of,
    read_link,
    read_plain,
)

FILE_NAME: Final = "bot.toml"
MOST_MB: Final = 256
_MB: Final = 1024 * 1024
_DATABASE: Final = re.compile(r"\.(db|sqlite3?)(-wal|-shm|-journal)?$")
_CACHES: Final = ("__pycache__",)
_MADE: Final = ("node_modules", "target")
"""What building brings, if there is something to build; else it is what runs."""


@dataclass(frozen=True)
class Source:
    """A bot's folder, and what in it is the bot."""

    home: Path
    patterns: tuple[str, ...] = ()
    """What its manifest names; everything unless given."""
    is_built: bool = False
    """Whether what runs is made of it."""
    written: bytes = b""
    """The manifest as it was read; empty if nobody has read it."""
    sole: str = ""
    """The file that is all of it; then there is no manifest."""

    def names(self) -> list[Parts]:
        """The files and links that make up the bot, in order; BotError if one cannot."""
        if self.sole:
            return [(self.sole,)]
        wanted = [PurePosixPath(one).parts for one in self.patterns] or [("**", "*")]
        names: set[Parts] = {(FILE_NAME,)}
        with folder_at(self.home) as folder:
            for name in self._below(folder, (), wanted):
                names.add(name)
                if len(names) > MOST_FILES:
                    raise self._too_much(f"{MOST_FILES:,} files")
        return sorted(names)

    def fingerprint(self, copy: Filling | None = None) -> str:
        """SHA-256 over names, contents and what can be run; it is read once, also for `copy`."""
        digest, size = hashlib.sha256(), 0
        with folder_at(self.home) as folder:
            for parts in self.names():
                name = "/".join(parts)
                try:
                    size += self._add(folder, parts, digest.update, copy)
                except ValueError as error:
                    raise BotError(f"{self.home}: {name!r} {error}") from None
                except OSError as error:
                    raise BotError(f"{self.home / name}: {error.strerror}") from None
                if size > MOST_MB * _MB:
                    raise self._too_much(f"{MOST_MB} MB of files")
        if copy is not None:
            copy.finish()
        return digest.hexdigest()

    def _add(
        self, folder: int, parts: Parts, update: Callable[[bytes], None], copy: Filling | None
    ) -> int:
        """Take one file or link into account; its size."""
        name = "/".join(parts_of("/".join(parts)))
        target = read_link(folder, parts)
        if target is not None:
            check_link(parts, target)
            update(f"{len(name)}:{name}:@{len(target)}:{target}".encode())
            if copy is not None:
                copy.link(name, target)
            return 0
        plain = read_plain(folder, parts)
        runs = "x" if plain.executable else ""
        update(f"{len(name)}:{name}:{runs}{plain.size}:".encode())
        content = self._looked_at(parts, plain.content(), update)
        if copy is not None:
            copy.file(name, content, executable=plain.executable)
        else:
            deque(content, 0)
        return plain.size

    def _looked_at(
        self, parts: Parts, content: Iterator[bytes], update: Callable[[bytes], None]
    ) -> Iterator[bytes]:
        """The content as it is read; ValueError if it is not the manifest that was read before."""
        whole = bytearray()
        is_manifest = parts == (FILE_NAME,) and bool(self.written)
        for chunk in content:
            update(chunk)
            if is_manifest:
                whole += chunk
            yield chunk
        if is_manifest and whole != self.written:
            raise ValueError("changed since it was read; try again")

    def _below(self, folder: int, above: Parts, wanted: Sequence[Parts]) -> Iterator[Parts]:
        """What `wanted` names in an open folder; links are not gone into."""
        with os.scandir(folder) as entries:
            found = [(one.name, one.is_dir(follow_symlinks=False)) for one in entries]
        for name, is_folder in sorted(found):
            parts = (*above, name)
            if self._passed_over(name):
                continue
            if not is_folder:
                if not _DATABASE.search(name) and any(_matches(parts, one) for one in wanted):
                    yield parts
            elif any(_leads_to(parts, one) for one in wanted):
                try:
                    parts_of("/".join(parts))
                    with folder_below(folder, name) as below:
                        yield from self._below(below, parts, wanted)
                except ValueError as error:
                    raise BotError(f"{self.home}: {'/'.join(parts)!r} {error}") from None

    def _passed_over(self, name: str) -> bool:
        """Whether a file or folder is none of the author's making."""
        return name.startswith(".") or name in (*_CACHES, *(_MADE if self.is_built else ()))

    def _too_much(self, what: str) -> BotError:
        return BotError(
            f"{self.home}: over {what}; name the bot's own ones in {FILE_NAME}, files = [...]"
        )


def _matches(parts: Parts, pattern: Parts) -> bool:
    """Whether a pattern names the file; ``**`` is any folders, and at its end all in them."""
    words = (*pattern, "*") if pattern[-1:] == ("**",) else pattern
    # All places of the pattern at once: to try one after the other would take for ever.
    places = _with_folders({0}, words)
    for part in parts:
        next_places = {at for at in places if words[at : at + 1] == ("**",)}
        for at in places - next_places:
            if at < len(words) and fnmatchcase(part, words[at]):
                next_places.add(at + 1)
        places = _with_folders(next_places, words)
    return len(words) in places


def _with_folders(places: set[int], words: Parts) -> set[int]:
    """The places, and those behind a ``**`` at one of them, which may stand for no folder."""
    more = set(places)
    for at in range(len(words)):
        if at in more and words[at] == "**":
            more.add(at + 1)
    return more


def _leads_to(folder: Parts, pattern: Parts) -> bool:
    """Whether a pattern may name something below the folder."""
    if not folder or pattern[:1] == ("**",):
        return True
    return (
        len(pattern) > 1
        and fnmatchcase(folder[0], pattern[0])
        and _leads_to(folder[1:], pattern[1:])
    )
