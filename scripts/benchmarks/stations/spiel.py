"""OpenSpiel as the yardstick: connect_four driven from Python, and its ISMCTS, in C++, on hearts.

In hearts twelve cards are passed and all are played, so every simulation applies 64 moves.
"""

import random
import time

import pyspiel

from benchmarks.station import Taken, serve

CHUNK_S = 0.004
SIMULATIONS = 100
EXPLORATION = 0.5


class Yardstick:
    """Both games, ready."""

    def __init__(self) -> None:
        self._game = pyspiel.load_game("connect_four")
        self._pick = random.Random(1).random
        self._hearts = pyspiel.load_game("hearts").new_initial_state()
        pick = random.Random(1)
        while self._hearts.is_chance_node():
            outcomes = [action for action, _ in self._hearts.chance_outcomes()]
            self._hearts.apply_action(pick.choice(outcomes))
        self._moves, rest = 0, self._hearts.clone()
        while not rest.is_terminal():
            rest.apply_action(pick.choice(rest.legal_actions()))
            self._moves += 1

    def driven(self) -> Taken:
        """Seconds for each move."""
        pick = self._pick
        moves, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < CHUNK_S:
            state = self._game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(pick() * len(actions))])
                moves += 1
        return {"driven": (time.perf_counter() - begun) / moves}

    def search(self) -> Taken:
        """Seconds for each move that the search applies."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, SIMULATIONS)
        begun = time.perf_counter()
        bot.step(self._hearts)
        return {"search-move": (time.perf_counter() - begun) / SIMULATIONS / self._moves}


if __name__ == "__main__":
    yardstick = Yardstick()
    serve({"driven": yardstick.driven, "search-move": yardstick.search})
