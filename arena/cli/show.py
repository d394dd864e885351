"""`arena show`: one match."""

import click

from arena.cli.dates import date_and_time
from arena.cli.options import database_option, output_options
from arena.cli.render import sentence
from arena.cli.screen import Screen, counted, fill
from arena.cli.tables import pool_title, title
from arena.views.marks import MARKS
from arena.views.match import MatchView, show_match
from leaderboard.database import open_database


@click.command("show")
@click.argument("match")
@database_option
@output_options
@click.pass_obj
def command(screen: Screen, *, match: str, database: str, as_json: bool) -> None:
    """Show one match: who sat where, how it ended and why, how to play it again.

    MATCH is an id as printed, the beginning of one, or `last`.

    Example: arena show last
    """
    with open_database(database, write=False) as results, results.reading() as store:
        shown = show_match(store, match, results.folder)
    if as_json:
        screen.json(shown.to_json())
        return
    _show(screen, shown)
    looks = (
        (f"replay {shown.row.match}",) if shown.row.status == "done" and not shown.pruned else ()
    )
    screen.next_steps(*looks, f"logs {shown.row.match}")


def _show(screen: Screen, shown: MatchView) -> None:
    row, head = shown.row, shown.tournament
    screen.out(f"Match       {row.match}")
    if head.kind == "tournament":
        screen.line(f"Tournament  {title(head)}, block {row.block}, deal {row.deal}")
    screen.line(f"Pool        {pool_title(row.pool)}")
    if row.stored_us is not None:
        screen.out(f"Date        {date_and_time(row.stored_us)}")
    for seat in row.seats:
        rank = "-" if seat.rank is None else seat.rank
        score = "no score" if seat.score is None else f"{seat.score} points"
        fault = f", {seat.fault}" if seat.fault else ""
        spent = f"{seat.elapsed_us / 1e6:.2f} s"
        how = ", attached" if seat.seat in shown.attached else ""
        told = f"{seat.bot}: rank {rank}, {score}{fault}, {spent}{how}"
        screen.line(f"Seat {seat.seat + 1}      {told}")
    end = f"End         {sentence(row.reason or row.status)} ({counted(row.turns, 'turn')})"
    screen.out(fill(end, 12))
    if row.killed is not None:
        before = (
            f"Before      {sentence(row.killed.reason)} Nobody knows by whom: it was played again."
        )
        screen.out(fill(f"{before} This counts for the first three such matches of a bot.", 12))
    for number, told in shown.evidence.items():
        screen.out(fill(f"Evidence    seat {int(number) + 1}: {told}", 12))
    for mark in head.marks:
        screen.out(fill(f"Mark        {MARKS.get(mark, mark)}", 12))
    if shown.pruned:
        screen.out("Record      was pruned; the result still counts")
    if not shown.over:
        screen.out("Again       how is told when the tournament is over, and its seed with it")
    elif shown.again:
        screen.line(f"Again       {screen.command(shown.again)}")  # not filled: to be copied
