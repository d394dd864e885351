"""`arena logs`: what the bots printed."""

import click

from arena.cli.options import database_option, output_options
from arena.cli.reading import attached_seats
from arena.cli.screen import Screen
from leaderboard.database import open_database
from leaderboard.errors import NotFound


@click.command("logs")
@click.argument("match")
@click.option("--bot", help="Of this bot only.")
@database_option
@output_options
@click.pass_obj
def command(screen: Screen, *, match: str, bot: str | None, database: str, as_json: bool) -> None:
    """Show what the bots printed during MATCH, and the notes they left at its steps.

    MATCH is an id as printed, the beginning of one, or `last`.

    Example: arena logs last --bot mybot
    """
    with open_database(database, write=False) as results, results.reading() as store:
        found = store.find_match(match)
        logs = store.logs(found)
        record = store.record(found)
    chosen = [seat for seat in found.seats if bot in (None, seat.name, seat.bot)]
    if not chosen:
        there = ", ".join(seat.name for seat in found.seats)
        raise NotFound(f"there is no bot '{bot}' in match {found.id}; there is {there}")
    moves = record["moves"]
    told: list[dict[str, object]] = []
    for seat in chosen:
        notes = [
            {"step": move["step"], "note": move["note"]}
            for move in (moves if isinstance(moves, list) else ())
            if move.get("seat") == seat.seat and move.get("note")
        ]
        told.append(
            {"seat": seat.seat, "bot": seat.name, "log": logs.get(seat.seat, ""), "notes": notes}
        )
    if as_json:
        screen.json({"match": found.id, "seats": told})
        return
    attached = attached_seats(record)
    for one in told:
        screen.out(f"{one['bot']} (seat {int(str(one['seat'])) + 1})")
        elsewhere = "attached: what it printed is where it was started"
        nothing = elsewhere if one["seat"] in attached else "printed nothing"
        screen.out(str(one["log"]).rstrip() or f"  ({nothing})")
        for note in one["notes"] if isinstance(one["notes"], list) else ():
            screen.out(f"  step {note['step']}: {note['note']}")
