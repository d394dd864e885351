"""How fast learners step: our environments beside PettingZoo's own and OpenSpiel's hearts.

What PettingZoo has is stepped by its own benchmark, in processor time. Its classic games that need
nothing else are the yardstick: connect_four and tictactoe are written in Python, have masks, and
are handed out with the wrappers that everybody gets. A batch is stepped by random legal actions;
to choose them is not counted. Every figure is in seconds for each step.
"""

import contextlib
import io
import sys
import time
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import numpy as np
import pettingzoo
import pyspiel
from pettingzoo.test import performance_benchmark

from arena import env
from benchmarks.station import Chunk, serve

CHUNK_S: Final = 0.1
GAMES: Final = ("kupferkessel", "trapper")
PLACES: Final = 512
THEIRS_S: Final = 5.0
"""How long PettingZoo's benchmark lasts."""


def single(name: str, world: Any) -> Chunk:  # noqa: ANN401 - PettingZoo tells no types
    """A step of an AEC environment, with its observation."""
    theirs = sys.modules[performance_benchmark.__module__]
    faster = THEIRS_S / CHUNK_S
    clock = SimpleNamespace(time=lambda: time.process_time() * faster)

    def chunk() -> dict[str, float]:
        said = io.StringIO()
        with mock.patch.object(theirs, "time", clock), contextlib.redirect_stdout(said):
            performance_benchmark(world)
        turns = next(line for line in said.getvalue().splitlines() if "turns per second" in line)
        return {name: 1 / (float(turns.split()[0]) * faster)}

    return chunk


def batched(name: str, game: str) -> Chunk:
    """A step of one match of a batch."""
    many, rng = env.batch(PLACES, game, seed=1), np.random.default_rng(1)

    def chunk() -> dict[str, float]:
        steps, spent = 0, 0.0
        while spent < CHUNK_S:
            actions = (rng.random(many.mask.shape, dtype=np.float32) * many.mask).argmax(axis=1)
            begun = time.process_time()
            many.step(actions)
            spent += time.process_time() - begun
            steps += many.n
        return {name: spent / steps}

    return chunk


def hearts() -> dict[str, float]:
    """A step of OpenSpiel's hearts from Python, with its tensor."""
    game, steps, begun = pyspiel.load_game("hearts"), 0, time.process_time()
    while time.process_time() - begun < CHUNK_S:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
                continue
            state.information_state_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[steps * 7 % len(legal)])
            steps += 1
    return {"hearts": (time.process_time() - begun) / steps}


if __name__ == "__main__":
    classic = {
        name: single(name, pettingzoo.make("aec", f"classic/{name}-v3"))
        for name in ("connect_four", "tictactoe")
    }
    ours = {f"aec-{game}": single(f"aec-{game}", env.make(game)) for game in GAMES}
    many = {f"batch-{game}": batched(f"batch-{game}", game) for game in GAMES}
    serve({**classic, "hearts": hearts, **ours, **many})
