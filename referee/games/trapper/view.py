"""The table for people, as one seat sees it and whole; events in words are in `words`."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.games.picture import Ink, Picture
from referee.games.trapper import tiles
from referee.games.trapper.cards import hand_of
from referee.games.trapper.notation import COLUMN_LETTERS, cell_text
from referee.games.trapper.observation import TrapperObservation
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.table import NOBODY, NOTHING
from referee.games.trapper.tiles import tile_code
from referee.games.trapper.variant import Variant
from referee.games.trapper.words import card_words, event_text, seat_name

__all__ = ["event_text", "picture", "table"]

_Line = tuple[Ink, ...]

_SCREEN: Final = 80
_WIDTH: Final = 6
"""Columns of a cell."""
_TRAPPER_LETTERS: Final = "GBEV"
_PHASES: Final = (
    "",
    "{name} to play",
    "{name} chooses what joins {tile}",
    "{name} to bid",
    "{name} to pay {price}",
    "{name} to catch a tile",
)


@dataclass(frozen=True)
class _Shown:
    """A table to be drawn: what a seat sees, and what of the rest is drawn as well."""

    variant: Variant
    seen: TrapperObservation
    hands: Mapping[int, Sequence[int]]
    """The hands that are open, by seat."""
    hidden: Mapping[int, int]
    """The tiles that lie face down and are drawn all the same, by cell."""


def picture(variant: Variant, seen: TrapperObservation) -> Picture:
    """The table as one seat sees it."""
    signs = "?? face down"
    lines = _drawn(_Shown(variant, seen, {seen.seat: seen.hand}, {}))
    return Picture(tuple(lines), tuple(_legend(variant, signs)))


def table(state: TrapperState) -> Picture:
    """The whole table, with what lies face down: for people who watch."""
    variant = state.variant
    seen = dataclasses.replace(state.observe(state.seat), seat=NOBODY)
    hands = {seat: hand_of(state, seat) for seat in range(state.players)}
    hidden = {
        cell: tile - tiles.FACE_DOWN
        for cell, tile in enumerate(state.cells)
        if tile >= tiles.FACE_DOWN
    }
    lines = [*_drawn(_Shown(variant, seen, hands, hidden)), ()]
    if state.pile:
        lines.append((Ink("  next    "), *map(_card, reversed(state.pile))))
    lines += [(Ink(text),) for text in _wrapped("removed", _with_water(variant, state.out))]
    signs = "small letters: face down"
    return Picture(tuple(lines), tuple(_legend(variant, signs)))


def _drawn(shown: _Shown) -> list[_Line]:
    variant, seen = shown.variant, shown.seen
    board = _board(shown)
    panel = _panel(variant, seen)
    panel += [()] * (len(board) - len(panel))
    beside = [(*left, Ink("  "), *right) for left, right in zip(board, panel, strict=True)]
    displays = [line for seat in range(len(seen.coins)) for line in _display(shown, seat)]
    return [*_head(variant, seen), (), *beside, (), *displays]


def _card(colour: int) -> Ink:
    return _coloured(_TRAPPER_LETTERS[colour], colour)


def _with_water(variant: Variant, some: Iterable[int]) -> list[str]:
    """Tiles by their codes, each with the side its water is on."""
    sides = [(tile, variant.water[tile]) for tile in some]
    return [tile_code(tile) + (tiles.SIDES[side][0] if side >= 0 else "") for tile, side in sides]


def _head(variant: Variant, seen: TrapperObservation) -> list[_Line]:
    joining = tile_code(seen.joining) if seen.joining >= 0 else ""
    what = _PHASES[seen.phase].format(name=seat_name(seen.to_act), tile=joining, price=seen.price)
    line = [Ink(f"Turn {seen.turn}: {what}")]
    if seen.colour >= 0:
        line += [Ink(", trapper "), _coloured(tiles.COLOURS[seen.colour], seen.colour)]
    if variant.tactical and seen.holder != seen.to_act:
        line.append(Ink(f" (turn of {seat_name(seen.holder)})"))
    if seen.dry_passes:
        line.append(Ink(f", passes without cards: {seen.dry_passes}"))
    lines: list[_Line] = [tuple(line)]
    if seen.price:
        lines.append((Ink(_auction(seen)),))
    return lines


def _auction(seen: TrapperObservation) -> str:
    out = [seat_name(seat) for seat, dropped in enumerate(seen.dropped) if dropped]
    tail = f"; out: {', '.join(out)}" if out else ""
    return f"Auction: {seat_name(seen.bidder)} bids {seen.price}{tail}"


def _board(shown: _Shown) -> list[_Line]:
    letters = "".join(f"{letter:<{_WIDTH}}" for letter in COLUMN_LETTERS)
    rows: list[_Line] = [(Ink("   " + letters),)]
    for row in range(tiles.SIZE):
        line = [Ink(f"{row + 1}  ")]
        for column in range(tiles.SIZE):
            ink = _cell(shown, tiles.SIZE * row + column)
            line += [ink, Ink(" " * (_WIDTH - len(ink.text)))]
        rows.append(tuple(line))
    return rows


def _cell(shown: _Shown, cell: int) -> Ink:
    """A trapper, a tile with the side its water is on, a hidden tile, or nothing."""
    seen = shown.seen
    if cell in seen.trappers:
        trapper = seen.trappers.index(cell)
        return _coloured(f"[{_TRAPPER_LETTERS[trapper]}]", trapper)
    tile = seen.board[cell]
    if cell in shown.hidden:
        return Ink(_with_water(shown.variant, [shown.hidden[cell]])[0].lower(), "grey")
    if tile == tiles.HIDDEN:
        return Ink("??", "grey")
    if tile == tiles.NO_TILE:
        return Ink("--" if cell == seen.target else ".")
    return Ink(_with_water(shown.variant, [tile])[0])


def _panel(variant: Variant, seen: TrapperObservation) -> list[_Line]:
    """Beside the board: where trappers can go, the cards, the bonus tiles nobody has."""
    lines: list[_Line] = [
        _trapper_line(variant, seen, trapper) for trapper in range(tiles.TRAPPERS)
    ]
    lines += [
        (),
        (Ink(f"pile {seen.pile}, discards {sum(seen.discards)}:"),),
        _discards(seen),
    ]
    if variant.bonus:
        species = [str(i + 1) for i, seat in enumerate(seen.species_tiles) if seat < 0]
        canoes = [str(16 + 2 * i) for i, seat in enumerate(seen.canoe_tiles) if seat < 0]
        lines.append((Ink(f"free species {' '.join(species)}"),))
        lines.append((Ink(f"canoe {_highest(canoes)}"),))
    return lines


def _discards(seen: TrapperObservation) -> _Line:
    """Letters instead of words, so that four large numbers fit."""
    inks: list[Ink] = []
    for colour, count in enumerate(seen.discards):
        inks += [_coloured(f"{_TRAPPER_LETTERS[colour]} {count}", colour), Ink("  ")]
    return tuple(inks)


def _highest(numbers: list[str]) -> str:
    """At most so many numbers as fit beside the board, the highest first."""
    most = 6
    shown = numbers[::-1][:most]
    return " ".join(shown) + (" ..." if len(numbers) > most else "")


def _trapper_line(variant: Variant, seen: TrapperObservation, trapper: int) -> _Line:
    cell = seen.trappers[trapper]
    open_cells = [
        beside
        for beside, side in tiles.STEPS[cell]
        if seen.board[beside] >= 0 and variant.water[seen.board[beside]] != side
    ]
    to = " ".join(map(cell_text, open_cells)) or "any open"
    name = tiles.COLOURS[trapper]
    return (
        _coloured(f"{_TRAPPER_LETTERS[trapper]} {name:<6}", trapper),
        Ink(f" {cell_text(cell)}: {to}"),
    )


def _display(shown: _Shown, seat: int) -> list[_Line]:
    """What a seat has: coins, cards, bonus tiles, series, single tiles, scored canoes."""
    variant, seen = shown.variant, shown.seen
    you = " (you)" if seat == seen.seat else ""
    gone = " retired" if seen.retired[seat] else ""
    size = seen.hand_sizes[seat]
    cards = "1 card" if size == 1 else f"{size} cards"
    head = f"{seat_name(seat)}{you}{gone}: {seen.coins[seat]} coins, {cards}"
    first: _Line = (Ink(head),)
    if seat in shown.hands and size:
        first = _cards(head + ": ", shown.hands[seat])
    lines: list[_Line] = [first]
    for title, items in (
        ("series", _series(seen, seat)),
        ("single", _singles(seen, seat)),
        ("scored", [tile_code(tile) for tile in seen.scored if seen.tile_seat[tile] == seat]),
        ("bonus", _bonus(variant, seen, seat)),
    ):
        lines += [(Ink(text),) for text in _wrapped(title, items)]
    return lines


def _series(seen: TrapperObservation, seat: int) -> list[str]:
    result: list[str] = []
    for canoe in tiles.CANOE_TILE:
        load = _load(seen, canoe)
        if seen.tile_seat[canoe] == seat and load and canoe not in seen.scored:
            result.append(f"{tile_code(canoe)}({' '.join(map(tile_code, load))})")
    return result


def _singles(seen: TrapperObservation, seat: int) -> list[str]:
    return [
        tile_code(tile)
        for tile in range(tiles.TILES)
        if seen.tile_seat[tile] == seat
        and seen.tile_canoe[tile] == NOTHING
        and not _load(seen, tile)
    ]


def _load(seen: TrapperObservation, canoe: int) -> list[int]:
    return [tile for tile, with_ in enumerate(seen.tile_canoe) if with_ == canoe]


def _bonus(variant: Variant, seen: TrapperObservation, seat: int) -> list[str]:
    if not variant.bonus:
        return []
    canoes = [f"canoe {16 + 2 * i}" for i, owner in enumerate(seen.canoe_tiles) if owner == seat]
    species = [f"species {i + 1}" for i, who in enumerate(seen.species_tiles) if who == seat]
    return canoes + species


def _wrapped(title: str, items: Iterable[str]) -> list[str]:
    """Items in as many lines as they need; none without items."""
    lines: list[str] = []
    current = ""
    for item in items:
        if current and len(current) + 2 + len(item) > _SCREEN:
            lines.append(current)
            current = ""
        current += f"  {item}" if current else f"  {title if not lines else '':<7} {item}"
    return [*lines, current] if current else lines


def _cards(head: str, counts: Iterable[int]) -> _Line:
    """Cards by colour after some words."""
    inks = [Ink(head)]
    for text, colour in card_words(counts):
        inks += [_coloured(text, colour), Ink(" ")]
    return tuple(inks)


def _coloured(text: str, colour: int) -> Ink:
    return Ink(text, tiles.COLOURS[colour])


def _legend(variant: Variant, hidden: str) -> list[_Line]:
    names = "  ".join(f"{each.code} {each.key}" for each in (*tiles.SPECIES, *tiles.PLANTS))
    signs = f"C canoe for so many   [G] trapper   {hidden}   . no tile"
    lines: list[_Line] = [(Ink(names),), (Ink(signs),)]
    if variant.water != tiles.DRY:
        lines.append((Ink("n e s w the side of the water: nobody enters a tile from there"),))
    return lines
