"""A question in named objects, for those who are told in plain text: what JSON can hold.

A game brings a `Told` of its own, which names cards and cells as its view does; any other is told
in the columns it declares. Either is made from what the seat was told, and from nothing else.
"""

from collections.abc import Sequence
from typing import Any

from referee.games.asked import AskedTurn
from referee.games.contract import Game
from referee.games.parts import load
from referee.games.state import Event

Named = dict[str, Any]
"""An object with names, as JSON holds it."""


class Told:
    """One question: the table, what may be done, and what was announced."""

    def __init__(self, game: Game, turn: AskedTurn) -> None:
        self.game = game
        self.turn = turn

    def table(self) -> Named:
        """What the seat knows of the table; it begins with `turn`, the game's own."""
        columns = self.turn.observation.columns()
        return {
            name: list(column) if isinstance(column, tuple) else column
            for name, column in columns.items()
            if name not in ("seat", "to_act")
        }

    def action(self, action: int) -> Named:
        """What one of the legal actions is; its notation and whether it gives up are added."""
        fields = self.game.action_fields(action)
        return dict(zip(self.game.action_columns, fields, strict=True))

    def event(self, event: Event) -> Named:
        """What an event is about; its kind and its sentence are added."""
        return dict(zip(self.game.event_columns, event[1:], strict=True))

    def actions(self, legal: Sequence[int], gives_up: Sequence[int]) -> list[Named]:
        """Every legal action, in the order in which answers index them."""
        text, leaving = self.game.action_text, set(gives_up)
        return [
            {"text": text(action), "gives_up": index in leaving, **self.action(action)}
            for index, action in enumerate(legal)
        ]

    def news(self, events: Sequence[Event]) -> list[Named]:
        """What was announced, in order."""
        game, setup = self.game, self.turn.match.setup
        return [
            {
                "kind": game.event_kinds[event[0] - 1],
                "text": game.event_text(setup, event),
                **self.event(event),
            }
            for event in events
        ]


def told(game: Game, turn: AskedTurn) -> Told:
    """The question as the game itself tells it, or else in columns."""
    if not game.parts.told:
        return Told(game, turn)
    made = load(game.parts.told)(game, turn)
    if not isinstance(made, Told):
        raise TypeError(f"{game.parts.told} is no Told")
    return made
