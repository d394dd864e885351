"""Before the first match: programs made, a level chosen, everything refused that must be.

Whoever lets bots play, a command, a page or a worker of a cluster, comes through here and gets
the same answer. Nothing is stored before.
"""

import importlib.util
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.tournament.contest import Contest
from arena.tournament.run import Run
from arena.version import VERSION
from referee.bots.conditions import Conditions
from referee.bots.descriptors import refuse_without_room
from referee.bots.entry import Entry
from referee.bots.errors import BotError
from referee.bots.hosting import Hosting
from referee.bots.manifest import Manifest, read_manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.copies import with_copy
from referee.bots.preparing.kept import cache_of
from referee.isolation.levels import choose, refuse_foreign
from referee.isolation.port import LaunchError
from referee.match.seeds import SECRET_BITS


@dataclass(frozen=True)
class Surroundings:
    """What a command has around it, handed in."""

    environment: Mapping[str, str] = field(repr=False)
    hidden: tuple[Path, ...] = ()
    """Files that no bot may see, as the database."""
    tell: Callable[[str], None] = lambda text: None
    """Where people are told what is done, or worth knowing."""


@dataclass(frozen=True)
class Prepared:
    """Bots that can be started, and how."""

    entries: tuple[Entry, ...]
    hosting: Hosting
    surroundings: Surroundings

    def in_place_of(self, contest: Contest) -> Contest:
        """The contest with these in it; who left the field stays as it is told."""
        ready = {one.name: one for one in self.entries}
        return replace(contest, entries=tuple(ready.get(one.name, one) for one in contest.entries))


def prepare(
    entries: Sequence[Entry], conditions: Conditions, run: Run, surroundings: Surroundings
) -> Prepared:
    """Make everything ready, or refuse: BotError, LaunchError."""
    refuse_without_room(len(entries))
    foreign = [entry.name for entry in entries if entry.manifest.foreign]
    level = choose(run.level, surroundings.environment, conditions.limits)
    if conditions.freeze and not level.freezes:
        raise LaunchError(
            f"isolation '{level.name}' cannot freeze bots; arena doctor tells what is missing "
            "for one that can (--no-freeze lets them run)"
        )
    refuse_foreign(level.name, foreign, trusted=run.trust_foreign)
    if level.name != run.level:
        surroundings.tell(f"Isolation: {level.name}, {level.meaning}.")
    wanted = conditions.control.timed if conditions.freeze is None else conditions.freeze
    hosting = Hosting(
        level=level.name,
        conditions=conditions,
        arena_version=VERSION,
        rests=level.freezes and wanted,
        fresh=run.fresh,
        hidden=surroundings.hidden,
        trust_foreign=run.trust_foreign,
        foreign=bool(foreign),
    )
    ready = ready_to_run(entries, surroundings)
    if level.shows:
        ready = as_hashed(ready, surroundings)
    return Prepared(ready, hosting, surroundings)


def ready_to_run(entries: Sequence[Entry], surroundings: Surroundings) -> tuple[Entry, ...]:
    """The entries with their programs made, once for each version. BotError if that fails."""
    if not any(entry.manifest.build for entry in entries):
        return tuple(entries)
    # Few bots are built, and what builds and fetches is slow to load.
    from referee.bots.preparing.building import built, is_built  # noqa: PLC0415
    from referee.bots.preparing.fetching import is_fetched  # noqa: PLC0415

    cache = cache_of(surroundings.environment)
    operator = Operator(surroundings.environment)
    ready = []
    for entry in entries:
        if not is_built(entry.manifest, cache):
            if not is_fetched(entry.manifest, cache):
                surroundings.tell(f"Fetching what the lock file of {entry.name} names.")
            surroundings.tell(f"Building {entry.name} {entry.version}.")
        ready.append(replace(entry, manifest=built(entry.manifest, operator, cache)))
    return tuple(ready)


def as_hashed(entries: Sequence[Entry], surroundings: Surroundings) -> tuple[Entry, ...]:
    """The entries, each with a copy of just what its version is a hash of."""
    if all(one.attached or _is_as_hashed(one.manifest) for one in entries):
        return tuple(entries)
    cache = cache_of(surroundings.environment)
    return tuple(
        one if one.attached else replace(one, manifest=with_copy(one.manifest, cache))
        for one in entries
    )


def _is_as_hashed(manifest: Manifest) -> bool:
    return manifest.built_in or manifest.made is not None or manifest.copy is not None


def write_lock(folder: Path, surroundings: Surroundings) -> int:
    """Write the `arena.lock` of a bot that Maven builds; how many files it names."""
    from referee.bots.preparing.fetching import MAVEN, new_maven_lock  # noqa: PLC0415 - as above

    manifest = read_manifest(folder)
    if not manifest.build:
        raise BotError(f"{folder}: {manifest.name} has no build; there is nothing to lock")
    cache = cache_of(surroundings.environment)
    text = new_maven_lock(manifest, Operator(surroundings.environment), cache)
    with tempfile.NamedTemporaryFile("w", dir=folder, prefix=".lock-", delete=False) as new:
        new.write(text)
    new_path = Path(new.name)
    new_path.chmod(0o644)
    new_path.replace(manifest.home / MAVEN.lock)  # a link that is there is not followed
    return len(text.splitlines())


def warn_of_small_seed(seed: int, entries: Sequence[Entry], surroundings: Surroundings) -> None:
    """Say once that others' bots could guess the deals."""
    own = all(entry.manifest.built_in for entry in entries)
    if seed.bit_length() < SECRET_BITS and not own:
        surroundings.tell(
            "A small seed is for repeatable runs: a bot could guess it, and so the deals."
        )


def warn_of_slow_ratings(entries: int, surroundings: Surroundings) -> None:
    """Say once that the ratings of so many take long without what makes them fast."""
    from leaderboard.ratings.fit import LARGE  # noqa: PLC0415 - a match alone has no ratings

    if entries > LARGE and importlib.util.find_spec("numpy") is None:
        surroundings.tell(
            f"Ratings of {entries} bots take minutes without numpy: pip install 'arena[stats]'."
        )
