"""The way back: a full state from what one seat sees and was told."""

from collections.abc import Sequence

from referee.games.chance import Rng
from referee.games.state import Event
from referee.games.trapper import events
from referee.games.trapper.guess import fill_hidden
from referee.games.trapper.observation import TrapperObservation
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.table import NOBODY
from referee.games.trapper.tiles import (
    ANIMAL,
    CANOE_OF,
    CANOE_TILE,
    CANOES,
    CARDS_PER_COLOUR,
    FACE_DOWN,
    HERB,
    HIDDEN,
    KIND,
    MUSHROOM,
    SPECIES_OF,
    TILES,
    TRAPPERS,
    VALUE,
)
from referee.games.trapper.variant import Variant


class Memory:
    """What a seat that forgets nothing knows beyond the table."""

    def __init__(self, seat: int) -> None:
        self.reshuffles = 0
        self.floor = [0] * TRAPPERS
        """How many cards of each colour are known to be in the other hands together."""
        self.ending = ""
        self._seat = seat
        self._hand = [0] * TRAPPERS
        self._discards = [0] * TRAPPERS

    def hear(self, event: Event) -> None:
        """Take in the next event."""
        kind, seat = event[:2]
        match kind:
            case events.DRAWN:
                self._hand = [held + new for held, new in zip(self._hand, event[-4:], strict=True)]
            case events.PAID | events.RETIRED:
                self._see_spent(seat, event[-4:])
            case events.RESHUFFLED:
                self.reshuffles += 1
                self.floor = [
                    CARDS_PER_COLOUR - held - gone
                    for held, gone in zip(self._hand, self._discards, strict=True)
                ]
                self._discards = [0] * TRAPPERS
            case events.OVER:
                self.ending = events.ENDINGS[event[6] - 1]
            case _:
                pass  # the rest lies open on the table

    def _see_spent(self, seat: int, cards: Sequence[int]) -> None:
        for colour, count in enumerate(cards):
            self._discards[colour] += count
            if seat == self._seat:
                self._hand[colour] -= count
            else:
                self.floor[colour] = max(0, self.floor[colour] - count)


def rebuild(
    variant: Variant, seat: int, seen: TrapperObservation, told: Sequence[Event]
) -> TrapperState:
    """Some state that `seat` cannot tell from the true one."""
    memory = Memory(seat)
    for event in told:
        memory.hear(event)
    state = TrapperState()
    state.lay_out(variant, len(seen.hand_sizes))
    _place_tiles(state, seen)
    _place_cards(state, seat, seen)
    _load_canoes(state, seen)
    _take_up(state, seen)
    state.reshuffles = memory.reshuffles
    state.floors[TRAPPERS * seat : TRAPPERS * (seat + 1)] = memory.floor
    state.ending = memory.ending
    state.over = memory.ending != ""
    fill_hidden(state, seat, Rng(0))
    return state


def _place_tiles(state: TrapperState, seen: TrapperObservation) -> None:
    """Lay out the board; what nobody has seen goes anywhere."""
    state.trappers = list(seen.trappers)
    state.tile_seat = list(seen.tile_seat)
    state.tile_canoe = list(seen.tile_canoe)
    state.open_cells = [cell for cell, tile in enumerate(seen.board) if tile >= 0]
    on_board = set(seen.board)
    unseen = [
        tile for tile in range(TILES) if tile not in on_board and seen.tile_seat[tile] == NOBODY
    ]
    state.cells = [unseen.pop() + FACE_DOWN if tile == HIDDEN else tile for tile in seen.board]
    state.out = unseen


def _place_cards(state: TrapperState, seat: int, seen: TrapperObservation) -> None:
    """Give everybody a hand of the right size; what nobody has seen goes anywhere."""
    state.discards = list(seen.discards)
    unseen: list[int] = []
    for colour in range(TRAPPERS):
        hidden = CARDS_PER_COLOUR - seen.hand[colour] - seen.discards[colour]
        unseen += [colour] * hidden
    for other, size in enumerate(seen.hand_sizes):
        if other == seat:
            state.hands[TRAPPERS * seat : TRAPPERS * (seat + 1)] = seen.hand
        else:
            for _ in range(size):
                state.hands[TRAPPERS * other + unseen.pop()] += 1
    state.pile = unseen


def _load_canoes(state: TrapperState, seen: TrapperObservation) -> None:
    """Count again what lies with each canoe."""
    for tile, canoe_tile in enumerate(seen.tile_canoe):
        if canoe_tile < 0:
            continue
        canoe = CANOE_OF[canoe_tile]
        state.worths[canoe] += VALUE[tile]
        if KIND[tile] == ANIMAL:
            state.loads[canoe] += 1
        else:
            state.plants[canoe] |= {MUSHROOM: 1, HERB: 2}[KIND[tile]]
    for canoe in range(CANOES):
        tile = CANOE_TILE[canoe]
        if tile in seen.scored:
            state.scored[seen.tile_seat[tile]] |= 1 << SPECIES_OF[tile]


def _take_up(state: TrapperState, seen: TrapperObservation) -> None:
    """Everything that stands in the observation as it is."""
    state.seat = seen.to_act
    state.turn = seen.turn
    state.phase = seen.phase
    state.holder = seen.holder
    state.coins = list(seen.coins)
    state.canoe_tiles = list(seen.canoe_tiles)
    state.species_tiles = list(seen.species_tiles)
    state.retired = list(seen.retired)
    state.dry = seen.dry_passes
    state.colour = seen.colour
    state.exchanged = seen.exchanged == 1
    state.taken = seen.joining
    state.target = seen.target
    state.price = seen.price
    state.bidder = seen.bidder
    state.bids = list(seen.bids)
    state.dropped = list(seen.dropped)
