"""`arena matches`: the matches that were played."""

import click
from rich.table import Table

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from leaderboard.database import open_database
from leaderboard.values import ANY_FAULT, MatchFilter, StoredMatch


@click.command("matches")
@click.option("--tournament", help="Of this tournament: an id, or the beginning of one.")
@click.option("--game", help="Of this game.")
@click.option("--bot", help="With this bot.")
@click.option("--fault", help=f"With a fault: its name, or `{ANY_FAULT}`.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How many at most.",
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    tournament: str | None,
    game: str | None,
    bot: str | None,
    fault: str | None,
    limit: int,
    database: str,
    as_json: bool,
) -> None:
    """List matches, the newest first.

    Example: arena matches --bot mybot --fault any
    """
    with open_database(database, write=False) as results, results.reading() as store:
        wanted = store.find_tournament(tournament).id if tournament else None
        found = store.matches(
            MatchFilter(tournament=wanted, game=game, bot=bot, fault=fault, limit=limit)
        )
    if as_json:
        screen.json([match_json(match) for match in found])
        return
    if not found:
        screen.out("No match fits.")
        return
    screen.console.print(_table(found))
    screen.next_steps(f"show {found[0].id}", f"replay {found[0].id}")


def match_json(match: StoredMatch) -> dict[str, object]:
    """A match in a listing, for machines."""
    return {
        "match": match.id,
        "tournament": match.tournament,
        "pairing": match.pairing,
        "block": match.block,
        "deal_number": match.deal,
        "game": match.pool.game,
        "rules": match.pool.rules,
        "options": match.pool.chosen,
        "players": match.pool.players,
        "control": match.pool.control,
        "status": match.status,
        "termination": match.termination,
        "reason": match.reason,
        "turns": match.turns,
        "commitment": match.commitment,
        "seats": [
            {
                "seat": seat.seat,
                "bot": seat.name,
                "version": seat.version,
                "rank": seat.rank,
                "score": seat.score,
                "fault": seat.fault,
            }
            for seat in match.seats
        ],
        "run": {
            "attempts": match.attempts,
            "sequence": match.sequence,
            "elapsed_us": [seat.elapsed_us for seat in match.seats],
        },
    }


def _table(matches: list[StoredMatch]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("Match", "Game", "Seats, best first", "How it ended"):
        table.add_column(heading, no_wrap=heading != "Seats, best first", overflow="ellipsis")
    for match in matches:
        best_first = sorted(match.seats, key=lambda seat: (seat.rank or 99, seat.seat))
        names = ", ".join(
            f"{seat.name} {'-' if seat.score is None else seat.score}" for seat in best_first
        )
        table.add_row(match.id, match.pool.game, names, match.termination or match.status)
    return table
