"""Who takes part, unless somebody says so, and which games a field can play together."""

from collections.abc import Sequence
from typing import Final

from arena.tournament.errors import SpecError
from referee.bots.entry import Entry, built_in_bots
from referee.games.contract import Game
from referee.games.registry import game_names, get_game

_OPPONENTS: Final = ("heuristic", "random")
"""Who takes the other seats when one bot is named: the first of these that is here."""


def shared_games(entries: Sequence[Entry], players: int) -> list[Game]:
    """The games that all of them play, at tables of that size; SpecError if there is none."""
    shared = [
        get_game(name)
        for name in game_names()
        if all(entry.manifest.plays(name) for entry in entries)
    ]
    fitting = [game for game in shared if players in game.players]
    if not fitting:
        raise SpecError(
            f"these bots share no game for {players} players; arena bots NAME tells what one plays"
        )
    return fitting


def named_game(name: str, entries: Sequence[Entry]) -> Game:
    """The game of that name; SpecError if one of them does not play it."""
    game = get_game(name)
    for entry in entries:
        if not entry.manifest.plays(game.name):
            played = ", ".join(entry.manifest.games)
            raise SpecError(f"{entry.name} does not play {name}; it plays {played}")
    return game


def default_bots(players: int) -> tuple[str, ...]:
    """The bots that come with the arena; the first one again if they do not fill a table."""
    known = tuple(sorted(built_in_bots()))
    return known + known[:1] * (players - len(known))


def seated(bots: Sequence[str], players: int | None) -> tuple[str, ...]:
    """The bots at a table of a single match; the arena's own take the seats that are left."""
    places = players if players is not None else max(2, len(bots))
    if len(bots) > places:
        raise SpecError(f"{len(bots)} bots do not fit {places} seats; leave --players out")
    known = built_in_bots()
    opponent = next(name for name in _OPPONENTS if name in known)
    return (*bots, *[opponent] * (places - len(bots)))
