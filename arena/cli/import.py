"""`arena import`: a tournament from a file that `arena export` wrote."""  # noqa: N999 - a command

from pathlib import Path

import click

from arena.cli.options import database_option
from arena.cli.screen import Screen
from arena.cli.verify import progress
from arena.tournament.exchange import read_export, take_in
from leaderboard.database import open_database


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--verify/--no-verify",
    "check",
    default=True,
    help="Check every record first, as arena verify does (the default).",
)
@database_option
@click.pass_obj
def command(screen: Screen, *, file: Path, check: bool, database: str) -> None:
    """Read a tournament from FILE into the database, all of it or nothing.

    FILE is what `arena export` wrote. Ids stay as they are.

    Example: arena import autumn.ndjson --db other.db
    """
    export = read_export(file)
    with open_database(database, write=True) as results:
        screen.opened(results)
        new = take_in(results, export, check=check, tell=progress(screen))
    told = f"tournament {export.head.id}"
    if not new:
        screen.out(f"Nothing new: {told} is there already.")
        return
    screen.out(f"Imported {told}: {len(export.matches)} matches.")
    screen.next_steps(f"matches --tournament {export.head.id}", f"verify {export.head.id}")
