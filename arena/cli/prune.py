"""`arena prune`: removes old records and logs."""

import time
from typing import Final

import click

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted, fill
from arena.tournament.deadline import parse_duration
from arena.tournament.housekeeping import prune, would_prune
from arena.views.pruning import PruningView
from leaderboard.database import open_database
from leaderboard.pruning import Aim
from leaderboard.retention import parse_keep_logs

_AGE: Final = "30d"
_SECOND_US: Final = 1_000_000
_PROGRESS_S: Final = 5.0


@click.command("prune")
@click.argument("tournament", required=False)
@click.option(
    "--older-than",
    "age",
    default=_AGE,
    show_default=True,
    metavar="AGE",
    help="Of matches that were stored before, such as 12h or 90d.",
)
@click.option(
    "--keep-logs",
    default="faults",
    show_default=True,
    metavar="faults|last=N|all|none",
    help="Which logs stay, whatever their age.",
)
@click.option("--keep-records", is_flag=True, help="Remove logs alone.")
@click.option("--dry-run", is_flag=True, help="Only say what would be removed (the default).")
@click.option("--yes", is_flag=True, help="Remove it, for good.")
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    age: str,
    keep_logs: str,
    keep_records: bool,
    dry_run: bool,
    yes: bool,
    database: str,
    as_json: bool,
) -> None:
    """Remove records and logs of old matches, of TOURNAMENT or of all.

    Results, ratings and tables stay as they are. A match without its record is still
    listed and shown, but it cannot be replayed or verified any more. Without --yes
    nothing is removed.

    Example: arena prune --older-than 90d --keep-logs last=100
    """
    if dry_run and yes:
        raise click.UsageError("--dry-run and --yes exclude each other")
    aim = Aim(
        before_us=screen.now_us() - round(parse_duration(age) * _SECOND_US),
        records=not keep_records,
        keep_logs=parse_keep_logs(keep_logs),
    )
    tell = _Progress(screen)
    with open_database(database, write=False) as results:
        shown = PruningView(would_prune(results, tournament, aim, tell), done=False)
    if yes:
        with open_database(database, write=True) as results:
            removed = prune(results, tournament, aim, tell)
        shown = PruningView(removed.amount, done=True, compacted=removed.compacted)
    if as_json:
        screen.json(shown.to_json())
        return
    _show(screen, shown)
    if not yes and shown.amount.size_bytes:
        words = [tournament or "", f"--older-than {age}", f"--keep-logs {keep_logs}"]
        words += ["--keep-records"] if keep_records else []
        screen.next_steps(f"prune {' '.join(filter(None, words))} --yes")


def _show(screen: Screen, shown: PruningView) -> None:
    amount = shown.amount
    if not amount.size_bytes:
        screen.out("There is nothing to remove.")
        return
    what = f"{counted(amount.records, 'record')} and {counted(amount.logs, 'log')}"
    room = f"{amount.size_bytes / 1e6:.1f} MB"
    if not shown.done:
        screen.out(f"{what} would be removed, {room}; results and ratings stay.")
        return
    screen.out(f"{what} are removed, {room}; results and ratings stay.")
    if not shown.compacted:
        screen.note(
            fill(
                "The file keeps its size, for there is no room to write it anew: what is stored "
                "next takes the place."
            )
        )


class _Progress:
    """Tells now and then how far it has got."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._told = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() - self._told >= _PROGRESS_S and done < of:
            self._told = time.monotonic()
            self._screen.note(f"{done} of {of} tournaments looked at")
