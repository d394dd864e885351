"""The files that pages are made of: styles, scripts, glyphs; the arena's own and a game's."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from referee.games.contract import Game

OWN: Final = ("base.css", "viewer.css", "pages.css", "theme.js", "viewer.js", "pages.js")
_DIGITS: Final = 10


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
