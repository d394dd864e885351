"""`arena submit`: puts bots on the shelf."""

import shlex
import time
from collections.abc import Sequence

import click

from arena.cli import exits
from arena.cli.console import Listing
from arena.cli.options import isolation_options, output_options
from arena.cli.screen import Screen, fill
from arena.cli.sheet import csv_text, format_option, markdown_text
from arena.cli.shelves import beside_option, shelf_option
from arena.text import one_line
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from arena.tournament.submission import Counter, Label, State, Submission, counted

_HEADINGS = ("Path", "Bot", "Version", "Result")
_KEYS = ("path", "state", "bot", "version", "fingerprint", "reason")


@click.command("submit")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--author", default="", help="Who made it; told only where --names is given.")
@click.option("--alias", default="", help="What the author is called where others look.")
@click.option("--name", default="", help="What a bot of one file is called.")
@isolation_options
@shelf_option
@beside_option
@format_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    paths: tuple[str, ...],
    author: str,
    alias: str,
    name: str,
    run: Run,
    form: str,
    as_json: bool,
) -> int:
    """Build bots, check them, and keep each as a version that never changes.

    PATH is a bot's folder, an archive of it (tar or zip), or a bot of one file. Those that fail
    are told at the end, and the others are kept. The same content is the same version.

    Example: arena submit ./mybot handed-in/*.zip --author "Ann Archer" --alias owl
    """
    surroundings = Surroundings(screen.environment, (), lambda text: screen.note(fill(text)))
    label = Label(author=author, alias=alias, name=name)
    counter = Counter(screen.shelf, label, run, surroundings, screen.now_us)
    found: list[Submission] = []
    begun = time.monotonic()
    try:
        for one in counter.take(paths):
            found.append(one)
            _tell(screen, one, len(found), len(paths), time.monotonic() - begun)
    except KeyboardInterrupt:
        screen.problem(
            f"interrupted after {len(found)} of {len(paths)}; what was kept is kept, and the "
            "same command goes on"
        )
        return exits.INTERRUPTED
    _show(screen, found, form, as_json=as_json)
    return exits.UNFIT if counted(found)[State.FAILED] else exits.DONE


def _tell(screen: Screen, one: Submission, done: int, of: int, passed_s: float) -> None:
    """How far it is, and how long the rest may take."""
    left_s = passed_s / done * (of - done)
    left = f"; about {_time(left_s)} left" if done < of else ""
    what = f"{one.bot} {one.version}".strip()
    told = f"{one_line(one.place)}: {one.state.value}{f' {what}' if what else ''}"
    screen.note(f"[{done}/{of}] {told} ({one.took_s:.1f} s{left})")


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _show(screen: Screen, found: Sequence[Submission], form: str, *, as_json: bool) -> None:
    told = [one.to_json() for one in found]
    if as_json:
        screen.json(told)
        return
    if form == "csv":
        screen.out(csv_text(_KEYS, [[one[key] for key in _KEYS] for one in told]))
        return
    if form == "markdown":
        headings = (*_HEADINGS, "Reason")
        screen.out(markdown_text(headings, [(*_cells(one), one.reason) for one in found]))
        return
    table = Listing()
    for heading in _HEADINGS:
        table.add_column(heading, overflow="fold")
    for one in found:
        table.add_row(*_cells(one))
    screen.console.print(table)
    _explain(screen, found)


def _cells(one: Submission) -> tuple[str, ...]:
    return one.place, one.bot, one.version, one.state.value


def _explain(screen: Screen, found: Sequence[Submission]) -> None:
    """Why those failed that did, and what can be done with the others."""
    for one in found:
        if one.reason:
            told = one.reason.removeprefix(f"{one.place}: ")
            screen.out("\n" + fill(one_line(f"{one.place}: {told}"), 2))
    number = counted(found)
    if len(found) > 1:
        screen.out(
            f"\n{number[State.KEPT]} kept, {number[State.KNOWN]} known before, "
            f"{number[State.FAILED]} failed."
        )
    here = [one.bot for one in found if one.state is not State.FAILED]
    failed = [one.place for one in found if one.state is State.FAILED]
    if here:
        screen.next_steps(f"bots {here[0]}", f"match {here[0]} heuristic")
    elif failed:
        screen.next_steps(f"check {shlex.quote(failed[0])}")
