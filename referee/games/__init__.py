"""Games: what a game is, its laws, the course of play, and each game with all its parts.

Pure: no I/O, no clock, no global chance.
"""

from typing import Final

from referee.games import guard

_FORM: Final = guard.settle(__path__[0], __name__)


def compiled() -> bool:
    """Whether rules and search run compiled."""
    return _FORM.compiled


def form() -> str:
    """How rules and search run and why, in words."""
    return _FORM.reason
