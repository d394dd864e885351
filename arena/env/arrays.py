"""The arrays of a row of features, by name."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.games.features import Block

_Kind = TypeVar("_Kind", bound=np.generic)


def split(rows: NDArray[_Kind], blocks: Sequence[Block]) -> Mapping[str, NDArray[_Kind]]:
    """Views of one row, or of many along the first axes."""
    result: dict[str, NDArray[_Kind]] = {}
    begin = 0
    for block in blocks:
        part = rows[..., begin : begin + block.size]
        result[block.name] = part.reshape(*rows.shape[:-1], *block.shape)
        begin += block.size
    return result
