"""How fast learners can step: beside PettingZoo's classic games and OpenSpiel's hearts.

    python scripts/bench_env.py [--seconds 2]

All are stepped by random legal actions in turns within one run, and of every measurement the best
counts: only the ratios mean anything. Ends with 1 if one misses its floor. Needs the extras `rl`
and `bench`.
"""

# What is measured is imported only where it is measured.
# ruff: noqa: PLC0415

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

FLOORS = {"aec": 1.0, "batch": 10.0}
"""Against connect_four as PettingZoo hands it out, by what is measured."""
PLACES = 512


def single(make: Callable[[], Any]) -> Callable[[float], float]:
    """Steps a second of one AEC environment, each with its observation."""
    world = make()

    def measured(seconds: float) -> float:
        world.reset(seed=1)
        steps, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            if not world.agents:
                world.reset()
            seen, _, ended, cut, info = world.last()
            mask = None if ended or cut else seen.get("action_mask", info.get("action_mask"))
            legal = None if mask is None else np.flatnonzero(mask)
            world.step(None if legal is None else int(legal[steps * 7 % len(legal)]))
            steps += 1
        return steps / spent

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
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    from arena import env
    from referee import games

    measures = {
        "pettingzoo connect_four": single(connect_four_v3.env),
        "pettingzoo tictactoe": single(tictactoe_v3.env),
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
