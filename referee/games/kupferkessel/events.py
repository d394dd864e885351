"""The kinds of events, and what their columns hold.

Every event is ``(kind, seat, place, card, used)``; a column without meaning is 0. A place is a
cell where a card is concerned and a space of the track where a pawn is.
"""

from typing import Final

GRID_CARD: Final = 1
START_REJECTED: Final = 2
START_CARD: Final = 3
RECIPE: Final = 4
MOVED: Final = 5
CORNER: Final = 6
TAKEN: Final = 7
EXPLODED: Final = 8
EXPLODED_OUT: Final = 9
REFILLED: Final = 10
EXTRA_TURN: Final = 11
LAST_KEPT: Final = 12
LAST_ASIDE: Final = 13
TURN_LIMIT: Final = 14

KINDS: Final[tuple[str, ...]] = (
    "grid_card",  # place, card: laid into the square at the deal
    "start_rejected",  # seat, card: drawn as a start card, put under the pile
    "start_card",  # seat, card: the bottom of the kettle
    "recipe",  # seat, card: the recipe of this id was dealt; told to its owner only
    "moved",  # seat, place: a turn begins, the pawn stands at a line
    "corner",  # seat, place: a turn begins and is lost at a corner
    "taken",  # seat, place, card, used: 1 if the symbol acts
    "exploded",  # seat, card: the kettle of this seat lost its top card, to under the pile
    "exploded_out",  # seat, card: the same, out of the match because the pile is empty
    "refilled",  # place, card: from the pile into the gap
    "extra_turn",  # seat: the next turn is this seat's again
    "last_kept",  # seat, place, card: took the last card of a line, and it counts
    "last_aside",  # seat, place, card: took the last card of a line and laid it aside
    "turn_limit",  # the match ends because the last turn allowed is over
)
COLUMNS: Final[tuple[str, ...]] = ("seat", "place", "card", "used")
