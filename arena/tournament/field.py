"""Which games a field of bots can play together."""

from collections.abc import Sequence

from arena.tournament.errors import SpecError
from referee.bots.entry import Entry
from referee.games.contract import Game
from referee.games.registry import game_names, get_game


def shared_games(entries: Sequence[Entry], players: int) -> list[Game]:
    """The games that all of them play, at tables of that size; SpecError if there is none."""
    shared = [
        get_game(name)
        for name in game_names()
        if all(entry.manifest.plays(name) for entry in entries)
    ]
    fitting = [game for game in shared if players in game.players]
    if not fitting:
        raise SpecError(f"these bots share no game for {players} players")
    return fitting


def named_game(name: str, entries: Sequence[Entry]) -> Game:
    """The game of that name; SpecError if one of them does not play it."""
    game = get_game(name)
    for entry in entries:
        if not entry.manifest.plays(game.name):
            played = ", ".join(entry.manifest.games)
            raise SpecError(f"{entry.name} does not play {name}; it plays {played}")
    return game
