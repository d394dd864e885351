"""What each byte means that a learner is shown of Kupferkessel Co.; `seen` writes them."""

from collections.abc import Iterator, Sequence
from typing import Final

from referee.games.contract import Setup
from referee.games.features import Block, Features, Place
from referee.games.kupferkessel import cards
from referee.games.kupferkessel.rules import KettleState
from referee.games.kupferkessel.seen import ZERO_POINTS, row, rows
from referee.games.state import State

_VALUES: Final = range(1, cards.VALUES + 1)
_MOST: Final = 255


class KettleFeatures(Features):
    """The features of Kupferkessel Co. in all variants."""

    version = "1"
    symmetries = (
        "Turning the square by a quarter changes nothing if cells and pawns turn together. Nor "
        "does exchanging ingredients whose cards bear the same symbol, if no recipe and no "
        "seat's colour tells them apart."
    )

    def blocks(self, setup: Setup) -> Sequence[Block]:
        return (
            Block(
                "cells",
                "Each cell of the square in reading order, without the corners.",
                tuple(_of_cell(setup.players)),
                cards.CELLS,
            ),
            Block(
                "ingredients",
                "Each ingredient. A card that nobody holds, and that is neither open nor unseen, "
                "lies at the bottom of the pile or is out of the match.",
                tuple(_of_ingredient(setup.players)),
                len(cards.INGREDIENTS),
            ),
            Block("seats", "Each seat, from the own one on.", tuple(_OF_SEAT), setup.players),
            Block("table", "What belongs to no seat.", tuple(_of_table(setup.players))),
        )

    def row(self, state: State, seat: int) -> bytes:
        if not isinstance(state, KettleState):
            raise TypeError(f"{type(state).__name__} is no state of Kupferkessel Co.")
        return row(state, seat)

    def rows(self, states: list[State]) -> bytes:
        return rows(states)


def _of_cell(players: int) -> Iterator[Place]:
    yield Place("there", 1, "a card lies here; without one, what is told of a card is 0")
    for value in _VALUES:
        yield Place(f"value_{value}", 1, f"its value is {value}")
    yield Place("hat", 1, "its Hat acts in this variant")
    yield Place("explosion", 1, "its Explosion acts in this variant")
    for ingredient in cards.INGREDIENTS:
        yield Place(ingredient.key, 1, f"it belongs to {ingredient.key}")
    for value in _VALUES:
        yield Place(f"reach_{value}", 1, f"{value} steps of the own pawn lead to this line")
    yield Place("here", 1, "the own pawn stands at this line")
    for seat in range(1, players):
        yield Place(f"next_{seat}", 1, f"the pawn of seat {seat} comes to this line next")
    yield Place("row", cards.SIZE, "so many cards lie in this row")
    yield Place("column", cards.SIZE, "so many cards lie in this column")
    yield Place("unwanted", 2, "so many own recipes ask for few cards like this")


def _of_ingredient(players: int) -> Iterator[Place]:
    for seat in range(players):
        yield Place(f"colour_{seat}", 1, f"it has the colour of seat {seat}")
        for value in _VALUES:
            yield Place(f"held_{seat}_{value}", 1, f"seat {seat} has its {value}")
    for value in _VALUES:
        yield Place(f"open_{value}", 1, f"its {value} lies on the table")
    for value in _VALUES:
        yield Place(f"unseen_{value}", 1, f"nobody has seen its {value} yet")
    yield Place("wanted", 2, "so many own recipes collect it")


_OF_SEAT: Final = (
    *(Place(f"top_{value}", 1, f"the top card has the value {value}") for value in _VALUES),
    Place("space", cards.SPACES - 1, "where the pawn stands"),
    Place("kettle", cards.CARDS, "how many cards the kettle holds"),
    Place("points", _MOST, f"{ZERO_POINTS} and the points without recipes, as if it ended now"),
    Place("ones", len(cards.INGREDIENTS), "how many cards of value 1 it has"),
    Place("corner", 1, "the next walk ends at a corner, as pawns stand now"),
)


def _of_table(players: int) -> Iterator[Place]:
    yield Place("pile", cards.CARDS, "how many cards the pile holds")
    yield Place("buried", cards.CARDS, "how many of them are known, at its bottom")
    yield Place("turn", _MOST, f"the turn; {_MOST} stands for all later ones")
    yield Place("extra", 1, "the seat to act has its second turn in a row")
    yield Place("shortest", cards.SIZE, "how many cards lie in the shortest line, 4 until one is")
    yield Place("to_act", players - 1, "which seat is to act")
    for value in _VALUES:
        yield Place(f"corner_{value}", 1, f"{value} steps of the own pawn lead to a corner")
    for recipe in cards.RECIPES:
        yield Place(f"goal_{recipe.key}", 1, f"has the recipe {recipe.key}")
    for recipe in cards.RECIPES:
        yield Place(f"met_{recipe.key}", 1, "has it, and it would bring points now")
