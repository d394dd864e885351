"""Teaches a network Kupferkessel Co.: first it imitates `mcts`, then it plays against itself.

    python examples/train/train.py --out trained

writes ``policy.onnx``, ``curve.svg`` and ``curve.json`` there. The same seed gives the same
network on the same machine. Needs the extra ``train``: ``pip install '.[train]'``.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from curve import picture
from jax.example_libraries.optimizers import adam, clip_grads
from net import Layout, forward, fresh

from arena import env
from arena.env import export
from arena.sdk import Action, Bot, Match, Turn, play_locally
from arena.sdk.search import Tree, style_for
from referee.games.chance import Rng
from referee.games.registry import get_game

GAME = get_game("kupferkessel")
SETUP, FEATURES, STYLE = GAME.setup(2), GAME.features(), style_for(GAME.name)
LAYOUT = Layout(FEATURES.blocks(SETUP))
ITERATIONS, CURIOUS = 600, 0.15  # of the teacher's search; how often it tries something else
Data = dict[str, Any]
think = jax.jit(partial(forward, LAYOUT))


def lesson(seed: int) -> Data:
    """One match of the teacher against itself: what was seen, what it tried, how it ended."""
    state, rng = GAME.deal(SETUP, Rng(seed)), np.random.default_rng(seed)
    rows, aims, masks, seats = [], [], [], []
    while not state.over:
        legal, seat = state.legal_actions(), state.seat
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        tree = Tree(state, seat, Rng(int(rng.integers(2**31))), STYLE)
        tree.grow(ITERATIONS)
        tried, allowed = np.zeros((2, GAME.num_actions), np.float32)
        for action, node in tree.root.children.items():
            tried[action] = node.visits / tree.iterations
        allowed[legal] = 1
        rows.append(np.frombuffer(FEATURES.row(state, seat), np.uint8))
        aims.append(tried)
        masks.append(allowed == 1)
        seats.append(seat)
        state.apply(int(rng.choice(legal)) if rng.random() < CURIOUS else tree.best())
    results = np.array(env.Reward.RANK.of(state), np.float32)[seats]
    return {
        "rows": np.array(rows), "aims": np.array(aims), "masks": np.array(masks),
        "results": results,
    }  # fmt: skip


class Pupil(Bot):
    """Plays what the network likes best."""

    def __init__(self, match: Match, params: Any) -> None:
        super().__init__(match)
        self.params = params

    def act(self, turn: Turn) -> Action:
        row = np.frombuffer(FEATURES.row(turn.to_state(), self.match.seat), np.uint8)
        logits = np.asarray(think(self.params, row[None])[0][0])
        return max(turn.legal, key=lambda action: float(logits[action.id]))


def against_heuristic(params: Any, pairs: int) -> float:
    """The pupil's share of so many pairs of matches, both seats of a deal."""
    sys.path.append(str(Path(__file__).resolve().parents[2] / "bots" / "heuristic"))
    table, total = [partial(Pupil, params=params), import_module("main").Heuristic], 0.0
    for number in range(2 * pairs):
        ours = number % 2
        ranks = play_locally(table[::-1] if ours else table, seed=10**6 + number // 2).ranks
        total += 0.5 if ranks[0] == ranks[1] else float(ranks[ours] == 1)
    return total / (2 * pairs)


def policy(logits: jax.Array, masks: Any) -> jax.Array:
    """The logarithms of the probabilities of legal actions."""
    return jax.nn.log_softmax(jnp.where(masks, logits, -1e9))


def imitation(params: Any, data: Data) -> jax.Array:
    """How far the network is from what the teacher tried, and from how it ended."""
    logits, win = forward(LAYOUT, params, data["rows"])
    away = -(data["aims"] * policy(logits, data["masks"])).sum(axis=1).mean()
    return away + ((jnp.tanh(win) - data["results"]) ** 2).mean()


def improvement(params: Any, data: Data) -> jax.Array:
    """The loss of proximal policy optimization, with illegal actions masked out."""
    logits, win = forward(LAYOUT, params, data["rows"])
    log, gain = policy(logits, data["masks"]), data["gains"]
    ratio = jnp.exp(jnp.take_along_axis(log, data["actions"][:, None], 1)[:, 0] - data["logs"])
    better = jnp.minimum(ratio * gain, jnp.clip(ratio, 0.8, 1.2) * gain).mean()
    spread = -(jnp.exp(log) * jnp.where(data["masks"], log, 0)).sum(axis=1).mean()
    return -better - 0.003 * spread + 0.5 * ((jnp.tanh(win) - data["results"]) ** 2).mean()


class Learner:
    """Adam on a loss; what is shown of it is the mean of its late weights, which is calmer."""

    def __init__(self, loss: Any, params: Any, rate: Any, slow: float) -> None:
        begin, update, get = adam(rate)
        slope, self._state, self._step = jax.grad(loss), begin(params), 0
        self.params, self.mean = params, params

        def learn(step: Any, state: Any, mean: Any, data: Data) -> Any:
            state = update(step, clip_grads(slope(get(state), data), 1.0), state)
            return state, jax.tree.map(lambda m, p: slow * m + (1 - slow) * p, mean, get(state))

        self._learn, self._get = jax.jit(learn), get

    def learn(self, data: Data, size: int, rng: np.random.Generator) -> None:
        """Go through all of `data` once, in random order."""
        order = rng.permutation(len(data["rows"]))
        for begin in range(0, len(order) - size + 1, size):
            part = {name: values[order[begin : begin + size]] for name, values in data.items()}
            self._state, self.mean = self._learn(self._step, self._state, self.mean, part)
            self._step += 1
        self.params = self._get(self._state)


def experience(many: Any, params: Any, steps: int, rng: np.random.Generator) -> Data:
    """The network against itself; what a decision gained is told by what came after it."""
    seen, every = [], np.arange(many.n)
    for _ in range(steps):
        one = {"rows": many.rows.copy(), "masks": many.mask == 1, "seats": many.seats.copy()}
        logits, win = think(params, one["rows"])
        log = np.asarray(policy(logits, one["masks"]))
        one["actions"] = (log + rng.gumbel(size=log.shape)).argmax(axis=1)
        one["logs"], one["values"] = log[every, one["actions"]], np.tanh(win)
        many.step(one["actions"])
        one["rewards"], one["done"] = many.rewards[every, one["seats"]], many.done.copy()
        seen.append(one)
    later, seat, ahead = np.tanh(think(params, many.rows)[1]), many.seats, np.zeros(many.n, "f4")
    for one in reversed(seen):
        side = np.where(one["done"], 0, np.where(one["seats"] == seat, 1, -1))
        ahead = one["rewards"] + side * (later + 0.95 * ahead) - one["values"]
        one["gains"], one["results"] = ahead, ahead + one["values"]
        later, seat = one["values"], one["seats"]
    data = {name: np.concatenate([one[name] for one in seen]) for name in seen[0]}
    data["gains"] = (data["gains"] - data["gains"].mean()) / data["gains"].std()
    used = ("rows", "masks", "actions", "logs", "gains", "results")
    return {name: data[name] if name != "results" else data[name].astype("f4") for name in used}


def lessons(given: argparse.Namespace) -> Iterator[Data]:
    """The matches of the teacher, played side by side."""
    first = given.seed * 10**6
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for number, one in enumerate(pool.map(lesson, range(first, first + given.lessons)), 1):
            yield one
            if number % 100 == 0:
                print(f"{number} of {given.lessons} lessons", flush=True)


def main() -> None:
    """Train, and tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2, help="processes of the teacher")
    parser.add_argument("--lessons", type=int, default=1000, help="matches of the teacher")
    parser.add_argument("--epochs", type=int, default=8, help="how often they are gone through")
    parser.add_argument("--rounds", type=int, default=800, help="of self-play")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rng, curve = np.random.default_rng(given.seed), []

    def look(params: Any, phase: str, number: int) -> None:
        """Note how it does against `heuristic` now, and keep it."""
        share, minutes = against_heuristic(params, 50), worked_s() / 60
        curve.append({"phase": phase, "number": number, "share": share, "minutes": minutes})
        print(f"{minutes:5.1f} min  {phase} {number}: {share:.3f} against heuristic", flush=True)
        model = export.policy(GAME, SETUP, partial(forward, LAYOUT, params))
        (given.out / "policy.onnx").write_bytes(model)
        (given.out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
        (given.out / "curve.svg").write_text(picture(curve), encoding="utf-8")

    params = fresh(LAYOUT, given.seed)
    look(params, "imitation", 0)
    found = list(lessons(given))
    data = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    steps = given.epochs * (len(data["rows"]) // 256)
    pupil = Learner(imitation, params, lambda step: 2e-3 * jnp.maximum(0, 1 - step / steps), 0.98)
    for epoch in range(1, given.epochs + 1):
        pupil.learn(data, 256, rng)
        if epoch % 4 == 0 or epoch == given.epochs:
            look(pupil.mean, "imitation", epoch)
    many = env.batch(128, GAME.name, seed=given.seed)
    player = Learner(improvement, pupil.mean, 3e-4, 0.998)
    for number in range(1, given.rounds + 1):
        data = experience(many, player.params, 64, rng)
        for _ in range(2):
            player.learn(data, 1024, rng)
        if number % 40 == 0 or number == given.rounds:
            look(player.mean, "self-play", number)


def worked_s() -> float:
    """The processor time of this process and of those that it ended."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
