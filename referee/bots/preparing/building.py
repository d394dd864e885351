"""Runs a bot's own `build` command, in a sandbox without network, and keeps what it makes.

What lies in the copy afterwards is the bot. It is kept under the fingerprint of its source, so a
version is built once, and its source stays as it is. What the build said lies beside it.
"""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.manifest import Manifest
from referee.bots.preparing.kept import filled, ready
from referee.bots.preparing.step import MADE, Step, run_step

BUILD_S: Final = 600.0


def built(manifest: Manifest, store: Path) -> Manifest:
    """The bot with its program made; at once if this version was built before.

    BotError if the build fails, LaunchError if there is no sandbox to build in.
    """
    if not manifest.build:
        return manifest
    made = _place(manifest, store)
    if not made.is_dir():
        _build(manifest, made)
    return replace(manifest, made=made)


def is_built(manifest: Manifest, store: Path) -> bool:
    """Whether nothing is left to make."""
    return not manifest.build or _place(manifest, store).is_dir()


def _place(manifest: Manifest, store: Path) -> Path:
    return store / f"{manifest.name}-{manifest.fingerprint}"


def _build(manifest: Manifest, made: Path) -> None:
    step = Step(
        command=replace(manifest, made=MADE).words(manifest.build),
        seconds=BUILD_S,
        python=any("{python}" in word for word in manifest.build),
    )
    log = ready(made.parent) / f"{made.name}.log"
    with tempfile.TemporaryFile(dir=made.parent) as archive:
        try:
            done = run_step(step, manifest.copy_to, archive)
            log.write_text(done.said)
            if not done.went_well:
                raise BotError(f"{done} (all it said: {log})")
            with filled(made) as filling:
                unpack(archive, filling)
        except BotError as error:
            raise BotError(f"{manifest.name} could not be built: {error}") from None
