"""Games: what a game is, and the rules of each. Pure: no I/O, no clock, no global chance."""

from typing import Final

from referee.games import guard

_FOLDER: Final = __path__[0]
_FORM: Final = guard.decide(_FOLDER)
guard.enforce(_FORM, _FOLDER)


def compiled() -> bool:
    """Whether the rules run compiled."""
    return _FORM.compiled


def form() -> str:
    """How the rules run and why, in words."""
    return _FORM.reason
