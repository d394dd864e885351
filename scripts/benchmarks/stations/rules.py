"""The rules and the search of this tree, in one form.

driven    a Python loop asks for the legal actions and applies one, move by move
playout   one call plays a match to its end at random
clone     one call copies a position from the middle of a match
search    one iteration as the bot `mcts` searches, from the start of a match
search-move
          one move that a search with random playouts applies, in its tree or in a playout

python -m benchmarks.stations.rules interpreted|compiled
"""

import random
import sys
import time
from collections.abc import Callable

from arena.sdk.search import Node, Style, Tree, style_for
from benchmarks.station import Chunk, serve
from referee import games
from referee.games.chance import Rng
from referee.games.registry import get_game
from referee.games.state import State

KETTLE, TRAPPER = "kupferkessel", "trapper"
CHUNK_S = 0.004
PLAYOUTS = {KETTLE: 40, TRAPPER: 8}
"""Matches in a chunk; those of Trapper are longer."""
ITERATIONS = {KETTLE: 200, TRAPPER: 60}


def game_chunks(name: str) -> dict[str, Callable[[], float]]:
    """What is measured of one game, in seconds for each move or clone."""
    game = get_game(name)
    setup = game.setup(2, {})
    # Whoever leaves while there is more to win plays no real match; -1 where nobody can.
    leave = game.parse_action("retire") if name == TRAPPER else -1
    deals = [game.deal(setup, Rng(number)) for number in range(200)]
    pick = random.Random(1).random
    middle = deals[0].clone()
    for _ in range(20):
        middle.apply(middle.legal_actions()[0])

    def driven() -> float:
        moves, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < CHUNK_S:
            state = random.choice(deals).clone()
            while not state.over:
                actions = state.legal_actions()
                action = actions[int(pick() * len(actions))]
                state.apply(actions[0] if action == leave else action)
                moves += 1
        return (time.perf_counter() - begun) / moves

    def playout() -> float:
        rng = Rng(1)  # so that it is always the same matches
        states = [state.clone() for state in deals[: PLAYOUTS[name]]]
        begun = time.perf_counter()
        for state in states:
            state.playout(rng)
        return (time.perf_counter() - begun) / decisions

    def clone() -> float:
        begun = time.perf_counter()
        for _ in range(1000):
            middle.clone()
        return (time.perf_counter() - begun) / 1000

    decisions = _decisions([state.clone() for state in deals[: PLAYOUTS[name]]])
    return {"driven": driven, "playout": playout, "clone": clone}


def _decisions(states: list[State]) -> int:
    """How many there are when these are played out."""
    decisions, rng = 0, Rng(1)
    for state in states:
        while not state.over:
            actions = state.legal_actions()
            action = actions[rng.below(len(actions))]
            if state.gives_up(action):
                keen = [other for other in actions if not state.gives_up(other)]
                action = keen[rng.below(len(keen))] if keen else action
            state.apply(action)
            decisions += 1
    return decisions


def search_chunks() -> dict[str, Callable[[], float]]:
    """Of the search, in seconds for each iteration or move."""
    kettle, kettle_style = _dealt(KETTLE), style_for(KETTLE)
    trapper, trapper_style = _dealt(TRAPPER), style_for(TRAPPER)
    plain = Style()
    moves = _moves_applied(kettle, ITERATIONS[KETTLE])
    return {
        "search": lambda: _timed(kettle, kettle_style, ITERATIONS[KETTLE]),
        "trapper-search": lambda: _timed(trapper, trapper_style, ITERATIONS[TRAPPER]),
        "search-move": lambda: _timed(kettle, plain, ITERATIONS[KETTLE]) / moves,
    }


def _dealt(name: str) -> State:
    game = get_game(name)
    return game.deal(game.setup(2, {}), Rng(1))


def _timed(state: State, style: Style, iterations: int) -> float:
    """Seconds for each iteration; always the same ones."""
    tree = Tree(state, state.seat, Rng(1), style)
    begun = time.perf_counter()
    tree.grow(iterations)
    return (time.perf_counter() - begun) / iterations


def _moves_applied(state: State, iterations: int) -> float:
    """Moves in the tree and in playouts, for each of the iterations that `_timed` measures."""
    played = [0]

    class Counting(Style):
        def play_on(self, state: State, rng: Rng) -> None:
            while not state.over:
                actions = state.legal_actions()
                state.apply(actions[rng.below(len(actions))])
                played[0] += 1

    tree = Tree(state, state.seat, Rng(1), Counting())
    tree.grow(iterations)
    return (played[0] + sum(_visits(child) for child in tree.root.children.values())) / iterations


def _visits(node: Node) -> float:
    """How often this node and those below were walked through."""
    return node.visits + sum(_visits(child) for child in node.children.values())


def main(form: str) -> None:
    """Serve the chunks of one form."""
    if games.compiled() != (form == "compiled"):
        sys.exit(f"wanted the rules {form}, but they run {games.form()}")
    trapper = game_chunks(TRAPPER)
    measured = {
        **game_chunks(KETTLE),
        "trapper-driven": trapper["driven"],
        "trapper-playout": trapper["playout"],
        **search_chunks(),
    }
    serve({name: _named(name, measure) for name, measure in measured.items()})


def _named(name: str, measure: Callable[[], float]) -> Chunk:
    return lambda: {name: measure()}


if __name__ == "__main__":
    main(sys.argv[1])
