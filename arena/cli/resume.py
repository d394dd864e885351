"""`arena resume`: plays what is missing."""

import click

from arena.cli.isolating import Isolating, isolation_options
from arena.cli.options import database_option, output_options, verbose_option
from arena.cli.playing import Staffing, play_on
from arena.cli.screen import Screen
from arena.tournament.conduct import reopen
from arena.tournament.places.local import default_workers
from leaderboard.database import open_database


@click.command("resume")
@click.argument("tournament", default="last")
@click.option("--workers", type=click.IntRange(min=1), help="Matches at a time; one per core.")
@click.option("--fresh", is_flag=True, help="A new process for every match.")
@isolation_options
@click.option("--strict", is_flag=True, help="Exit with 3 if a bot faults.")
@database_option
@verbose_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str,
    workers: int | None,
    fresh: bool,
    isolating: Isolating,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Play what is missing of TOURNAMENT: an id, a name, or `last` (the default).

    Its bots must be what they were; a changed one is refused.

    Example: arena resume last
    """
    with open_database(database, write=True) as results:
        with results.reading() as store:
            head = store.find_tournament(tournament, "tournament")
        contest = reopen(results, head)
        staffing = Staffing(workers or default_workers(), isolating, fresh, strict)
        return play_on(screen, results, head, contest, staffing, as_json=as_json)
