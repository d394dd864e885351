"""Games: what a game is, and the rules of each. Pure: no I/O, no clock, no global chance."""

from typing import Final

from referee.games import guard

_ROOT: Final = guard.root_of(__path__[0])
_FORM: Final = guard.decide(_ROOT)
guard.enforce(_FORM, _ROOT)


def compiled() -> bool:
    """Whether rules and search run compiled."""
    return _FORM.compiled


def form() -> str:
    """How rules and search run and why, in words."""
    return _FORM.reason
