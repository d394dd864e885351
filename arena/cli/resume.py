"""`arena resume`: plays what is missing."""

import click

from arena.cli.options import (
    database_option,
    output_options,
    run_options,
    strict_option,
    verbose_option,
)
from arena.cli.screen import Screen
from arena.cli.tournament_run import play_on
from arena.tournament.conduct import prolong, reopen
from arena.tournament.run import Run
from leaderboard.database import open_database


@click.command("resume")
@click.argument("tournament", default="last")
@click.option(
    "--rounds", type=click.IntRange(min=1), help="Let it have so many deals for each table."
)
@run_options
@strict_option
@database_option
@verbose_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str,
    rounds: int | None,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Play what is missing of TOURNAMENT: an id, a name, or `last` (the default).

    Its bots must be what they were; a changed one is refused. A tournament that is over goes on
    if it gets more rounds.

    Example: arena resume last --rounds 50
    """
    with open_database(database, write=True) as results:
        screen.opened(results)
        with results.reading() as store:
            head = store.find_tournament(tournament, "tournament")
        if rounds is not None:
            head = prolong(results, head, rounds)
        contest = reopen(results, head)
        return play_on(screen, results, contest, head, run, strict=strict, as_json=as_json)
