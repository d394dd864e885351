"""What `scripts/bench` measures of the search: iterations, and moves against OpenSpiel's search.

    search        one iteration as the bot `mcts` searches, from the start of a match
    search-move   one move that a search with random playouts applies, in its tree or in a playout;
                  for OpenSpiel its ISMCTS, written in C++, on hearts

In hearts twelve cards are passed and all are played, so every iteration applies 64 moves.
"""

# What is measured is imported only in the processes that are measured.
# ruff: noqa: PLC0415

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.sdk.search import Node, Style
    from referee.games.chance import Rng
    from referee.games.state import State

ITERATIONS = {"kupferkessel": 200, "trapper": 60}
HEARTS_SIMULATIONS = 100
EXPLORATION = 0.5


def search_chunks() -> dict[str, Callable[[], float]]:
    """Of our search, in seconds for each iteration or move."""
    from arena.sdk.search import Style, style_for

    kettle, kettle_style = _dealt("kupferkessel"), style_for("kupferkessel")
    trapper, trapper_style = _dealt("trapper"), style_for("trapper")
    plain = Style()
    moves = _moves_applied(kettle, ITERATIONS["kupferkessel"])
    return {
        "search": lambda: _timed(kettle, kettle_style, ITERATIONS["kupferkessel"]),
        "trapper-search": lambda: _timed(trapper, trapper_style, ITERATIONS["trapper"]),
        "search-move": lambda: _timed(kettle, plain, ITERATIONS["kupferkessel"]) / moves,
    }


def _dealt(name: str) -> "State":
    from referee.games.chance import Rng
    from referee.games.registry import get_game

    game = get_game(name)
    return game.deal(game.setup(2, {}), Rng(1))


def _timed(state: "State", style: "Style", iterations: int) -> float:
    """Seconds for each iteration; always the same ones."""
    from arena.sdk.search import Tree
    from referee.games.chance import Rng

    tree = Tree(state, state.seat, Rng(1), style)
    begun = time.perf_counter()
    tree.grow(iterations)
    return (time.perf_counter() - begun) / iterations


def _moves_applied(state: "State", iterations: int) -> float:
    """Moves in the tree and in playouts, for each of the iterations that `_timed` measures."""
    from arena.sdk.search import Style, Tree
    from referee.games.chance import Rng

    played = [0]

    class Counting(Style):
        def play_on(self, state: "State", rng: "Rng") -> None:
            while not state.over:
                actions = state.legal_actions()
                state.apply(actions[rng.below(len(actions))])
                played[0] += 1

    tree = Tree(state, state.seat, Rng(1), Counting())
    tree.grow(iterations)
    return (played[0] + sum(_visits(child) for child in tree.root.children.values())) / iterations


def _visits(node: "Node") -> float:
    """How often this node and those below were walked through."""
    return node.visits + sum(_visits(child) for child in node.children.values())


def hearts_chunks() -> dict[str, Callable[[], float]]:
    """Of OpenSpiel's search: seconds for each move that it applies."""
    import pyspiel

    state = pyspiel.load_game("hearts").new_initial_state()
    pick = random.Random(1)
    while state.is_chance_node():
        state.apply_action(pick.choice([action for action, _ in state.chance_outcomes()]))
    moves, rest = 0, state.clone()
    while not rest.is_terminal():
        rest.apply_action(pick.choice(rest.legal_actions()))
        moves += 1

    def search() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, HEARTS_SIMULATIONS)
        begun = time.perf_counter()
        bot.step(state)
        return (time.perf_counter() - begun) / HEARTS_SIMULATIONS / moves

    return {"search-move": search}
