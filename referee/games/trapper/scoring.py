"""Coins at the end of a match, by rule."""

from referee.games.trapper.table import NOBODY, NOTHING, Table
from referee.games.trapper.tiles import (
    BONUS_COINS,
    CANOE_OF,
    CAPACITY,
    TILES,
    VALUE,
)


def totals(table: Table) -> list[int]:
    """The coins of each seat, if the match ended here."""
    result = table.coins[:]
    _add_displays(table, result, result)
    if table.variant.bonus:
        _add_bonus(table.canoe_tiles, result)
        _add_bonus(table.species_tiles, result)
    return result


def breakdown(table: Table) -> list[list[tuple[str, int]]]:
    """The coins of each seat by rule; no bonus tiles where there are none."""
    nothing = [0] * table.players
    series, singles = nothing[:], nothing[:]
    _add_displays(table, series, singles)
    columns = [
        ("scored_canoes", table.coins),
        ("incomplete_series", series),
        ("singles", singles),
    ]
    if table.variant.bonus:
        canoe_tiles, species_tiles = nothing[:], nothing[:]
        _add_bonus(table.canoe_tiles, canoe_tiles)
        _add_bonus(table.species_tiles, species_tiles)
        columns += [("canoe_tiles", canoe_tiles), ("species_tiles", species_tiles)]
    return [[(name, coins[seat]) for name, coins in columns] for seat in range(table.players)]


def _add_displays(table: Table, series: list[int], singles: list[int]) -> None:
    """Add what incomplete series bring, and take off what single tiles cost."""
    tile_canoe = table.tile_canoe
    for tile in range(TILES):
        seat = table.tile_seat[tile]
        if seat < 0 or tile_canoe[tile] != NOTHING:
            continue
        canoe = CANOE_OF[tile]
        if canoe < 0 or table.worths[canoe] == 0:
            singles[seat] -= VALUE[tile]
        elif table.loads[canoe] < CAPACITY[canoe]:
            series[seat] += table.worths[canoe]


def _add_bonus(holders: list[int], result: list[int]) -> None:
    """Pay for the tiles of one kind, the highest first; `holders` goes by ascending number."""
    place = 0
    for holder in reversed(holders):
        if holder != NOBODY and place < len(BONUS_COINS):
            result[holder] += BONUS_COINS[place]
            place += 1
