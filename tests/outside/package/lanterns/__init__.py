"""Lanterns: a game of hidden hands, from a package that the arena does not know."""

from typing import Final

from referee.games import guard

FORM: Final = guard.settle(__path__[0], __name__)
"""How the rules run; before any of them is imported."""
