"""Every game of the registry in every variant worth telling apart."""

from typing import Final

from referee.games.laws import Case, cases
from referee.games.registry import game_names, get_game

__all__ = ["CASES", "Case"]

CASES: Final = [case for name in game_names() for case in cases(get_game(name))]
"""Per number of players: the defaults, each option changed alone, all options changed."""
