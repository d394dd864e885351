"""Who can play tonight: of every bot the newest version that is ready, and why others are not.

A version is passed over if it came too late, was withdrawn or was benched; it is *set aside*, with
a reason that its author is told, if it cannot be made ready. Then the version before it is looked
at. What the shelf says is read once, so that all nights of a run see the same.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arena.text import one_line
from arena.tournament.errors import SpecError
from arena.tournament.preparation import Surroundings, ready_to_run
from arena.tournament.seasons.plan import Plan
from leaderboard.values import canonical
from referee.bots.entry import Entry, parse_entry
from referee.bots.errors import BotError
from referee.bots.manifest import SHORT
from referee.bots.shelf import DIGITS, Kept, Shelf

_FOLDERS: Final = re.compile(r"(?<![\w./])/(?:[^\s/:'\"]+/)+")
"""The folders of a path."""


@dataclass(frozen=True)
class Identity:
    """What makes an entry of a season: a version with its options."""

    bot: str
    fingerprint: str
    options: str = "{}"


@dataclass(frozen=True, kw_only=True)
class Ready:
    """A version that can play."""

    identity: Identity
    entry: Entry
    """Called as tables show the bot, without a version."""
    written: str
    """As terms pin it."""

    def named(self, taken: Container[str]) -> str:
        """The name of its entry: with as much of its hash as tells it from those `taken`."""
        name, fingerprint = self.entry.name, self.identity.fingerprint
        lengths = range(SHORT, len(fingerprint) + 1)
        names = [f"{name}@{fingerprint[:digits]}" for digits in lengths]
        if self.entry.manifest.built_in:
            names.insert(0, name)
        return next(one for one in names if one not in taken)


@dataclass(frozen=True, kw_only=True)
class Aside:
    """A version that should play and cannot."""

    bot: str
    version: str
    reason: str

    def to_json(self) -> dict[str, str]:
        """As it is stored."""
        return {"bot": self.bot, "version": self.version, "reason": self.reason}


@dataclass(frozen=True, kw_only=True)
class Field:
    """Who plays, and who should and cannot."""

    ready: tuple[Ready, ...]
    aside: tuple[Aside, ...]


@dataclass
class Roster:
    """Finds who plays."""

    plan: Plan
    shelf: Shelf
    surroundings: Surroundings
    freeze_us: int | None = None
    """Versions that were submitted later wait."""
    builds: bool = True
    """Whether programs are made, or only looked at."""
    _seen: dict[tuple[str, str], Ready | Aside] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._yardsticks = tuple(map(self._yardstick, self.plan.who.yardsticks))
        _refuse_twice(self._yardsticks)
        self._kept, self._damaged = self._look()

    def field(self, benched: Container[Identity]) -> Field:
        """Who plays if these are benched."""
        ready, aside = [*self._yardsticks], [*self._damaged]
        for versions in self._kept.values():
            for one in self._newest(versions, benched):
                if isinstance(one, Ready):
                    ready.append(one)
                    break
                aside.append(one)
        return Field(
            ready=tuple(sorted(ready, key=lambda one: (one.entry.name, one.identity.fingerprint))),
            aside=tuple(aside),
        )

    def _look(self) -> tuple[Mapping[str, Sequence[Kept]], tuple[Aside, ...]]:
        """What is on the shelf, the newest version first."""
        found: dict[str, Sequence[Kept]] = {}
        damaged = []
        for name in self.shelf.names():
            if not self.plan.who.takes(name):
                continue
            try:
                versions = self.shelf.versions(name)
            except BotError as error:
                damaged.append(_damaged(name, error))
                continue
            found[name] = tuple(filter(self._may_play, reversed(versions)))
        return found, tuple(damaged)

    def _may_play(self, kept: Kept) -> bool:
        late = self.freeze_us is not None and kept.submitted_us > self.freeze_us
        return kept.withdrawn_us is None and not late

    def _newest(
        self, versions: Sequence[Kept], benched: Container[Identity]
    ) -> Iterator[Ready | Aside]:
        for kept in versions:
            known = self._seen.get((kept.name, kept.fingerprint))
            if known is None:
                known = self._seen[kept.name, kept.fingerprint] = self._made_ready(kept)
            if isinstance(known, Aside) or known.identity not in benched:
                yield known

    def _made_ready(self, kept: Kept) -> Ready | Aside:
        """The version as it is played; its author is told why it cannot be."""
        try:
            manifest = self.shelf.manifest(kept)
            refused = [one for one in self.plan.terms.games if not manifest.plays(one)]
            if refused:
                raise BotError(f"it does not play {refused[0]}")
            settings = {name: option.default for name, option in manifest.options.items()}
            entry = Entry(kept.alias or kept.name, manifest, settings)
            if self.builds:
                (entry,) = ready_to_run((entry,), self.surroundings)
        except BotError as error:
            told = _within(f"{kept.fingerprint}/", error)
            if kept.alias:
                told = re.sub(rf"(?<![\w-]){re.escape(kept.name)}(?![\w-]|\.\w)", kept.alias, told)
            return Aside(bot=kept.alias or kept.name, version=kept.version, reason=told)
        return Ready(
            identity=_identity(entry),
            entry=entry,
            written=f"{kept.name}@{kept.fingerprint}",
        )

    def _yardstick(self, text: str) -> Ready:
        entry = parse_entry(text)
        if not entry.manifest.built_in:
            raise SpecError(
                f"'{text}' does not come with the arena; submit it, and it takes part by itself"
            )
        for game in self.plan.terms.games:
            if not entry.manifest.plays(game):
                raise SpecError(f"{entry.name} does not play {game}; leave it out of yardsticks")
        return Ready(identity=_identity(entry), entry=entry, written=text)


def _damaged(name: str, error: BotError) -> Aside:
    """A bot of which not even the alias is known: its hash stands for its name."""
    digest, _, told = _within(f"/{name}/", error).partition("/")
    if len(digest) != DIGITS:
        return Aside(bot="a submitted bot", version="", reason="its folder cannot be read")
    return Aside(bot=digest[:SHORT], version="", reason=told)


def _within(folder: str, error: BotError) -> str:
    """What was wrong: where the shelf lies is of no account, and not for every eye."""
    return _FOLDERS.sub("", one_line(str(error)).rpartition(folder)[2])


def _refuse_twice(yardsticks: Sequence[Ready]) -> None:
    """SpecError if two are the same bot, though they are written or called differently."""
    seen: dict[Identity, str] = {}
    for one in yardsticks:
        if one.identity in seen:
            raise SpecError(
                f"yardsticks '{seen[one.identity]}' and '{one.written}' are the same bot with "
                "the same options: leave one of them out"
            )
        seen[one.identity] = one.written


def _identity(entry: Entry) -> Identity:
    return Identity(
        entry.manifest.name, entry.manifest.fingerprint, canonical(dict(entry.settings))
    )


def seated(ready: Ready, name: str) -> Entry:
    """A version under the name that it has in the season."""
    return replace(ready.entry, name=name)
