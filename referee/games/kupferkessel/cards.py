"""What lies in the box: ingredient cards, recipe cards, the square and the track around it.

Each component is written down once, as a table for readers; the lists of ints that the rules
use are made from it. Ids are places in these lists: a card is ``4 * ingredient + value - 1``,
a cell is counted in reading order without the corners, a space of the track clockwise from the
upper left corner.
"""

from typing import Final, NamedTuple

NONE: Final = 0
HAT: Final = 1
EXPLOSION: Final = 2
SYMBOL_NAMES: Final[tuple[str, ...]] = ("", "Hat", "Explosion")

COLOURS: Final[tuple[str, ...]] = ("white", "black", "grey", "blue", "brown", "green", "purple")


class Ingredient(NamedTuple):
    """Four cards of the values 1 to 4; if there is a symbol, it is on the card of value 2."""

    key: str
    code: str
    """Two letters for pictures."""
    colour: str
    plant: bool
    symbol: int


INGREDIENTS: Final[tuple[Ingredient, ...]] = (
    Ingredient("whiskers", "Wh", "white", False, NONE),
    Ingredient("newt_eyes", "Ne", "white", False, NONE),
    Ingredient("bat", "Ba", "black", False, NONE),
    Ingredient("raven_feather", "Ra", "black", False, NONE),
    Ingredient("roots", "Ro", "grey", True, HAT),
    Ingredient("spider_web", "Sp", "grey", False, EXPLOSION),
    Ingredient("moss", "Mo", "blue", True, EXPLOSION),
    Ingredient("dragon_blood", "Dr", "blue", False, HAT),
    Ingredient("mushrooms", "Mu", "brown", True, HAT),
    Ingredient("toad_slime", "To", "brown", False, EXPLOSION),
    Ingredient("pumpkin", "Pu", "green", True, EXPLOSION),
    Ingredient("snake_powder", "Sn", "green", False, HAT),
    Ingredient("creeper", "Cr", "purple", True, HAT),
    Ingredient("potion", "Po", "purple", False, EXPLOSION),
)

VALUES: Final = 4
CARDS: Final = 56

VALUE: Final[list[int]] = [card % VALUES + 1 for card in range(CARDS)]
COLOUR: Final[list[int]] = [
    COLOURS.index(INGREDIENTS[card // VALUES].colour) for card in range(CARDS)
]
SYMBOL: Final[list[int]] = [
    INGREDIENTS[card // VALUES].symbol if VALUE[card] == 2 else NONE for card in range(CARDS)
]
"""The symbol printed on each card."""


def card_name(card: int) -> str:
    """A card in words: ``roots 2``."""
    return f"{INGREDIENTS[card // VALUES].key.replace('_', ' ')} {VALUE[card]}"


BOTH_OF_COLOUR: Final = 0
ONE_OF_COLOUR: Final = 1
PLANTS: Final = 2
TOOK_LAST: Final = 3
FEWER: Final = 4


class Recipe(NamedTuple):
    """A secret goal."""

    key: str
    points: int
    goal: int
    subject: list[int]
    """The ingredients that are asked for; for `FEWER` one place for each card: does it count?"""
    with_three: bool
    """Whether the recipe stays in the deck of three players."""
    meaning: str


def _of_colour(colour: str) -> list[int]:
    return [i for i, ingredient in enumerate(INGREDIENTS) if ingredient.colour == colour]


def _both(colour: str) -> Recipe:
    meaning = f"at least 3 cards of each of the two {colour} ingredients"
    return Recipe(f"R-{colour}", 15, BOTH_OF_COLOUR, _of_colour(colour), False, meaning)


def _one(colour: str) -> Recipe:
    meaning = f"at least 3 cards of one {colour} ingredient"
    return Recipe(f"R-{colour}", 5, ONE_OF_COLOUR, _of_colour(colour), False, meaning)


def _fewer(what: str, counted: list[int], meaning: str) -> Recipe:
    return Recipe(f"R-{what}", 10, FEWER, counted, True, f"fewer {meaning} than every opponent")


_PLANTS: Final[list[int]] = [i for i, ingredient in enumerate(INGREDIENTS) if ingredient.plant]

RECIPES: Final[tuple[Recipe, ...]] = (
    _both("grey"),
    _both("blue"),
    _both("brown"),
    _both("green"),
    _both("purple"),
    _one("white"),
    _one("black"),
    Recipe("R-last", 10, TOOK_LAST, [], True, "took the last card of a line"),
    _fewer("explosion", [int(symbol == EXPLOSION) for symbol in SYMBOL], "Explosions"),
    _fewer("hat", [int(symbol == HAT) for symbol in SYMBOL], "Hats"),
    Recipe("R-plants", 10, PLANTS, _PLANTS, False, "at least 3 cards of each of 3 plants"),
    _fewer("cards", [1] * CARDS, "cards"),
    _fewer("fours", [int(value == 4) for value in VALUE], "cards of value 4"),
)

SIZE: Final = 6
CELL_PLACES: Final[list[tuple[int, int]]] = [
    (row, column)
    for row in range(SIZE)
    for column in range(SIZE)
    if not (row in (0, SIZE - 1) and column in (0, SIZE - 1))
]
"""Row and column of each cell; row 0 is on top."""
CELLS: Final = 32
EMPTY: Final = -1

LINES: Final = 2 * SIZE
"""Rows are the lines 0 to 5, columns 6 to 11."""
INNER_LINES: Final[list[int]] = [1, 2, 3, 4, 7, 8, 9, 10]
"""The lines of six cards, which a pawn can stand at."""
LINE_CELLS: Final[list[list[int]]] = [
    [cell for cell, (row, column) in enumerate(CELL_PLACES) if line in (row, SIZE + column)]
    for line in range(LINES)
]

SPACES: Final = 20
CORNER: Final = -1
SPACE_LINE: Final[list[int]] = [
    *(CORNER, 7, 8, 9, 10),  # along the top, from the upper left corner
    *(CORNER, 1, 2, 3, 4),  # down the right side
    *(CORNER, 10, 9, 8, 7),  # back along the bottom
    *(CORNER, 4, 3, 2, 1),  # up the left side
]
"""The line faced from each space of the track."""
FACED: Final[list[list[int]]] = [[] if line == CORNER else LINE_CELLS[line] for line in SPACE_LINE]
"""The cells faced from each space, ascending; none from a corner."""
AHEAD: Final[list[int]] = list(range(SPACES))
"""How far ahead a space lies, by the difference of both, from -`SPACES` to `SPACES` - 1."""
START_SPACES: Final[tuple[int, ...]] = (0, 10, 5)
"""Where the pawns of white, black and the third colour begin."""
