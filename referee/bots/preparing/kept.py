"""Where things that were made are kept: below the user's cache, never in an author's folder."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at

_LONG_S: Final = 180 * 24 * 3600


def cache_of(environment: Mapping[str, str]) -> Path:
    """Where this user keeps what is made of bots; BotError if there is no place for it."""
    given, home = environment.get("XDG_CACHE_HOME", ""), environment.get("HOME", "")
    if not given and not home:
        raise BotError("there is no place to keep built bots; set XDG_CACHE_HOME to a folder")
    return (Path(given) if given else Path(home) / ".cache") / "arena"


def ready(place: Path) -> Path:
    """The folder in which things are kept, readable by its owner only."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def used(place: Path) -> None:
    """Say that it is needed, and forget what nobody has needed for long, of the same bot."""
    os.utime(place)
    now_s = place.stat().st_mtime
    for other in place.parent.glob(f"{place.name.rpartition('-')[0]}-*"):
        same = other.name.rpartition("-")[0] == place.name.rpartition("-")[0]
        if same and other.lstat().st_mtime < now_s - _LONG_S:
            shutil.rmtree(other) if other.is_dir() else other.unlink()


@contextmanager
def filled(place: Path) -> Iterator[Filling]:
    """A new folder that becomes `place` when the block ends; of two the first is kept."""
    with tempfile.TemporaryDirectory(prefix=".making-", dir=ready(place.parent)) as name:
        whole = Path(name) / "whole"
        whole.mkdir()
        whole.chmod(0o755)  # a bot's uid may be another
        with folder_at(whole) as folder:
            yield Filling(folder)
        try:
            os.rename(whole, place)  # noqa: PTH104 - it tells a folder that is there already
        except OSError:
            if not place.is_dir():
                raise
