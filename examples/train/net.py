"""The network. It is the same for every cell, so turning the square changes nothing.

What a card would do is told for each ingredient and value, from who holds what of it. A cell is
judged by that, by the table, and by the best of each line that a pawn may come to next.
`forward` is written once: with arrays it computes, with a `Node` it is written down.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from arena.env.export import Node
from referee.games.features import Block

WIDE, NARROW, EACH = 48, 24, 12


class Layout:
    """Where in a row of features the network looks."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        (self.cells, self.kinds), names = blocks[:2], [place.name for place in blocks[0].places]
        known = ("there", "value_1", "whiskers", "reach_1")
        self.there, self.value, self.kind, self.reach = map(names.index, known)
        self.rest = self.cells.size + self.kinds.size  # what follows cells and ingredients
        highs = [[place.high for place in block.places] * block.rows for block in blocks]
        self.scale = (1 / np.concatenate(highs)).astype(np.float32)
        cell, kind = len(names), len(self.kinds.places)
        rest, around = len(self.scale) - self.rest, 2 * NARROW
        self.weights = {  # a name in capitals is a bias
            "kind": (kind, WIDE), "mood": (rest, WIDE), "KIND": (WIDE,), "card": (WIDE, 4 * EACH),
            "cell": (cell, WIDE), "each": (EACH, WIDE), "rest": (rest, WIDE), "CELL": (WIDE,),
            "best": (WIDE, NARROW), "BEST": (NARROW,), "self": (WIDE, WIDE),
            "line": (NARROW, WIDE),
            "around": (around, WIDE), "table": (rest, WIDE), "SELF": (WIDE,),
            "deep": (WIDE, WIDE), "DEEP": (WIDE,), "out": (WIDE, 2),
            "worth": (WIDE + around + rest, WIDE), "WORTH": (WIDE,), "win": (WIDE, 1),
        }  # fmt: skip


def fresh(layout: Layout, seed: int) -> dict[str, Any]:
    """Weights to begin with."""
    rng, small = np.random.default_rng(seed), {"out": 0.1, "win": 0.1}
    return {
        name: jnp.asarray(
            rng.normal(0, (2 / shape[0]) ** 0.5, shape) * small.get(name, name.islower()), "f4"
        )
        for name, shape in layout.weights.items()
    }


def forward(layout: Layout, p: Mapping[str, Any], rows: Any) -> tuple[Any, Any]:
    """For each row the logits of all actions, and the result expected before its `tanh`."""
    x = rows.astype("float32") * layout.scale
    cells = x[:, : layout.cells.size].reshape(-1, *layout.cells.shape)
    kinds = x[:, layout.cells.size : layout.rest].reshape(-1, *layout.kinds.shape)
    rest = x[:, layout.rest : len(layout.scale)]
    there = cells[:, :, layout.there : layout.there + 1]
    values = cells[:, :, layout.value : layout.value + 4]
    lines = cells[:, :, layout.reach : layout.reach + 6]  # reached, stood at, the other's next
    mood = (rest @ p["mood"] + p["KIND"])[:, None]
    cards = (kinds @ p["kind"] + mood).clip(0) @ p["card"]
    of_kind = (cells[:, :, layout.kind : layout.kind + 14] @ cards).reshape(-1, 32, 4, EACH)
    each = (of_kind * values[:, :, :, None]).mean(axis=2) @ p["each"]
    h = (cells @ p["cell"] + each + (rest @ p["rest"] + p["CELL"])[:, None]).clip(0) * there
    u = (h @ p["best"] + p["BEST"]).clip(0)
    best = (lines[:, :, :, None] * u[:, :, None]).max(axis=1)
    join = Node.beside if isinstance(rows, Node) else lambda *parts: jnp.hstack(parts)
    around = join(best[:, 5:6].max(axis=1), (u * there).mean(axis=1))
    common = around @ p["around"] + rest @ p["table"] + p["SELF"]
    z = (h @ p["self"] + values @ best[:, 0:4] @ p["line"] + common[:, None]).clip(0)
    z = z + (z @ p["deep"] + p["DEEP"]).clip(0)
    mine = (z * lines[:, :, 4:5]).mean(axis=1)
    win = (join(mine, around, rest) @ p["worth"] + p["WORTH"]).clip(0) @ p["win"]
    return (z @ p["out"]).transpose(0, 2, 1).reshape(-1, 64), win.reshape(-1)
