"""A page before it is drawn: what it shows, where it is, and the same for machines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, unquote

from arena.views.board import slug
from leaderboard.values import Pool

NAVIGATION: Final = (
    ("/lb", "Leaderboard"),
    ("/t", "Tournaments"),
    ("/matches", "Matches"),
    ("/b", "Bots"),
    ("/games", "Games"),
    ("/write-a-bot", "Write a bot"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one address shows."""

    template: str
    title: str
    path: str
    """The address, without ``.json``."""
    json: object
    """The same for machines."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What the template needs."""
    again: str = ""
    """The command that tells the same."""
    status: int = 200

    @property
    def section(self) -> str:
        """The entry of the navigation it belongs to."""
        first = "/" + self.path.strip("/").split("/")[0]
        return {"/m": "/matches"}.get(first, first)


def part(word: object) -> str:
    """A word as part of an address, whatever is in it.

    Twice, for a server undoes it once before it looks for slashes; `word_of` is the other half.
    """
    return quote(quote(str(word), safe=""), safe="")


def word_of(told: str) -> str:
    """The word, from what a server has made of a part."""
    return unquote(told)


def match_path(match: str) -> str:
    """Where a match is."""
    return f"/m/{part(match)}"


def tournament_path(tournament: str, *more: str) -> str:
    """Where a tournament is, or something of it."""
    return "/".join(("/t", *map(part, (tournament, *more))))


def board_path(tournament: str, pool: Pool) -> str:
    """Where the table of a pool is."""
    return tournament_path(tournament, "lb", pool.game, slug(pool))


def bot_path(tournament: str, bot: str) -> str:
    """Where a bot is, as it was in a tournament."""
    return tournament_path(tournament, "b", bot)


def pair_path(tournament: str, one: str, other: str) -> str:
    """Where two bots are compared."""
    return tournament_path(tournament, "b", one, "vs", other)
