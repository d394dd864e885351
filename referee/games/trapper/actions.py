"""The ids of actions: one block for each kind of decision, one after the other.

A take is ``TAKE + 256 * trapper + 64 * colour of the cards + cell``. An exchange is
``EXCHANGE + set - 1``, where bit `s` of the set stands for species `s`. A join names the tile
that is chosen: the canoe to lie with, or what lies with a new canoe. An opening is
``OPEN + 40 * trapper + number - 1``, a raise ``RAISE + number - 2``. A payment is
``PAY + 729 * trapper + pairs``: the pairs in the three other colours, in the order of colours,
are the digits of a number to the base 9; the rest of the price is paid in the trapper's colour.
"""

from typing import Final

from referee.games.trapper.tiles import CARDS_PER_COLOUR, CELLS, KINDS_OF_SPECIES, TILES, TRAPPERS

HIGHEST_BID: Final = CARDS_PER_COLOUR + (TRAPPERS - 1) * CARDS_PER_COLOUR // 2
"""What the whole pile of cards can pay."""
PAIRS: Final = CARDS_PER_COLOUR // 2 + 1
"""How many numbers of pairs there are in one colour, none included."""
MIXES: Final = PAIRS * PAIRS * PAIRS

TAKE: Final = 0
END: Final = TAKE + TRAPPERS * TRAPPERS * CELLS
PASS: Final = END + 1
RETIRE: Final = PASS + 1
EXCHANGE: Final = RETIRE + 1
JOIN: Final = EXCHANGE + (1 << KINDS_OF_SPECIES) - 1
OPEN: Final = JOIN + TILES
RAISE: Final = OPEN + TRAPPERS * HIGHEST_BID
DROP: Final = RAISE + HIGHEST_BID - 1
PAY: Final = DROP + 1
CATCH: Final = PAY + TRAPPERS * MIXES
NUM_ACTIONS: Final = CATCH + CELLS

OTHERS: Final[list[list[int]]] = [
    [colour for colour in range(TRAPPERS) if colour != own] for own in range(TRAPPERS)
]
"""The colours other than each one."""


def pairs_of(mix: int, colour: int) -> list[int]:
    """How many pairs of each colour a payment for the trapper `colour` holds."""
    pairs = [0] * TRAPPERS
    for other in reversed(OTHERS[colour]):
        pairs[other] = mix % PAIRS
        mix //= PAIRS
    return pairs
