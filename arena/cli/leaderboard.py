"""`arena leaderboard`: the ranking."""

from typing import Final

import click

from arena.cli.dates import span
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted
from arena.cli.seconds import Seconds
from arena.cli.sheet import csv_text, format_option, markdown_text
from arena.cli.tables import (
    NOTHING,
    group_title,
    half_width,
    legend,
    marks_of,
    nothing_ranked,
    open_sentences,
    pool_title,
    remarks,
    show_ranking,
    title,
)
from arena.cli.watching import progress, watch
from arena.text import markdown_cell
from arena.views.ranking import Group, Ranking, ranking, ranking_of_all
from arena.views.tournaments import TournamentRow
from leaderboard.database import open_database
from referee.match.clock import LONGEST_S


@click.command("leaderboard")
@click.option("--tournament", help="An id, a name, or `last` (the default).")
@click.option("--all", "together", is_flag=True, help="All tournaments taken together.")
@click.option("--game", help="This game only.")
@format_option
@click.option("--wide", is_flag=True, help="All columns.")
@click.option("--history", is_flag=True, help="With the versions that left a season.")
@click.option(
    "--watch",
    "every_s",
    is_flag=False,
    flag_value=2.0,
    type=Seconds(min=0.1, max=LONGEST_S),
    metavar="[S]",
    help="Look again every S seconds (2) until it is finished.",
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    together: bool,
    game: str | None,
    form: str,
    wide: bool,
    history: bool,
    every_s: float | None,
    database: str,
    as_json: bool,
) -> None:
    """Show the ranking of a tournament.

    Example: arena leaderboard --tournament last
    """
    name = tournament or "last"
    if together and (tournament is not None or history or every_s is not None):
        raise click.UsageError(
            "--all takes all tournaments; leave --tournament, --history and --watch out"
        )
    if every_s is not None:
        if form != "table":
            raise click.UsageError("--watch draws a table or prints --json; leave --format out")
        if history:
            raise click.UsageError("--watch shows who is in the field; leave --history out")

        def show(shown: Ranking, row: TournamentRow) -> None:
            if as_json:
                screen.json(shown.to_json())
                return
            screen.note(f"{_headline(shown)}, {progress(row)}.\n")
            show_ranking(screen, shown, wide=wide)

        watch(screen, database, name, game, every_s=every_s, show=show)
        return
    with open_database(database, write=False) as results, results.reading() as store:
        shown = (
            ranking_of_all(store, game) if together else ranking(store, name, game, past=history)
        )
    if as_json:
        screen.json(shown.to_json())
    elif form == "csv":
        screen.out(_csv(shown))
    elif form == "markdown":
        screen.out(_markdown(shown))
    else:
        newest = "The newest tournament, " if tournament is None else "Tournament "
        screen.note(f"{_all(shown) if together else newest + _headline(shown)}.\n")
        show_ranking(screen, shown, wide=wide)
        if together:
            screen.next_steps("tournaments", "leaderboard")
            return
        one = f"--tournament {shown.tournament.id}"
        more = () if wide else (f"leaderboard {one} --wide",)
        screen.next_steps(f"matches {one}", *more)


def _headline(shown: Ranking) -> str:
    """Which tournament, and when it was."""
    head = shown.tournament
    return f"{title(head)}, {span(head.created_us, head.finished_us)}"


def _all(shown: Ranking) -> str:
    """How many tournaments, and when they were."""
    head = shown.tournament
    number = counted(len(shown.pooled), "tournament")
    return f"{number} taken together, {span(head.created_us, head.finished_us)}"


_COLUMNS: Final = (
    *("group", "rank", "rank_low", "rank_high", "bot", "version", "rating", "low", "high"),
    *("first", "mu", "sigma", "matches", "blocks", "deals", "wins", "draws", "losses"),
    *("faults", "voids"),
)


def _csv(shown: Ranking) -> str:
    rows = []
    for table in shown.tables:
        pool = table.pool
        head = (pool.game, pool.rules, pool.options, pool.players, pool.control)
        for line in table.lines:
            told = line.to_json()
            state = (table.complete, table.waiting)
            rows.append((*head, *(told[name] for name in _COLUMNS), *state))
    heads = ("game", "rules", "options", "players", "control", *_COLUMNS, "complete", "waiting")
    return csv_text(heads, rows)


def _markdown(shown: Ranking) -> str:
    parts = [NOTHING] if nothing_ranked(shown) else []
    for table in shown.tables:
        parts.append(f"**{markdown_cell(pool_title(table.pool))}**")
        for group in table.groups:
            parts += [markdown_cell(told) for told in (group_title(table, group),) if told]
            parts.append(_markdown_group(group))
            parts += map(markdown_cell, open_sentences(group))
        parts += map(markdown_cell, remarks(table))
    parts += map(markdown_cell, legend(shown))
    return "\n\n".join(parts)


def _markdown_group(group: Group) -> str:
    marks = marks_of(group)
    headings = ("#", "", "Bot", "Rating", "±", "TrueSkill", "Matches", "Faults")
    rows = [
        (
            *(line.rank, marks.get(line.bot, ""), line.bot, _decimal(line.rating)),
            *(half_width(line), f"{line.mu:.1f}", line.matches, line.faults),
        )
        for line in group.lines
    ]
    return markdown_text(headings, rows, {*headings} - {"", "Bot"})


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
