"""The bots known here: those that come with the arena, and those on the shelf; what they did."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from arena.views.bot import BotView, bot_view
from arena.views.career import Career, career
from leaderboard.looking import Entered, entered, kept_pools, newest_entered, rating_page
from leaderboard.ratings.table import DECIMALS
from leaderboard.standings import MODELS
from leaderboard.store import Store
from referee.bots.entry import built_in_bots, chosen, find_bot, on_shelf
from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest
from referee.bots.shelf import FolderShelf, Kept

_CAREERS: Final = 5
"""Tournaments that are told of one bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """Where a bot stands in the newest tournament it took part in."""

    tournament: str
    name: str
    bot: str
    """What it is called there."""
    version: str
    game: str = ""
    rank: int = 0
    """0 as long as nothing counts."""
    of: int = 0
    rating: float | None = None

    def to_json(self) -> dict[str, object]:
        """The place for machines."""
        return {
            "tournament": self.tournament,
            "name": self.name,
            "bot": self.bot,
            "version": self.version,
            "game": self.game or None,
            "rank": self.rank or None,
            "of": self.of or None,
            "rating": None if self.rating is None else round(self.rating, DECIMALS),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """A bot in the list."""

    name: str
    version: str
    summary: str
    games: tuple[str, ...]
    """Empty if it plays every game."""
    built_in: bool
    versions: int
    alias: str = ""
    state: str = ""
    """What keeps it from playing; empty if nothing does."""
    latest: Latest | None = None

    def to_json(self) -> dict[str, object]:
        """The row for machines."""
        return {
            "name": self.name,
            "version": self.version,
            "summary": self.summary,
            "games": list(self.games),
            "built_in": self.built_in,
            "versions": self.versions,
            "alias": self.alias,
            "state": self.state,
            "latest": None if self.latest is None else self.latest.to_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """A version on the shelf."""

    kept: Kept
    damage: str
    """What has changed on the shelf; empty if nothing has."""
    names: bool
    """Whether authors are told."""

    def to_json(self) -> dict[str, object]:
        """The version for machines."""
        kept = self.kept
        return {
            "version": kept.version,
            "fingerprint": kept.fingerprint,
            "alias": kept.alias,
            **({"author": kept.author} if self.names else {}),
            "submitted_us": kept.submitted_us,
            "size_bytes": kept.size_bytes,
            "built_with": kept.built_with,
            "withdrawn_us": kept.withdrawn_us,
            "damage": self.damage,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPage:
    """Everything about one bot."""

    name: str
    bot: BotView | None
    """None if none of its versions can be played."""
    versions: tuple[VersionRow, ...]
    """Newest first; none of a bot that is not on the shelf."""
    careers: tuple[Career, ...]
    """The newest tournaments it took part in."""

    def to_json(self) -> dict[str, object]:
        """The bot for machines."""
        return {
            **({"name": self.name} if self.bot is None else self.bot.to_json()),
            "versions": [one.to_json() for one in self.versions],
            "results": [one.to_json() for one in self.careers],
        }


def roster(shelf: FolderShelf, store: Store | None) -> list[RosterRow]:
    """All bots known here, those of the arena first; what they did if there is a database."""
    rows = [*map(_of_arena, built_in_bots()), *(_submitted(shelf, name) for name in shelf.names())]
    if store is None:
        return rows
    return [replace(row, latest=latest(store, row.name)) for row in rows]


def latest(store: Store, name: str) -> Latest | None:
    """Where a bot stands in the newest tournament it took part in; None if there is none."""
    one = newest_entered(store, name)
    if one is None:
        return None
    told = Latest(
        tournament=one.tournament.id,
        name=one.tournament.name,
        bot=one.name,
        version=one.version,
    )
    return next(_places(store, one, told), told)


def bot_page(
    text: str, shelf: FolderShelf, store: Store | None, *, names: bool = False
) -> BotPage:
    """A bot by its name, version or folder, with its versions and what it did."""
    if not on_shelf(text, shelf):
        found = bot_view(text, shelf)
        return BotPage(
            name=found.name, bot=found, versions=(), careers=_careers(store, found.name)
        )
    name = text.partition("@")[0]
    versions = tuple(
        VersionRow(kept=kept, damage=_damage(shelf, kept), names=names)
        for kept in reversed(shelf.versions(name))
    )
    usable = "@" in text or any(one.kept.withdrawn_us is None for one in versions)
    wanted = chosen(shelf.versions(name), text.partition("@")[2]) if usable else None
    sound = wanted is not None and not any(one.damage for one in versions if one.kept == wanted)
    bot = bot_view(f"{name}@{wanted.fingerprint}", shelf) if wanted is not None and sound else None
    return BotPage(name=name, bot=bot, versions=versions, careers=_careers(store, name))


def _of_arena(name: str) -> RosterRow:
    bot = find_bot(name)
    return RosterRow(
        name=name,
        version=bot.version,
        summary=bot.summary,
        games=bot.games,
        built_in=True,
        versions=1,
    )


def _submitted(shelf: FolderShelf, name: str) -> RosterRow:
    """A bot on the shelf, as it says itself; its files are looked at when it plays."""
    told = RosterRow(name=name, version="", summary="", games=(), built_in=False, versions=0)
    try:
        versions = shelf.versions(name)
        present = [one for one in versions if one.withdrawn_us is None]
        kept = (present or versions)[-1]
        told = replace(
            told,
            version=kept.version,
            versions=len(versions),
            alias=kept.alias,
            state="" if present else "withdrawn",
        )
        if kept.sole:
            return told
        bot = read_manifest(shelf.source(kept))
    except BotError as error:
        return replace(told, state=str(error))
    return replace(told, summary=bot.summary, games=bot.games)


def _places(store: Store, one: Entered, told: Latest) -> Iterator[Latest]:
    """Its places in the pools of a tournament, as far as they are kept."""
    for pool in kept_pools(store, one.tournament.id, MODELS):
        found, _ = rating_page(
            store, one.tournament.id, pool.pool, MODELS, entry=one.number, limit=1, offset=0
        )
        for line in found:
            yield replace(
                told,
                game=pool.pool.game,
                rank=line.rank,
                of=pool.entries,
                rating=None if line.score.estimate is None else line.score.estimate.rating,
            )


def _damage(shelf: FolderShelf, kept: Kept) -> str:
    try:
        shelf.manifest(kept)
    except BotError as error:
        return str(error)
    return ""


def _careers(store: Store | None, name: str) -> tuple[Career, ...]:
    """What it did in the newest tournaments, under each name it had there."""
    if store is None:
        return ()
    found = entered(store, name, limit=_CAREERS)
    return tuple(career(store, one.name, one.tournament.id) for one in found)
