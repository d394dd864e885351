"""`arena compare`: which of two bots is better, how sure that is, and why."""

from collections.abc import Sequence

import click

from arena.cli.console import Listing
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted, fill
from arena.cli.tables import pool_title, title
from arena.views.compare import Compared, Comparison, compare
from arena.views.reasons import PartLine
from leaderboard.database import open_database


@click.command("compare")
@click.argument("bot")
@click.argument("other")
@click.option("--tournament", help="An id, a name, or `last` (the default).")
@click.option("--game", help="This game only.")
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bot: str,
    other: str,
    tournament: str | None,
    game: str | None,
    database: str,
    as_json: bool,
) -> None:
    """Compare two bots of a tournament: which is better, how surely, and why.

    Bots are named as in its table.

    Example: arena compare heuristic random --tournament last
    """
    with open_database(database, write=False) as results, results.reading() as store:
        shown = compare(store, bot, other, tournament=tournament or "last", game=game)
    if as_json:
        screen.json(shown.to_json())
        return
    if tournament is None:
        screen.note(f"The newest tournament, {title(shown.tournament)}.\n")
    _show(screen, shown)


def sentence(shown: Compared) -> str:
    """The verdict in a line."""
    one, other = shown.bots
    pair = shown.pair
    if pair is None:
        return f"{one} and {other} never met."
    if shown.verdict == "worse":
        one, other, pair = other, one, pair.turned()
    told = f"{100 * pair.score:.0f} % of {counted(len(pair.blocks), 'deal')}"
    if shown.verdict == "open":
        return f"Not settled: {one} scored {told} against {other}."
    return f"{one} is better than {other}: {told}, surely."


def _show(screen: Screen, shown: Comparison) -> None:
    if not shown.pools:
        screen.out("There is nothing to compare: no match of both counts here so far.")
    for number, pool in enumerate(shown.pools):
        if number:
            screen.out("")
        screen.line(pool_title(pool.pool))
        screen.out(fill(sentence(pool)))
        _show_pool(screen, pool)
    if shown.pools:
        screen.next_steps(f"crosstable --tournament {shown.tournament.id}")


def _show_pool(screen: Screen, shown: Compared) -> None:
    one, other = shown.bots
    pair, reasons = shown.pair, shown.reasons
    if pair is not None:
        told = f"Head to head  {pair.wins} won, {pair.draws} drawn, {pair.losses} lost"
        lead = "" if pair.lead is None else f"; {pair.lead:+.1f} points a match"
        screen.out(fill(told + lead, 14))
    if shown.common:
        rows = [
            (common.bot, f"{100 * common.one.score:.0f} %", f"{100 * common.other.score:.0f} %")
            for common in shown.common
        ]
        _print(screen, ("Score against", one, other), rows)
    if reasons.rules:
        rules = [
            (line.rule, f"{line.one:.1f}", f"{line.other:.1f}", f"{line.lead:+.1f}")
            for line in reasons.rules
        ]
        _print(screen, ("Points by rule", one, other, "Lead"), rules)
    _print_parts(screen, f"{one} at seat", reasons.seats, first=1)
    _print_parts(screen, "Matches that ended by", reasons.ends)
    if reasons.read < reasons.of:
        screen.out(f"Points, seats and ends: the newest {reasons.read} of {reasons.of} matches.")
    if shown.swings:
        screen.out("\nDeals on which they were farthest apart")
        for swing in shown.swings:
            lead = "" if swing.lead is None else f", {swing.lead:+.1f} points a match"
            screen.line(f"  deal {swing.deal}: {one} scored {100 * swing.score:.0f} %{lead}")
            screen.line(f"    {screen.command(f'replay {swing.match}')}")


def _print_parts(
    screen: Screen, heading: str, parts: tuple[PartLine, ...], first: int | None = None
) -> None:
    """A table of parts; those that are numbers are counted from `first`."""
    rows = [
        (
            part.part if first is None else str(int(part.part) + first),
            str(part.matches),
            f"{100 * part.score:.0f} %",
            "-" if part.lead is None else f"{part.lead:+.1f}",
        )
        for part in parts
    ]
    if rows:
        _print(screen, (heading, "Matches", "Score", "Lead"), rows)


def _print(screen: Screen, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Listing()
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    screen.out("")
    screen.console.print(table)
