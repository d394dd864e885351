"""Trapper with names: tiles, displays, trappers, and where they can go."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from referee.games.asked import AskedAction, AskedTurn
from referee.games.trapper import notation, tiles
from referee.games.trapper.deal import variant_of
from referee.games.trapper.observation import TrapperObservation

_IN_NO_CANOE: Final = -1
_PHASES: Final = ("turn", "join", "bid", "pay", "catch")


@dataclass(frozen=True)
class Tile:
    """A loot tile."""

    id: int
    kind: str
    """``animal``, ``canoe``, ``mushroom`` or ``herb``."""
    species: str
    """Empty for plants."""
    value: int
    """For a canoe the number of animals it takes."""
    water: str
    """The side of the water: ``north``, ``east``, ``south`` or ``west``."""

    @property
    def name(self) -> str:
        """For people: ``mink 3``, ``mink canoe 2``."""
        return tiles.tile_name(self.id)

    @property
    def is_plant(self) -> bool:
        """Whether it is a mushroom or a herb."""
        return self.kind in ("mushroom", "herb")


def _tile(number: int) -> Tile:
    species = tiles.SPECIES_OF[number]
    return Tile(
        id=number,
        kind=tiles.KIND_NAMES[tiles.KIND[number]],
        species="" if species < 0 else tiles.SPECIES[species].key,
        value=tiles.VALUE[number],
        water=tiles.water_side(number),
    )


TILES: Final = tuple(_tile(number) for number in range(tiles.TILES))
"""All tiles by id."""


@dataclass(frozen=True)
class Canoe:
    """A canoe before a player."""

    tile: Tile
    load: tuple[Tile, ...]
    """What was laid with it."""

    @property
    def species(self) -> str:
        """The animals it takes."""
        return self.tile.species

    @property
    def worth(self) -> int:
        """The value of its load."""
        return sum(tile.value for tile in self.load)

    @property
    def missing(self) -> int:
        """How many animals are lacking until it is scored."""
        return self.tile.value - sum(tile.kind == "animal" for tile in self.load)

    def has(self, kind: str) -> bool:
        """Whether it carries something of this kind."""
        return any(tile.kind == kind for tile in self.load)


@dataclass(frozen=True)
class Player:
    """A seat and what lies before it."""

    seat: int
    coins: int
    cards: int
    """How many cards it holds."""
    retired: bool
    canoes: tuple[Canoe, ...]
    """Those that still take animals, empty ones among them."""
    scored: tuple[Canoe, ...]
    singles: tuple[Tile, ...]
    """Animals and plants that lie without a canoe."""
    canoe_tiles: tuple[int, ...]
    """The numbers of the canoe tiles it holds."""
    species_tiles: tuple[int, ...]
    """The numbers of the species tiles it holds."""

    @property
    def species(self) -> frozenset[str]:
        """The species of which it has a scored canoe."""
        return frozenset(canoe.species for canoe in self.scored)


@dataclass(frozen=True)
class Move:
    """An action with names; what means nothing for its kind is empty or 0."""

    kind: str
    """``take, end, pass, retire, exchange, join, open, raise, drop, pay`` or ``catch``."""
    trapper: str
    """The colour of the trapper."""
    cell: str
    tile: Tile | None
    """What is taken, or with what the taken tile is joined."""
    number: int
    """A bid, or the number of a species tile."""
    cards: int
    """How many cards are paid, as far as the action says."""
    species: frozenset[str]
    """Of which a scored canoe is returned."""


class TrapperView:
    """The table as this seat knows it."""

    def __init__(self, turn: AskedTurn) -> None:
        if not isinstance(turn.observation, TrapperObservation):
            raise TypeError("this turn is of another game")
        self.turn = turn
        self.seen = turn.observation
        """The same in columns of ids."""

    @property
    def phase(self) -> str:
        """What is to be decided: ``turn``, ``join``, ``bid``, ``pay`` or ``catch``."""
        return _PHASES[self.seen.phase - 1]

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, by seat."""
        return tuple(self._player(seat) for seat in range(len(self.seen.coins)))

    @property
    def me(self) -> Player:
        """The own seat."""
        return self.players[self.seen.seat]

    @property
    def opponents(self) -> list[Player]:
        """The others, in turn order."""
        own, count = self.seen.seat, len(self.players)
        return [self.players[(own + step) % count] for step in range(1, count)]

    @property
    def hand(self) -> Mapping[str, int]:
        """The own cards by colour."""
        return dict(zip(tiles.COLOURS, self.seen.hand, strict=True))

    @property
    def trappers(self) -> Mapping[str, str]:
        """The cell of each trapper by colour."""
        cells = map(notation.cell_text, self.seen.trappers)
        return dict(zip(tiles.COLOURS, cells, strict=True))

    @cached_property
    def board(self) -> Mapping[str, Tile]:
        """The tiles that lie face up, by cell."""
        return {
            notation.cell_text(cell): TILES[tile]
            for cell, tile in enumerate(self.seen.board)
            if tile >= 0
        }

    @cached_property
    def hidden(self) -> int:
        """How many tiles lie face down."""
        return self.seen.board.count(tiles.HIDDEN)

    @cached_property
    def free(self) -> tuple[Tile, ...]:
        """The tiles nobody has taken: face up, face down, or among the four removed ones."""
        return tuple(
            TILES[number] for number, seat in enumerate(self.seen.tile_seat) if seat == -1
        )

    @property
    def joining(self) -> Tile | None:
        """The tile that was taken and is to be joined."""
        return TILES[self.seen.joining] if self.seen.joining >= 0 else None

    def move(self, action: AskedAction) -> Move:
        """An action with names."""
        kind, colour, cell, tile, number, species, *cards = notation.action_fields(action.id)
        name = notation.ACTION_KINDS[kind - 1]
        place = notation.cell_text(cell) if name in ("take", "catch") else ""
        return Move(
            kind=name,
            trapper=tiles.COLOURS[colour] if name in ("take", "open", "pay") else "",
            cell=place,
            tile=TILES[tile] if name == "join" else self.board.get(place),
            number=number,
            cards=sum(cards),
            species=frozenset(
                each.key for bit, each in enumerate(tiles.SPECIES) if species >> bit & 1
            ),
        )

    def reach(self, colour: str) -> list[str]:
        """The cells whose tile a trapper can take now."""
        return self.reach_from(self.trappers[colour])

    def reach_from(self, cell: str, taken: str = "") -> list[str]:
        """The cells a trapper at `cell` could take from, once the tile at `taken` is gone.

        Of what lies face down nothing is known; only if there is nothing at all beside him that
        he could enter, any tile that lies face up is in reach.
        """
        board, water = self.seen.board, variant_of(self.turn.match.setup).water
        near, unknown = [], False
        for beside, side in tiles.STEPS[_number(cell)]:
            place = notation.cell_text(beside)
            if board[beside] == tiles.HIDDEN:
                unknown = True
            elif board[beside] >= 0 and place != taken and water[board[beside]] != side:
                near.append(place)
        if near or unknown:
            return near
        return [place for place in self.board if place != taken]

    def _player(self, seat: int) -> Player:
        seen = self.seen
        mine = [number for number, owner in enumerate(seen.tile_seat) if owner == seat]
        canoes = [
            Canoe(
                TILES[number],
                tuple(TILES[one] for one in mine if seen.tile_canoe[one] == number),
            )
            for number in mine
            if tiles.KIND[number] == tiles.CANOE
        ]
        return Player(
            seat=seat,
            coins=seen.coins[seat],
            cards=seen.hand_sizes[seat],
            retired=seen.retired[seat] == 1,
            canoes=tuple(canoe for canoe in canoes if canoe.missing),
            scored=tuple(canoe for canoe in canoes if not canoe.missing),
            singles=tuple(
                TILES[number]
                for number in mine
                if seen.tile_canoe[number] == _IN_NO_CANOE
                and tiles.KIND[number] != tiles.CANOE
                and number != seen.joining
            ),
            canoe_tiles=_held(tiles.CANOE_BONUS, seen.canoe_tiles, seat),
            species_tiles=_held(tiles.SPECIES_BONUS, seen.species_tiles, seat),
        )


def _held(numbers: list[int], holders: tuple[int, ...], seat: int) -> tuple[int, ...]:
    held = zip(numbers, holders, strict=True)
    return tuple(number for number, holder in held if holder == seat)


def _number(cell: str) -> int:
    return notation.COLUMN_LETTERS.index(cell[0]) + tiles.SIZE * (int(cell[1:]) - 1)
