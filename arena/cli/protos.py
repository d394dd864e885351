"""`arena protos`: the contract of the wire, for whoever makes stubs of it."""

from pathlib import Path

import click

from arena.cli.screen import Screen
from arena.starters.writing import write_protos


@click.command("protos")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def command(screen: Screen, folder: Path) -> None:
    """Copy the contract of the wire into FOLDER, as referee/v1/*.proto.

    It is what a compiler of protos makes stubs of, in any language; its options
    name packages for Go, Java and C#. Files of the same names are replaced.

    Example: arena protos ./mybot/protos
    """
    files = write_protos(folder)
    screen.line(f"{folder / 'referee' / 'v1'} has {files} files.")
