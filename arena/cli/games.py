"""`arena games`: what can be played."""

import textwrap

import click

from arena.cli.options import output_options
from arena.cli.screen import Screen
from referee.games.contract import Game
from referee.games.registry import game_names, get_game


@click.command("games")
@click.argument("game", required=False)
@output_options
@click.pass_obj
def command(screen: Screen, game: str | None, *, as_json: bool) -> None:
    """List the games, or explain one of them.

    Example: arena games kupferkessel
    """
    games = [get_game(name) for name in ([game] if game else game_names())]
    if as_json:
        screen.json([_json(one) for one in games] if game is None else _json(games[0]))
    elif game:
        _explain(screen, games[0])
    else:
        for one in games:
            screen.out(f"{one.name:<15} {one.title}, {_seats(one)} players")
        screen.next_steps(f"games {games[0].name}", "match random random:as=twin --watch")


def _explain(screen: Screen, game: Game) -> None:
    screen.out(f"{game.title}: {_seats(game)} players, rules version {game.rules_version}\n")
    screen.out(textwrap.fill(game.summary, 79))
    screen.out("\nOptions (the default first):" if game.options else "\nNo options.")
    for option in game.options:
        only = "" if option.players == game.players else f" With {_list(option.players)} players."
        screen.out(f"  --option {option.name}={'|'.join(option.values)}")
        screen.out(textwrap.indent(textwrap.fill(option.meaning + only, 73), " " * 6))
    screen.next_steps(f"match random random:as=twin --game {game.name} --watch")


def _json(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.rules_version,
        "players": list(game.players),
        "summary": game.summary,
        "max_turns": game.max_turns,
        "num_actions": game.num_actions,
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.values[0],
                "meaning": option.meaning,
                "players": list(option.players),
            }
            for option in game.options
        ],
    }


def _seats(game: Game) -> str:
    return f"{game.players[0]}-{game.players[-1]}"


def _list(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))
