"""Where submitted bots lie: beside the database they play into, unless somebody says so."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from referee.bots.shelf import FolderShelf

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
