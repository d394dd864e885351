"""Writes a starter into a new folder, and the contract of the wire into any."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import referee
from arena.errors import Misuse
from arena.starters.catalogue import Starter
from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest

_TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
_PROTOS: Final = Path(referee.__file__).resolve().parents[1] / "protos"
_NAME: Final = "@NAME@"
_HIDDEN: Final = {"gitignore": ".gitignore"}
"""Files that would be passed over if they were packed under the names they get."""


def write_starter(starter: Starter, folder: Path) -> int:
    """A new bot, called as its folder; how many files it has. Misuse if that cannot be."""
    if os.path.lexists(folder):
        raise Misuse(f"{folder} is there already; choose another name, or remove it")
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as place:
            new = Path(place) / folder.name
            _fill(new, starter, folder.name)
            files = sum(path.is_file() for path in new.rglob("*"))
            new.rename(folder)
    except FileNotFoundError:
        raise Misuse(f"there is no folder {folder.parent}; make it first") from None
    except OSError as error:
        raise Misuse(f"{folder} cannot be made: {error.strerror}") from None
    return files


def _fill(new: Path, starter: Starter, name: str) -> None:
    for source, place in _files(_TEMPLATES / starter.name):
        target = new / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace(_NAME, name)
        target.with_name(_HIDDEN.get(target.name, target.name)).write_text(text, encoding="utf-8")
    if starter.speaks == "gRPC":
        write_protos(new / "protos")
    try:
        read_manifest(new)
    except BotError as error:
        raise Misuse(str(error).removeprefix(f"{new / 'bot.toml'}: ")) from None


def write_protos(folder: Path) -> int:
    """The contract of the wire, for whatever makes stubs of it; how many files it has."""
    try:
        files = list(_files(_PROTOS / "referee"))
        for source, place in files:
            target = folder / "referee" / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    except OSError as error:
        raise Misuse(f"{folder} cannot be written: {error.strerror}") from None
    return len(files)


def _files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The files of a folder, each with its place in it; what running left is none of them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            yield path, path.relative_to(folder)
