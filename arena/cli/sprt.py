"""`arena sprt`: tests whether a bot is better than another one."""

from pathlib import Path
from typing import Final

import click

from arena.cli.options import (
    Agreed,
    agreed_options,
    database_option,
    output_options,
    run_options,
    strict_option,
    verbose_option,
)
from arena.cli.screen import Screen
from arena.cli.shelves import shelf_option
from arena.cli.tournament_run import play_new
from arena.tournament.contest import resolve
from arena.tournament.errors import SpecError
from arena.tournament.formats import SEQUENTIAL, SeatOrders
from arena.tournament.run import Run
from arena.tournament.terms import BENCH, MOST, Terms
from leaderboard.ratings.sequential import Sprt

_USUAL: Final = Sprt()


@click.command("sprt")
@click.argument("new")
@click.argument("base")
@click.option("--game", "games", multiple=True, help="The game; needed if they share several.")
@click.option(
    "--field",
    "field",
    multiple=True,
    metavar="BOT,BOT",
    help="Bots for the other seats at tables of three and four.",
)
@click.option(
    "--players", type=int, help="Seats at a table: two and all of --field, or fewer of it."
)
@click.option(
    "--rounds", type=click.IntRange(1, MOST["rounds"]), help="Stop after so many deals per table."
)
@click.option(
    "--low",
    type=float,
    default=_USUAL.low,
    show_default=True,
    help="Score of a bot that is not better.",
)
@click.option(
    "--high", type=float, default=_USUAL.high, show_default=True, help="Score of one that is."
)
@click.option(
    "--alpha",
    type=float,
    default=_USUAL.alpha,
    show_default=True,
    help="How often it may say better of one at --low.",
)
@click.option(
    "--beta",
    type=float,
    default=_USUAL.beta,
    show_default=True,
    help="How often it may say not better of one at --high.",
)
@click.option(
    "--seat-orders",
    type=click.Choice([order.value for order in SeatOrders]),
    default=SeatOrders.ALL.value,
    show_default=True,
    help="In which seat orders each deal is played.",
)
@click.option("--name", default="", help="What the test is called.")
@agreed_options
@run_options
@strict_option
@database_option
@shelf_option
@verbose_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    new: str,
    base: str,
    games: tuple[str, ...],
    field: tuple[str, ...],
    players: int | None,
    rounds: int | None,
    low: float,
    high: float,
    alpha: float,
    beta: float,
    seat_orders: str,
    name: str,
    agreed: Agreed,
    run: Run,
    strict: bool,
    database: str,
    as_json: bool,
) -> int:
    """Test whether NEW is better than BASE, and stop as soon as that is known.

    Both meet deal by deal, each deal in every seat order. A score is the share of points of a
    deal that NEW takes from BASE; one half says that they are equal. The test can be stopped at
    any time (Ctrl-C) and taken up again with `arena resume`.

    Example: arena sprt ./mybot heuristic --game kupferkessel
    """
    try:
        test = Sprt(alpha=alpha, beta=beta, low=low, high=high)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    others = tuple(bot for given in field for bot in _bots(given))
    seats = 2 + len(others) if players is None else players
    if seats > 2 + len(others):
        raise SpecError(
            f"a table of {seats} has seats for {seats - 2} more bots: name them with --field"
        )
    terms = Terms(
        bots=(new, base, *others),
        name=name,
        format=SEQUENTIAL,
        games=games,
        options=agreed.options,
        players=seats,
        rounds=rounds,
        seed=agreed.seed,
        seat_orders=seat_orders,
        bench=BENCH,
        conditions=agreed.conditions,
        sprt=test,
    ).seen_from(Path.cwd(), screen.shelf)
    contest = resolve(terms, shelf=screen.shelf)
    return play_new(screen, database, contest, run, strict=strict, as_json=as_json)


def _bots(given: str) -> list[str]:
    """Bots with commas between them; an option of a bot may follow a comma, too."""
    bots: list[str] = []
    for part in given.split(","):
        if bots and "=" in part and ":" not in part:
            bots[-1] += f",{part}"
        else:
            bots.append(part)
    return bots
