"""`arena compare`: which of two bots is better, how sure that is, and why."""

from collections.abc import Iterator, Sequence
from typing import Final

import click

from arena.cli.console import Listing
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted, fill
from arena.cli.sheet import csv_text, format_option, markdown_text
from arena.cli.tables import pool_title, title, unfinished
from arena.text import markdown_cell
from arena.views.compare import Compared, Comparison, compare
from arena.views.crosstable import pair_json
from arena.views.reasons import PartLine
from leaderboard.database import open_database
from leaderboard.ratings.crossing import Met
from leaderboard.ratings.table import DECIMALS

_SWINGS: Final = "Deals on which they were farthest apart"


@click.command("compare")
@click.argument("bot")
@click.argument("other")
@click.option("--tournament", help="An id, a name, or `last` (the default).")
@click.option("--game", help="This game only.")
@format_option
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
    form: str,
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
    elif form == "csv":
        screen.out(_csv(shown))
    elif form == "markdown":
        screen.out("\n\n".join(map(_markdown, shown.pools)))
    else:
        if tournament is None:
            screen.note(f"The newest tournament, {title(shown.tournament)}.\n")
        _show(screen, shown)


def sentence(shown: Compared) -> str:
    """The verdict in a line."""
    one, other = shown.bots
    pair = shown.pair
    if shown.test is not None and shown.test.verdict != "open":
        return shown.test.sentence  # it was agreed beforehand when to look
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
    one = shown.bots[0]
    for line in _facts(shown):
        screen.out(fill(line, 14))
    for headings, rows in _sections(shown):
        _print(screen, headings, rows)
    reasons = shown.reasons
    if reasons.read < reasons.of:
        screen.out(f"Points, seats and ends: the newest {reasons.read} of {reasons.of} matches.")
    if shown.swings:
        screen.out(f"\n{_SWINGS}")
        for swing in shown.swings:
            lead = "" if swing.lead is None else f", {swing.lead:+.1f} points a match"
            screen.line(f"  deal {swing.deal}: {one} scored {100 * swing.score:.0f} %{lead}")
            screen.line(f"    {screen.command(f'replay {swing.match}')}")


def _facts(shown: Compared) -> Iterator[str]:
    """What they did against each other, what the field says of them, and whether that is all."""
    pair, (one, other) = shown.pair, shown.bots
    if pair is not None:
        lead = "" if pair.lead is None else f"; {pair.lead:+.1f} points a match"
        yield f"Head to head  {pair.wins} won, {pair.draws} drawn, {pair.losses} lost{lead}"
    yield f"By the field  {one} is stronger than {other} with {_percent(shown.above)}"
    if not shown.complete:
        yield unfinished(shown.waiting)


def _percent(chance: float) -> str:
    """A chance that is not told as certain."""
    return f"{min(max(100 * chance, 0.1), 99.9):.1f} %"


Section = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]
"""Headings and rows."""


def _sections(shown: Compared) -> Iterator[Section]:
    """The reasons as tables, those that are empty left out."""
    one, other = shown.bots
    reasons = shown.reasons
    common = [
        (common.bot, f"{100 * common.one.score:.0f} %", f"{100 * common.other.score:.0f} %")
        for common in shown.common
    ]
    rules = [
        (line.rule, f"{line.one:.1f}", f"{line.other:.1f}", f"{line.lead:+.1f}")
        for line in reasons.rules
    ]
    sections: list[Section] = [
        (("Score against", one, other), common),
        (("Points by rule", one, other, "Lead"), rules),
        _parts(f"{one} at seat", reasons.seats, first=1),
        _parts("Matches that ended by", reasons.ends),
    ]
    yield from (section for section in sections if section[1])


def _parts(heading: str, parts: tuple[PartLine, ...], first: int | None = None) -> Section:
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
    return (heading, "Matches", "Score", "Lead"), rows


def _csv(shown: Comparison) -> str:
    """A line for each number that is told."""
    head = ("game", "rules", "options", "players", "control", "part", "name", "of", "value")
    rows: list[tuple[object, ...]] = []
    for one in shown.pools:
        pool = one.pool
        of_pool = (pool.game, pool.rules, pool.options, pool.players, pool.control)
        rows += [(*of_pool, *line) for line in _numbers(one)]
    return csv_text(head, rows)


def _numbers(shown: Compared) -> Iterator[tuple[str, str, str, object]]:
    """What is told, number by number: of which part and whom."""
    both = shown.bots
    yield "above", both[0], both[1], round(shown.above, DECIMALS)
    if shown.pair is not None:
        for of, value in pair_json(Met.of(shown.pair)).items():
            yield "head to head", both[0], of, value
    for common in shown.common:
        for bot, pair in zip(both, (common.one, common.other), strict=True):
            yield "score against", common.bot, bot, round(pair.score, DECIMALS)
    for rule in shown.reasons.rules:
        for bot, points in zip(both, (rule.one, rule.other), strict=True):
            yield "points by rule", rule.rule, bot, round(points, DECIMALS)
    for part, lines in (("seat", shown.reasons.seats), ("end", shown.reasons.ends)):
        for line in lines:
            for of, value in line.to_json().items():
                yield part, line.part, of, value
    for swing in shown.swings:
        yield "swing", swing.match, "score", round(swing.score, DECIMALS)
        yield "swing", swing.match, "lead", swing.to_json()["lead"]


def _markdown(shown: Compared) -> str:
    told = map(markdown_cell, (sentence(shown), *_facts(shown)))
    parts = [f"**{markdown_cell(pool_title(shown.pool))}**", *told]
    parts += [markdown_text(heads, rows, heads[1:]) for heads, rows in _sections(shown)]
    if shown.swings:
        heads = (_SWINGS, "Score", "Lead", "Match")
        rows = [
            (
                *(swing.deal, f"{100 * swing.score:.0f} %"),
                *("-" if swing.lead is None else f"{swing.lead:+.1f}", swing.match),
            )
            for swing in shown.swings
        ]
        parts.append(markdown_text(heads, rows, heads[1:3]))
    return "\n\n".join(parts)


def _print(screen: Screen, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Listing()
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    screen.out("")
    screen.console.print(table)
