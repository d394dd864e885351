"""The files that pages are made of: styles, scripts, glyphs; the arena's own and a game's."""

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from referee.games.contract import Game

OWN: Final = ("base.css", "viewer.css", "pages.css", "theme.js", "viewer.js", "pages.js")
_DIGITS: Final = 10
_WORDS: Final = ("i-", "s-", "y-")
"""Glyphs with ids that begin so are named by the rest: ingredients, species, symbols."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with the name under which it is served: it holds a digest, so it never changes."""

    name: str
    text: str

    @property
    def media_type(self) -> str:
        """What it is."""
        return "text/css" if self.name.endswith(".css") else "text/javascript"


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a game brings to be drawn; all of it is empty for one that brings nothing."""

    script: str
    style: str
    glyphs: str

    @property
    def key(self) -> list[tuple[str, str]]:
        """The ids of the glyphs, each with the word for what it means."""
        ids = re.findall(r'<symbol id="([^"]+)"', self.glyphs)
        return [(one, one.partition("-")[2].replace("_", " ")) for one in ids if one[:2] in _WORDS]


def own(name: str) -> str:
    """A file of the arena."""
    return (files("arena.web") / "static" / name).read_text("utf-8")


def drawing(game: Game) -> Drawing:
    """What a game brings to be drawn."""
    if not game.parts.drawing:
        return Drawing("", "", "")
    folder = files(game.parts.drawing)
    script, style, glyphs = (
        (folder / name).read_text("utf-8") for name in ("drawing.js", "drawing.css", "glyphs.svg")
    )
    return Drawing(script, style, glyphs)


def asset(name: str, text: str) -> Asset:
    """A text as it is served."""
    stem, dot, kind = name.rpartition(".")
    digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
    return Asset(f"{stem}.{digest}{dot}{kind}", text)
