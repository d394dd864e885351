"""Trapper with names, from the columns of ids on the wire."""

from dataclasses import dataclass, field
from typing import Any

KINDS = ("animal", "canoe", "mushroom", "herb")
SIDES = ("north", "east", "south", "west")
PHASES = ("", "turn", "join", "bid", "pay", "catch")
ACTIONS = (
    *("", "take", "end", "pass", "retire", "exchange", "join"),
    *("open", "raise", "drop", "pay", "catch"),
)


@dataclass(frozen=True)
class Tile:
    """A loot tile; plants have no species, and `water` is a side of it, or empty."""

    id: int = -1
    kind: str = ""
    species: str = ""
    value: int = 0
    """For a canoe the number of animals it takes."""
    water: str = ""


NO_TILE = Tile()


@dataclass
class Canoe:
    """A canoe that lies before a seat, with its load."""

    tile: Tile
    load: list[Tile]

    @property
    def missing(self) -> int:
        """How many animals are lacking."""
        return self.tile.value - sum(tile.kind == "animal" for tile in self.load)

    def takes(self, tile: Tile) -> bool:
        """Whether the tile can be laid with it."""
        if self.missing == 0:
            return False
        if tile.kind == "animal":
            return tile.species == self.tile.species
        return tile.kind != "canoe" and all(one.kind != tile.kind for one in self.load)


@dataclass
class TrapperPlayer:
    """A seat and what lies before it."""

    coins: int = 0
    cards: int = 0
    retired: bool = False
    canoes: list[Canoe] = field(default_factory=list)
    singles: list[Tile] = field(default_factory=list)
    """Animals and plants without a canoe."""


class TrapperTable:
    """The table as it lies now."""

    def __init__(self, components: Any, seat: int) -> None:  # noqa: ANN401 - made at build time
        names = components.species_key
        columns = (
            components.tile_kind,
            components.tile_species,
            components.tile_value,
            components.tile_water,
        )
        self.tiles = [
            Tile(number, KINDS[kind], names[species] if species >= 0 else "", value, side(water))
            for number, (kind, species, value, water) in enumerate(zip(*columns, strict=True))
        ]
        self.colours = components.colour_key
        self.seat = seat
        self.phase = ""
        self.price = 0
        """The highest bid of an auction."""
        self.pile = 0
        self.board: list[Tile | None] = []
        """What lies open in each cell, row by row."""
        self.hand: dict[str, int] = {}
        self.trappers: dict[str, int] = {}
        """The cell of each trapper."""
        self.players: list[TrapperPlayer] = []

    @property
    def me(self) -> TrapperPlayer:
        """The own seat."""
        return self.players[self.seat]

    def hear(self, position: Any) -> None:  # noqa: ANN401
        """Take in what a request tells."""
        seen = position.observation
        self.phase, self.price, self.pile = PHASES[seen.phase], seen.price, seen.pile
        self.board = [self.tiles[tile] if tile >= 0 else None for tile in seen.board]
        self.hand = dict(zip(self.colours, seen.hand, strict=True))
        self.trappers = dict(zip(self.colours, seen.trappers, strict=True))
        self.players = [self._player(seen, seat) for seat in range(len(seen.coins))]

    def _player(self, seen: Any, seat: int) -> TrapperPlayer:  # noqa: ANN401
        mine = [tile for tile in self.tiles if seen.tile_seat[tile.id] == seat]
        return TrapperPlayer(
            coins=seen.coins[seat],
            cards=seen.hand_sizes[seat],
            retired=seen.retired[seat] == 1,
            canoes=[
                Canoe(tile, [one for one in mine if seen.tile_canoe[one.id] == tile.id])
                for tile in mine
                if tile.kind == "canoe"
            ],
            singles=[one for one in mine if one.kind != "canoe" and seen.tile_canoe[one.id] < 0],
        )

    def actions(self, position: Any) -> list[dict[str, Any]]:  # noqa: ANN401
        """What each legal action is."""
        told = position.actions
        result = []
        for index, number in enumerate(told.kind):
            kind, cell = ACTIONS[number], told.cell[index]
            tile = self.tiles[told.tile[index]] if kind == "join" else self.board[cell]
            paid = (told.green, told.blue, told.beige, told.violet)
            result.append(
                {
                    "kind": kind,
                    "cell": cell,
                    "tile": tile if tile and kind in ("take", "catch", "join") else NO_TILE,
                    "trapper": self.colours[told.colour[index]],
                    "number": told.number[index],
                    "cards": sum(column[index] for column in paid),
                }
            )
        return result


def side(number: int) -> str:
    """The name of a side."""
    return SIDES[number] if number >= 0 else ""
