"""Forgets a submitted bot: sources, logs, notes and author go; its results stay, for nobody.

Results of others follow from its matches, so they stay, under a name that tells nothing. The deals
of its matches followed from its name, and cannot be derived any more; everything else of them can
still be verified.
"""

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from arena.tournament.terms import FINGERPRINTS, SEASON_SO_FAR
from leaderboard.database import Database
from leaderboard.forgetting import FORGOTTEN, entries_of, rename, traces
from leaderboard.values import Tournament
from referee.bots.entry import UnknownBot, built_in_bots
from referee.bots.shelf import FolderShelf, Kept
from referee.match.digest import digest_of

_SHOWN: Final = 8
_PLACES: Final = ("copies", "built")


@dataclass(frozen=True, kw_only=True)
class Doomed:
    """All that is known of a bot."""

    bot: str
    versions: tuple[Kept, ...]
    tournaments: tuple[Tournament, ...]
    """Those and the matches it took part in."""

    @property
    def open(self) -> tuple[str, ...]:
        """The tournaments that cannot go on without it."""
        return tuple(
            one.id
            for one in self.tournaments
            if one.finished_us is None and SEASON_SO_FAR not in one.spec
        )


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """What was done."""

    name: str
    """Under which its results stand now."""
    versions: int
    matches: int

    def to_json(self) -> dict[str, object]:
        """For machines; nothing of it tells who it was."""
        return {"name": self.name, "versions": self.versions, "matches": self.matches}


def doomed(database: Database | None, shelf: FolderShelf, bot: str) -> Doomed:
    """What there is to forget; UnknownBot if there is nothing."""
    ours = bot in built_in_bots()
    versions = () if ours else shelf.versions(bot)
    left = not ours and shelf.has_left(bot)
    found: Sequence[Tournament] = ()
    if database is not None and not ours:
        with database.reading() as store:
            found = traces(store, bot)
    if not left and not found:
        names = ", ".join(shelf.names()) or "none"
        raise UnknownBot(f"there is no submitted bot '{bot}'; there is {names}")
    return Doomed(bot=bot, versions=versions, tournaments=tuple(found))


@dataclass(frozen=True)
class Forgetting:
    """Forgets a bot; what was begun and interrupted is ended by doing it again."""

    them: Doomed
    token: str
    """A secret of which its new name is made."""
    caches: Path | None
    """Where copies and builds of bots are kept; None if nowhere."""
    tell: Callable[[str], None] = lambda text: None

    @property
    def name(self) -> str:
        """What it is called from now on."""
        return f"{FORGOTTEN}-{self.token[:_SHOWN]}"

    def forget(self, database: Database | None, shelf: FolderShelf) -> Forgotten:
        """Forget it. The shelf comes last: as long as the bot is there it can be named."""
        matches = 0
        if database is not None:
            for number, head in enumerate(self.them.tournaments, start=1):
                self.tell(f"{number} of {len(self.them.tournaments)}: {head.kind} {head.id}")
                matches += self._forget_in(database, head)
            if matches:
                database.compact()
        for kept in self.them.versions:
            self._forget_copies(kept)
            shelf.remove(kept)
        shelf.clear(self.them.bot)
        return Forgotten(name=self.name, versions=len(self.them.versions), matches=matches)

    def _forget_copies(self, kept: Kept) -> None:
        if self.caches is None:
            return
        for place in _PLACES:
            cached = self.caches / place / f"{kept.name}-{kept.fingerprint}"
            if cached.is_dir():
                shutil.rmtree(cached)
            cached.with_name(f"{cached.name}.log").unlink(missing_ok=True)

    def _forget_in(self, database: Database, head: Tournament) -> int:
        """Forget it in a tournament; how many matches that changed."""
        with database.writing(slow=True) as store:
            entries = entries_of(store, head.id, self.them.bot)
            names = {
                one.number: self.name if place == 0 else f"{self.name}#{place + 1}"
                for place, one in enumerate(entries)
            }
            seats = _Seats({one.name: names[one.number] for one in entries})
            told = self._told(head, seats.names)
            return rename(
                store, told, self.them.bot, self.name, names=names, rewrite=seats.anonymous
            )

    def _told(self, head: Tournament, names: Mapping[str, str]) -> Tournament:
        """What is told of a tournament, without the bot; `names` are the old ones and the new."""
        spec: dict[str, Any] = dict(head.spec)
        terms: dict[str, Any] = spec
        if head.kind == "match":
            terms = spec["terms"] = dict(spec.get("terms") or {})
        if "bots" in terms:
            terms["bots"] = [_entry(one, self.them.bot, self.name) for one in terms["bots"]]
        if FINGERPRINTS in spec:
            spec[FINGERPRINTS] = {
                names.get(entry, entry): _other(whole, self.token) if entry in names else whole
                for entry, whole in spec[FINGERPRINTS].items()
            }
        if spec.get("attached") in names:
            spec["attached"] = names[spec["attached"]]
        if "table" in spec:
            spec["table"] = [names.get(one, one) for one in spec["table"]]
        if SEASON_SO_FAR in spec:
            spec[SEASON_SO_FAR] = _season(spec[SEASON_SO_FAR], self.them, self.name)
        called = head.name
        if head.kind == "match":
            called = " - ".join(names.get(one, one) for one in called.split(" - "))
        return replace(head, name=called, spec=spec)


@dataclass(frozen=True)
class _Seats:
    """The bot's seats in records."""

    names: Mapping[str, str]
    """What it was called, and what it is called now."""

    def anonymous(self, record: dict[str, Any], mine: frozenset[int]) -> dict[str, Any]:
        """The record without what the bot said and what tells who it was."""
        for seat in record["seats"]:
            if seat["seat"] in mine:
                seat["bot"] = self.names.get(seat["bot"], FORGOTTEN)
                seat["version"] = FORGOTTEN
        for move in record["moves"]:
            if move.get("seat") in mine:
                move["note"] = None
        run = record["run"]
        for seat in mine:
            run.get("evidence", {}).pop(str(seat), None)
            if seat < len(run.get("clients", ())):
                run["clients"][seat] = ""
        if "digest" in record:
            record["digest"] = digest_of(record)
        return record


def _entry(text: str, bot: str, name: str) -> str:
    """An entry as terms name it; one that is the bot's has neither version nor options."""
    written = text.partition(":")[0].partition("@")[0]
    return name if written == bot else text


def _season(so_far: dict[str, Any], them: Doomed, name: str) -> dict[str, Any]:
    """What is told of a season's nights."""
    known = {them.bot, *(kept.alias for kept in them.versions if kept.alias)}
    aside = [
        {"bot": name, "version": FORGOTTEN, "reason": ""} if one.get("bot") in known else one
        for one in so_far.get("aside", [])
    ]
    return {**so_far, "aside": aside}


def _other(whole: str, token: str) -> str:
    """A hash that tells versions apart, and not what they were."""
    return hashlib.sha256(f"{token}{whole}".encode()).hexdigest()
