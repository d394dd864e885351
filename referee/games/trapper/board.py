"""The board: where trappers can go, and what they turn up."""

from bisect import insort

from referee.games.trapper import events
from referee.games.trapper.table import Table, tell
from referee.games.trapper.tiles import FACE_DOWN, NO_TILE, STEPS


def reach(table: Table, colour: int) -> list[int]:
    """The cells whose tile the trapper can take, ascending; not to be changed.

    They are the neighbours that do not show him water. If there is none he is isolated, and
    any open tile can be taken.
    """
    cells = table.cells
    water = table.variant.water
    found: list[int] = []
    for cell, side in STEPS[table.trappers[colour]]:
        tile = cells[cell]
        # Beside a trapper every tile lies face up.
        if tile != NO_TILE and water[tile] != side:
            found.append(cell)
    return found or table.open_cells


def lift(table: Table, cell: int) -> int:
    """Take the tile out of a cell; which it was."""
    tile = table.cells[cell]
    table.cells[cell] = NO_TILE
    table.open_cells.remove(cell)
    return tile


def arrive(table: Table, colour: int, cell: int) -> None:
    """Move a trapper to a cell and turn up its neighbours."""
    table.trappers[colour] = cell
    reveal_around(table, cell)


def reveal_around(table: Table, cell: int) -> None:
    """Turn up what lies face down beside a cell."""
    cells = table.cells
    for beside, _ in STEPS[cell]:
        if cells[beside] >= FACE_DOWN:
            cells[beside] -= FACE_DOWN
            insort(table.open_cells, beside)
            if table.journal is not None:
                tell(table.journal, events.REVEALED, cell=beside, tile=cells[beside])
