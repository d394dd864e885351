"""The table and its events for people: as one seat sees it, and whole for those who watch."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.notation import COLUMN_LETTERS, cell_text
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.rules import NOBODY, KettleState
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
_TITLE: Final = 11
_CARDS_IN_LINE: Final = 13
_RECIPES_IN_LINE: Final = 3


def picture(variant: Variant, observation: KettleObservation) -> Picture:
    """The table as one seat sees it."""
    board = _board(variant, observation)
    panel = _panel(variant, observation)
    panel += [()] * (len(board) - len(panel))
    beside = [(*left, Ink("    "), *right) for left, right in zip(board, panel, strict=True)]
    lines = (_headline(variant, observation), (), *beside)
    return Picture(lines, tuple(_legend(variant)))


def table(state: KettleState) -> Picture:
    """The whole table, with what lies covered: for people who watch."""
    variant = state.variant
    seen = dataclasses.replace(state.observe(state.seat), seat=NOBODY, recipes=())
    shown = picture(variant, seen)
    lines = [*shown.lines, ()]
    for seat, kettle in enumerate(state.kettles):
        lines += _cards(variant, f"{_PAWN_LETTERS[seat]} kettle", kettle)
    lines += _cards(variant, "pile", state.pile[::-1])
    lines += _cards(variant, "out", state.out)
    for seat, recipes in enumerate(state.recipes):
        lines += _recipes(f"{_PAWN_LETTERS[seat]} recipes", recipes)
    lines += _recipes("undealt", state.recipes_left)
    meaning = "kettles from the bottom up, the pile from the next card down"
    return Picture(tuple(lines), (*shown.legend, (Ink(meaning),)))


def _cards(variant: Variant, title: str, shown: Sequence[int]) -> list[_Line]:
    """Cards after a title, in as many lines as they need; none without cards."""
    lines: list[_Line] = []
    for begin in range(0, len(shown), _CARDS_IN_LINE):
        inks = [Ink(f"{'' if begin else title:<{_TITLE}}")]
        for card in shown[begin : begin + _CARDS_IN_LINE]:
            inks += [_card(variant, card), Ink(" ")]
        lines.append(tuple(inks))
    return lines


def _recipes(title: str, shown: Sequence[int]) -> list[_Line]:
    """The same for recipes."""
    lines: list[_Line] = []
    for begin in range(0, len(shown), _RECIPES_IN_LINE):
        some = shown[begin : begin + _RECIPES_IN_LINE]
        keys = "  ".join(f"{_recipe_short(recipe):<21}" for recipe in some)
        lines.append((Ink(f"{'' if begin else title:<{_TITLE}}{keys}"),))
    return lines


def _recipe_short(recipe: int) -> str:
    card = cards.RECIPES[recipe]
    return f"{card.key} ({card.points} points)"


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
        lines.append((Ink(_recipe_short(recipe)),))
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
    return f"{_recipe_short(recipe)}: {cards.RECIPES[recipe].meaning}"


def _named(card: int) -> str:
    symbol = cards.SYMBOL_NAMES[cards.SYMBOL[card]]
    return f"{cards.card_name(card)} ({symbol})" if symbol else cards.card_name(card)
