"""The search that the bot `mcts` uses: a `Tree`, grown in the `Style` of a game.

>>> from referee.games.chance import Rng, Streams
>>> from referee.games.registry import get_game
>>> game = get_game("kupferkessel")
>>> state = game.deal(game.setup(2), Streams(bytes(32)))
>>> tree = Tree(state, state.seat, Rng(1), style_for("kupferkessel"))
>>> tree.grow(200)
>>> tree.best() in state.legal_actions()
True
"""

from arena.sdk.tree import Node, Tree, worth
from referee.games.registry import get_game
from referee.games.style import Style

__all__ = ["Node", "Style", "Tree", "style_for", "worth"]


def style_for(game: str) -> Style:
    """The way the game of this name is searched; one without its own is played on at random."""
    return get_game(game).style()
