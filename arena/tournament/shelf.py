"""Where submitted bots lie, beside the database they play into, and which of them may play."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.entry import UnknownBot, chosen, on_shelf
from referee.bots.errors import BotError
from referee.bots.shelf import FolderShelf, Kept

_VARIABLE: Final = "ARENA_SHELF"
_ENDING: Final = ".shelf"
_USUAL: Final = "arena"
_FILE: Final = "sqlite:///"


def shelf_of(database: str, environment: Mapping[str, str], given: str = "") -> FolderShelf:
    """The shelf of a database, which is a path or URL; `given` is the folder somebody named."""
    named = given or environment.get(_VARIABLE, "")
    if named:
        return FolderShelf(Path(named).absolute())
    path = database.removeprefix(_FILE)
    if not path or "://" in path:
        return FolderShelf(Path(_USUAL + _ENDING).absolute())
    return FolderShelf(Path(path).absolute().with_suffix(_ENDING))


def submitted(shelf: FolderShelf, text: str) -> tuple[tuple[Kept, ...], str]:
    """All versions of a submitted bot, oldest first, and which was asked for; UnknownBot."""
    name, _, version = text.partition("@")
    if not on_shelf(name, shelf):
        names = ", ".join(shelf.names()) or "none"
        raise UnknownBot(f"there is no submitted bot '{name}'; there is {names}")
    return shelf.versions(name), version


def damages(shelf: FolderShelf) -> list[str]:
    """What has changed on the shelf, a line for each bot or version; every file is looked at."""
    found = []
    for name in shelf.names():
        try:
            versions = shelf.versions(name)
        except BotError as error:
            found.append(str(error))
            continue
        for kept in versions:
            try:
                shelf.manifest(kept)
            except BotError as error:
                found.append(str(error))
    return found


def withdraw(
    shelf: FolderShelf, text: str, now_us: int, *, every: bool = False, undo: bool = False
) -> tuple[Kept, ...]:
    """Take a version, the newest or the one that is named, out of future contests; or all of them.

    With `undo` they come back. The versions that are changed, as they are now.
    """
    versions, version = submitted(shelf, text)
    fitting = [one for one in versions if (one.withdrawn_us is not None) is undo]
    if not fitting:
        state = "in contests" if undo else "withdrawn"
        raise UnknownBot(f"every version of {versions[0].name} is {state} already")
    wanted = fitting if every else [chosen(versions, version) if version else fitting[-1]]
    changed = tuple(replace(one, withdrawn_us=None if undo else now_us) for one in wanted)
    for one in changed:
        shelf.change(one)
    return changed
