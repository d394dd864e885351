"""What a learner is shown, as bytes. Each byte is explained in `features`.

Whatever does not change from match to match is a table of bytes here, so that a row is little
more than putting pieces together.
"""

from typing import Final

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
_SIZES: Final[list[bytes]] = [
    bytes([row, column, against])
    for against in range(3)
    for row in range(SIZE + 1)
    for column in range(SIZE + 1)
]
_NEAR: Final[list[list[bytes]]] = [
    [
        bytes([number >> bit & 1 for bit in range(bits)]) + size
        for number in range(1 << bits)
        for size in _SIZES
    ]
    for bits in (6, 7)
]
"""By players: which pawns come to a cell (the own one with 1 to 4 steps, now, and the others'),
how many cards its lines hold, and how many own recipes want few cards like the one in it."""
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
    pieces: list[bytes] = []
    for state in states:
        if not isinstance(state, KettleState):
            raise TypeError("this is no state of Kupferkessel Co.")
        _add_row(pieces, state, state.seat)
    return b"".join(pieces)


def row(state: KettleState, seat: int) -> bytes:
    """All that `seat` knows."""
    pieces: list[bytes] = []
    _add_row(pieces, state, seat)
    return b"".join(pieces)


def _add_row(pieces: list[bytes], state: KettleState, seat: int) -> None:
    players = state.players
    order = [seat, (seat + 1) % players]
    if players > 2:
        order.append((seat + 2) % players)
    _add_cells(pieces, state, order)
    points, ones = _add_ingredients(pieces, state, order)
    _add_seats(pieces, state, order, points, ones)
    _add_table(pieces, state, order)


def _add_cells(pieces: list[bytes], state: KettleState, order: list[int]) -> None:
    """What lies in each cell, and who gets there next."""
    near = _pawns_near(state, order)
    nears = _NEAR[len(order) - 2]
    sizes = state.line_sizes
    symbols = state.variant.symbols
    recipes = state.recipes[order[0]]
    fewer = [RECIPES[each].subject for each in recipes if RECIPES[each].goal == FEWER]
    cell: i64
    for cell in range(CELLS):
        card: i64 = state.cells[cell]
        against: i64 = 0
        if card == EMPTY:
            pieces.append(_NO_CARD)
        else:
            symbol: i64 = symbols[card]
            pieces.append(_CARD[3 * card + symbol])
            if fewer:
                for subject in fewer:
                    against += i64(subject[card])
        number: i64 = near[cell]
        across: i64 = sizes[_ROW_OF[cell]]
        down: i64 = sizes[_COLUMN_OF[cell]]
        pieces.append(nears[number * 147 + against * 49 + across * 7 + down])


def _pawns_near(state: KettleState, order: list[int]) -> list[int]:
    """For each cell a bit for each pawn that comes to its line: see `_NEAR`."""
    seat = order[0]
    spaces = [landing(state, seat, steps) for steps in range(1, VALUES + 1)]
    spaces.append(state.pawns[seat])
    spaces += [landing(state, each, VALUE[state.kettles[each][-1]]) for each in order[1:]]
    near = [0] * CELLS
    bit: i64 = 1
    for space in spaces:
        cell: i64
        for cell in FACED[space]:
            so_far: i64 = near[cell]
            near[cell] = so_far | bit
        bit *= 2
    return near


def _add_ingredients(
    pieces: list[bytes], state: KettleState, order: list[int]
) -> tuple[list[int], list[int]]:
    """Who holds what of each ingredient, what is open, what may come; points and ones so far."""
    colours = state.variant.colours
    mine, theirs = holdings(state.kettles[order[0]]), holdings(state.kettles[order[1]])
    my_colour, their_colour = colours[order[0]], colours[order[1]]
    third: list[int] = []
    if len(order) > 2:
        third = holdings(state.kettles[order[2]])
    table = holdings([card for card in state.cells if card != EMPTY])
    unseen = holdings(state.pile[state.known :])
    wanted = _wanted(state.recipes[order[0]])
    points = [0] * len(order)
    ones = [0] * len(order)
    kind: i64
    for kind in range(_KINDS):
        colour = _COLOUR_OF[kind]
        one: i64 = mine[kind]
        two: i64 = theirs[kind]
        if colour == my_colour:
            one += 16
        elif colour == their_colour:
            two += 16
        pieces.append(_HELD_BY_TWO[one * 32 + two])
        points[0] += _WORTH[one]
        points[1] += _WORTH[two]
        ones[0] += int(one & 1)
        ones[1] += int(two & 1)
        if third:
            three: i64 = third[kind]
            if colour == colours[order[2]]:
                three += 16
            pieces.append(_HELD[three])
            points[2] += _WORTH[three]
            ones[2] += int(three & 1)
        here: i64 = table[kind]
        hidden: i64 = unseen[kind]
        collected: i64 = wanted[kind]
        pieces.append(_FREE[(collected * 16 + here) * 16 + hidden])
    return points, ones


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
    pieces: list[bytes],
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
        top = VALUE[kettle[-1]]
        score = points[place] + (MOST_ONES if alone and ones[place] == most else 0)
        told = [
            state.pawns[seat],
            len(kettle),
            max(0, min(_MOST, ZERO_POINTS + score)),
            ones[place],
            int(SPACE_LINE[landing(state, seat, top)] == CORNER),
        ]
        pieces.append(_BITS[1 << top - 1])
        pieces.append(bytes(told))


def _add_table(pieces: list[bytes], state: KettleState, order: list[int]) -> None:
    """What belongs to no seat, and the secret goals of the one that looks."""
    seat = order[0]
    corners = [
        int(SPACE_LINE[landing(state, seat, steps)] == CORNER) for steps in range(1, VALUES + 1)
    ]
    pieces.append(
        bytes(
            [
                len(state.pile),
                state.known,
                min(_MOST, state.turn),
                int(state.extra),
                state.shortest,
                (state.seat - seat) % state.players,
                *corners,
            ]
        )
    )
    if not state.recipes[seat]:
        pieces.append(_NO_GOALS)
        return
    own = [0] * len(RECIPES)
    met = [0] * len(RECIPES)
    held = holdings(state.kettles[seat])
    for recipe in state.recipes[seat]:
        own[recipe] = 1
        points = recipe_points(recipe, seat, held, state.kettles, state.ender)
        met[recipe] = int(points > 0)
    pieces.append(bytes(own + met))


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
