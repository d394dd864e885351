"""Kupferkessel Co. with names, from the columns of ids on the wire."""

from dataclasses import dataclass, field
from typing import Any

SYMBOLS = ("", "hat", "explosion")
START_CARD, TAKEN, EXPLODED, EXPLODED_OUT, LAST_KEPT = 3, 7, 8, 9, 12


@dataclass(frozen=True)
class Card:
    """A card; `symbol` is the one that acts in this variant."""

    ingredient: str = ""
    colour: str = ""
    value: int = 0
    symbol: str = ""


NO_CARD = Card()


@dataclass
class KettlePlayer:
    """A seat, with all that ever went into its kettle and is still there."""

    colour: str
    space: int = 0
    kettle: list[Card] = field(default_factory=list)


class KettleTable:
    """The table; it lives as long as the match and forgets nothing."""

    def __init__(self, components: Any, seat: int) -> None:  # noqa: ANN401 - made at build time
        keys, colours = components.ingredient_key, components.ingredient_colour
        self.cards = [
            Card(keys[ingredient], colours[ingredient], value, SYMBOLS[symbol])
            for ingredient, value, symbol in zip(
                components.card_ingredient,
                components.card_value,
                components.card_action,
                strict=True,
            )
        ]
        self.recipe_keys = components.recipe_key
        self.players = [KettlePlayer(colour) for colour in components.seat_colour]
        self.me = self.players[seat]
        self.square: list[Card | None] = []
        """What lies in each cell, row by row; None for a gap."""
        self.recipes: list[str] = []
        self.pile = 0

    def hear(self, position: Any) -> None:  # noqa: ANN401
        """Take in what a request tells."""
        events, seen = position.events, position.observation
        for kind, seat, card in zip(events.kind, events.seat, events.card, strict=True):
            kettle = self.players[seat].kettle
            if kind in (START_CARD, TAKEN, LAST_KEPT):
                kettle.append(self.cards[card])
            elif kind in (EXPLODED, EXPLODED_OUT):
                kettle.pop()
        self.square = [None if card < 0 else self.cards[card] for card in seen.grid]
        self.recipes = [self.recipe_keys[recipe] for recipe in seen.recipes]
        self.pile = seen.pile
        for player, space in zip(self.players, seen.pawns, strict=True):
            player.space = space

    def actions(self, position: Any) -> list[dict[str, Any]]:  # noqa: ANN401
        """What each legal action is."""
        columns = position.actions
        return [
            {"kind": "take", "cell": cell, "card": self.square[cell], "declines": choice == 1}
            for cell, choice in zip(columns.cell, columns.choice, strict=True)
        ]
