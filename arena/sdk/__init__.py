"""Everything a Python bot needs.

Ten lines make a bot; `run` plays it for the arena, `play_locally` right here:

>>> from arena.sdk import Action, Bot, Turn, play_locally
>>> class First(Bot):
...     def act(self, turn: Turn) -> Action:
...         return turn.legal[0]
>>> play_locally([First, First], game="kupferkessel", seed=1).ranks in [(1, 2), (2, 1), (1, 1)]
True

Views with names are in `arena.sdk.kupferkessel` and `arena.sdk.trapper` (or just `turn.view`), the
search that the bot `mcts` uses in `arena.sdk.search`.
"""

from typing import TYPE_CHECKING, Any

from arena.sdk.bot import Action, Announcement, Bot, Match, Result, Turn
from arena.sdk.timing import Budget, Clock, Control

if TYPE_CHECKING:
    from arena.sdk.client import run
    from arena.sdk.local import play_locally

__all__ = [
    "Action",
    "Announcement",
    "Bot",
    "Budget",
    "Clock",
    "Control",
    "Match",
    "Result",
    "Turn",
    "play_locally",
    "run",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute can be anything
    """Load what not every use of the kit needs: gRPC is slow to import, and tests need none."""
    if name == "run":
        from arena.sdk.client import run  # noqa: PLC0415

        return run
    if name == "play_locally":
        from arena.sdk.local import play_locally  # noqa: PLC0415

        return play_locally
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
