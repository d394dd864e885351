"""The arrays of a row of features, by name."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.games.features import Block


def split(rows: NDArray[np.uint8], blocks: Sequence[Block]) -> Mapping[str, NDArray[np.uint8]]:
    """Views of one row, or of many along the first axes."""
    result: dict[str, NDArray[np.uint8]] = {}
    begin = 0
    for block in blocks:
        part = rows[..., begin : begin + block.size]
        result[block.name] = part.reshape(*rows.shape[:-1], *block.shape)
        begin += block.size
    return result
