"""What a learner is shown, as bytes. Each byte is explained in `features`.

Whatever does not change from match to match is a table of bytes here, so that a row is little
more than putting pieces together.
"""

from typing import Final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from referee.games.kupferkessel.cards import (
    AHEAD,
    CARDS,
    CELL_PLACES,
    CELLS,
    COLOURS,
    CORNER,
    EMPTY,
    EXPLOSION,
    FACED,
    FEWER,
    HAT,
    INGREDIENTS,
    RECIPES,
    SIZE,
    SPACE_LINE,
    SPACES,
    VALUE,
    VALUES,
)
from referee.games.kupferkessel.rules import KettleState
from referee.games.kupferkessel.scoring import (
    MOST_ONES,
    holding_points,
    holdings,
    recipe_points,
)
from referee.games.state import State

ZERO_POINTS: Final = 128
"""Stands for no points at all, so that a byte can tell of losses."""
_MOST: Final = 255
_KINDS: Final = 14

_BITS: Final[list[bytes]] = [
    bytes([number >> bit & 1 for bit in range(VALUES)]) for number in range(16)
]
_CARD: Final[list[bytes]] = [
    bytes(
        [
            1,
            *_BITS[1 << VALUE[card] - 1],
            int(symbol == HAT),
            int(symbol == EXPLOSION),
            *[int(card // VALUES == kind) for kind in range(_KINDS)],
        ]
    )
    for card in range(CARDS)
    for symbol in range(3)
]
"""By card and the symbol it acts with: there, its value, Hat, Explosion, its ingredient."""
_NO_CARD: Final[bytes] = bytes(len(_CARD[0]))
_HELD: Final[list[bytes]] = [bytes([own]) + held for own in range(2) for held in _BITS]
"""By own colour and holding: five bytes."""
_HELD_BY_TWO: Final[list[bytes]] = [first + second for first in _HELD for second in _HELD]
_FREE: Final[list[bytes]] = [
    table + unseen + bytes([wanted]) for wanted in range(3) for table in _BITS for unseen in _BITS
]
"""By own recipes, by what lies on the table and by what nobody has seen: nine bytes."""
_BIT: Final[list[int]] = [1 << card for card in range(CARDS)]
"""By card, the set of it alone: C would shift a plain 1 in too few bits."""
_LINE_AT: Final[list[int]] = [sum(1 << cell for cell in line) for line in FACED]
"""By space, the set of the cells that are faced: the bit of each is 1."""
_FEW_ASKED: Final[list[int]] = [
    sum(counts << card for card, counts in enumerate(recipe.subject))
    if recipe.goal == FEWER
    else 0
    for recipe in RECIPES
]
"""By recipe, the set of the cards of which it asks for few; none of most."""
_WORTH: Final[list[int]] = [
    holding_points(holding, own) for own in (False, True) for holding in range(16)
]
"""By own colour and holding."""
_NONE_WANTED: Final[list[int]] = [0] * _KINDS
_NO_GOALS: Final[bytes] = bytes(2 * len(RECIPES))
_COLOUR_OF: Final[list[int]] = [COLOURS.index(kind.colour) for kind in INGREDIENTS]
_ROW_OF: Final[list[int]] = [row for row, _ in CELL_PLACES]
_COLUMN_OF: Final[list[int]] = [SIZE + column for _, column in CELL_PLACES]


def rows(states: list[State]) -> bytes:
    """All that the seat to act knows in each of these states, one row after the other."""
    to = BytesWriter()
    for state in states:
        if not isinstance(state, KettleState):
            raise TypeError("this is no state of Kupferkessel Co.")
        _add_row(to, state, state.seat)
    return to.getvalue()


def row(state: KettleState, seat: int) -> bytes:
    """All that `seat` knows."""
    to = BytesWriter()
    _add_row(to, state, seat)
    return to.getvalue()


def _add_row(to: BytesWriter, state: KettleState, seat: int) -> None:
    players = state.players
    order = [seat, (seat + 1) % players]
    if players > 2:
        order.append((seat + 2) % players)
    table = _add_cells(to, state, order)
    points, ones = _add_ingredients(to, state, order, table)
    _add_seats(to, state, order, points, ones)
    _add_table(to, state, order)


def _add_cells(to: BytesWriter, state: KettleState, order: list[int]) -> i64:
    """What lies in each cell, and who gets there next; the set of the cards that lie there."""
    cells, symbols, sizes = state.cells, state.variant.symbols, state.line_sizes
    pieces = _CARD
    seat = order[0]
    first: i64 = _LINE_AT[landing(state, seat, 1)]
    second: i64 = _LINE_AT[landing(state, seat, 2)]
    third: i64 = _LINE_AT[landing(state, seat, 3)]
    fourth: i64 = _LINE_AT[landing(state, seat, 4)]
    here: i64 = _LINE_AT[state.pawns[seat]]
    then: i64 = _LINE_AT[_next_space(state, order[1])]
    later: i64 = 0
    if len(order) > 2:
        later = _LINE_AT[_next_space(state, order[2])]
    few: i64 = 0
    fewer: i64 = 0
    for recipe in state.recipes[seat]:
        few, fewer = _FEW_ASKED[recipe], few
    table: i64 = 0
    cell: i64
    for cell in range(CELLS):
        card: i64 = cells[cell]
        against: i64 = 0
        if card == EMPTY:
            to.write(_NO_CARD)
        else:
            symbol: i64 = symbols[card]
            to.write(pieces[3 * card + symbol])
            table |= i64(_BIT[card])
            against = (few >> card & 1) + (fewer >> card & 1)
        across: i64 = sizes[_ROW_OF[cell]]
        down: i64 = sizes[_COLUMN_OF[cell]]
        near: i64 = (
            first >> cell & 1
            | (second >> cell & 1) << 8
            | (third >> cell & 1) << 16
            | (fourth >> cell & 1) << 24
            | (here >> cell & 1) << 32
            | (then >> cell & 1) << 40
        )
        if len(order) > 2:
            write_i64_le(to, near | (later >> cell & 1) << 48 | across << 56)
            to.append(down)
        else:
            write_i64_le(to, near | across << 48 | down << 56)
        to.append(against)
    return table


def _add_ingredients(
    to: BytesWriter, state: KettleState, order: list[int], table: i64
) -> tuple[list[int], list[int]]:
    """Who holds what of each ingredient, what is open, what may come; points and ones so far."""
    colours = state.variant.colours
    mine = _set_of(state.kettles[order[0]], 0)
    theirs = _set_of(state.kettles[order[1]], 0)
    others: i64 = 0
    my_colour: i64 = colours[order[0]]
    their_colour: i64 = colours[order[1]]
    other_colour: i64 = -1
    if len(order) > 2:
        others = _set_of(state.kettles[order[2]], 0)
        other_colour = colours[order[2]]
    unseen = _set_of(state.pile, state.known)
    wanted = _wanted(state.recipes[order[0]])
    points: i64 = 0
    their_points: i64 = 0
    other_points: i64 = 0
    kind: i64
    for kind in range(_KINDS):
        colour: i64 = _COLOUR_OF[kind]
        shift = VALUES * kind
        one: i64 = mine >> shift & 15
        two: i64 = theirs >> shift & 15
        if colour == my_colour:
            one += 16
        elif colour == their_colour:
            two += 16
        to.write(_HELD_BY_TWO[one * 32 + two])
        points += i64(_WORTH[one])
        their_points += i64(_WORTH[two])
        if other_colour >= 0:
            three: i64 = others >> shift & 15
            if colour == other_colour:
                three += 16
            to.write(_HELD[three])
            other_points += i64(_WORTH[three])
        collected: i64 = wanted[kind]
        to.write(_FREE[(collected * 16 + (table >> shift & 15)) * 16 + (unseen >> shift & 15)])
    ones = [_ones(mine), _ones(theirs)]
    if other_colour >= 0:
        ones.append(_ones(others))
    return [points, their_points, other_points], ones


def _set_of(cards: list[int], begin: int) -> i64:
    """The cards from this place on, as a set: the bit of each card is 1."""
    found: i64 = 0
    place: i64
    for place in range(begin, len(cards)):
        card: i64 = cards[place]
        found |= i64(_BIT[card])
    return found


def _ones(cards: i64) -> int:
    """How many cards of value 1 are in a set."""
    count: i64 = 0
    kind: i64
    for kind in range(_KINDS):
        count += cards >> VALUES * kind & 1
    return count


def _wanted(recipes: list[int]) -> list[int]:
    """For each ingredient, how many of these recipes collect it."""
    if not recipes:
        return _NONE_WANTED
    wanted = [0] * _KINDS
    for recipe in recipes:
        if RECIPES[recipe].goal != FEWER:
            for kind in RECIPES[recipe].subject:
                wanted[kind] += 1
    return wanted


def _add_seats(
    to: BytesWriter,
    state: KettleState,
    order: list[int],
    points: list[int],
    ones: list[int],
) -> None:
    """Pawn, top card, size of the kettle, points and ones of each seat."""
    most = max(ones)
    alone = ones.count(most) == 1
    for place in range(len(order)):
        seat = order[place]
        kettle = state.kettles[seat]
        score = points[place] + (MOST_ONES if alone and ones[place] == most else 0)
        to.write(_BITS[1 << VALUE[kettle[-1]] - 1])
        to.append(state.pawns[seat])
        to.append(len(kettle))
        to.append(max(0, min(_MOST, ZERO_POINTS + score)))
        to.append(ones[place])
        to.append(_at_corner(_next_space(state, seat)))


def _add_table(to: BytesWriter, state: KettleState, order: list[int]) -> None:
    """What belongs to no seat, and the secret goals of the one that looks."""
    seat = order[0]
    to.append(len(state.pile))
    to.append(state.known)
    to.append(min(_MOST, state.turn))
    to.append(int(state.extra))
    to.append(state.shortest)
    to.append((state.seat - seat) % state.players)
    for steps in range(1, VALUES + 1):
        to.append(_at_corner(landing(state, seat, steps)))
    if not state.recipes[seat]:
        to.write(_NO_GOALS)
        return
    own = [0] * len(RECIPES)
    met = [0] * len(RECIPES)
    held = holdings(state.kettles[seat])
    for recipe in state.recipes[seat]:
        own[recipe] = 1
        points = recipe_points(recipe, seat, held, state.kettles, state.ender)
        met[recipe] = int(points > 0)
    to.write(bytes(own + met))


def _at_corner(space: int) -> int:
    return int(SPACE_LINE[space] == CORNER)


def _next_space(state: KettleState, seat: int) -> int:
    """Where the pawn of a seat would come to now with its top card."""
    return landing(state, seat, VALUE[state.kettles[seat][-1]])


def landing(state: KettleState, seat: int, steps: int) -> int:
    """Where the pawn of a seat would come to now with so many steps."""
    pawns = state.pawns
    space = pawns[seat]
    near = AHEAD[pawns[seat - 1] - space]
    if state.players == 2:
        if near <= steps:
            steps += 1
    else:
        far = AHEAD[pawns[seat - 2] - space]
        if far < near:
            near, far = far, near
        if near <= steps:
            steps += 1
        if far <= steps:
            steps += 1
    return AHEAD[space + steps - SPACES]
