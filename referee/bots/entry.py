"""Bots as they enter a table: found by name or folder, with options and the name they go by.

A bot is written ``NAME``, ``NAME:option=value,...`` or ``FOLDER:option=value,...``; the option
``as`` gives it another name in the tables, ``NAME@VERSION`` asks for one version of it. Names are
those of the bots that come with the arena, and of the bots on a shelf.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from arena.errors import Misuse
from arena.text import LONGEST_CELL, LONGEST_NAME, is_name, one_line
from referee.bots.manifest import FILE_NAME, SHORT, BotError, Manifest, read_manifest
from referee.bots.shelf import NO_SHELF, Kept, Shelf
from referee.bots.single_file import nearby, read_single_file
from referee.words import suggestion

NEWEST: Final = "newest"
_BACK: Final = re.compile(r"-([0-9]{1,6})")
_MOST_TOLD: Final = 3


class UnknownBot(BotError, Misuse):
    """No bot of that name or version, or no such option of it."""

    exit_code = Misuse.exit_code


@dataclass(frozen=True)
class Entry:
    """A version of a bot with its options, under the name it has in the tables."""

    name: str
    manifest: Manifest
    settings: Mapping[str, str] = field(hash=False)
    """Every option of the bot with its value."""
    attached: bool = False
    """Whether its author starts it."""
    renamed: bool = False
    """Whether its name is one that was given to it."""

    @property
    def version(self) -> str:
        """The version of the bot."""
        return self.manifest.version

    @property
    def patient(self) -> bool:
        """Whether it is waited for without end: its author may step through it by hand."""
        return self.attached


def built_in_bots() -> dict[str, Path]:
    """The folders of the bots that come with the arena, by name."""
    spec = find_spec("bots")
    folders = [Path(place) for place in spec.submodule_search_locations or ()] if spec else []
    manifests = (path for folder in folders for path in folder.glob(f"*/{FILE_NAME}"))
    return {path.parent.name: path.parent for path in sorted(manifests)}


def is_path(name: str, start: Path = Path()) -> bool:
    """Whether a bot is named by its folder or file, seen from the folder `start`.

    ``NAME@VERSION`` never is, whatever lies there: a submitted bot whose shelf is missing would
    be played as one's own.
    """
    if "/" in name or name.startswith("."):
        return True
    # Not Path.exists: it fails on names that are too long for any file.
    place = start / name
    there = os.path.exists(place / FILE_NAME) or os.path.isfile(place)  # noqa: PTH110, PTH113
    return "@" not in name and there


def find_bot(text: str, shelf: Shelf = NO_SHELF) -> Manifest:
    """The bot of that name, or in that folder."""
    name, version = _split(text)
    known = built_in_bots()
    if name in known:
        manifest = read_manifest(known[name], built_in=True)
    elif name in shelf.names():
        if not version and is_path(name):
            raise UnknownBot(
                f"'{name}' is a submitted bot, and a folder or file here: write {name}@newest "
                f"for the one, ./{name} for the other"
            )
        return shelf.manifest(chosen(shelf.versions(name), version))
    elif is_path(text):
        manifest = _at(name)
    elif version:
        raise UnknownBot(
            f"there is no bot '{name}' on the shelf; {suggestion(name, [*known, *shelf.names()])} "
            f"(name its shelf with --shelf or ARENA_SHELF; a bot of your own is ./{name})"
        )
    else:
        raise UnknownBot(
            f"there is no bot '{name}'; {suggestion(name, [*known, *shelf.names()])} "
            f"(a bot of your own is given by its folder or file, ./{name})"
        )
    if version and not _is_version(manifest, version):
        raise UnknownBot(f"{name} has no version '{version}'; here is {manifest.version}")
    return manifest


def on_shelf(text: str, shelf: Shelf) -> bool:
    """Whether what is written as `text`, perhaps with a version and options, is on the shelf."""
    name, _ = _split(text.partition(":")[0])
    return name not in built_in_bots() and name in shelf.names()


def _split(text: str) -> tuple[str, str]:
    """A name or folder, and the version that is asked for; empty if none is."""
    if "@" not in Path(text).name:
        return text, ""
    name, _, version = text.rpartition("@")
    return name, version


def _at(name: str) -> Manifest:
    """The bot in that folder, or that file."""
    if os.path.isdir(name):  # noqa: PTH112 - as above
        return read_manifest(Path(name))
    if os.path.isfile(name):  # noqa: PTH113 - as above
        if os.path.basename(name) == FILE_NAME:  # noqa: PTH119 - as above
            raise UnknownBot(f"{name} is a file; give the folder it lies in")
        return read_single_file(Path(name))
    what = "file" if Path(name).suffix else "folder or file"
    raise UnknownBot(f"there is no {what} {name}; {nearby(name)}")


def parse_entry(text: str, shelf: Shelf = NO_SHELF) -> Entry:
    """The entry written as `text`."""
    bot, colon, assignments = text.partition(":")
    manifest = find_bot(bot, shelf)
    settings = {name: option.default for name, option in manifest.options.items()}
    shown = [manifest.name]
    alias: str | None = None
    for assignment in assignments.split(",") if colon else ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UnknownBot(f"'{assignment}' in '{text}' is no option; write name=value")
        if name == "as":
            alias = value
            continue
        settings[name] = _setting(manifest, name, value)
        if settings[name] != manifest.options[name].default:
            shown.append(f"{name}={settings[name]}")
    if alias is not None and not alias.replace("-", "").replace("_", "").isalnum():
        raise UnknownBot(f"'{alias}' in '{text}' is no name; take letters, digits, - and _")
    if alias is not None and not is_name(alias):
        raise UnknownBot(f"as= takes a name of at most {LONGEST_NAME} visible signs")
    name = alias or shown[0] + (":" + ",".join(shown[1:]) if shown[1:] else "")
    if one_line(name, LONGEST_CELL) != name:
        raise UnknownBot(f"an option in '{text}' holds signs that are not seen; leave them out")
    return Entry(name, manifest, settings, renamed=alias is not None)


def parse_entries(texts: Sequence[str], shelf: Shelf = NO_SHELF) -> tuple[Entry, ...]:
    """The entries of a table; the second of the same name is ``NAME#2``.

    Versions of a submitted bot that meet are called ``NAME@HASH``.
    """
    entries: list[Entry] = []
    seen: dict[str, int] = {}
    for entry in _told_apart([parse_entry(text, shelf) for text in texts]):
        seen[entry.name] = seen.get(entry.name, 0) + 1
        number = seen[entry.name]
        entries.append(entry if number == 1 else replace(entry, name=f"{entry.name}#{number}"))
    return tuple(entries)


def _told_apart(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, named with their versions where several of a submitted bot meet."""
    named: dict[str, set[str]] = {}
    submitted = set()
    for entry in entries:
        if not entry.renamed:
            named.setdefault(entry.manifest.name, set()).add(entry.manifest.fingerprint)
        if entry.manifest.foreign:
            submitted.add(entry.manifest.name)
    return [
        replace(entry, name=_with_version(entry))
        if not entry.renamed
        and entry.manifest.name in submitted
        and len(named[entry.manifest.name]) > 1
        else entry
        for entry in entries
    ]


def _with_version(entry: Entry) -> str:
    """The name of an entry with its version in front of the options."""
    bot = entry.manifest
    return f"{bot.name}@{bot.fingerprint[:SHORT]}{entry.name.removeprefix(bot.name)}"


def pinned(text: str, entry: Entry) -> str:
    """An entry as it is stored: a submitted bot in just the version that was found."""
    if not entry.manifest.foreign:
        return text
    _, colon, assignments = text.partition(":")
    return f"{entry.manifest.name}@{entry.manifest.fingerprint}{colon}{assignments}"


def chosen(versions: Sequence[Kept], wanted: str) -> Kept:
    """The version of a submitted bot that is meant, of all from old to new; UnknownBot if none is.

    A declared version that several have is the newest of them.
    """
    name = versions[0].name
    present = [one for one in versions if one.withdrawn_us is None]
    back = _BACK.fullmatch(wanted)
    if wanted in ("", NEWEST) or back is not None:
        steps = int(back[1]) if back is not None else 0
        if not present:
            raise UnknownBot(f"every version of {name} was withdrawn; name one, {_like(versions)}")
        if steps >= len(present):
            told = "1 version" if len(present) == 1 else f"{len(present)} versions"
            raise UnknownBot(f"{name} has no version '{wanted}'; it has {told}")
        return present[-1 - steps]
    declared = [one for one in versions if wanted == one.declared]
    if declared:
        return next((one for one in reversed(declared) if one in present), declared[-1])
    digest = wanted.rpartition("+")[2]
    meant = [
        one
        for one in versions
        if wanted in (digest, f"{one.declared}+{digest}")
        and digest
        and one.fingerprint.startswith(digest)
    ]
    if len(meant) > 1:
        told = ", ".join(one.version for one in meant)
        raise UnknownBot(f"'{wanted}' begins several versions of {name}: {told}")
    if not meant:
        raise UnknownBot(f"{name} has no version '{wanted}'; it has {_like(versions)}")
    return meant[0]


def _like(versions: Sequence[Kept]) -> str:
    """Some versions in words, the newest first."""
    names = [f"{one.name}@{one.short}" for one in reversed(versions)]
    more = len(names) - _MOST_TOLD
    return ", ".join(names[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def _setting(manifest: Manifest, name: str, value: str) -> str:
    if name not in manifest.options:
        there = ", ".join(manifest.options) or "none"
        raise UnknownBot(f"{manifest.name} has no option '{name}'; it has {there}")
    try:
        return manifest.options[name].check(value)
    except ValueError as error:
        raise UnknownBot(f"option '{name}' of {manifest.name} {error}, not '{value}'") from None


def _is_version(manifest: Manifest, wanted: str) -> bool:
    digest = wanted.removeprefix(f"{manifest.declared_version}+")
    return wanted == manifest.declared_version or (
        bool(digest) and manifest.fingerprint.startswith(digest)
    )
