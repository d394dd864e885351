"""Puts bots on the shelf: each is unpacked, built, checked as it would play, and then kept."""

import asyncio
import enum
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.errors import ArenaError, Misuse
from arena.text import is_name
from arena.tournament.check import Checking, Finding, Verdict, checked
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from referee.bots.conditions import Conditions
from referee.bots.entry import Entry, built_in_bots
from referee.bots.errors import BotError, Damaged
from referee.bots.intake.opening import handed_in
from referee.bots.manifest import Manifest, is_bot_name
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.toolchains import built_with
from referee.bots.shelf import FolderShelf, Kept
from referee.isolation.levels import choose, refuse_foreign


class State(enum.Enum):
    """What became of a bot that was handed in."""

    KEPT = "kept"
    KNOWN = "known"
    """Its version was on the shelf already."""
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Submission:
    """A bot that was handed in, and what became of it."""

    place: str
    """The path, as it was given."""
    state: State
    bot: str = ""
    version: str = ""
    fingerprint: str = ""
    reason: str = ""
    """Why it failed, with the fix; or what else is worth knowing."""
    took_s: float = 0.0

    def to_json(self) -> dict[str, object]:
        """The submission for machines."""
        return {
            "path": self.place,
            "state": self.state.value,
            "bot": self.bot,
            "version": self.version,
            "fingerprint": self.fingerprint,
            "reason": self.reason,
            "run": {"took_s": round(self.took_s, 1)},
        }


@dataclass(frozen=True, kw_only=True)
class Label:
    """What is told of a bot besides what it is."""

    author: str = ""
    alias: str = ""
    name: str = ""
    """What a bot of one file is called, unless it goes by the name of the file."""

    def __post_init__(self) -> None:
        for option, text in (("--author", self.author), ("--alias", self.alias)):
            if text and not is_name(text):
                raise Misuse(f"{option}: a name is one line of at most 80 visible signs")
        if self.name and not is_bot_name(self.name):
            raise Misuse("--name is 1 to 40 letters, digits, - and _, a letter first")


@dataclass
class Counter:
    """Where bots are handed in, one after the other."""

    shelf: FolderShelf
    label: Label
    run: Run
    surroundings: Surroundings
    now: Callable[[], int]
    """Microseconds since 1970."""
    _taken: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Which path brought a bot of that name, and its hash."""

    def take(self, places: Sequence[str]) -> Iterator[Submission]:
        """Everything that is handed in, each with what became of it."""
        if self.label.name and len(places) > 1:
            raise Misuse("--name is for one bot; hand in the others on their own")
        limits = Conditions().limits
        level = choose(self.run.level, self.surroundings.environment, limits)
        refuse_foreign(level.name, ["submit"], trusted=self.run.trust_foreign)
        self.run = replace(self.run, level=level.name)
        for place in places:
            begun = time.monotonic()
            try:
                made = self._one(place)
            except ArenaError as error:
                made = Submission(place=place, state=State.FAILED, reason=str(error))
            except OSError as error:  # as a full disk: it is told, and the others go on
                where = f"{error.filename}: " if error.filename else ""
                reason = f"{where}{error.strerror or error}: mend that, and hand it in again"
                made = Submission(place=place, state=State.FAILED, reason=reason)
            yield replace(made, took_s=time.monotonic() - begun)

    def _one(self, place: str) -> Submission:
        with handed_in(Path(place)) as found:
            manifest = replace(self._named(found, place), foreign=True)
            if damage := self.shelf.clear_damaged(manifest.name, manifest.fingerprint):
                self.surroundings.tell(f"{damage} - which is done now.")
            self._refuse_name(manifest, place)
            known = self._known(manifest)
            if known is not None and self._is_sound(known):
                return self._again(place, known)
            entry, failed = self._checked(manifest, place)
            if failed is not None:
                return Submission(
                    place=place,
                    state=State.FAILED,
                    bot=manifest.name,
                    version=manifest.version,
                    fingerprint=manifest.fingerprint,
                    reason=_sentence(failed),
                )
            told = self._labelled(known or self._new(manifest))
            told = replace(told, withdrawn_us=None)
            kept = self.shelf.keep(entry.manifest, told, anew=known is not None)
        return self._made(place, State.KEPT, kept)

    def _named(self, manifest: Manifest, place: str) -> Manifest:
        """The bot under the name that was given to it."""
        if not self.label.name:
            return manifest
        if not manifest.sole:
            raise Misuse(f"{place} has a name in its bot.toml; --name is for a bot of one file")
        return replace(manifest, name=self.label.name)

    def _refuse_name(self, manifest: Manifest, place: str) -> None:
        """A name belongs to one author, and comes once at a time."""
        name = manifest.name
        where = "give it another with --name" if manifest.sole else "change it in bot.toml"
        if name in built_in_bots():
            raise BotError(f"{place}: '{name}' is a bot that comes with the arena; {where}")
        other, digest = self._taken.setdefault(name, (place, manifest.fingerprint))
        if digest != manifest.fingerprint:
            raise BotError(
                f"{place}: {other} is called '{name}' as well; {where}, or hand in one version "
                "after the other"
            )
        authors = {one.author for one in self.shelf.versions(name)} - {""}
        if self.label.author and authors and self.label.author not in authors:
            raise BotError(f"{place}: the name '{name}' is another author's; {where}")

    def _known(self, manifest: Manifest) -> Kept | None:
        versions = self.shelf.versions(manifest.name)
        return next((one for one in versions if one.fingerprint == manifest.fingerprint), None)

    def _is_sound(self, known: Kept) -> bool:
        """Whether it is there as it was; else it comes again, once it has passed."""
        try:
            self.shelf.manifest(known)
        except Damaged as error:
            self.surroundings.tell(f"{error} - which is done now.")
            return False
        return True

    def _again(self, place: str, known: Kept) -> Submission:
        """The same content once more: it may come back, or be told of differently."""
        now = replace(self._labelled(known), withdrawn_us=None)
        if now != known:
            self.shelf.change(now)
        newest = self.shelf.versions(known.name)[-1]
        told = "the same content is on the shelf already"
        if known.withdrawn_us is not None:
            told = "it was withdrawn, and is back"
        elif newest.fingerprint != known.fingerprint:
            told += f"; the newest is {newest.version}"
        return replace(self._made(place, State.KNOWN, now), reason=told)

    def _checked(self, manifest: Manifest, place: str) -> tuple[Entry, Finding | None]:
        """The bot as it is run, and the first step at which it fails, if it does."""
        settings = {name: option.default for name, option in manifest.options.items()}
        checking = Checking(
            entry=Entry(manifest.name, manifest, settings),
            place=place,
            conditions=Conditions(),
            run=self.run,
            surroundings=self.surroundings,
            quick=True,
        )
        failed = asyncio.run(_first_failure(checking))
        return checking.entry, failed

    def _new(self, manifest: Manifest) -> Kept:
        """What is told of a version that was never here; who made it is told by the one before."""
        before = self.shelf.versions(manifest.name)[-1:]
        return Kept(
            name=manifest.name,
            fingerprint=manifest.fingerprint,
            declared=manifest.declared_version,
            author=before[0].author if before else "",
            alias=before[0].alias if before else "",
            submitted_us=self.now(),
            built_with=built_with(manifest, Operator(self.surroundings.environment)),
            sole=manifest.sole,
        )

    def _labelled(self, kept: Kept) -> Kept:
        """The same with what was said about it now."""
        author, alias = self.label.author, self.label.alias
        return replace(kept, author=author or kept.author, alias=alias or kept.alias)

    def _made(self, place: str, state: State, kept: Kept) -> Submission:
        return Submission(
            place=place,
            state=state,
            bot=kept.name,
            version=kept.version,
            fingerprint=kept.fingerprint,
        )


async def _first_failure(checking: Checking) -> Finding | None:
    """The first step that fails; those after it may still be tried, as they belong together."""
    failed = None
    async for finding in checked(checking):
        if finding.verdict is Verdict.FAILED and failed is None:
            failed = finding
    return failed


def _sentence(finding: Finding) -> str:
    """A step that failed, in a line."""
    fix = f" - {finding.fix}" if finding.fix else ""
    return f"{finding.step}: {finding.seen}{fix}"


def counted(found: Sequence[Submission]) -> Mapping[State, int]:
    """How many were kept, known and refused."""
    return {state: sum(one.state is state for one in found) for state in State}
