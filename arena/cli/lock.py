"""`arena lock`: writes down what the build of a bot fetches, where its tool has no lock file."""

from pathlib import Path

import click

from arena.cli.screen import Screen
from arena.tournament.preparation import Surroundings, write_lock


@click.command("lock")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_obj
def command(screen: Screen, folder: Path) -> None:
    """Write arena.lock into the folder of a bot that Maven builds.

    It names each file that the build fetches, with its SHA-256. Only those are taken
    when the bot is built. The build runs once with a way to Maven's registry, in a
    sandbox. Other tools have lock files of their own: go.sum, package-lock.json,
    requirements.lock, Cargo.lock.

    Example: arena lock ./mybot
    """
    files = write_lock(folder, Surroundings(screen.environment))
    screen.note(f"{folder / 'arena.lock'} names {files} files.")
