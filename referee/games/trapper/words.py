"""Events in words."""

from collections.abc import Iterable
from typing import Final

from referee.games.state import Event
from referee.games.trapper import events
from referee.games.trapper.notation import cell_text
from referee.games.trapper.tiles import COLOURS, tile_name, water_side

_TEXTS: Final = {
    events.REVEALED: "{cell} shows {tile}, water {side}.",
    events.DREW: "{name} draws {count}.",
    events.DRAWN: "{name} draws: {cards}.",
    events.RESHUFFLED: "The discards are shuffled: {count} in the pile.",
    events.TURN: "Turn {number}: {name}.",
    events.PAID: "{name} pays {cards} for a tile with {colour}.",
    events.TAKEN: "{name} takes {tile} from {cell} with {colour}.",
    events.JOINED: "{name} lays {tile} with the {canoe}.",
    events.SCORED: "{name} fills the {canoe}: {number} coins.",
    events.CANOE_TILE: "{name} gets canoe tile {number}.",
    events.RETURNED: "{name} returns the {canoe}.",
    events.SPECIES_TILE: "{name} gets species tile {number}.",
    events.PASSED: "{name} passes.",
    events.ENDED: "{name} ends the turn.",
    events.RETIRED: "{name} {retires}, with {cards} in hand.",
    events.OPENED: "{name} opens an auction for {colour}: {number}.",
    events.RAISED: "{name} raises to {number}.",
    events.DROPPED: "{name} drops out.",
    events.OVER: "The match is over: {ending}.",
}
_ENDINGS: Final = {
    "board_empty": "no tile is left",
    "all_retired": "everybody has retired",
    "no_cards": "nobody can play or draw any more",
    "max_turns": "the last turn allowed is over",
}


def seat_name(seat: int) -> str:
    """A seat as people count."""
    return f"Seat {seat + 1}"


def card_words(counts: Iterable[int]) -> list[tuple[str, int]]:
    """The colours that occur, each as ``2 green`` with its number."""
    return [(f"{count} {COLOURS[colour]}", colour) for colour, count in enumerate(counts) if count]


def event_text(event: Event) -> str:
    """An event in a sentence."""
    kind, seat, colour, cell, tile, canoe, number = event[:7]
    words = [text for text, _ in card_words(event[7:])]
    return _TEXTS[kind].format(
        name=seat_name(seat),
        colour=COLOURS[colour],
        cell=cell_text(cell),
        tile=tile_name(tile),
        side=water_side(tile),
        canoe=tile_name(canoe),
        number=number,
        count="1 card" if number == 1 else f"{number} cards",
        cards=", ".join(words) or "no cards",
        retires="can do nothing more and is out" if number else "retires",
        ending=_ENDINGS[events.ENDINGS[number - 1]] if kind == events.OVER else "",
    )
