"""`arena verify`: whether what is stored is what was played."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from arena.cli import exits
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.tournament.audit import Audit
from arena.tournament.verification import verify_file, verify_stored
from leaderboard.database import open_database

MOST_SHOWN: Final = 20
_PROGRESS_S: Final = 5.0


@click.command("verify")
@click.argument("what", metavar="MATCH|FILE|TOURNAMENT")
@database_option
@shelf_option
@output_options
@click.pass_obj
def command(screen: Screen, *, what: str, database: str, as_json: bool) -> int:
    """Play what was recorded again by the rules, and check that everything agrees.

    Deals, moves, scores, digests, seeds and commitments; of a tournament also the
    schedule, what is stored beside the records, and the table. FILE is a record
    (`arena replay --json`) or an export. Exits with 5 if something differs.

    Example: arena verify last
    """
    tell = progress(screen)
    if os.path.isfile(what):  # noqa: PTH113 - Path fails on names too long for any file
        audit = verify_file(Path(what), tell, screen.shelf)
    else:
        with open_database(database, write=False) as results:
            audit = verify_stored(results, what, tell, screen.shelf)
    if as_json:
        screen.json(audit.to_json())
    else:
        _show(screen, audit)
    return exits.MISMATCH if audit.found else exits.DONE


def progress(screen: Screen) -> Callable[[int, int], None]:
    """Tells now and then how far it has got."""
    last_s = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last_s
        if time.monotonic() - last_s >= _PROGRESS_S and done < of:
            last_s = time.monotonic()
            screen.note(f"{done} of {of} matches checked")

    return tell


def _show(screen: Screen, audit: Audit) -> None:
    for one in audit.found[:MOST_SHOWN]:
        screen.line(str(one))
    if len(audit.found) > MOST_SHOWN:
        screen.out(f"... and {len(audit.found) - MOST_SHOWN} more; --json lists all")
    for reason in audit.unchecked:
        screen.note(fill(f"Not checked: {reason}."))
    matches = counted(audit.matches, "match").replace("matchs", "matches")
    if audit.found:
        screen.out(f"{matches}: {counted(len(audit.found), 'finding')}")
    else:
        table = "commitments and table" if audit.table else "and commitments"
        screen.out(f"{matches}: deals, moves, scores{',' if audit.table else ''} {table} agree")
