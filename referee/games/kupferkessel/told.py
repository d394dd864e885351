"""Kupferkessel Co. in named objects: what a bot that reads lines is told."""

from functools import cached_property
from typing import Final

from referee.games.asked import AskedAction, AskedTurn
from referee.games.contract import Game
from referee.games.kupferkessel import cards, events, notation
from referee.games.kupferkessel.named import CARDS, Card, KettleView, Player, recipe
from referee.games.state import Event
from referee.games.told import Named, Told


def _card(card: Card) -> Named:
    return {
        "name": card.name,
        "ingredient": card.ingredient,
        "value": card.value,
        "colour": card.colour,
        "plant": card.plant,
        "symbol": card.symbol,
    }


_CARDS: Final = tuple(map(_card, CARDS))
"""All cards by id; shared, and never changed."""

_SEAT, _CELL, _SPACE, _CARD = "seat", "cell", "space", "card"
_ABOUT: Final = {
    events.GRID_CARD: (_CELL, _CARD),
    events.START_REJECTED: (_SEAT, _CARD),
    events.START_CARD: (_SEAT, _CARD),
    events.RECIPE: (_SEAT, "recipe"),
    events.MOVED: (_SEAT, _SPACE),
    events.CORNER: (_SEAT, _SPACE),
    events.TAKEN: (_SEAT, _CELL, _CARD, "used"),
    events.EXPLODED: (_SEAT, _CARD),
    events.EXPLODED_OUT: (_SEAT, _CARD),
    events.REFILLED: (_CELL, _CARD),
    events.EXTRA_TURN: (_SEAT,),
    events.LAST_KEPT: (_SEAT, _CELL, _CARD),
    events.LAST_ASIDE: (_SEAT, _CELL, _CARD),
    events.TURN_LIMIT: (),
}
"""Which of its columns mean something, by kind of event."""


class KettleTold(Told):
    """A question of Kupferkessel Co."""

    def __init__(self, game: Game, turn: AskedTurn) -> None:
        super().__init__(game, turn)
        self._view = KettleView(turn)

    def table(self) -> Named:
        view = self._view
        return {
            "turn": view.seen.turn,
            "extra_turn": view.seen.extra_turn == 1,
            "pile": view.pile,
            "square": {
                notation.cell_text(cell): _CARDS[card]
                for cell, card in enumerate(view.seen.grid)
                if card != cards.EMPTY
            },
            "players": [_player(player) for player in view.players],
            "recipes": [_recipe(number) for number in view.seen.recipes],
            "unseen": [_CARDS[card.id] for card in view.unseen],
        }

    def action(self, action: int) -> Named:
        view, one = self._view, self._legal[action]
        card, symbol, ends = view.card(one), view.symbol(one), view.ends_match(one)
        return {
            "meaning": _meaning(card, symbol, ends=ends, plain=view.is_plain(one)),
            "cell": view.cell(one),
            "card": _CARDS[card.id],
            "symbol": symbol,
            "ends_match": ends,
            "gain": 0 if ends and not view.is_plain(one) else view.me.gain(card),
        }

    def event(self, event: Event) -> Named:
        kind, seat, place, number, used = event
        named: Named = {}
        for name in _ABOUT[kind]:
            match name:
                case "seat":
                    named[name] = seat
                case "cell":
                    named[name] = notation.cell_text(place)
                case "space":
                    named[name] = place
                case "card":
                    named[name] = _CARDS[number]
                case "recipe":
                    named[name] = _recipe(number)
                case _:
                    named[name] = used == 1
        return named

    @cached_property
    def _legal(self) -> dict[int, AskedAction]:
        return {one.id: one for one in self.turn.legal}


def _player(player: Player) -> Named:
    return {
        "seat": player.seat,
        "colour": player.colour,
        "space": player.space,
        "points": player.points(),
        "kettle": [_CARDS[card.id] for card in player.kettle],
    }


def _recipe(number: int) -> Named:
    told = recipe(number)
    return {
        "key": told.key,
        "points": told.points,
        "meaning": told.meaning,
        "ingredients": list(told.ingredients),
    }


def _meaning(card: Card, symbol: str, *, ends: bool, plain: bool) -> str:
    if ends:
        what = "keep it" if plain else "lay it aside"
        return f"take {card.name}, the last of a line, and {what}; the match ends"
    if symbol:
        return f"take {card.name} and use its {symbol}"
    return f"take {card.name}" if plain else f"take {card.name} without its {card.symbol}"
