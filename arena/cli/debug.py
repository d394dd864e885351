"""`arena debug`: a bot in the middle of a match that was played."""

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from arena.cli import exits
from arena.cli.attaching import invitation
from arena.cli.options import database_option, isolation_options, output_options
from arena.cli.render import result_table, sentence
from arena.cli.replay import split_step
from arena.cli.screen import Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.tournament.branching import (
    Branching,
    Wish,
    find_branching,
    play_branch,
    store_branch,
)
from arena.tournament.preparation import Prepared, prepare
from arena.tournament.run import Run
from arena.views.branch import BranchView, Choice, branch_view
from leaderboard.database import open_database
from referee.match.branch import Unreached
from referee.match.clock import SECOND_US
from referee.match.plan import Played
from referee.match.record import Record
from referee.talk.trace import trace


@click.command("debug")
@click.argument("match", metavar="MATCH@STEP")
@click.option("--bot", metavar="BOT", help="Who decides; by default the bot that sat there.")
@click.option(
    "--seat", type=click.IntRange(1), help="Whose place it takes; by default who is on turn."
)
@click.option("--only", is_flag=True, help="Ask for that one decision and store nothing.")
@click.option(
    "--attach", is_flag=True, help="Wait until you start the bot yourself, as under a debugger."
)
@click.option("--trace", "traced", is_flag=True, help="Print what travels to and from the bot.")
@isolation_options
@database_option
@shelf_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    match: str,
    bot: str | None,
    seat: int | None,
    only: bool,
    attach: bool,
    traced: bool,
    run: Run,
    database: str,
    as_json: bool,
) -> int:
    """Put a bot into a match that was played, at a step.

    The bot is sent all that the seat was sent before that step, byte for byte; its answers are
    compared with those of the match and put aside. From the step on it plays against the bots of
    the match, which are brought there likewise. The branch is kept and is in no table. Processor
    time was not recorded, and with --attach no clock runs: these are told as 0 and as no limit.

    Example: arena debug last@17 --bot ./mybot --only
    """
    name, step = split_step(match)
    if step is None:
        raise click.UsageError(f"name a step as well: {name}@17")
    wish = Wish(
        step=step, bot=bot, seat=None if seat is None else seat - 1, only=only, attach=attach
    )
    with ExitStack() as stack:
        results = stack.enter_context(open_database(database, write=not only))
        with results.reading() as store:
            branching = find_branching(store, name, wish, results.folder, screen.shelf)
        for remark in branching.remarks:
            screen.note(fill(remark))
        if traced:
            stack.enter_context(trace(branching.entry.name, screen.aside))
        surroundings = screen.surroundings(results)
        conditions = branching.match.terms.conditions
        prepared = prepare(branching.needed, conditions, run, surroundings)
        prepared = _inviting(screen, branching, prepared)
        begun = time.monotonic()
        try:
            branched = play_branch(branching, prepared, screen.environment)
        except KeyboardInterrupt:
            screen.problem("interrupted, nothing was stored")
            return exits.INTERRUPTED
        except Unreached as error:
            _show_failure(screen, error)
            raise
        record = None
        if isinstance(branched.end, Played) and not only:
            elapsed_us = round((time.monotonic() - begun) * SECOND_US)
            facts = {**prepared.hosting.facts, "elapsed_us": elapsed_us}
            record = store_branch(results, branching, branched.end, facts, now=screen.now_us)
    view = branch_view(branching, branched, record)
    screen.json(view.to_json()) if as_json else _show(screen, view)
    return exits.DONE


def _inviting(screen: Screen, branching: Branching, prepared: Prepared) -> Prepared:
    """The same, and where the author is told who starts the bot himself."""
    if not branching.entry.attached:
        return prepared
    told = invitation(screen, branching.entry.name, Path.cwd())
    return replace(prepared, hosting=replace(prepared.hosting, invitation=told))


def _show_failure(screen: Screen, error: Unreached) -> None:
    """What is known of a bot that did not come so far."""
    if error.evidence:
        screen.out(fill(f"Evidence: {error.evidence}"))
    for line in error.log.splitlines():
        screen.line(f"  {line}")


def _show(screen: Screen, view: BranchView) -> None:
    screen.line(f"Match {view.match}, step {view.step}, seat {view.seat + 1}: {view.bot}")
    screen.out("")
    screen.out(fill(_before(view)))
    for seat, asked, differed in view.opponents:
        if differed:
            who = f"Seat {seat + 1} would have played otherwise at {differed} of {asked} steps"
            screen.out(fill(f"{who}: it is not what it was, or plays by chance of its own."))
    if view.now is not None:
        _show_decision(screen, view, view.now)
        screen.next_steps(f"replay {view.match}@{view.step}")
        return
    screen.out("")
    screen.line(f"{'Then':<6}{_choice(view.then)}")
    if view.branch is not None:
        _show_branch(screen, view.branch)


def _before(view: BranchView) -> str:
    """What the bot would have done otherwise before, in a sentence."""
    asked = len(view.before)
    if not asked:
        return "It is the seat's first decision."
    if not view.otherwise:
        return f"Before, it decided as in the match at {counted(asked, 'step')} of {asked}."
    steps = ", ".join(f"{one.step} ({one.action}, not {one.recorded})" for one in view.otherwise)
    return (
        f"Before, it would have played otherwise at {len(view.otherwise)} of "
        f"{counted(asked, 'step')}: {steps}."
    )


def _show_decision(screen: Screen, view: BranchView, now: Choice) -> None:
    """The one decision beside that of the match."""
    screen.out("")
    screen.line(f"{'Now':<6}{_choice(now)}")
    screen.line(f"{'Then':<6}{_choice(view.then)}")
    if view.then.action is not None:
        same = now.action == view.then.action
        screen.out("The same." if same else "Another decision.")
    if view.log:
        screen.out("")
        screen.line(f"What {view.bot} printed:")
        screen.out(view.log.rstrip())


def _choice(one: Choice) -> str:
    """A decision with its evaluation and note, on one line."""
    if one.action is None:
        what = (one.fault or "nothing").replace("_", " ")
        return f"{one.bot}: {what}"
    told = f"{one.bot}: {one.action}"
    told += "" if one.eval is None else f"  eval {one.eval:.3f}"
    return told + (f"  {one.note}" if one.note else "")


def _show_branch(screen: Screen, record: Record) -> None:
    """How the match ended that was played on."""
    screen.out("")
    screen.console.print(result_table(record))
    screen.out(f"\n{fill(sentence(record.result.reason))}")
    screen.note(f"\nBranch {record.match}; it is in no table.")
    screen.next_steps(
        f"watch {record.match}", f"replay {record.match} --watch", f"show {record.match}"
    )
