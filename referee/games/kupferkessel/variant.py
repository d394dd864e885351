"""What one variant of the rules changes, worked out once for a whole match."""

from dataclasses import dataclass
from functools import cache

from referee.games.kupferkessel import cards


@dataclass(frozen=True)
class Variant:
    """The tables of one variant. Shared by all states of a match and never changed."""

    colours: list[int]
    """The colour of each seat."""
    symbols: list[int]
    """The symbol each card acts with."""
    ending_lines: list[tuple[int, int]]
    """The lines through each cell whose last card ends the match; a single one stands twice."""
    recipes: list[int]
    """The recipes that are shuffled; none without recipes."""
    hand: int
    """How many recipes each seat is dealt."""


@cache
def make_variant(
    third_colour: str, *, recipes: bool, outer_lines_end: bool, third_colour_symbols: bool
) -> Variant:
    """The tables for these rules; `third_colour` is empty with two players."""
    colours = [0, 1]
    if third_colour:
        colours.append(cards.COLOURS.index(third_colour))
    deck = _recipe_deck(len(colours)) if recipes else []
    hand = 0 if not recipes else 1 if third_colour else 2
    muted = -1 if third_colour_symbols or not third_colour else colours[2]
    return Variant(colours, _symbols(muted), _ending_lines(outer_lines_end), deck, hand)


def _recipe_deck(players: int) -> list[int]:
    everything = range(len(cards.RECIPES))
    return [recipe for recipe in everything if players == 2 or cards.RECIPES[recipe].with_three]


def _symbols(muted: int) -> list[int]:
    return [
        cards.NONE if cards.COLOUR[card] == muted else cards.SYMBOL[card]
        for card in range(cards.CARDS)
    ]


def _ending_lines(outer: bool) -> list[tuple[int, int]]:
    that_end = range(cards.LINES) if outer else cards.INNER_LINES
    result: list[tuple[int, int]] = []
    for cell in range(cards.CELLS):
        lines = [line for line in that_end if cell in cards.LINE_CELLS[line]]
        result.append((lines[0], lines[-1]))
    return result
