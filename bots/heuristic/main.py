"""Picks the advice for the game that is played."""

from collections.abc import Callable
from importlib import import_module
from typing import Final

from arena.sdk import Action, Bot, Match, Turn, run

GAMES: Final = ("kupferkessel", "trapper")
"""Each is a file beside this one with a function `choose`."""


class Heuristic(Bot):
    """Weighs each action by rules of thumb and takes the best."""

    matches_at_once = 64

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        name = match.game.name
        if name not in GAMES:
            raise LookupError(f"there is no advice for {name}")
        self._choose: Callable[[Turn], Action] = import_module(name).choose

    def act(self, turn: Turn) -> Action:
        return self._choose(turn)


if __name__ == "__main__":
    run(Heuristic)
