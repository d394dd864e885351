"""The kinds of events, and what their columns hold.

Every event is ``(kind, seat, colour, cell, tile, canoe, number, green, blue, beige, violet)``; a
column without meaning is 0. The colour is that of a trapper, the canoe is the tile that it is,
and the last four columns count cards.
"""

from typing import Final

REVEALED: Final = 1
DREW: Final = 2
DRAWN: Final = 3
RESHUFFLED: Final = 4
TURN: Final = 5
PAID: Final = 6
TAKEN: Final = 7
JOINED: Final = 8
SCORED: Final = 9
CANOE_TILE: Final = 10
RETURNED: Final = 11
SPECIES_TILE: Final = 12
PASSED: Final = 13
ENDED: Final = 14
RETIRED: Final = 15
OPENED: Final = 16
RAISED: Final = 17
DROPPED: Final = 18
OVER: Final = 19

KINDS: Final = (
    "revealed",  # cell, tile: a tile was turned up
    "drew",  # seat, number: so many cards came from the pile
    "drawn",  # seat, number, cards: which ones; told to this seat only
    "reshuffled",  # number: the discards became the pile, so many cards
    "turn",  # seat, number: the turn of this number begins
    "paid",  # seat, colour, number, cards: for a tile with this trapper, at this price
    "taken",  # seat, colour, cell, tile
    "joined",  # seat, tile, canoe: the tile was laid with the canoe
    "scored",  # seat, canoe, number: the full canoe brought so many coins
    "canoe_tile",  # seat, number: got the canoe tile of this number
    "returned",  # seat, canoe: a scored canoe went back to the box with all it carried
    "species_tile",  # seat, number: got the species tile of this number
    "passed",  # seat: the turn was given up for cards
    "ended",  # seat: the turn is over
    "retired",  # seat, number, cards: left with this hand; number is 1 if nobody was asked
    "opened",  # seat, colour, number: an auction for this trapper, the first bid
    "raised",  # seat, number: a higher bid
    "dropped",  # seat: out of this auction
    "over",  # number: the match is over, 1 + the place of the reason in `ENDINGS`
)
COLUMNS: Final = (
    *("seat", "colour", "cell", "tile", "canoe", "number"),
    *("green", "blue", "beige", "violet"),
)
ENDINGS: Final = ("board_empty", "all_retired", "no_cards", "max_turns")
