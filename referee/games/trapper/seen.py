"""What a learner is shown, as bytes. Each byte is explained in `features`.

Whatever does not change from match to match is a table of bytes here, so that a row is little
more than putting pieces together.
"""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from referee.games.state import State
from referee.games.trapper.board import reach
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
"""By who stands in a cell, times 16, and who can take what lies there."""
_NO_TILE: Final[bytes] = bytes(17)
_HIDDEN: Final[bytes] = bytes([0, 1, *([0] * 15)])


_BIT: Final[list[int]] = [*[1 << tile for tile in range(TILES - 1)], -(1 << TILES - 1)]
"""By tile, the set of it alone in the 64 bits of a signed number."""
_ON_BOARD: Final[bytes] = bytes([ON_BOARD, 0])
_UNKNOWN: Final[bytes] = bytes([UNKNOWN, 0])
_FREE_CANOE: Final[list[bytes]] = [bytes([0, 0, capacity, 0, 0, 0]) for capacity in CAPACITY]
_PHASE: Final[list[bytes]] = [
    bytes([int(phase == each) for each in range(1, 6)]) for phase in range(6)
]
_COLOUR: Final[list[bytes]] = [*[_BITS[1 << colour] for colour in range(TRAPPERS)], _BITS[0]]
"""By the trapper of this turn; -1, for none, is the last."""


def _tile(tile: int, side: int) -> bytes:
    kinds = [int(KIND[tile] == kind) for kind in range(4)]
    species = [int(SPECIES_OF[tile] == each) for each in range(KINDS_OF_SPECIES)]
    return bytes([1, 0, *kinds, *species, VALUE[tile], *[int(side == s) for s in range(_SIDES)]])


_TILE: Final[list[bytes]] = [
    _tile(tile, side) for tile in range(TILES) for side in range(-1, _SIDES)
]
"""By tile and the side of its water: open, hidden, kind, species, value, water."""
_TILE_ALONE: Final[list[bytes]] = [tile + _TRAPPERS[0] for tile in _TILE]
"""The same with nobody who stands there or can take it."""


def rows(states: list[State]) -> bytes:
    """All that the seat to act knows in each of these states, one row after the other."""
    to = BytesWriter()
    for state in states:
        if not isinstance(state, Table):
            raise TypeError("this is no state of Trapper")
        _add_row(to, state, state.seat)
    return to.getvalue()


def row(table: Table, seat: int) -> bytes:
    """All that `seat` knows."""
    to = BytesWriter()
    _add_row(to, table, seat)
    return to.getvalue()


def _add_row(to: BytesWriter, table: Table, seat: int) -> None:
    players = table.players
    order = [(seat + step) % players for step in range(players)]
    place = [0] * players
    for step in range(players):
        place[order[step]] = step
    _add_cells(to, table)
    _add_tiles(to, table, place)
    _add_canoes(to, table, place)
    _add_seats(to, table, order)
    _add_table(to, table, place, seat)


def _add_cells(to: BytesWriter, table: Table) -> None:
    """What lies in each cell, who stands there, and who could take it."""
    marks = [0] * CELLS
    for trapper in range(TRAPPERS):
        stands: i64 = marks[table.trappers[trapper]]
        marks[table.trappers[trapper]] = stands | 16 << trapper
        for found in reach(table, trapper):
            reached: i64 = marks[found]
            marks[found] = reached | 1 << trapper
    water = table.variant.water
    cells = table.cells
    alone, pieces = _TILE_ALONE, _TILE
    cell: i64
    for cell in range(CELLS):
        tile: i64 = cells[cell]
        mark: i64 = marks[cell]
        if tile == NO_TILE:
            to.write(_NO_TILE)
        elif tile >= FACE_DOWN:
            to.write(_HIDDEN)
        else:
            side: i64 = water[tile]
            if mark == 0:
                to.write(alone[tile * (_SIDES + 1) + side + 1])
                continue
            to.write(pieces[tile * (_SIDES + 1) + side + 1])
        to.write(_TRAPPERS[mark])


def _add_tiles(to: BytesWriter, table: Table, place: list[int]) -> None:
    """Where each tile is, and the canoe that it was laid with."""
    cells, seats, canoes = table.cells, table.tile_seat, table.tile_canoe
    open_: i64 = 0
    tile: i64
    for cell in table.open_cells:
        tile = cells[cell]
        open_ |= i64(_BIT[tile])
    for tile in range(TILES):
        holder: i64 = seats[tile]
        if holder >= 0:
            to.append(HELD + place[holder])
            to.append(canoes[tile] + 1)
        elif holder == IN_BOX:
            to.append(BOX)
            to.append(canoes[tile] + 1)
        elif open_ >> tile & 1:
            to.write(_ON_BOARD)
        else:
            to.write(_UNKNOWN)


def _add_canoes(to: BytesWriter, table: Table, place: list[int]) -> None:
    """Holder, load, room, worth and plants of each canoe."""
    canoe: i64
    for canoe in range(CANOES):
        holder: i64 = table.tile_seat[CANOE_TILE[canoe]]
        if holder < 0:
            to.write(_FREE_CANOE[canoe])
        else:
            load: i64 = table.loads[canoe]
            room: i64 = CAPACITY[canoe] - load
            plants: i64 = table.plants[canoe]
            to.append(1 + place[holder])
            to.append(load)
            to.append(room)
            to.append(table.worths[canoe])
            to.append(plants & 1)
            to.append(plants >> 1)


def _add_seats(to: BytesWriter, table: Table, order: list[int]) -> None:
    """Cards, coins and bids of each seat."""
    for seat in order:
        cards: i64 = 0
        for colour in range(TRAPPERS):
            cards += i64(table.hands[TRAPPERS * seat + colour])
        to.append(cards)
        to.append(min(_MOST, table.coins[seat]))
        to.append(table.retired[seat])
        to.append(table.bids[seat])
        to.append(table.dropped[seat])


def _add_table(to: BytesWriter, table: Table, place: list[int], seat: int) -> None:
    """What belongs to no seat, and the hand of the one that looks."""
    players = table.players
    to.write(_PHASE[table.phase])
    to.append((table.seat - seat) % players)
    to.append((table.holder - seat) % players)
    to.write(_COLOUR[table.colour])
    to.append(int(table.exchanged))
    to.append(table.taken + 1)
    to.append(table.target + 1)
    to.append(table.price)
    to.append(0 if table.bidder < 0 else 1 + place[table.bidder])
    to.append(min(_MOST, table.turn))
    to.append(table.dry)
    to.append(len(table.pile))
    for discarded in table.discards:
        to.append(discarded)
    first = TRAPPERS * seat
    for held in (table.hands, table.floors):
        for colour in range(TRAPPERS):
            to.append(held[first + colour])
    for holders in (table.canoe_tiles, table.species_tiles):
        for holder in holders:
            to.append(0 if holder < 0 else 1 + place[holder])
