"""The bots by which others are measured, weakest first, and the terms of such a contest."""

from collections.abc import Sequence
from typing import Final

from arena.tournament.errors import SpecError
from arena.tournament.formats import RUNGS, SeatOrders
from arena.tournament.terms import BENCH, Terms
from referee.bots.entry import Entry, parse_entry
from referee.bots.manifest import Manifest
from referee.bots.shelf import NO_SHELF, Shelf
from referee.games.registry import game_names, get_game

_PLAIN: Final = ("random", "heuristic")
_SEARCH: Final = "mcts"
_SHARES: Final = {"mcts-tenth": 10, "mcts-third": 3}
"""What the search is called with a part of its budget; with all of it, by its own name."""


def rate_terms(
    bot: str,
    *,
    games: Sequence[str] = (),
    players: int = 2,
    seed: int,
    shelf: Shelf = NO_SHELF,
) -> Terms:
    """The contest of a bot with the yardsticks, in these games or in all that they can play."""
    rated = parse_entry(bot, shelf)
    chosen, rungs = _common(rated, games, players)
    return Terms(
        bots=(bot, *(rung for rung in rungs for _ in range(players - 1))),
        name=f"rate {rated.name}",
        format=RUNGS,
        games=chosen,
        players=players,
        rounds=None,
        seed=seed,
        seat_orders=(SeatOrders.ALL if players == 2 else SeatOrders.ROTATIONS).value,
        bench=BENCH,
    )


def yardstick_of(entry: str) -> str:
    """What a yardstick is called, by the name of any entry of it."""
    return entry.partition("#")[0]


def _common(rated: Entry, games: Sequence[str], players: int) -> tuple[tuple[str, ...], list[str]]:
    """The games, and the yardsticks that play all of them."""
    named = tuple(get_game(name) for name in games)
    for game in named:
        if players not in game.players:
            seats = ", ".join(map(str, game.players))
            raise SpecError(f"{game.name} has tables of {seats}, not of {players}")
        if not rated.manifest.plays(game.name):
            played = ", ".join(rated.manifest.games)
            raise SpecError(f"{rated.name} does not play {game.name}; it plays {played}")
    known = [parse_entry(text) for text in _yardsticks()]
    open_to = named or tuple(
        game
        for game in map(get_game, game_names())
        if rated.manifest.plays(game.name) and players in game.players
    )
    if not open_to:
        raise SpecError(
            f"{rated.name} plays no game for {players} players; "
            f"arena bots {rated.name} tells which it plays"
        )
    of_all = [game for game in open_to if all(one.manifest.plays(game.name) for one in known)]
    # Where not all yardsticks can play, fewer do.
    chosen = named or tuple(of_all) or open_to
    rungs = [
        text
        for text, one in zip(_yardsticks(), known, strict=True)
        if all(one.manifest.plays(game.name) for game in chosen)
    ]
    return tuple(game.name for game in chosen), rungs


def _yardsticks() -> list[str]:
    """All of them as they are written on a command line."""
    search = parse_entry(_SEARCH).manifest
    parts = [f"{_SEARCH}:{_part(search, share)},as={name}" for name, share in _SHARES.items()]
    return [*_PLAIN, *parts, _SEARCH]


def _part(search: Manifest, share: int) -> str:
    """Options by which the search has a part of its budget in every game."""
    budgets = {
        name: int(option.default)
        for name, option in search.options.items()
        if option.kind == "integer" and int(option.default) > 0
    }
    return ",".join(f"{name}={max(1, budget // share)}" for name, budget in budgets.items())
