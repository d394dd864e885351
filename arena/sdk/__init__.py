"""Everything a Python bot needs.

Ten lines make a bot:

from arena.sdk import Action, Bot, Turn, run

class First(Bot):
    def act(self, turn: Turn) -> Action:
        return turn.legal[0]

if __name__ == "__main__":
    run(First)
"""

from arena.sdk.bot import Action, Bot, Clock, Match, Result, Turn
from arena.sdk.client import run

__all__ = ["Action", "Bot", "Clock", "Match", "Result", "Turn", "run"]
