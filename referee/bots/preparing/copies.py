"""Copies of bots that are run as they are: just the files of one version, and nothing else.

A level that shows a bot its files shows the copy in place of its folder. So what is run is what
was hashed, and whatever else lies there, hidden, cached or put there later, is not seen.
"""

from dataclasses import replace
from pathlib import Path

from referee.bots.errors import BotError
from referee.bots.manifest import Manifest
from referee.bots.preparing.kept import filled, used


def with_copy(manifest: Manifest, cache: Path) -> Manifest:
    """The bot with a copy of its version; BotError if its files change meanwhile.

    A bot of the arena's own, one that was built, and one from the shelf is what lies in its
    folder already.
    """
    if manifest.built_in or manifest.made is not None or manifest.copy is not None:
        return manifest
    return replace(manifest, copy=copied(manifest, cache))


def copied(manifest: Manifest, cache: Path) -> Path:
    """A folder with just the files of this version."""
    place = cache / "copies" / f"{manifest.name}-{manifest.fingerprint}"
    if not place.is_dir():
        with filled(place) as filling:
            manifest.copy_to(filling)
    elif replace(manifest.source, home=place).fingerprint() != manifest.fingerprint:
        raise BotError(f"{place} is not what it was; remove it")
    used(place)
    return place
