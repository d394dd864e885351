"""What lies in the box: loot tiles, canoes, cards, bonus tiles, and the board.

Each component is written down once, as a table for readers; the lists of ints that the rules
use are made from it. Ids are places in these lists. A tile is counted species by species, six
animals and then three canoes each, followed by the mushrooms and the herbs. A canoe is counted
apart, too: ``3 * species + capacity - 1``. A cell is counted in reading order, row 0 in the
north. Sides are north, east, south, west.

Sizes are written as plain numbers, which a compiler can fold; a test counts them again.
"""

from typing import Final, NamedTuple

COLOURS: Final = ("green", "blue", "beige", "violet")
"""The trappers, and the colours of the cards."""
TRAPPERS: Final = 4
CARDS_PER_COLOUR: Final = 16

SIDES: Final = ("north", "east", "south", "west")
NO_SIDE: Final = -1


class Species(NamedTuple):
    """Six animals and three canoes that carry them."""

    key: str
    code: str
    """Two letters for pictures and notation."""


SPECIES: Final = (
    Species("mink", "Mi"),
    Species("lynx", "Ly"),
    Species("elk", "El"),
    Species("bear", "Be"),
    Species("wolf", "Wo"),
    Species("salmon", "Sa"),
)
KINDS_OF_SPECIES: Final = 6
PLANTS: Final = (Species("mushroom", "Mu"), Species("herb", "He"))
ANIMAL_VALUES: Final = (1, 2, 2, 3, 3, 4)
CAPACITIES: Final = (1, 2, 3)
PLANT_VALUES: Final = (1, 2, 3, 4, 5)

ANIMAL: Final = 0
CANOE: Final = 1
MUSHROOM: Final = 2
HERB: Final = 3
KIND_NAMES: Final = ("animal", "canoe", "mushroom", "herb")


class Tile(NamedTuple):
    """One loot tile."""

    kind: int
    species: int
    """The place in `SPECIES`, -1 for a plant."""
    value: int
    """What it is worth; for a canoe how many animals it takes."""


def _all_tiles() -> list[Tile]:
    result: list[Tile] = []
    for species in range(KINDS_OF_SPECIES):
        result += [Tile(ANIMAL, species, value) for value in ANIMAL_VALUES]
        result += [Tile(CANOE, species, capacity) for capacity in CAPACITIES]
    for kind in (MUSHROOM, HERB):
        result += [Tile(kind, -1, value) for value in PLANT_VALUES]
    return result


_TILES: Final = _all_tiles()
TILES: Final = 64
KIND: Final[list[int]] = [tile.kind for tile in _TILES]
SPECIES_OF: Final[list[int]] = [tile.species for tile in _TILES]
VALUE: Final[list[int]] = [tile.value for tile in _TILES]
WATER: Final[list[int]] = [tile % len(SIDES) for tile in range(TILES)]
"""The side of each tile along which the water runs, once it lies face up."""
DRY: Final[list[int]] = [NO_SIDE] * TILES
"""The same where water is of no account."""

CANOE_TILE: Final[list[int]] = [tile for tile in range(TILES) if KIND[tile] == CANOE]
CANOES: Final = 18
CANOE_OF: Final[list[int]] = [
    CANOE_TILE.index(tile) if KIND[tile] == CANOE else -1 for tile in range(TILES)
]
"""The canoe that each tile is, -1 for other tiles."""
CAPACITY: Final[list[int]] = [VALUE[tile] for tile in CANOE_TILE]
CANOES_OF: Final[list[list[int]]] = [
    [canoe for canoe in range(CANOES) if SPECIES_OF[CANOE_TILE[canoe]] == species]
    for species in range(KINDS_OF_SPECIES)
]
ANIMALS_OF: Final[list[list[int]]] = [
    [tile for tile in range(TILES) if KIND[tile] == ANIMAL and SPECIES_OF[tile] == species]
    for species in range(KINDS_OF_SPECIES)
]
PLANTS_OF: Final[list[list[int]]] = [
    [tile for tile in range(TILES) if KIND[tile] == kind and kind in (MUSHROOM, HERB)]
    for kind in range(len(KIND_NAMES))
]
"""The plants of each kind of tile, none for animals and canoes."""

CANOE_BONUS: Final[list[int]] = list(range(16, 37, 2))
"""The number on each canoe tile, ascending."""
SPECIES_BONUS: Final[list[int]] = [1, 2, 3, 4, 5, 6]
"""The number on each species tile, ascending."""
BONUS_COINS: Final[list[int]] = [12, 8, 5, 3, 2]
"""What the highest tile of a kind in anybody's hands brings, the second highest, and so on."""

SIZE: Final = 8
CELLS: Final = SIZE * SIZE
NO_TILE: Final = -1
FACE_DOWN: Final = TILES
"""Added to a tile in a cell while it lies face down."""
HIDDEN: Final = -2
"""What an observation shows instead of such a tile."""
START_CELLS: Final[list[int]] = [27, 28, 36, 35]
"""Where the trappers begin: (3, 3), (3, 4), (4, 4) and (4, 3), clockwise around the centre."""


def _steps(cell: int) -> list[tuple[int, int]]:
    row, column = divmod(cell, SIZE)
    steps: list[tuple[int, int]] = []
    if row > 0:
        steps.append((cell - SIZE, SIDES.index("south")))
    if column > 0:
        steps.append((cell - 1, SIDES.index("east")))
    if column < SIZE - 1:
        steps.append((cell + 1, SIDES.index("west")))
    if row < SIZE - 1:
        steps.append((cell + SIZE, SIDES.index("north")))
    return steps


STEPS: Final[list[list[tuple[int, int]]]] = [_steps(cell) for cell in range(CELLS)]
"""The neighbours of each cell, ascending, each with the side over which it is entered."""


def tile_name(tile: int) -> str:
    """A tile in words: ``mink 3``, ``mink canoe 2``, ``herb 5``."""
    kind, species, value = _TILES[tile]
    if kind == CANOE:
        return f"{SPECIES[species].key} canoe {value}"
    return f"{_what(tile).key} {value}"


def water_side(tile: int) -> str:
    """The side of a tile along which the water runs."""
    return SIDES[WATER[tile]]


def tile_code(tile: int) -> str:
    """A tile in a few letters: ``Mi3``, ``MiC2``, ``He5``."""
    mark = "C" if KIND[tile] == CANOE else ""
    return f"{_what(tile).code}{mark}{VALUE[tile]}"


def _what(tile: int) -> Species:
    kind = KIND[tile]
    return PLANTS[kind - MUSHROOM] if kind in (MUSHROOM, HERB) else SPECIES[SPECIES_OF[tile]]
