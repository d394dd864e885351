"""`arena games`: what can be played."""

import textwrap

import click

from arena.cli.options import output_options
from arena.cli.screen import Screen
from arena.views.game import GameView, game_view, known_games


@click.command("games")
@click.argument("game", required=False)
@output_options
@click.pass_obj
def command(screen: Screen, game: str | None, *, as_json: bool) -> None:
    """List the games, or explain one of them.

    Example: arena games kupferkessel
    """
    if game is not None:
        one = game_view(game)
        screen.json(one.to_json()) if as_json else _explain(screen, one)
        return
    games = known_games()
    if as_json:
        screen.json([one.to_json() for one in games])
        return
    for one in games:
        screen.out(f"{one.name:<15} {one.title}, {_seats(one)} players")
    screen.next_steps(f"games {games[0].name}", "match random random:as=twin --watch")


def _explain(screen: Screen, game: GameView) -> None:
    screen.out(f"{game.title}: {_seats(game)} players, rules version {game.rules}\n")
    screen.out(textwrap.fill(game.summary, 79))
    screen.out("\nOptions (the default first):" if game.options else "\nNo options.")
    for option in game.options:
        only = "" if option.players == game.players else f" With {_list(option.players)} players."
        screen.out(f"  --option {option.name}={'|'.join(option.values)}")
        screen.out(textwrap.indent(textwrap.fill(option.meaning + only, 73), " " * 6))
    screen.next_steps(f"match random random:as=twin --game {game.name} --watch")


def _seats(game: GameView) -> str:
    return f"{game.players[0]}-{game.players[-1]}"


def _list(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))
