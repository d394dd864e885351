"""What a seat sees of the table."""

from dataclasses import dataclass

from referee.games.observation import Observation


@dataclass(frozen=True)
class TrapperObservation(Observation):
    """The table, and the own hand."""

    phase: int
    """What is to be decided: 1 a turn, 2 a join, 3 a bid, 4 a payment, 5 which tile is caught."""
    holder: int
    """Whose turn it is; in an auction others act as well."""
    board: tuple[int, ...]
    """The tile in each cell, -1 for none, -2 for one that lies face down."""
    trappers: tuple[int, ...]
    """The cell of each trapper."""
    hand: tuple[int, ...]
    """The cards of the seat that looks, by colour."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    """How many cards the pile holds."""
    discards: tuple[int, ...]
    """The discarded cards by colour."""
    tile_seat: tuple[int, ...]
    """The seat that holds each tile; -1 if nobody does yet, -2 if it went back to the box."""
    tile_canoe: tuple[int, ...]
    """The canoe, as a tile, with which each tile was laid; -1 for none."""
    scored: tuple[int, ...]
    """The scored canoes in anybody's hands, as tiles, ascending."""
    coins: tuple[int, ...]
    """The coins of each seat."""
    canoe_tiles: tuple[int, ...]
    """Who holds each canoe tile, from 16 to 36; -1 for nobody."""
    species_tiles: tuple[int, ...]
    """Who holds each species tile, from 1 to 6; -1 for nobody."""
    retired: tuple[int, ...]
    """1 for each seat that has retired."""
    dry_passes: int
    """How many turns in a row were a pass without a card and without an exchange."""
    colour: int
    """The trapper of this turn; -1 while it is open."""
    exchanged: int
    """1 if a species tile was taken in this turn."""
    joining: int
    """The tile that was taken and is to be joined; -1 if there is none."""
    target: int
    """The cell it came from, where the trapper goes next; -1 if there is none."""
    price: int
    """The highest bid of the auction; 0 without an auction."""
    bidder: int
    """Whose bid that is; -1 without an auction."""
    bids: tuple[int, ...]
    """The last bid of each seat in this auction, 0 for none; 0 again once it is paid."""
    dropped: tuple[int, ...]
    """1 for each seat that is out of this auction."""
