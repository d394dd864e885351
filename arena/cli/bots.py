"""`arena bots`: who can play, in which versions, and what they did."""

import shlex
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

import click

from arena.cli.console import Listing
from arena.cli.dates import date_and_time
from arena.cli.forgetting import forgotten, in_words
from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen, counted, fill
from arena.cli.sheet import csv_text, format_option, markdown_text
from arena.cli.shelves import shelf_option
from arena.cli.tables import half_width, pool_title
from arena.text import one_line
from arena.views.bot import BotView
from arena.views.career import Career, Part
from arena.views.roster import BotPage, Latest, RosterRow, VersionRow, bot_page, roster
from leaderboard.database import open_database
from leaderboard.errors import DatabaseMissing
from leaderboard.store import Store

_HEADINGS = ("Bot", "Version", "Versions", "Plays", "State", "Last")
_KEYS = ("name", "version", "versions", "built_in", "alias", "state", "games", "latest")
_MB = 1_000_000
_INDENT = 16
_MOST_FAULTS = 3


@click.command("bots")
@click.argument("bot", required=False)
@click.option(
    "--forget",
    is_flag=True,
    help="Remove its sources, logs and author; its results stay without a name.",
)
@click.option("--yes", is_flag=True, help="Forget without asking.")
@click.option("--names", is_flag=True, help="Tell the authors as well.")
@format_option
@shelf_option
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bot: str | None,
    forget: bool,
    yes: bool,
    names: bool,
    form: str,
    database: str,
    as_json: bool,
) -> None:
    """List the bots known here, or tell all about one: a name, or a folder with a bot.toml.

    Of a bot that was submitted its versions are told, and of each bot what it did in the newest
    tournaments: its place, its faults, and its results against each opponent.

    Example: arena bots mcts
    """
    if forget:
        done = forgotten(screen, bot, database, yes=yes)
        screen.json(done.to_json()) if as_json else screen.line(in_words(done))
        return
    with _stored(database) as store:
        if bot is None:
            rows = roster(screen.shelf, store)
        else:
            page = bot_page(bot, screen.shelf, store, names=names)
    if bot is not None:
        screen.json(page.to_json()) if as_json else _describe(screen, page)
    elif as_json:
        screen.json([one.to_json() for one in rows])
    else:
        _list(screen, rows, form)


@contextmanager
def _stored(database: str) -> Iterator[Store | None]:
    """What is stored; None if there is no database yet."""
    try:
        results = open_database(database, write=False)
    except DatabaseMissing:
        yield None
        return
    with results, results.reading() as store:
        yield store


def _list(screen: Screen, rows: list[RosterRow], form: str) -> None:
    if form == "csv":
        screen.out(csv_text(_KEYS, map(_plain, rows)))
        return
    if form == "markdown":
        screen.out(markdown_text(_HEADINGS, map(_cells, rows), ("Versions",)))
        return
    for one in rows:
        head = one_line(one.name)
        if len(head) < _INDENT:
            screen.out(fill(one_line(f"{head:<{_INDENT}}{one.summary}").rstrip(), _INDENT))
        else:
            screen.out(fill(one_line(f"{head}  {one.summary}").rstrip(), _INDENT))
        screen.out(fill(" " * _INDENT + one_line(_facts(one)), _INDENT))
    names = [one.name for one in rows if not one.state]
    screen.next_steps(f"bots {names[-1]}", f"match {names[0]} {names[-1]}")


def _facts(one: RosterRow) -> str:
    versions = "" if one.versions < 2 else f"{counted(one.versions, 'version')}"
    plays = f"plays {_plays(one)}"
    alias = one.alias and f"of {one.alias}"
    told = [one.version, versions, alias, plays, one.state, _place(one.latest)]
    return "; ".join(part for part in told if part)


def _plays(one: RosterRow) -> str:
    return ", ".join(one.games) or "every game"


def _place(latest: Latest | None) -> str:
    if latest is None:
        return ""
    where = one_line(latest.name) or latest.tournament
    if not latest.rank:
        return f"took part in {where}"
    return f"{latest.rank} of {latest.of} in {where} ({latest.game})"


def _plain(one: RosterRow) -> list[object]:
    told = one.to_json() | {"games": " ".join(one.games), "latest": _place(one.latest)}
    return [told[key] for key in _KEYS]


def _cells(one: RosterRow) -> tuple[str, ...]:
    return (
        one.name,
        one.version,
        str(one.versions),
        _plays(one),
        one.state,
        _place(one.latest),
    )


def _describe(screen: Screen, page: BotPage) -> None:
    if page.bot is not None:
        _say(screen, page.bot)
    else:
        screen.line(f"{page.name}: none of its versions can be played as it is.")
    if page.versions:
        screen.out("\nVersions, the newest first")
        screen.console.print(_versions(page.versions))
        for one in page.versions:
            if one.damage:
                screen.out(fill(one.damage, 2))
    for played in page.careers:
        _results(screen, played)
    if page.bot is not None:
        place = page.bot.name if page.bot.built_in or page.versions else shlex.quote(page.bot.home)
        screen.next_steps(f"match {place} random --watch")


def _say(screen: Screen, bot: BotView) -> None:
    """What a bot says about itself."""
    screen.line(f"{bot.name} {bot.version}")
    if bot.summary:
        screen.out(textwrap.fill(bot.summary, 79))
    screen.line(f"Games:   {', '.join(bot.games) or 'every game'}")
    screen.line(f"Command: {' '.join(bot.command)}")
    screen.line(f"Folder:  {bot.home}")
    screen.out("Options:" if bot.options else "No options.")
    for option in bot.options:
        kind = "|".join(option.values) if option.values else option.kind
        screen.line(f"  {option.name}={option.default}  ({kind}) {option.help}")


def _versions(rows: tuple[VersionRow, ...]) -> Listing:
    table = Listing()
    named = any(one.names for one in rows)
    headings = ("Version", "Handed in", "MB", "Alias", *(("Author",) if named else ()), "State")
    for heading in headings:
        table.add_column(heading, justify="right" if heading == "MB" else "left", overflow="fold")
    for one in rows:
        kept = one.kept
        gone = kept.withdrawn_us is not None
        state = "damaged" if one.damage else "withdrawn" if gone else kept.built_with
        table.add_row(
            *(kept.version, date_and_time(kept.submitted_us), f"{kept.size_bytes / _MB:.1f}"),
            *(kept.alias, *((kept.author,) if named else ()), state),
        )
    return table


def _results(screen: Screen, one: Career) -> None:
    """What a bot did in a tournament."""
    where = one_line(one.tournament.name) or one.tournament.id
    screen.out("")
    screen.line(f"{one.name} {one.version} in {where}")
    for part in one.parts:
        _part(screen, part)
    if one.large:
        told = screen.command(f"leaderboard --tournament {one.tournament.id}")
        screen.out(f"  Too many matches to look into here: {told}")
    for row in one.faults[:_MOST_FAULTS]:
        screen.out(fill(one_line(f"  {row.match}: {row.termination}: {row.reason}"), 4))
    if len(one.faults) > _MOST_FAULTS:
        told = f"matches --tournament {one.tournament.id} --bot {shlex.quote(one.name)} --fault"
        screen.out(f"  more faults: {screen.command(told)}")


def _part(screen: Screen, part: Part) -> None:
    line = part.line
    rating = "" if line.rating is None else f", rating {line.rating:.1f} ± {half_width(line)}"
    matches = counted(line.matches, "match").replace("matchs", "matches")
    screen.line(f"  {pool_title(part.pool)}")
    faults = counted(line.faults, "fault")
    screen.line(f"    {line.rank} of {part.of}{rating}, {matches}, {faults}")
    for other in part.opponents:
        pair = other.cell.pair
        verdict = {"open": "not settled"}.get(other.cell.verdict, other.cell.verdict)
        deals = counted(pair.blocks, "deal")
        screen.line(
            f"    against {other.bot:<24} {100 * pair.score:>3.0f} % of {deals}, {verdict}"
        )
