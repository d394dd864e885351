"""`arena show`: one match."""

import shlex
from collections.abc import Mapping
from typing import Any

import click

from arena.cli.matches import match_json
from arena.cli.options import database_option, output_options
from arena.cli.reading import attached_seats
from arena.cli.render import sentence
from arena.cli.screen import Screen, counted, fill
from arena.cli.tables import pool_title, title
from leaderboard.database import open_database
from leaderboard.values import Entry, StoredMatch, Tournament
from referee.bots.entry import built_in_bots


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
        found = store.find_match(match)
        head = store.find_tournament(found.tournament)
        entries = {entry.number: entry for entry in store.entries(head.id)}
        record = store.record(found) if found.status == "done" else {}
    evidence = _evidence(record)
    again = _again(found, head, entries)
    if as_json:
        screen.json({**match_json(found), "reproduce": again, "evidence": evidence})
        return
    screen.out(f"Match       {found.id}")
    if head.kind == "tournament":
        screen.out(f"Tournament  {title(head)}, block {found.block}, deal {found.deal}")
    screen.out(f"Pool        {pool_title(found.pool)}")
    attached = attached_seats(record)
    for seat in found.seats:
        rank = "-" if seat.rank is None else seat.rank
        score = "no score" if seat.score is None else f"{seat.score} points"
        fault = f", {seat.fault}" if seat.fault else ""
        spent = f"{seat.elapsed_us / 1e6:.2f} s"
        how = ", attached" if seat.seat in attached else ""
        told = f"{seat.name}: rank {rank}, {score}{fault}, {spent}{how}"
        screen.out(f"Seat {seat.seat + 1}      {told}")
    end = f"End         {sentence(found.reason or found.status)} ({counted(found.turns, 'turn')})"
    screen.out(fill(end, 12))
    for number, told in evidence.items():
        screen.out(fill(f"Evidence    seat {int(number) + 1}: {told}", 12))
    if again:
        screen.out(fill(f"Again       {screen.program} {again}", 12))
    screen.next_steps(f"replay {found.id}", f"logs {found.id}")


def _evidence(record: Mapping[str, Any]) -> dict[str, str]:
    """What was measured or printed last, by seat as in JSON."""
    told: dict[str, str] = record.get("run", {}).get("evidence", {})
    return told


def _again(match: StoredMatch, head: Tournament, entries: dict[int, Entry]) -> str:
    """The command that plays the match again; empty while its seed is not to be told."""
    if head.finished_us is None:
        return ""
    bots = [_bot_text(entries[seat.entry]) for seat in match.seats]
    options = [f"--option {name}={value}" for name, value in match.pool.chosen.items()]
    control = dict(part.split("=") for part in match.pool.control.split(",") if "=" in part)
    hang = head.spec.get("hang")
    flags = {"tc": "--tc", "move": "--move-time", "nodes": "--nodes"}
    words = [
        *("match", *bots, "--game", match.pool.game),
        *options,
        *(("--hang", f"{hang:g}") if isinstance(hang, int | float) and hang != 30 else ()),
        *(word for name, value in control.items() for word in (flags[name], value)),
        *("--seed", str(head.seed), "--deal", str(match.deal), "--pairing", str(match.pairing)),
    ]
    return " ".join(words)


def _bot_text(entry: Entry) -> str:
    """An entry as it is written on the command line."""
    settings = [f"{name}={value}" for name, value in entry.options.items()]
    if entry.name.replace("-", "").replace("_", "").isalnum() and entry.name != entry.bot:
        settings.append(f"as={entry.name}")
    place = entry.bot if entry.bot in built_in_bots() else entry.home
    return shlex.quote(place + (":" + ",".join(settings) if settings else ""))
