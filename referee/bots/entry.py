"""Bots as they enter a table: found by name or folder, with options and the name they go by.

A bot is written ``NAME``, ``NAME:option=value,...`` or ``FOLDER:option=value,...``; the option
``as`` gives it another name in the tables, ``NAME@VERSION`` asks for one version of it.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

from arena.errors import Misuse
from arena.text import LONGEST_CELL, LONGEST_NAME, is_name, one_line
from referee.bots.manifest import FILE_NAME, BotError, Manifest, read_manifest
from referee.bots.single_file import nearby, read_single_file
from referee.words import suggestion


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
    """Whether a bot is named by its folder or file, seen from the folder `start`."""
    # Not Path.exists: it fails on names that are too long for any file.
    place = start / name
    there = os.path.exists(place / FILE_NAME) or os.path.isfile(place)  # noqa: PTH110, PTH113
    return "/" in name or name.startswith(".") or there


def find_bot(text: str) -> Manifest:
    """The bot of that name, or in that folder."""
    name, _, version = text.rpartition("@") if "@" in Path(text).name else (text, "", "")
    known = built_in_bots()
    if name in known:
        manifest = read_manifest(known[name], built_in=True)
    elif is_path(name):
        manifest = _at(name)
    else:
        raise UnknownBot(
            f"there is no bot '{name}'; {suggestion(name, known)} "
            f"(a bot of your own is given by its folder or file, ./{name})"
        )
    if version and not _is_version(manifest, version):
        raise UnknownBot(f"{name} has no version '{version}'; here is {manifest.version}")
    return manifest


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


def parse_entry(text: str) -> Entry:
    """The entry written as `text`."""
    bot, colon, assignments = text.partition(":")
    manifest = find_bot(bot)
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
    return Entry(name, manifest, settings)


def parse_entries(texts: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of a table; the second of the same name is ``NAME#2``."""
    entries: list[Entry] = []
    seen: dict[str, int] = {}
    for entry in map(parse_entry, texts):
        seen[entry.name] = seen.get(entry.name, 0) + 1
        number = seen[entry.name]
        entries.append(entry if number == 1 else replace(entry, name=f"{entry.name}#{number}"))
    return tuple(entries)


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
