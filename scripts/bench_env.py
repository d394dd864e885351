"""How fast learners can step: beside PettingZoo's classic games and OpenSpiel's hearts.

    python scripts/bench_env.py [--seconds 2]

All are stepped by random legal actions in turns within one run, and of every measurement the best
counts: only the ratios mean anything. Ends with 1 if one misses its floor. Needs the extras `rl`
and `bench`.
"""

# What is measured is imported only where it is measured.
# ruff: noqa: PLC0415

import argparse
import contextlib
import io
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

FLOORS = {"aec": 1.0, "batch": 10.0}
"""Against connect_four as PettingZoo hands it out, by what is measured."""
PLACES = 512
THEIRS_S = 5.0
"""How long PettingZoo's benchmark lasts."""


def single(make: Callable[[], Any]) -> Callable[[float], float]:
    """Steps a second of one AEC environment, by PettingZoo's own benchmark in processor time."""
    from pettingzoo.test import performance_benchmark

    world, theirs = make(), sys.modules[performance_benchmark.__module__]

    def measured(seconds: float) -> float:
        # It looks at the clock until five seconds are over: they pass in `seconds`.
        faster = THEIRS_S / seconds
        clock = SimpleNamespace(time=lambda: time.process_time() * faster)
        said = io.StringIO()
        with mock.patch.object(theirs, "time", clock), contextlib.redirect_stdout(said):
            performance_benchmark(world)
        turns = next(line for line in said.getvalue().splitlines() if "turns per second" in line)
        return float(turns.split()[0]) * faster

    return measured


def batched(game: str) -> Callable[[float], float]:
    """Steps a second of a batch; choosing actions is not counted."""
    from arena import env

    many, rng = env.batch(PLACES, game, seed=1), np.random.default_rng(1)

    def measured(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = (rng.random(many.mask.shape, dtype=np.float32) * many.mask).argmax(axis=1)
            begun = time.process_time()
            many.step(actions)
            spent += time.process_time() - begun
            steps += many.n
        return steps / spent

    return measured


def hearts() -> Callable[[float], float]:
    """Steps a second of OpenSpiel's hearts from Python, each with its tensor."""
    import pyspiel

    game = pyspiel.load_game("hearts")

    def measured(seconds: float) -> float:
        steps, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(state.chance_outcomes()[0][0])
                    continue
                state.information_state_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[steps * 7 % len(legal)])
                steps += 1
        return steps / spent

    return measured


def main() -> int:
    """Measure in turns, show, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement and turn")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    import pettingzoo

    from arena import env
    from referee import games

    measures = {
        "pettingzoo connect_four": single(
            lambda: pettingzoo.make("aec", "classic/connect_four-v3")
        ),
        "pettingzoo tictactoe": single(lambda: pettingzoo.make("aec", "classic/tictactoe-v3")),
        "openspiel hearts": hearts(),
        "aec kupferkessel": single(lambda: env.make("kupferkessel")),
        "aec trapper": single(lambda: env.make("trapper")),
        "batch kupferkessel": batched("kupferkessel"),
        "batch trapper": batched("trapper"),
    }
    best = dict.fromkeys(measures, 0.0)
    for _ in range(given.turns):
        for name, measured in measures.items():
            best[name] = max(best[name], measured(given.seconds))
    missed = []
    mark = best["pettingzoo connect_four"]
    print(f"rules {games.form()}; steps a second of processor time")
    for name, speed in best.items():
        floor = FLOORS.get(name.partition(" ")[0], 0.0)
        print(f"{name:<26}{speed:>12,.0f}{speed / mark:>8.2f}" + (f"  {floor:g}" * bool(floor)))
        missed += [name] * (speed / mark < floor)
    for name in missed:
        print(f"MISSED: {name}", file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
