"""Writes a network down as an ONNX model: what `arena new NAME --from-policy` makes a bot of.

A network that uses the operators of arrays can be written down without any framework: it
is called with a `Node` instead of an array, and the graph is what it did. Needs the package onnx.
"""

import json
from collections.abc import Callable, Mapping
from functools import partialmethod
from typing import Any, Final

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from referee.games.contract import Game, Setup

_OPSET: Final = 18
_IR: Final = 9
"""Old enough for every onnxruntime that knows this opset."""


class Node:
    """A value of a graph that is being written down; with arrays it does as arrays do."""

    def __init__(self, name: str, nodes: list[Any], constants: list[Any]) -> None:
        self.name = name
        self.nodes = nodes
        self.constants = constants

    def do(self, op: str, *inputs: Any, name: str = "", **settings: Any) -> "Node":  # noqa: ANN401
        """The result of an operation of ONNX; arrays among its inputs become constants."""
        names: list[str] = []
        for value in inputs:
            if isinstance(value, Node):
                names.append(value.name)
            else:
                constant = numpy_helper.from_array(np.asarray(value), f"c{len(self.constants)}")
                self.constants.append(constant)
                names.append(constant.name)
        name = name or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, names, [name], **settings))
        return Node(name, self.nodes, self.constants)

    def __getitem__(self, key: tuple[slice | None, ...]) -> "Node":
        """New axes where a key is None, or a slice of one or more axes; not both at once."""
        new = [axis for axis, cut in enumerate(key) if cut is None]
        cuts = [(axis, cut) for axis, cut in enumerate(key) if cut is not None]
        cuts = [(axis, cut) for axis, cut in cuts if cut != slice(None)]
        if any(cut.stop is None or cut.step is not None for _, cut in cuts) or (new and cuts):
            raise ValueError(f"write a slice with its end, and new axes apart from it: {key}")
        if new:
            return self.do("Unsqueeze", self, new)
        begins, ends = [cut.start or 0 for _, cut in cuts], [cut.stop for _, cut in cuts]
        return self.do("Slice", self, begins, ends, [axis for axis, _ in cuts])

    def astype(self, kind: str) -> "Node":
        """The same as numbers of this kind, by its name in numpy."""
        return self.do("Cast", self, to=helper.np_dtype_to_tensor_dtype(np.dtype(kind)))

    def clip(self, low: int) -> "Node":
        """Nothing below 0."""
        if low != 0:
            raise ValueError(f"only clip(0) can be written down, not clip({low})")
        return self.do("Relu", self)

    def reshape(self, *shape: int) -> "Node":
        """The same in another shape."""
        return self.do("Reshape", self, shape)

    def transpose(self, *axes: int) -> "Node":
        """The same with its axes in this order."""
        return self.do("Transpose", self, perm=axes)

    def beside(self, *others: "Node") -> "Node":
        """This and others, side by side."""
        return self.do("Concat", self, *others, axis=1)

    def _binary(self, op: str, other: Any) -> "Node":  # noqa: ANN401 - a node or an array
        return self.do(op, self, other)

    def _along(self, op: str, axis: int) -> "Node":
        return self.do(op, self, [axis], keepdims=0)

    __matmul__ = partialmethod(_binary, "MatMul")
    __add__ = partialmethod(_binary, "Add")
    __mul__ = partialmethod(_binary, "Mul")
    max = partialmethod(_along, "ReduceMax")
    mean = partialmethod(_along, "ReduceMean")


def policy(game: Game, setup: Setup, forward: Callable[[Node], tuple[Node, Node]]) -> bytes:
    """A policy for this variant: `forward` makes of rows the logits and, before tanh, the value.

    In the model the input is ``row``, the outputs are ``logits`` and ``value``.
    """
    features = game.features()
    row = Node("row", [], [])
    logits, value = forward(row)
    logits.do("Identity", logits, name="logits")
    value.do("Tanh", value, name="value")
    size = sum(block.size for block in features.blocks(setup))
    inputs = [helper.make_tensor_value_info("row", TensorProto.UINT8, ["n", size])]
    outputs = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", game.num_actions]),
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"]),
    ]
    whole = helper.make_graph(row.nodes, "policy", inputs, outputs, row.constants)
    opset = helper.make_opsetid("", _OPSET)
    model = helper.make_model(whole, opset_imports=[opset], ir_version=_IR)
    helper.set_model_props(model, dict(about(game, setup)))
    result: bytes = model.SerializeToString()
    return result


def about(game: Game, setup: Setup) -> Mapping[str, str]:
    """What a model says of itself: the bot made of it plays this and nothing else."""
    return {
        "arena.game": game.name,
        "arena.rules": game.rules_version,
        "arena.players": str(setup.players),
        "arena.options": json.dumps(dict(setup.options)),
        "arena.features": game.features().version,
    }
