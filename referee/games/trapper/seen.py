"""What a learner is shown, as bytes. Each byte is explained in `features`.

Whatever does not change from match to match is a table of bytes here, so that a row is little
more than putting pieces together.
"""

from typing import Final

from mypy_extensions import i64

from referee.games.state import State
from referee.games.trapper.board import reach
from referee.games.trapper.cards import hand_of
from referee.games.trapper.table import IN_BOX, Table
from referee.games.trapper.tiles import (
    CANOE_TILE,
    CANOES,
    CAPACITY,
    CELLS,
    FACE_DOWN,
    KIND,
    KINDS_OF_SPECIES,
    NO_TILE,
    SPECIES_OF,
    TILES,
    TRAPPERS,
    VALUE,
)

_MOST: Final = 255
_SIDES: Final = 4

UNKNOWN: Final = 0
ON_BOARD: Final = 1
BOX: Final = 2
HELD: Final = 3

_BITS: Final[list[bytes]] = [
    bytes([number >> bit & 1 for bit in range(TRAPPERS)]) for number in range(1 << TRAPPERS)
]
_TRAPPERS: Final[list[bytes]] = [stands + reached for stands in _BITS for reached in _BITS]
"""By who stands in a cell and who can take what lies there."""
_NO_TILE: Final[bytes] = bytes(17)
_HIDDEN: Final[bytes] = bytes([0, 1, *([0] * 15)])


_FREE_CANOES: Final[list[int]] = [
    number for capacity in CAPACITY for number in (0, 0, capacity, 0, 0, 0)
]


def _tile(tile: int, side: int) -> bytes:
    kinds = [int(KIND[tile] == kind) for kind in range(4)]
    species = [int(SPECIES_OF[tile] == each) for each in range(KINDS_OF_SPECIES)]
    return bytes([1, 0, *kinds, *species, VALUE[tile], *[int(side == s) for s in range(_SIDES)]])


_TILE: Final[list[bytes]] = [
    _tile(tile, side) for tile in range(TILES) for side in range(-1, _SIDES)
]
"""By tile and the side of its water: open, hidden, kind, species, value, water."""


def rows(states: list[State]) -> bytes:
    """All that the seat to act knows in each of these states, one row after the other."""
    pieces: list[bytes] = []
    for state in states:
        if not isinstance(state, Table):
            raise TypeError("this is no state of Trapper")
        _add_row(pieces, state, state.seat)
    return b"".join(pieces)


def row(table: Table, seat: int) -> bytes:
    """All that `seat` knows."""
    pieces: list[bytes] = []
    _add_row(pieces, table, seat)
    return b"".join(pieces)


def _add_row(pieces: list[bytes], table: Table, seat: int) -> None:
    players = table.players
    order = [(seat + step) % players for step in range(players)]
    place = [0] * players
    for step in range(players):
        place[order[step]] = step
    _add_cells(pieces, table)
    _add_tiles(pieces, table, place)
    _add_canoes(pieces, table, place)
    _add_seats(pieces, table, order)
    _add_table(pieces, table, place, seat)


def _add_cells(pieces: list[bytes], table: Table) -> None:
    """What lies in each cell, who stands there, and who could take it."""
    stands = [0] * CELLS
    reached = [0] * CELLS
    for trapper in range(TRAPPERS):
        stands[table.trappers[trapper]] |= 1 << trapper
        for found in reach(table, trapper):
            reached[found] |= 1 << trapper
    water = table.variant.water
    cells = table.cells
    cell: i64
    for cell in range(CELLS):
        tile: i64 = cells[cell]
        if tile == NO_TILE:
            pieces.append(_NO_TILE)
        elif tile >= FACE_DOWN:
            pieces.append(_HIDDEN)
        else:
            side: i64 = water[tile]
            pieces.append(_TILE[tile * (_SIDES + 1) + side + 1])
        standing: i64 = stands[cell]
        reaching: i64 = reached[cell]
        pieces.append(_TRAPPERS[standing * 16 + reaching])


def _add_tiles(pieces: list[bytes], table: Table, place: list[int]) -> None:
    """Where each tile is, and the canoe that it was laid with."""
    told = [UNKNOWN] * (2 * TILES)
    cells = table.cells
    tile: i64
    for cell in table.open_cells:
        tile = cells[cell]
        told[2 * tile] = ON_BOARD
    seats = table.tile_seat
    canoes = table.tile_canoe
    for tile in range(TILES):
        holder: i64 = seats[tile]
        if holder >= 0:
            told[2 * tile] = HELD + place[holder]
            canoe: i64 = canoes[tile]
            told[2 * tile + 1] = int(canoe + 1)
        elif holder == IN_BOX:
            told[2 * tile] = BOX
            returned: i64 = canoes[tile]
            told[2 * tile + 1] = int(returned + 1)
    if table.taken >= 0 and told[2 * table.taken] == UNKNOWN:
        told[2 * table.taken] = HELD + place[table.seat]
    pieces.append(bytes(told))


def _add_canoes(pieces: list[bytes], table: Table, place: list[int]) -> None:
    """Holder, load, room, worth and plants of each canoe."""
    told = _FREE_CANOES.copy()
    canoe: i64
    for canoe in range(CANOES):
        holder: i64 = table.tile_seat[CANOE_TILE[canoe]]
        if holder >= 0:
            begin = 6 * canoe
            load = table.loads[canoe]
            plants = table.plants[canoe]
            told[begin] = 1 + place[holder]
            told[begin + 1] = load
            told[begin + 2] = CAPACITY[canoe] - load
            told[begin + 3] = table.worths[canoe]
            told[begin + 4] = plants & 1
            told[begin + 5] = plants >> 1
    pieces.append(bytes(told))


def _add_seats(pieces: list[bytes], table: Table, order: list[int]) -> None:
    """Cards, coins and bids of each seat."""
    for seat in order:
        cards = sum(hand_of(table, seat))
        coins = min(_MOST, table.coins[seat])
        told = [cards, coins, table.retired[seat], table.bids[seat], table.dropped[seat]]
        pieces.append(bytes(told))


def _add_table(pieces: list[bytes], table: Table, place: list[int], seat: int) -> None:
    """What belongs to no seat, and the hand of the one that looks."""
    players = table.players
    phase = [int(table.phase == each) for each in range(1, 6)]
    colour = [int(table.colour == each) for each in range(TRAPPERS)]
    own = table.hands[TRAPPERS * seat : TRAPPERS * (seat + 1)]
    floor = table.floors[TRAPPERS * seat : TRAPPERS * (seat + 1)]
    pieces.append(
        bytes(
            [
                *phase,
                (table.seat - seat) % players,
                (table.holder - seat) % players,
                *colour,
                int(table.exchanged),
                table.taken + 1,
                table.target + 1,
                table.price,
                table.bidder + 1 if table.bidder < 0 else 1 + place[table.bidder],
                min(_MOST, table.turn),
                table.dry,
                len(table.pile),
                *table.discards,
                *own,
                *floor,
            ]
        )
    )
    holders = table.canoe_tiles + table.species_tiles
    pieces.append(bytes([0 if holder < 0 else 1 + place[holder] for holder in holders]))
