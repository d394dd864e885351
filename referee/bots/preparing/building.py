"""Runs a bot's own `build` command, in a sandbox without network, and keeps what it makes.

What lies in the copy afterwards is the bot. It is kept under the fingerprint of its source, so a
version is built once, and its source stays as it is. What the build said lies beside it.
"""

import shlex
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.manifest import Manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.copies import copied
from referee.bots.preparing.fetching import fetch, lock_of, without_settings
from referee.bots.preparing.kept import filled, ready, used
from referee.bots.preparing.step import MADE, Step, run_step
from referee.bots.preparing.toolchains import toolchain_of
from referee.isolation.port import LaunchError

BUILD_S: Final = 600.0


def built(manifest: Manifest, operator: Operator, cache: Path) -> Manifest:
    """The bot with its program made; at once if this version was built before.

    BotError if the build fails, LaunchError if there is no sandbox to build in.
    """
    if not manifest.build or manifest.made is not None:
        return manifest
    made = _place(manifest, cache)
    if not made.is_dir():
        # From here on there is only the copy: what is locked, fetched and built is of one version.
        source = replace(manifest, home=copied(manifest, cache))
        _build(source, operator, fetch(source, operator, cache), made)
    used(made)
    return replace(manifest, made=made)


def is_built(manifest: Manifest, cache: Path) -> bool:
    """Whether nothing is left to make."""
    return not manifest.build or manifest.made is not None or _place(manifest, cache).is_dir()


def _place(manifest: Manifest, cache: Path) -> Path:
    return cache / "built" / f"{manifest.name}-{manifest.fingerprint}"


def _build(manifest: Manifest, operator: Operator, fetched: Path | None, made: Path) -> None:
    lock = lock_of(manifest)
    tools = toolchain_of(manifest, operator)
    step = Step(
        command=_command(manifest, lock.kind.before if lock is not None else ()),
        seconds=BUILD_S,
        python=any("{python}" in word for word in manifest.build),
        environment={**tools.settings, **(lock.kind.told if lock is not None else {})},
        shown=tools.shown,
        laid=fetched,
    )
    log = ready(made.parent) / f"{made.name}.log"
    with tempfile.TemporaryFile(dir=made.parent) as archive:
        try:
            done = run_step(step, without_settings(manifest.copy_to), archive)
            log.write_text(done.said)
            if not done.went_well:
                raise BotError(f"{done} (all it said: {log})")
            with filled(made) as filling:
                unpack(archive, filling)
        except BotError as error:
            raise BotError(f"{manifest.name} could not be built: {error}") from None
        except OSError as error:  # the disk is full, say
            raise LaunchError(f"{manifest.name} could not be built here: {error}") from error


def _command(manifest: Manifest, before: tuple[str, ...]) -> tuple[str, ...]:
    """What is run: what its kind of source needs first, and its own words."""
    words = replace(manifest, made=MADE).words(manifest.build)
    if not before:
        return words
    return ("/bin/sh", "-c", f'{shlex.join(before)} && exec "$@"', "build", *words)
