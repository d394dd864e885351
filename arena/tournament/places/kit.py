"""All that a host of a cluster needs to play a contest: no path, no environment, no seed.

Bots travel as archives of just the files of their version, and are unpacked, hashed and prepared
on the host, in its own sandbox. What comes with the arena travels by its hash alone.
"""

import io
import tarfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.errors import ArenaError
from arena.tournament.contest import Contest, Gone
from arena.tournament.field import named_game
from arena.tournament.preparation import Prepared, Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.worker import Assignment
from arena.version import VERSION
from referee.bots.archive import unpack
from referee.bots.conditions import Conditions
from referee.bots.entry import Entry, built_in_bots
from referee.bots.errors import BotError
from referee.bots.hosting import Hosting
from referee.bots.manifest import Manifest, read_manifest
from referee.bots.preparing.copies import copied
from referee.bots.preparing.kept import cache_of, filled
from referee.bots.single_file import read_single_file


class Unfitting(ArenaError):
    """A host that does not satisfy the terms."""


@dataclass(frozen=True)
class Parcel:
    """A version of a bot as it travels."""

    name: str
    fingerprint: str
    foreign: bool
    archive: bytes | None = field(repr=False)
    """None for one that comes with the arena."""
    sole: str = ""
    """The file that is all of it."""

    def unpacked(self, cache: Path) -> Manifest:
        """The bot on this machine; BotError if it is not what its hash says."""
        if self.archive is None:
            manifest = read_manifest(built_in_bots()[self.name], built_in=True)
        else:
            place = cache / "copies" / f"{self.name}-{self.fingerprint}"
            if not place.is_dir():
                with filled(place) as filling:
                    unpack(io.BytesIO(self.archive), filling)
                    self._check(Path(f"/proc/self/fd/{filling.folder}"))
            manifest = self._read(place)
        if manifest.fingerprint != self.fingerprint:
            raise BotError(f"{self.name} is not what was sent: its files have another hash")
        return replace(manifest, name=self.name, foreign=self.foreign)

    def _check(self, folder: Path) -> None:
        """Look before it gets its place, where it would stay."""
        if self._read(folder.resolve()).fingerprint != self.fingerprint:
            raise BotError(f"{self.name} is not what was sent: its files have another hash")

    def _read(self, folder: Path) -> Manifest:
        return read_single_file(folder / self.sole) if self.sole else read_manifest(folder)


@dataclass(frozen=True)
class _Line:
    """An entry of the field."""

    name: str
    bot: int
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Rules:
    """A game as it is played."""

    name: str
    version: str
    players: int
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Kit:
    """What hosts are given once."""

    tournament: str
    contest: str
    arena: str
    lines: tuple[_Line, ...]
    parcels: tuple[Parcel, ...]
    games: tuple[_Rules, ...]
    level: str
    """The isolation level that every host must reach."""
    conditions: Conditions
    fresh: bool
    trust_foreign: bool

    def assignment(self, surroundings: Surroundings) -> Assignment:
        """Make everything ready on this machine; an ArenaError says why it cannot be."""
        if self.arena != VERSION:
            raise Unfitting(f"it has arena {VERSION}, and {self.arena} is played")
        cache = cache_of(surroundings.environment)
        bots = [parcel.unpacked(cache) for parcel in self.parcels]
        entries = [Entry(one.name, bots[one.bot], dict(one.settings)) for one in self.lines]
        games = []
        for rules in self.games:
            game = named_game(rules.name, entries)
            if game.rules_version != rules.version:
                raise Unfitting(
                    f"it has rules {game.rules_version} of {rules.name}, "
                    f"and {rules.version} is played"
                )
            games.append((game, game.setup(rules.players, dict(rules.options))))
        run = Run(level=self.level, fresh=self.fresh, trust_foreign=self.trust_foreign)
        prepared: Prepared = prepare(entries, self.conditions, run, surroundings)
        return Assignment(
            self.tournament, self.contest, prepared.entries, tuple(games), prepared.hosting
        )


def make_kit(
    tournament: str, contest: Contest, hosting: Hosting, surroundings: Surroundings
) -> Kit:
    """The kit of a contest; `contest` names bots by their folders on this machine."""
    cache = cache_of(surroundings.environment)
    numbers: dict[str, int] = {}
    parcels: list[Parcel] = []
    lines = []
    # Who left the field of a season sits at no table: there any bot will do.
    any_bot = next(one for one in contest.entries if not isinstance(one, Gone)).manifest
    for entry in contest.entries:
        manifest = any_bot if isinstance(entry, Gone) else entry.manifest
        number = numbers.setdefault(manifest.fingerprint, len(parcels))
        if number == len(parcels):
            parcels.append(_parcel(manifest, cache))
        lines.append(_Line(entry.name, number, tuple(sorted(entry.settings.items()))))
    return Kit(
        tournament=tournament,
        contest=contest.id,
        arena=VERSION,
        lines=tuple(lines),
        parcels=tuple(parcels),
        games=tuple(
            _Rules(
                game.name, game.rules_version, setup.players, tuple(sorted(setup.options.items()))
            )
            for game, setup in contest.games
        ),
        level=hosting.level,
        conditions=hosting.conditions,
        fresh=hosting.fresh,
        trust_foreign=hosting.trust_foreign,
    )


def _parcel(manifest: Manifest, cache: Path) -> Parcel:
    packed = None
    if not manifest.built_in:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            archive.add(copied(replace(manifest, made=None, copy=None), cache), arcname=".")
    return Parcel(
        manifest.name,
        manifest.fingerprint,
        manifest.foreign,
        None if packed is None else packed.getvalue(),
        manifest.sole,
    )
