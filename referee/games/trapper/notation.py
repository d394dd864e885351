"""Actions as text.

- ``green:d3`` takes the tile of d3 with the green trapper for a green card,
  ``green:d3:blue`` for two blue ones;
- ``end``, ``pass``, ``retire``;
- ``exchange:mink+elk`` returns a mink and an elk canoe for species tile 2;
- ``join:MiC2w`` or ``join:Mi3w`` chooses a tile: species, C for a canoe, value, water side;
- ``open:green:3``, ``raise:4``, ``drop``;
- ``pay:green`` pays with green cards alone, ``pay:green:blue2+violet1`` with two pairs of blue
  cards, a pair of violet ones and the rest in green;
- ``catch:d3`` takes a tile that was won.
"""

from collections.abc import Iterator
from typing import Final

from referee.games.trapper import actions
from referee.games.trapper.tiles import (
    CELLS,
    COLOURS,
    SIZE,
    SPECIES,
    TILES,
    TRAPPERS,
    tile_code,
    water_side,
)

COLUMN_LETTERS: Final = "abcdefgh"

TAKE_KIND: Final = 1
END_KIND: Final = 2
PASS_KIND: Final = 3
RETIRE_KIND: Final = 4
EXCHANGE_KIND: Final = 5
JOIN_KIND: Final = 6
OPEN_KIND: Final = 7
RAISE_KIND: Final = 8
DROP_KIND: Final = 9
PAY_KIND: Final = 10
CATCH_KIND: Final = 11
ACTION_KINDS: Final = (
    *("take", "end", "pass", "retire", "exchange", "join"),
    *("open", "raise", "drop", "pay", "catch"),
)
"""What the kinds 1, 2, ... of actions are called."""
COLUMNS: Final = (
    *("kind", "colour", "cell", "tile", "number", "species"),
    *("green", "blue", "beige", "violet"),
)
_CELL_TEXTS: Final = [f"{COLUMN_LETTERS[cell % SIZE]}{cell // SIZE + 1}" for cell in range(CELLS)]
_Fields = tuple[int, ...]
_NO_CARDS: Final = (0,) * TRAPPERS


def cell_text(cell: int) -> str:
    """A cell: column a to h from the west, row 1 to 8 from the north."""
    return _CELL_TEXTS[cell]


def tile_text(tile: int) -> str:
    """A tile by its code and its water side; no two tiles have the same."""
    return f"{tile_code(tile)}{water_side(tile)[0]}"


def _fields(
    kind: int,
    *,
    colour: int = 0,
    cell: int = 0,
    tile: int = 0,
    number: int = 0,
    species: int = 0,
    cards: tuple[int, ...] = _NO_CARDS,
) -> _Fields:
    return (kind, colour, cell, tile, number, species, *cards)


def _takes() -> Iterator[tuple[str, _Fields]]:
    for trapper, name in enumerate(COLOURS):
        for colour, paid in enumerate(COLOURS):
            own = colour == trapper
            cards = [0] * TRAPPERS
            cards[colour] = 1 if own else 2
            for cell in range(CELLS):
                text = f"{name}:{cell_text(cell)}" + ("" if own else f":{paid}")
                yield text, _fields(TAKE_KIND, colour=trapper, cell=cell, cards=tuple(cards))


def _exchanges() -> Iterator[tuple[str, _Fields]]:
    for part in range(1, 1 << len(SPECIES)):
        names = [each.key for bit, each in enumerate(SPECIES) if part >> bit & 1]
        fields = _fields(EXCHANGE_KIND, number=len(names), species=part)
        yield f"exchange:{'+'.join(names)}", fields


def _openings() -> Iterator[tuple[str, _Fields]]:
    for colour, name in enumerate(COLOURS):
        for number in range(1, actions.HIGHEST_BID + 1):
            yield f"open:{name}:{number}", _fields(OPEN_KIND, colour=colour, number=number)


def _payments() -> Iterator[tuple[str, _Fields]]:
    for colour, name in enumerate(COLOURS):
        for mix in range(actions.MIXES):
            pairs = actions.pairs_of(mix, colour)
            words = [f"{COLOURS[each]}{pairs[each]}" for each in range(TRAPPERS) if pairs[each]]
            text = f"pay:{name}" + (f":{'+'.join(words)}" if words else "")
            cards = tuple([2 * count for count in pairs])
            yield text, _fields(PAY_KIND, colour=colour, cards=cards)


def _all_actions() -> Iterator[tuple[str, _Fields]]:
    """The notation and the columns of every action, in the order of ids."""
    yield from _takes()
    yield "end", _fields(END_KIND)
    yield "pass", _fields(PASS_KIND)
    yield "retire", _fields(RETIRE_KIND)
    yield from _exchanges()
    for tile in range(TILES):
        yield f"join:{tile_text(tile)}", _fields(JOIN_KIND, tile=tile)
    yield from _openings()
    for number in range(2, actions.HIGHEST_BID + 1):
        yield f"raise:{number}", _fields(RAISE_KIND, number=number)
    yield "drop", _fields(DROP_KIND)
    yield from _payments()
    for cell in range(CELLS):
        yield f"catch:{cell_text(cell)}", _fields(CATCH_KIND, cell=cell)


_ALL: Final = list(_all_actions())
_TEXTS: Final = [text for text, _ in _ALL]
_IDS: Final = {text: action for action, text in enumerate(_TEXTS)}


def action_text(action: int) -> str:
    """The notation of an action."""
    return _TEXTS[action]


def action_fields(action: int) -> tuple[int, ...]:
    """The values of `COLUMNS` for an action."""
    return _ALL[action][1]


def parse_action(text: str) -> int:
    """The action with this notation; ValueError if there is none."""
    if text not in _IDS:
        raise ValueError(f"'{text}' is no action; actions look like {_TEXTS[0]}, pass or drop")
    return _IDS[text]
