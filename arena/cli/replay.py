"""`arena replay`: the record of a match."""

from collections.abc import Mapping
from typing import Any

import click

from arena.cli.options import database_option, output_options
from arena.cli.reading import beginning_text, end_text, head_text
from arena.cli.render import show_events, show_table
from arena.cli.screen import Screen
from leaderboard.database import open_database
from leaderboard.errors import NotFound
from referee.match.record import read_record
from referee.match.replay import Replay


@click.command("replay")
@click.argument("match", metavar="MATCH[@STEP]")
@click.option("--text", "as_text", is_flag=True, help="Print for reading (the default).")
@click.option("--watch", is_flag=True, help="Show the table at every step.")
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen, match: str, database: str, *, as_text: bool, watch: bool, as_json: bool
) -> None:
    """Print the record of MATCH: an id as printed, the beginning of one, or `last`.

    MATCH@17 is the match up to step 17, with the table as it was then.

    Example: arena replay last --watch
    """
    if (as_text or watch) and as_json:
        other = "--text" if as_text else "--watch"
        raise click.UsageError(f"{other} and --json exclude each other")
    name, step = _step(match)
    with open_database(database, write=False) as results, results.reading() as store:
        found = store.find_match(name)
        head = store.find_tournament(found.tournament)
        stored = read_record(store.record(found))
    whole = stored.revealed(head.seed, head.secret).to_json()
    told = whole
    if head.finished_us is None:
        # Other matches on the same seed are still to be played.
        told = stored.hidden().to_json()
        screen.note("The tournament is not over: its seeds are not told yet.")
    if step is not None:
        whole = {**whole, "moves": _until(whole, step, match)}
        told = {**told, "moves": whole["moves"]}
    if as_json:
        screen.json(told)
        return
    screen.out(head_text(told) if watch else beginning_text(told))
    if watch or step is not None:
        _show_tables(screen, whole, only=None if watch else step)
    if step is None:
        screen.out(("" if watch else "\n") + end_text(told))


def _show_tables(screen: Screen, record: Mapping[str, Any], *, only: int | None) -> None:
    """The table at every step that was a choice, with what was announced, or at one step."""
    replay = Replay(record)
    console = screen.console
    told, shown = 0, False
    for now in replay.positions():
        if only is None and now.asked:
            told = show_events(
                console, replay.game, replay.setup, replay.events, seat=now.seat, since=told
            )
        if now.asked if only is None else now.step == only:
            picture = replay.game.picture(replay.setup, now.observation)
            name = record["seats"][now.seat]["bot"]
            show_table(
                console, picture, step=now.step, seat=now.seat, name=name, explained=not shown
            )
            shown = True
    if only is None:
        show_events(console, replay.game, replay.setup, replay.events, seat=0, since=told)
        screen.out("")


def _step(match: str) -> tuple[str, int | None]:
    name, at, number = match.partition("@")
    if at and not number.isdecimal():
        raise click.UsageError(f"'{match}': after @ comes the number of a step")
    return name, int(number) if at else None


def _until(record: Mapping[str, Any], step: int, match: str) -> list[object]:
    """The moves up to a step, and chance before them."""
    kept: list[object] = []
    last = 0
    for move in record["moves"]:
        last = move.get("step", last)
        if last > step:
            return kept
        kept.append(move)
    if not 0 < step <= last:
        there = f"steps 1 to {last}" if last else "no steps"
        raise NotFound(f"there is no step '{match}'; the match has {there}")
    return kept
