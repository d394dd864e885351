"""The displays: joining tiles, scoring canoes, bonus tiles, the species exchange.

Related tiles must be joined at once. What can be joined in one way only goes by itself; where
there is a choice, `settle` stops and the owner picks one tile after the other from `partners`.
"""

from typing import Final

from referee.games.trapper import events
from referee.games.trapper.actions import EXCHANGE
from referee.games.trapper.table import IN_BOX, NOBODY, NOTHING, Table, tell
from referee.games.trapper.tiles import (
    ANIMAL,
    ANIMALS_OF,
    CANOE,
    CANOE_BONUS,
    CANOE_OF,
    CANOE_TILE,
    CANOES,
    CANOES_OF,
    CAPACITY,
    HERB,
    KIND,
    KINDS_OF_SPECIES,
    MUSHROOM,
    PLANTS_OF,
    SPECIES_OF,
    TILES,
    VALUE,
)

_PLANT_BIT: Final[list[int]] = [{MUSHROOM: 1, HERB: 2}.get(kind, 0) for kind in range(4)]
_CARRIERS: Final[list[list[int]]] = [
    CANOES_OF[SPECIES_OF[tile]] if KIND[tile] == ANIMAL else list(range(CANOES))
    for tile in range(TILES)
]
"""The canoes that can carry each tile."""
_SUBSETS: Final[list[list[int]]] = [
    [part for part in range(1, 1 << KINDS_OF_SPECIES) if part & owned == part]
    for owned in range(1 << KINDS_OF_SPECIES)
]
"""The sets of species that are part of each set, ascending."""
_SIZE: Final[list[int]] = [part.bit_count() for part in range(1 << KINDS_OF_SPECIES)]


def settle(table: Table) -> bool:
    """Join the taken tile as far as there is no choice; whether nothing is left to choose."""
    tile = table.taken
    if KIND[tile] == CANOE:
        return _settle_canoe(table, CANOE_OF[tile])
    if table.tile_canoe[tile] != NOTHING:
        return True
    canoes = _canoes_for(table, tile)
    if len(canoes) > 1:
        return False
    if canoes:
        _lay(table, tile, CANOE_OF[canoes[0]])
    return True


def partners(table: Table) -> list[int]:
    """The tiles among which the owner of the taken tile has to choose, ascending."""
    tile = table.taken
    if KIND[tile] != CANOE:
        return _canoes_for(table, tile)
    canoe = CANOE_OF[tile]
    for kind in (MUSHROOM, HERB):
        plants = _plants_for(table, canoe, kind)
        if plants:
            return plants
    return _loose(table, ANIMALS_OF[SPECIES_OF[tile]])


def choose(table: Table, partner: int) -> None:
    """Join the taken tile and the chosen one."""
    tile = table.taken
    if KIND[tile] == CANOE:
        _lay(table, partner, CANOE_OF[tile])
    else:
        _lay(table, tile, CANOE_OF[partner])


def exchanges(table: Table, seat: int) -> list[int]:
    """The actions with which `seat` can get a species tile, ascending."""
    free = table.species_tiles
    return [
        EXCHANGE + part - 1
        for part in _SUBSETS[table.scored[seat]]
        if free[_SIZE[part] - 1] == NOBODY
    ]


def exchange(table: Table, part: int) -> None:
    """Return a scored canoe of each species in the set `part` for a species tile."""
    seat = table.seat
    for species in range(KINDS_OF_SPECIES):
        if part >> species & 1:
            _return_canoe(table, seat, species)
    number = _SIZE[part]
    table.species_tiles[number - 1] = seat
    table.exchanged = True
    if table.journal is not None:
        tell(table.journal, events.SPECIES_TILE, seat, number=number)


def scored_of(table: Table, seat: int, species: int) -> list[int]:
    """The scored canoes of a species that a seat has, ascending."""
    return [
        canoe
        for canoe in CANOES_OF[species]
        if table.tile_seat[CANOE_TILE[canoe]] == seat and table.loads[canoe] == CAPACITY[canoe]
    ]


def _canoes_for(table: Table, tile: int) -> list[int]:
    """The canoes, as tiles, with which an animal or a plant of its owner can be laid."""
    tile_seat = table.tile_seat
    loads = table.loads
    plants = table.plants
    seat = tile_seat[tile]
    bit = _PLANT_BIT[KIND[tile]]
    return [
        CANOE_TILE[canoe]
        for canoe in _CARRIERS[tile]
        if tile_seat[CANOE_TILE[canoe]] == seat
        and loads[canoe] < CAPACITY[canoe]
        and not plants[canoe] & bit
    ]


def _settle_canoe(table: Table, canoe: int) -> bool:
    # Plants come first: once the animals are complete nothing can be added.
    for kind in (MUSHROOM, HERB):
        plants = _plants_for(table, canoe, kind)
        if len(plants) > 1:
            return False
        if plants:
            _lay(table, plants[0], canoe)
    places = CAPACITY[canoe] - table.loads[canoe]
    animals = _loose(table, ANIMALS_OF[canoe // 3]) if places else []
    if len(animals) > places:
        return False
    for tile in animals:
        _lay(table, tile, canoe)
    return True


def _plants_for(table: Table, canoe: int, kind: int) -> list[int]:
    """The single plants of a kind that can be laid with a new canoe."""
    if table.plants[canoe] & _PLANT_BIT[kind]:
        return []
    return _loose(table, PLANTS_OF[kind])


def _loose(table: Table, candidates: list[int]) -> list[int]:
    """Which of these tiles lie single before the owner of the taken tile."""
    seat = table.tile_seat[table.taken]
    tile_seat = table.tile_seat
    tile_canoe = table.tile_canoe
    return [tile for tile in candidates if tile_seat[tile] == seat and tile_canoe[tile] == NOTHING]


def _lay(table: Table, tile: int, canoe: int) -> None:
    """Lay a tile with a canoe, which is scored as soon as it has all its animals."""
    table.tile_canoe[tile] = CANOE_TILE[canoe]
    table.worths[canoe] += VALUE[tile]
    if table.journal is not None:
        seat = table.tile_seat[tile]
        tell(table.journal, events.JOINED, seat, tile=tile, canoe=CANOE_TILE[canoe])
    if KIND[tile] != ANIMAL:
        table.plants[canoe] |= _PLANT_BIT[KIND[tile]]
        return
    table.loads[canoe] += 1
    if table.loads[canoe] == CAPACITY[canoe]:
        _score(table, canoe)


def _score(table: Table, canoe: int) -> None:
    seat = table.tile_seat[CANOE_TILE[canoe]]
    coins = 2 * table.worths[canoe]
    table.coins[seat] += coins
    table.scored[seat] |= 1 << canoe // 3
    if table.journal is not None:
        tell(table.journal, events.SCORED, seat, canoe=CANOE_TILE[canoe], number=coins)
    if table.variant.bonus and coins >= CANOE_BONUS[0]:
        _give_canoe_tile(table, seat, coins)


def _give_canoe_tile(table: Table, seat: int, coins: int) -> None:
    """The tile of this number or the next lower one; a value above all numbers counts as 36."""
    best = (min(coins, CANOE_BONUS[-1]) - CANOE_BONUS[0]) // 2
    for place in (best, best - 1):
        if place >= 0 and table.canoe_tiles[place] == NOBODY:
            table.canoe_tiles[place] = seat
            if table.journal is not None:
                tell(table.journal, events.CANOE_TILE, seat, number=CANOE_BONUS[place])
            return


def _return_canoe(table: Table, seat: int, species: int) -> None:
    """Put the scored canoe of a species with the lowest id back into the box."""
    scored = scored_of(table, seat, species)
    returned = CANOE_TILE[scored[0]]
    if len(scored) == 1:
        table.scored[seat] &= ~(1 << species)
    for tile in range(TILES):
        if tile == returned or table.tile_canoe[tile] == returned:
            table.tile_seat[tile] = IN_BOX
    if table.journal is not None:
        tell(table.journal, events.RETURNED, seat, canoe=returned)
