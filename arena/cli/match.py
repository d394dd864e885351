"""`arena match`: one match, now."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.cli import exits
from arena.cli.attaching import attach, invitation
from arena.cli.options import Play, database_option, output_options, play_options
from arena.cli.playing import now_us
from arena.cli.preparing import ready_to_run
from arena.cli.render import result_table, sentence, watch_step
from arena.cli.screen import Screen, counted, fill
from arena.tournament.field import named_game, shared_games
from arena.tournament.single import plan_single, play_single, store_single
from arena.version import VERSION
from leaderboard.database import open_database
from referee.bots.entry import Entry, built_in_bots, parse_entries
from referee.bots.host import Hosting
from referee.match.clock import SECOND_US
from referee.match.plan import MatchPlan, Played
from referee.match.play import Watcher
from referee.match.record import Json, record
from referee.match.seeds import fresh_seed, secret_of
from referee.match.session import Session
from referee.match.verdict import Fault, Termination

LAST_LINES: Final = 5
"""How much of a faulty bot's output is shown at once; `arena logs` has all of it."""
OPPONENTS: Final = ("heuristic", "random")
"""Who takes the other seats when one bot is named: the first of these that is here."""


@click.command("match")
@click.argument("bots", nargs=-1, required=True, metavar="BOT [BOT...]")
@click.option("--game", help="The game; by default the first one the bots share.")
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    help="The number of seats; by default that of the bots.",
)
@click.option("--watch", is_flag=True, help="Show the table after every step.")
@click.option(
    "--attach",
    "attached",
    metavar="BOT",
    help="Wait until you start this bot yourself, as under a debugger.",
)
@click.option("--deal", type=click.IntRange(min=1), default=1, help="Which deal of the seed.")
@click.option("--pairing", type=click.IntRange(min=1), default=1, help="Which chance for bots.")
@play_options
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    bots: tuple[str, ...],
    game: str | None,
    players: int | None,
    watch: bool,
    attached: str | None,
    deal: int,
    pairing: int,
    play: Play,
    database: str,
    as_json: bool,
) -> int:
    """Play one match and keep its record.

    BOT is the name of a bot (arena bots lists them) or a folder with a bot.toml; options follow
    a colon, and `as` gives it another name: random:as=twin.

    Example: arena match ./mybot random --seed 7 --watch
    """
    words = _fill(bots, players)
    entries = ready_to_run(screen, parse_entries(words))
    if attached is not None:
        entries = attach(entries, words, attached, play.control)
    rules = named_game(game, entries) if game else shared_games(entries, len(entries))[0]
    seed = fresh_seed() if play.seed is None else play.seed
    plan = plan_single(
        rules,
        rules.setup(len(entries), play.variant),
        entries,
        play.control,
        seed=seed,
        deal=deal,
        pairing=pairing,
    )
    with open_database(database, write=True) as results:
        hosting = _hosting(screen, entries, play, results.place)
        if results.created:
            screen.note(f"Made {results.place}, where results are kept.")
        begun = time.monotonic()
        try:
            watcher = _watcher(screen, plan) if watch else None
            played = play_single(plan, entries, hosting, screen.environment, watcher)
        except KeyboardInterrupt:
            again = _again(bots, plan, seed, play.variant, attached)
            screen.to_go_on("interrupted, nothing was stored", f"match {again}")
            return exits.INTERRUPTED
        elapsed_us = round((time.monotonic() - begun) * SECOND_US)
        whole = record(played, {**hosting.facts, "elapsed_us": elapsed_us})
        whole = whole.revealed(seed, secret_of(seed).hex())
        store_single(results, played, entries, whole, seed=seed, arena_version=VERSION, now=now_us)
    if as_json:
        screen.json(_json(whole.to_json()))
    else:
        _show(screen, played, seed)
    return _exit_code(played, strict=play.strict)


def _fill(bots: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    """The bots at the table; the arena's own take the seats that are left."""
    places = players if players is not None else max(2, len(bots))
    if len(bots) > places:
        raise click.UsageError(f"{len(bots)} bots do not fit {places} seats")
    known = built_in_bots()
    opponent = next(name for name in OPPONENTS if name in known)
    return (*bots, *[opponent] * (places - len(bots)))


def _hosting(screen: Screen, entries: Sequence[Entry], play: Play, database: str) -> Hosting:
    """How the bots are started, or awaited."""
    hosting = play.isolating.hosting(
        screen,
        entries,
        database,
        control=play.control,
        limits=play.limits,
        freeze=play.freeze,
    )
    for entry in entries:
        if entry.attached:
            return replace(hosting, invitation=invitation(screen, entry.name, Path.cwd()))
    return hosting


def _again(
    bots: Sequence[str],
    plan: MatchPlan,
    seed: int,
    variant: Mapping[str, str],
    attached: str | None,
) -> str:
    """The words that play the same match."""
    chosen = [f"--option {name}={value}" for name, value in variant.items()]
    attach = () if attached is None else (f"--attach {attached}",)
    return " ".join((*bots, f"--game {plan.game.name}", *chosen, f"--seed {seed}", *attach))


def _watcher(screen: Screen, plan: MatchPlan) -> Watcher:
    """Shows the table whenever a decision is due."""
    console = screen.console
    told = 0

    def show(session: Session) -> None:
        nonlocal told
        told = watch_step(console, plan, session, told)

    return show


def _json(whole: Json) -> Json:
    """The record without deal and moves, and with its result spread out."""
    head = ("match", "game", "rules", "options", "players", "control", "seed")
    result = whole["result"]
    ending = {} if not isinstance(result, dict) else result
    return {
        **{name: whole[name] for name in head},
        **{name: ending[name] for name in ("termination", "reason", "turns")},
        "seats": whole["seats"],
        "run": whole["run"],
    }


def _show(screen: Screen, played: Played, seed: int) -> None:
    plan, outcome = played.plan, played.outcome
    screen.out(f"{plan.game.title}, {counted(outcome.turns, 'turn')}\n")
    screen.console.print(result_table(played))
    screen.out(f"\n{fill(sentence(outcome.reason))}")
    if outcome.void:
        screen.out("The match counts for nobody.")
    for one in outcome.faults:
        _show_evidence(screen, plan.seats[one.seat].name, one.fault, played.logs[one.seat])
    screen.note(f"\nMatch {plan.match}, seed {seed}.")
    first = f"logs {plan.match}" if outcome.faults else f"replay {plan.match}"
    screen.next_steps(first, f"show {plan.match}")


def _show_evidence(screen: Screen, bot: str, fault: Fault, log: str) -> None:
    """What was measured about a fault, and the last lines the bot printed."""
    printed = [line for line in log.splitlines() if line.strip()][-LAST_LINES:]
    if fault.evidence and fault.evidence not in "\n".join(printed):
        screen.out(fill(f"Evidence about {bot}: {fault.evidence}"))
    if printed:
        screen.out(f"The last that {bot} printed:")
    for line in printed:
        screen.out(f"  {line.rstrip()}")


def _exit_code(played: Played, *, strict: bool) -> int:
    outcome = played.outcome
    if any(one.fault.termination is Termination.START_FAILURE for one in outcome.faults):
        return exits.UNFIT
    if outcome.void:
        return exits.FAILED
    return exits.FAULTED if strict and outcome.faults else exits.DONE
