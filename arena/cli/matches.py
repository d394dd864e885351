"""`arena matches`: the matches that were played."""

import click
from rich.table import Table

from arena.cli.options import database_option, output_options
from arena.cli.screen import Screen
from leaderboard.database import open_database
from leaderboard.errors import NotFound
from leaderboard.values import ANY_FAULT, MatchFilter, StoredMatch, Vocabulary
from referee.bots.entry import built_in_bots
from referee.games.registry import game_names
from referee.match.verdict import Termination
from referee.words import suggestion


@click.command("matches")
@click.option("--tournament", help="Of this tournament: an id or a name.")
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
        if not found:
            _refuse_unknown(game=game, bot=bot, fault=fault, known=store.words())
    if as_json:
        screen.json([match_json(match) for match in found])
        return
    if not found:
        screen.out("No match fits.")
        return
    screen.console.print(_table(found))
    screen.next_steps(f"show {found[0].id}", f"replay {found[0].id}")


def _refuse_unknown(
    *, game: str | None, bot: str | None, fault: str | None, known: Vocabulary
) -> None:
    """NotFound for a word that fits nothing here or anywhere; it may be misspelt."""
    faults = [one.value for one in Termination if one.faulty]
    for what, word, words in (
        ("game", game, (*game_names(), *known.games)),
        ("bot", bot, (*built_in_bots(), *known.bots)),
        ("fault", fault, (ANY_FAULT, *faults)),
    ):
        if word is not None and word not in words:
            raise NotFound(f"there is no {what} '{word}'; {suggestion(word, sorted({*words}))}")


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
