"""What each byte means that a learner is shown of Trapper; `seen` writes them."""

from collections.abc import Iterator, Sequence
from typing import Final

from referee.games.contract import Setup
from referee.games.features import Block, Features, Place
from referee.games.state import State
from referee.games.trapper import tiles
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.seen import HELD, row, rows

_MOST: Final = 255
_CARDS: Final = tiles.TRAPPERS * tiles.CARDS_PER_COLOUR
_PHASES: Final = ("turn", "join", "bid", "payment", "catch")
_MOST_WORTH: Final = 20
"""Twice three animals of a species and both plants are worth no more."""


class TrapperFeatures(Features):
    """The features of Trapper in all variants."""

    version = "1"
    symmetries = (
        "Turning or mirroring the board changes nothing if cells, trappers and the sides of the "
        "water turn together. Nor does exchanging the colours, trappers and cards together, or "
        "two species with all their tiles and waters."
    )

    def blocks(self, setup: Setup) -> Sequence[Block]:
        last = setup.players - 1
        return (
            Block("cells", "Each cell of the board in reading order.", _OF_CELL, tiles.CELLS),
            Block(
                "tiles",
                "Each tile.",
                (
                    Place(
                        "where",
                        HELD + last,
                        "0 not seen yet, 1 open on the board, 2 back in the box, "
                        "3 and more before this seat",
                    ),
                    Place("canoe", tiles.TILES, "1 and the canoe's tile it was laid with; or 0"),
                ),
                tiles.TILES,
            ),
            Block("canoes", "Each canoe.", tuple(_of_canoe(setup.players)), tiles.CANOES),
            Block("seats", "Each seat, from the own one on.", _OF_SEAT, setup.players),
            Block("table", "What belongs to no seat.", tuple(_of_table(setup.players))),
        )

    def row(self, state: State, seat: int) -> bytes:
        if not isinstance(state, TrapperState):
            raise TypeError(f"{type(state).__name__} is no state of Trapper")
        return row(state, seat)

    def rows(self, states: list[State]) -> bytes:
        return rows(states)


_OF_CELL: Final = (
    Place("open", 1, "a tile lies here, face up; without one, what is told of a tile is 0"),
    Place("hidden", 1, "a tile lies here, face down"),
    *(Place(kind, 1, f"it is of the kind {kind}") for kind in tiles.KIND_NAMES),
    *(Place(each.key, 1, f"it belongs to the species {each.key}") for each in tiles.SPECIES),
    Place("value", max(tiles.VALUE), "its value; of a canoe, how many animals it takes"),
    *(Place(f"water_{side}", 1, f"its water runs along the {side}") for side in tiles.SIDES),
    *(Place(f"trapper_{colour}", 1, f"{colour} stands here") for colour in tiles.COLOURS),
    *(Place(f"reach_{colour}", 1, f"{colour} can take it") for colour in tiles.COLOURS),
)

_OF_SEAT: Final = (
    Place("hand", _CARDS, "how many cards it holds"),
    Place("coins", _MOST, f"its coins; {_MOST} stands for all larger numbers"),
    Place("retired", 1, "it has retired"),
    Place("bid", _CARDS, "its last bid in this auction, 0 for none and for one that is paid"),
    Place("dropped", 1, "it is out of this auction"),
)


def _of_canoe(players: int) -> Iterator[Place]:
    yield Place("holder", players, "1 and the seat that holds it, 0 while nobody does")
    yield Place("load", max(tiles.CAPACITIES), "how many animals it carries")
    yield Place("room", max(tiles.CAPACITIES), "how many it could still carry")
    yield Place("worth", _MOST_WORTH, "the value of everything that lies with it")
    yield Place("mushroom", 1, "a mushroom lies with it")
    yield Place("herb", 1, "a herb lies with it")


def _of_table(players: int) -> Iterator[Place]:
    for phase in _PHASES:
        yield Place(f"phase_{phase}", 1, f"what is to be decided is a {phase}")
    yield Place("to_act", players - 1, "which seat is to act")
    yield Place("holder", players - 1, "whose turn it is")
    for colour in tiles.COLOURS:
        yield Place(f"colour_{colour}", 1, f"{colour} is the trapper of this turn")
    yield Place("exchanged", 1, "a species tile was taken in this turn")
    yield Place("joining", tiles.TILES, "1 and the tile that is to be joined; or 0")
    yield Place("target", tiles.CELLS, "1 and the cell it came from; or 0")
    yield Place("price", _CARDS, "the highest bid of the auction")
    yield Place("bidder", players, "1 and the seat whose bid that is; or 0")
    yield Place("turn", _MOST, f"the turn; {_MOST} stands for all later ones")
    yield Place("dry", players, "how many dry passes follow each other")
    yield Place("pile", _CARDS, "how many cards the pile holds")
    each = tiles.CARDS_PER_COLOUR
    for colour in tiles.COLOURS:
        yield Place(f"discards_{colour}", each, f"how many {colour} cards are discarded")
    for colour in tiles.COLOURS:
        yield Place(f"hand_{colour}", each, f"how many {colour} cards the own hand has")
    for colour in tiles.COLOURS:
        yield Place(f"others_{colour}", each, f"so many {colour} cards are surely in other hands")
    for number in tiles.CANOE_BONUS:
        yield Place(f"canoe_tile_{number}", players, "1 and the seat that holds it; or 0")
    for number in tiles.SPECIES_BONUS:
        yield Place(f"species_tile_{number}", players, "1 and the seat that holds it; or 0")
