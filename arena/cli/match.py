"""`arena match`: one match, now."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.cli import exits
from arena.cli.attaching import invitation
from arena.cli.options import (
    Agreed,
    agreed_options,
    database_option,
    isolation_options,
    output_options,
    strict_option,
)
from arena.cli.pages import live_pages, stay, web_option
from arena.cli.render import result_table, sentence, show_moment
from arena.cli.screen import Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.tournament.again import again
from arena.tournament.field import seated
from arena.tournament.preparation import Prepared, prepare
from arena.tournament.run import Run
from arena.tournament.single import Single, play_single, seat_of, single, store_single
from arena.tournament.terms import Terms
from arena.views.match import played_json
from arena.views.table import LiveTable
from leaderboard.database import open_database
from referee.bots.cause import around_cause
from referee.match.clock import SECOND_US
from referee.match.plan import MatchPlan, Played
from referee.match.play import Watcher
from referee.match.record import Record
from referee.match.session import Session
from referee.match.verdict import Termination
from referee.talk.trace import trace

MOST_NUMBERED: Final = 2**31 - 1
"""What a database can hold."""
MOST_LINES: Final = 6
"""How much of a faulty bot's output is shown at once; `arena logs` has all of it."""


@click.command("match")
@click.argument("bots", nargs=-1, required=True, metavar="BOT [BOT...]")
@click.option("--game", help="The game; by default the first one the bots share.")
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    help="The number of seats; by default that of the bots.",
)
@click.option("--watch", is_flag=True, help="Show the table after every step.")
@web_option("Show it in a browser while it is played, and then until Ctrl-C.")
@click.option(
    "--attach",
    metavar="BOT",
    help="Wait until you start this bot yourself, as under a debugger.",
)
@click.option("--trace", "traced", metavar="BOT", help="Print what travels to and from this bot.")
@click.option(
    "--deal", type=click.IntRange(1, MOST_NUMBERED), default=1, help="Which deal of the seed."
)
@click.option(
    "--pairing", type=click.IntRange(1, MOST_NUMBERED), default=1, help="Which chance for bots."
)
@click.option(
    "--table",
    multiple=True,
    metavar="NAME",
    help="Who sat at each seat in a tournament: plays their deal of it.",
)
@agreed_options
@isolation_options
@strict_option
@database_option
@shelf_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bots: tuple[str, ...],
    game: str | None,
    players: int | None,
    watch: bool,
    web: bool,
    attach: str | None,
    traced: str | None,
    deal: int,
    pairing: int,
    table: tuple[str, ...],
    agreed: Agreed,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Play one match and keep its record.

    BOT is the name of a bot (arena bots lists them) or a folder with a bot.toml; options follow
    a colon, and `as` gives it another name: random:as=twin. A bot that comes with the arena takes
    each seat that is left.

    Example: arena match ./mybot random --seed 7 --watch
    """
    if watch and as_json:
        raise click.UsageError("--watch and --json exclude each other")
    terms = _terms(seated(bots, players), game, agreed)
    shelf = screen.shelf
    match = single(terms, deal=deal, pairing=pairing, table=table, attach=attach, shelf=shelf)
    with ExitStack() as stack:
        if traced is not None:
            seat = seat_of(traced, match.entries, terms, "--trace")
            stack.enter_context(trace(match.entries[seat].name, screen.aside))
        results = stack.enter_context(open_database(database, write=True))
        prepared = prepare(match.entries, terms.conditions, run, screen.surroundings(results))
        screen.opened(results)
        prepared = _inviting(screen, match, prepared)
        plan = match.plan(prepared.entries)
        live = stack.enter_context(live_pages(screen, database, plan, wanted=web))
        begun = time.monotonic()
        watchers = [*([_watcher(screen, plan)] if watch else []), *([live.take] if live else [])]
        try:
            played = play_single(plan, prepared, screen.environment, _all(watchers))
        except KeyboardInterrupt:
            screen.to_go_on("interrupted, nothing was stored", again(match))
            return exits.INTERRUPTED
        facts = {**prepared.hosting.facts, "elapsed_us": _passed_us(begun)}
        record = store_single(results, match, played, facts, now=screen.now_us)
        screen.json(played_json(record)) if as_json else _show(screen, record, played)
        if live:
            live.over = True
            stay(screen)
    return _exit_code(played, strict=strict)


def _terms(bots: tuple[str, ...], game: str | None, agreed: Agreed) -> Terms:
    return Terms(
        bots=bots,
        games=() if game is None else (game,),
        options=agreed.options,
        seed=agreed.seed,
        conditions=agreed.conditions,
    )


def _passed_us(begun_s: float) -> int:
    return round((time.monotonic() - begun_s) * SECOND_US)


def _inviting(screen: Screen, match: Single, prepared: Prepared) -> Prepared:
    """The same, and where the author is told who starts a bot himself."""
    if match.attached is None:
        return prepared
    told = invitation(screen, match.attached.name, Path.cwd())
    return replace(prepared, hosting=replace(prepared.hosting, invitation=told))


def _all(watchers: Sequence[Watcher]) -> Watcher | None:
    """Tells all of them; nobody if there are none."""

    def tell(session: Session) -> None:
        for watcher in watchers:
            watcher(session)

    return tell if watchers else None


def _watcher(screen: Screen, plan: MatchPlan) -> Watcher:
    """Shows the table whenever a decision is due."""
    console, table = screen.console, LiveTable(plan)
    explained = True

    def show(session: Session) -> None:
        nonlocal explained
        moment = table.moment(session)
        show_moment(console, moment, explained=explained)
        explained = False
        if moment.decision is None:
            console.print()

    return show


def _show(screen: Screen, record: Record, played: Played) -> None:
    outcome = played.outcome
    screen.out(f"{played.plan.game.title}, {counted(outcome.turns, 'turn')}\n")
    screen.console.print(result_table(record))
    screen.out(f"\n{fill(sentence(outcome.reason))}")
    if outcome.void:
        screen.out("The match counts for nobody.")
    for fault in outcome.faults:
        evidence = record.evidence.get(str(fault.seat), "")
        _show_evidence(screen, record.seats[fault.seat].bot, evidence, played.logs[fault.seat])
    screen.note(f"\nMatch {record.match}, seed {record.seed}.")
    first = f"logs {record.match}" if outcome.faults else f"replay {record.match}"
    screen.next_steps(first, f"show {record.match}")
    screen.note(f"In a browser: {screen.command('web')}")


def _show_evidence(screen: Screen, bot: str, evidence: str, log: str) -> None:
    """What was measured about a fault, and what the bot printed about it."""
    printed = around_cause(log, MOST_LINES)
    if evidence and evidence not in "\n".join(printed):
        screen.out(fill(f"Evidence about {bot}: {evidence}"))
    if printed:
        screen.line(f"What {bot} printed:")
    for one in printed:
        screen.line(f"  {one}")


def _exit_code(played: Played, *, strict: bool) -> int:
    outcome = played.outcome
    if any(one.fault.termination is Termination.START_FAILURE for one in outcome.faults):
        return exits.UNFIT
    if outcome.void:
        return exits.FAILED
    return exits.FAULTED if strict and outcome.faults else exits.DONE
