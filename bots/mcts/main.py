"""Asks the search of the kit, and tells in its log what the search saw."""

import logging
import sys
from time import monotonic
from typing import Final

from arena.sdk import Action, Bot, Match, Turn, run
from arena.sdk.search import Tree, style_for
from referee.games.chance import Rng

LOG: Final = logging.getLogger("mcts")
SHOWN: Final = 6
"""How many actions of the principal variation are logged."""
BETWEEN_SPEEDS: Final = 10
"""After how many decisions the speed is printed again."""


class Mcts(Bot):
    """Plays what the search tried most."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._style = style_for(match.game.name)
        self._usual = usual_budget(match)
        self._iterations = 0
        self._seconds = 0.0

    def act(self, turn: Turn) -> Action:
        budget = turn.budget(self._usual, own=self.match.integer("iterations"))
        rng = Rng(self.match.random.getrandbits(31))
        begun = monotonic()
        tree = Tree(turn.to_state(), self.match.seat, rng, self._style)
        tree.grow(budget.nodes, budget.deadline)
        self._seconds += monotonic() - begun
        self._iterations += tree.iterations
        self._report(turn, tree)
        return turn.with_id(tree.best())

    def _report(self, turn: Turn, tree: Tree) -> None:
        """Notes at this step that are the same on every machine, and now and then the speed."""
        text = self.match.game.action_text
        line = " ".join(text(action) for action in tree.principal_variation()[:SHOWN])
        turn.eval = tree.value()
        LOG.info("%d iterations, value %.3f: %s", tree.iterations, turn.eval, line)
        if self.match.asked % BETWEEN_SPEEDS == 1:
            # Not a note: records of equal matches are equal.
            speed = self._iterations / max(self._seconds, 1e-6)
            sys.stderr.write(f"step {turn.step}: {speed:.0f} iterations a second\n")


def usual_budget(match: Match) -> int:
    """The budget of the game: that of its full tables, its own, or that of any other game."""
    game = match.game.name
    names = [f"{game}_many"] if match.setup.players > 2 else []
    names += [game, "other"]
    return match.integer(next(name for name in names if name in match.settings))


if __name__ == "__main__":
    run(Mcts)
