"""How a match begins.

The stream ``tiles`` shuffles the 64 tiles, which go into the cells in reading order; the four
in the centre are removed. The stream ``cards`` shuffles the 64 cards: seat 0 gets the first
ones, then seat 1, and so on; the others are the pile, next card first. Later the stream
``reshuffle 1`` shuffles the discards, next card first, then ``reshuffle 2``, and so on.
"""

from referee.games.chance import Chance
from referee.games.contract import Setup
from referee.games.state import Journal
from referee.games.trapper.board import reveal_around
from referee.games.trapper.cards import as_cards, draw
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.tiles import (
    CARDS_PER_COLOUR,
    FACE_DOWN,
    NO_TILE,
    START_CELLS,
    TILES,
    TRAPPERS,
)
from referee.games.trapper.variant import VARIANTS, Variant


def variant_of(setup: Setup) -> Variant:
    """The variant that is played."""
    return VARIANTS[setup.options["variant"]]


def deal(setup: Setup, chance: Chance, journal: Journal | None) -> TrapperState:
    """The first decision of a match."""
    state = TrapperState()
    state.lay_out(variant_of(setup), setup.players)
    state.journal = journal
    state.chance = chance
    _lay_tiles(state, chance.shuffled("tiles", list(range(TILES))))
    state.pile = chance.shuffled("cards", as_cards([CARDS_PER_COLOUR] * TRAPPERS))[::-1]
    for seat in range(state.players):
        draw(state, seat, state.variant.hand)
    state.begin()
    return state


def _lay_tiles(state: TrapperState, order: list[int]) -> None:
    state.cells = [tile + FACE_DOWN for tile in order]
    state.open_cells = []
    state.trappers = START_CELLS[:]
    state.out = [order[cell] for cell in sorted(START_CELLS)]
    for cell in START_CELLS:
        state.cells[cell] = NO_TILE
    for cell in START_CELLS:
        reveal_around(state, cell)
