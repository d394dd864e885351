"""The table and its events for people."""

from typing import Final

from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.notation import COLUMN_LETTERS, cell_text
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.variant import Variant
from referee.games.picture import Ink, Picture
from referee.games.state import Event

_Line = tuple[Ink, ...]

_WIDTH: Final = 6
"""Columns of a cell."""
_PAWN_LETTERS: Final = "WBT"
_MARKS: Final = (" ", "H", "X")
_CELL_AT: Final = {place: cell for cell, place in enumerate(cards.CELL_PLACES)}
_CORNERS: Final = {(0, 0): 0, (0, 5): 5, (5, 5): 10, (5, 0): 15}
_LEGEND_ENTRIES: Final = 4


def picture(variant: Variant, observation: KettleObservation) -> Picture:
    """The table as one seat sees it."""
    board = _board(variant, observation)
    panel = _panel(variant, observation)
    panel += [()] * (len(board) - len(panel))
    beside = [(*left, Ink("    "), *right) for left, right in zip(board, panel, strict=True)]
    lines = (_headline(variant, observation), (), *beside)
    return Picture(lines, tuple(_legend(variant)))


def _headline(variant: Variant, seen: KettleObservation) -> _Line:
    name = _seat_name(variant, seen.to_act)
    line = cards.SPACE_LINE[seen.pawns[seen.to_act]]
    where = f" at {_line_name(line)}" if line != cards.CORNER else ""
    again = " again (extra turn)" if seen.extra_turn else ""
    return (Ink(f"Turn {seen.turn}: {name}{where}{again}"),)


def _line_name(line: int) -> str:
    if line < cards.SIZE:
        return f"row {line + 1}"
    return f"column {COLUMN_LETTERS[line - cards.SIZE]}"


def _board(variant: Variant, seen: KettleObservation) -> list[_Line]:
    letters = "".join(f"{letter:<{_WIDTH}}" for letter in COLUMN_LETTERS)
    return [
        (Ink(" " * 7 + letters + "   "),),
        _track_row(variant, seen, [1, 2, 3, 4]),
        *[_grid_row(variant, seen, row) for row in range(cards.SIZE)],
        _track_row(variant, seen, [14, 13, 12, 11]),
    ]


def _track_row(variant: Variant, seen: KettleObservation, spaces: list[int]) -> _Line:
    pad = " " * (_WIDTH - 1)
    middle = [ink for space in spaces for ink in (_space(variant, seen, space), Ink(pad))]
    return (Ink(" " * 13), *middle, Ink(" " * (_WIDTH + 3)))


def _space(variant: Variant, seen: KettleObservation, space: int) -> Ink:
    for seat, pawn in enumerate(seen.pawns):
        if pawn == space:
            return Ink(_PAWN_LETTERS[seat], cards.COLOURS[variant.colours[seat]])
    return Ink(".")


def _grid_row(variant: Variant, seen: KettleObservation, row: int) -> _Line:
    line = [Ink(f"{row + 1:>3} ")]
    inner = row not in (0, cards.SIZE - 1)
    line += [_space(variant, seen, 20 - row) if inner else Ink(" "), Ink("  ")]
    for column in range(cards.SIZE):
        if (row, column) in _CORNERS:
            pawn = _space(variant, seen, _CORNERS[row, column])
            line += [Ink("["), Ink(pawn.text.replace(".", " "), pawn.colour), Ink("]   ")]
        else:
            line += _cell(variant, seen.grid[_CELL_AT[row, column]])
    line += [_space(variant, seen, 5 + row) if inner else Ink(" "), Ink("  ")]
    return tuple(line)


def _cell(variant: Variant, card: int) -> list[Ink]:
    if card == cards.EMPTY:
        return [Ink(f"{'--':<{_WIDTH}}")]
    return [_card(variant, card), Ink(" " * (_WIDTH - 4))]


def _card(variant: Variant, card: int) -> Ink:
    """Four columns: ``Ro2H``; a small letter marks a symbol that does not act."""
    ingredient = cards.INGREDIENTS[card // cards.VALUES]
    mark = _MARKS[cards.SYMBOL[card]]
    if variant.symbols[card] == cards.NONE:
        mark = mark.lower()
    return Ink(f"{ingredient.code}{cards.VALUE[card]}{mark}", ingredient.colour)


def _panel(variant: Variant, seen: KettleObservation) -> list[_Line]:
    lines: list[_Line] = [(Ink("kettles     top   cards"),)]
    for seat, (top, size) in enumerate(zip(seen.tops, seen.kettle_sizes, strict=True)):
        colour = cards.COLOURS[variant.colours[seat]]
        name = Ink(f"{_PAWN_LETTERS[seat]} {colour:<10}", colour)
        you = "  (you)" if seat == seen.seat else ""
        lines.append((name, _card(variant, top), Ink(f"  {size:>5}{you}")))
    lines += [(Ink(f"pile {seen.pile:>18}"),)]
    for recipe in seen.recipes:
        card = cards.RECIPES[recipe]
        lines.append((Ink(f"{card.key} ({card.points} points)"),))
    return lines


def _legend(variant: Variant) -> list[_Line]:
    entries = [
        Ink(f"{ingredient.code} {ingredient.key.replace('_', ' '):<16}", ingredient.colour)
        for ingredient in cards.INGREDIENTS
    ]
    rows: list[_Line] = [
        tuple(entries[i : i + _LEGEND_ENTRIES]) for i in range(0, len(entries), _LEGEND_ENTRIES)
    ]
    rows.append((Ink("H Hat: another turn    X Explosion: opponents lose their top card"),))
    if variant.symbols != cards.SYMBOL:
        rows.append((Ink("h x symbols that do not act in this variant"),))
    return rows


def _seat_name(variant: Variant, seat: int) -> str:
    return cards.COLOURS[variant.colours[seat]].capitalize()


_EVENT_TEXTS: Final = {
    events.GRID_CARD: "{card} lies at {place}.",
    events.START_REJECTED: "{name} draws {card}: a player's colour, it goes under the pile.",
    events.START_CARD: "{name} starts with {card}.",
    events.RECIPE: "{name} has {card}.",
    events.MOVED: "{name} comes to {place}.",
    events.CORNER: "{name} comes to a corner and takes nothing.",
    events.TAKEN: "{name} takes {card} from {place}{deed}.",
    events.EXPLODED: "{name} loses {card}: it goes under the pile.",
    events.EXPLODED_OUT: "{name} loses {card}: it is out of the match.",
    events.REFILLED: "{card} fills {place}.",
    events.EXTRA_TURN: "{name} has another turn.",
    events.LAST_KEPT: "{name} takes {card} from {place}, the last of a line, and keeps it.",
    events.LAST_ASIDE: "{name} takes {card} from {place}, the last of a line, and lays it aside.",
    events.TURN_LIMIT: "The last turn allowed is over.",
}


def event_text(variant: Variant, event: Event) -> str:
    """An event in a sentence."""
    kind, seat, place, card, used = event
    return _EVENT_TEXTS[kind].format(
        name=_seat_name(variant, seat),
        place=_line_name(cards.SPACE_LINE[place]) if kind == events.MOVED else cell_text(place),
        card=_recipe_text(card) if kind == events.RECIPE else _named(card),
        deed=" and uses it" if used else "",
    )


def _recipe_text(recipe: int) -> str:
    key, points, _, _, _, meaning = cards.RECIPES[recipe]
    return f"{key} ({points} points): {meaning}"


def _named(card: int) -> str:
    symbol = cards.SYMBOL_NAMES[cards.SYMBOL[card]]
    return f"{cards.card_name(card)} ({symbol})" if symbol else cards.card_name(card)
