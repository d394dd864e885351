"""Points at the end of a match, by rule.

A kettle is summed up as one number for each ingredient, in which bit ``value - 1`` stands for a
card: sixteen possible holdings, whose points are looked up.
"""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from referee.games.kupferkessel import cards

MOST_ONES: Final = 5
FULL_SET: Final = 5
_HOLDINGS: Final[int] = 1 << cards.VALUES
_INGREDIENTS: Final[int] = len(cards.INGREDIENTS)
_ONES: Final[list[int]] = [int(value == 1) for value in cards.VALUE]


def _values(holding: int) -> list[int]:
    return [bit + 1 for bit in range(cards.VALUES) if holding >> bit & 1]


def set_points(values: Sequence[int], *, own: bool) -> int:
    """What the cards of one ingredient bring; `own` if it has the seat's colour."""
    factor = 2 if own else 1
    match len(values):
        case 1:
            return -factor * values[0]
        case 3:
            return factor * sum(values)
        case 4:
            return factor * sum(values) + FULL_SET
        case _:
            return 0


def holding_points(holding: int, own: bool) -> int:
    """The same for a holding."""
    return set_points(_values(holding), own=own)


_SIZE: Final[list[int]] = [len(_values(holding)) for holding in range(_HOLDINGS)]
_POINTS: Final[list[int]] = [holding_points(holding, False) for holding in range(_HOLDINGS)]
_OWN_POINTS: Final[list[int]] = [holding_points(holding, True) for holding in range(_HOLDINGS)]
_TABLES: Final[list[list[list[int]]]] = [
    [_OWN_POINTS if ingredient.colour == colour else _POINTS for ingredient in cards.INGREDIENTS]
    for colour in cards.COLOURS
]
"""For each colour of a player and each ingredient, the points of each holding."""


def holdings(kettle: list[int]) -> list[int]:
    """The kettle by ingredient."""
    result = [0] * _INGREDIENTS
    card: i64
    for card in kettle:
        kind = card >> 2
        held: i64 = result[kind]
        result[kind] = held | 1 << (card & 3)
    return result


def totals(
    kettles: list[list[int]], colours: list[int], recipes: list[list[int]], ender: int
) -> list[int]:
    """The points of each seat; `ender` took the last card of a line, -1 if nobody did."""
    result = most_ones(kettles)
    for seat in range(len(kettles)):
        held = holdings(kettles[seat])
        table = _TABLES[colours[seat]]
        points = 0
        for ingredient in range(_INGREDIENTS):
            points += table[ingredient][held[ingredient]]
        for recipe in recipes[seat]:
            points += recipe_points(recipe, seat, held, kettles, ender)
        result[seat] += points
    return result


def breakdown(
    kettles: list[list[int]], colours: list[int], recipes: list[list[int]], ender: int
) -> list[list[tuple[str, int]]]:
    """The points of each seat by rule: ones, each ingredient held, each recipe owned."""
    result: list[list[tuple[str, int]]] = []
    ones = most_ones(kettles)
    for seat in range(len(kettles)):
        held = holdings(kettles[seat])
        table = _TABLES[colours[seat]]
        entries = [("ones", ones[seat])]
        for ingredient in range(_INGREDIENTS):
            if held[ingredient]:
                key = cards.INGREDIENTS[ingredient].key
                entries.append((key, table[ingredient][held[ingredient]]))
        for recipe in recipes[seat]:
            points = recipe_points(recipe, seat, held, kettles, ender)
            entries.append((cards.RECIPES[recipe].key, points))
        result.append(entries)
    return result


def most_ones(kettles: list[list[int]]) -> list[int]:
    """The bonus for the most cards of value 1; nobody has it in a tie."""
    counts = [_count(kettle, _ONES) for kettle in kettles]
    best = max(counts)
    alone = counts.count(best) == 1
    return [MOST_ONES if alone and count == best else 0 for count in counts]


def recipe_points(
    recipe: int, seat: int, held: list[int], kettles: list[list[int]], ender: int
) -> int:
    """What a recipe brings `seat`, whose holdings are `held`."""
    return cards.RECIPES[recipe].points if _fulfilled(recipe, seat, held, kettles, ender) else 0


def _fulfilled(
    recipe: int, seat: int, held: list[int], kettles: list[list[int]], ender: int
) -> bool:
    goal = cards.RECIPES[recipe].goal
    subject = cards.RECIPES[recipe].subject
    if goal == cards.TOOK_LAST:
        return ender == seat
    if goal == cards.FEWER:
        return _has_fewest(subject, seat, kettles)
    complete = sum([1 for ingredient in subject if _SIZE[held[ingredient]] >= 3])
    if goal == cards.BOTH_OF_COLOUR:
        return complete == 2
    if goal == cards.ONE_OF_COLOUR:
        return complete >= 1
    return complete >= 3  # plants


def _has_fewest(counted: list[int], seat: int, kettles: list[list[int]]) -> bool:
    counts = [_count(kettle, counted) for kettle in kettles]
    own = counts[seat]
    return all(other == seat or own < counts[other] for other in range(len(counts)))


def _count(kettle: list[int], counted: list[int]) -> int:
    total = 0
    for card in kettle:
        total += counted[card]
    return total
