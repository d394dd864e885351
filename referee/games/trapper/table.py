"""Everything that makes up one position, and how it is copied.

The rules are functions over this table: `cards` draws and pays, `board` moves trappers,
`display` joins tiles and scores canoes, `turns` and `auction` say whose decision comes next.
`rules` puts them together.
"""

from typing import Final

from referee.games.chance import Chance
from referee.games.state import EVERYONE, Journal, State
from referee.games.trapper.tiles import CANOE_BONUS, CANOES, SPECIES_BONUS, TILES, TRAPPERS
from referee.games.trapper.variant import Variant

TURN: Final = 1
JOIN: Final = 2
BID: Final = 3
PAY: Final = 4
CATCH: Final = 5

NOBODY: Final = -1
NOTHING: Final = -1
IN_BOX: Final = -2
"""Instead of a seat: the tile went back to the box."""


class Table(State):
    """One position of Trapper, without the rules."""

    variant: Variant
    chance: Chance
    """Where reshuffles come from; clones have a copy of it."""

    cells: list[int]
    """The tile in each cell, `FACE_DOWN` added while it is hidden; -1 for none."""
    open_cells: list[int]
    """The cells with a tile that lies face up, ascending; empty once no tile is left."""
    trappers: list[int]
    """The cell of each trapper."""
    out: list[int]
    """The tiles removed unseen."""

    hands: list[int]
    """Cards by seat and colour: ``hands[4 * seat + colour]``."""
    pile: list[int]
    """Colours; cards are drawn from the end."""
    discards: list[int]
    """Cards by colour."""
    reshuffles: int
    floors: list[int]
    """By seat and colour: how many cards this seat knows to be in the other hands together.

    When the discards are shuffled every card outside the own hand and the new pile is in another
    hand, and stays there until it is played. So these cards cannot be in the pile.
    """

    tile_seat: list[int]
    """The seat that holds each tile, `NOBODY` or `IN_BOX`."""
    tile_canoe: list[int]
    """The canoe, as a tile, with which each tile was laid; -1 for none."""
    loads: list[int]
    """How many animals each canoe carries; a canoe with its full number is scored."""
    worths: list[int]
    """The value of everything that lies with each canoe."""
    plants: list[int]
    """The kinds of plants with each canoe: bit 0 a mushroom, bit 1 a herb."""
    scored: list[int]
    """For each seat the set of species of which it has a scored canoe."""
    coins: list[int]
    canoe_tiles: list[int]
    """Who holds each canoe tile."""
    species_tiles: list[int]
    """Who holds each species tile."""

    phase: int
    holder: int
    """Whose turn it is."""
    colour: int
    """The trapper of this turn, -1 while it is open."""
    exchanged: bool
    """Whether a species tile was taken in this turn."""
    taken: int
    """The tile that is being joined, -1 for none."""
    target: int
    """The cell it came from, -1 for none."""
    retired: list[int]
    dry: int
    """How many turns in a row were dry passes."""

    price: int
    bidder: int
    bids: list[int]
    """The last bid of each seat in this auction; 0 for none, and for one that is paid."""
    dropped: list[int]

    def lay_out(self, variant: Variant, players: int) -> None:
        """Everything that is the same at the start of each match: nobody has anything yet."""
        self.variant = variant
        self.players = players
        # As if the last seat had just played: the first turn goes to seat 0.
        self.seat = self.holder = players - 1
        self.over = False
        self.turn = 0
        self.ending = ""
        self.journal = None
        self.hands = [0] * (TRAPPERS * players)
        self.discards = [0] * TRAPPERS
        self.reshuffles = 0
        self.floors = [0] * (TRAPPERS * players)
        self.tile_seat = [NOBODY] * TILES
        self.tile_canoe = [NOTHING] * TILES
        self.loads = [0] * CANOES
        self.worths = [0] * CANOES
        self.plants = [0] * CANOES
        self.scored = [0] * players
        self.coins = [0] * players
        self.canoe_tiles = [NOBODY] * len(CANOE_BONUS)
        self.species_tiles = [NOBODY] * len(SPECIES_BONUS)
        self.phase = TURN
        self.colour = self.taken = self.target = NOTHING
        self.exchanged = False
        self.retired = [0] * players
        self.dry = 0
        self.price = 0
        self.bidder = NOBODY
        self.bids = [0] * players
        self.dropped = [0] * players

    def copy_to(self, other: "Table") -> None:
        """Make `other` equal to this table, without a journal."""
        other.variant = self.variant
        other.players = self.players
        other.seat = self.seat
        other.over = self.over
        other.turn = self.turn
        other.ending = self.ending
        other.journal = None
        # A shuffle in the copy must neither be recorded nor change the next one here.
        other.chance = self.chance.copy()
        other.cells = self.cells[:]
        other.open_cells = self.open_cells[:]
        other.trappers = self.trappers[:]
        other.out = self.out[:]
        other.hands = self.hands[:]
        other.pile = self.pile[:]
        other.discards = self.discards[:]
        other.reshuffles = self.reshuffles
        other.floors = self.floors[:]
        other.tile_seat = self.tile_seat[:]
        other.tile_canoe = self.tile_canoe[:]
        other.loads = self.loads[:]
        other.worths = self.worths[:]
        other.plants = self.plants[:]
        other.scored = self.scored[:]
        other.coins = self.coins[:]
        other.canoe_tiles = self.canoe_tiles[:]
        other.species_tiles = self.species_tiles[:]
        other.phase = self.phase
        other.holder = self.holder
        other.colour = self.colour
        other.exchanged = self.exchanged
        other.taken = self.taken
        other.target = self.target
        other.retired = self.retired[:]
        other.dry = self.dry
        other.price = self.price
        other.bidder = self.bidder
        other.bids = self.bids[:]
        other.dropped = self.dropped[:]


def tell(
    journal: Journal,
    kind: int,
    seat: int = 0,
    *,
    colour: int = 0,
    cell: int = 0,
    tile: int = 0,
    canoe: int = 0,
    number: int = 0,
    cards: list[int] | None = None,
    seats: int = EVERYONE,
) -> None:
    """Announce an event to `seats`, a bit mask."""
    green, blue, beige, violet = cards or (0, 0, 0, 0)
    journal.add(seats, (kind, seat, colour, cell, tile, canoe, number, green, blue, beige, violet))
