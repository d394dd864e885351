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
from arena.cli.shelves import shelf_option
from arena.cli.tournament_run import play_on
from arena.tournament.conduct import longer, prolong, reopen
from arena.tournament.run import Run
from arena.tournament.terms import MOST
from leaderboard.database import open_database
from leaderboard.values import Tournament


@click.command("resume")
@click.argument("tournament", default="last")
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST["rounds"]),
    help="Let it have so many deals for each table.",
)
@run_options
@strict_option
@database_option
@shelf_option
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
        wanted = head if rounds is None else longer(results, head, rounds, screen.shelf)
        contest = reopen(results, wanted, screen.shelf)
        for entry in contest.entries:
            if not entry.manifest.built_in and not entry.manifest.foreign:
                screen.note(f"{entry.name} {entry.version} is the one in {entry.manifest.home}.")

        def opening() -> Tournament:
            return head if rounds is None else prolong(results, head, rounds, screen.shelf)

        return play_on(screen, results, contest, opening, run, strict=strict, as_json=as_json)
