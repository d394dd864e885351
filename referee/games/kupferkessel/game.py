"""Kupferkessel Co. as a game of the arena."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from referee.games.chance import Chance
from referee.games.contract import Game, Option, Setup
from referee.games.kupferkessel import cards, events, notation, view
from referee.games.kupferkessel.deal import deal, rejected_start_cards, variant_of
from referee.games.kupferkessel.memory import rebuild
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.rules import ALTERNATIVE, MAX_TURNS, NUM_ACTIONS, KettleState
from referee.games.observation import Observation
from referee.games.parts import Messages, Parts
from referee.games.picture import Picture
from referee.games.state import Event, Journal, State


class Kupferkessel(Game):
    """The rule book."""

    name = "kupferkessel"
    title = "Kupferkessel Co."
    rules_version = "1"
    summary = (
        "Pawns walk around a square of ingredient cards, each as far as the card on top of its "
        "own kettle says. Where a pawn stops, its seat takes a card of that line into the kettle, "
        "face up on all earlier ones, and the gap is filled from a pile. Three or four cards of "
        "an ingredient bring points, a single one costs some, and the own colour counts double. "
        "A Hat gives another turn, an Explosion takes the top card from the other kettles. The "
        "match ends when somebody takes the last card of a line."
    )
    players = (2, 3)
    options = (
        Option("recipes", ("off", "on"), "Each seat has secret goals that bring points.", players),
        Option(
            "outer_lines_end",
            ("off", "on"),
            "The last card of an outer row or column of four ends the match, too.",
            players,
        ),
        Option(
            "third_colour",
            ("purple", "brown", "green", "grey"),
            "The colour of the third seat, which counts double for it.",
            (3,),
        ),
        Option(
            "third_colour_symbols",
            ("on", "off"),
            "Whether Hats and Explosions on cards of the third seat's colour act.",
            (3,),
        ),
    )
    num_actions = NUM_ACTIONS
    max_turns = MAX_TURNS
    event_kinds = events.KINDS
    event_columns = events.COLUMNS
    action_columns = ("cell", "choice")
    observation_type: ClassVar[type[Observation]] = KettleObservation
    parts = Parts(
        messages=Messages("referee.v1.kupferkessel_pb2", "Kupferkessel"),
        view="referee.games.kupferkessel.named:KettleView",
        told="referee.games.kupferkessel.told:KettleTold",
        style="referee.games.kupferkessel.style:KettleStyle",
        features="referee.games.kupferkessel.features:KettleFeatures",
        guide="referee.games.kupferkessel.guide:KettleGuide",
        swapper="referee.games.kupferkessel.swapper:KettleSwapper",
        drawing="referee.games.kupferkessel",
    )

    def deal(self, setup: Setup, chance: Chance, journal: Journal | None = None) -> KettleState:
        return deal(setup, chance, journal)

    def rebuild(
        self, setup: Setup, seat: int, observation: Observation, memory: Sequence[Event]
    ) -> KettleState:
        return rebuild(variant_of(setup), seat, _own(observation), memory)

    def components(self, setup: Setup) -> Mapping[str, Sequence[int] | Sequence[str]]:
        variant = variant_of(setup)
        every_card = range(cards.CARDS)
        return {
            "card_ingredient": [card // cards.VALUES for card in every_card],
            "card_value": cards.VALUE,
            "card_symbol": cards.SYMBOL,
            "card_action": variant.symbols,
            "ingredient_key": [ingredient.key for ingredient in cards.INGREDIENTS],
            "ingredient_colour": [ingredient.colour for ingredient in cards.INGREDIENTS],
            "ingredient_plant": [int(ingredient.plant) for ingredient in cards.INGREDIENTS],
            "recipe_key": [recipe.key for recipe in cards.RECIPES],
            "recipe_points": [recipe.points for recipe in cards.RECIPES],
            "recipe_in_deck": [int(i in variant.recipes) for i in range(len(cards.RECIPES))],
            "cell_row": [row for row, _ in cards.CELL_PLACES],
            "cell_column": [column for _, column in cards.CELL_PLACES],
            "space_cells": [
                cell for cells in cards.FACED for cell in cells or [cards.EMPTY] * cards.SIZE
            ],
            "seat_colour": [cards.COLOURS[colour] for colour in variant.colours],
            "seat_start": list(cards.START_SPACES[: setup.players]),
        }

    def action_fields(self, action: int) -> tuple[int, ...]:
        return action % ALTERNATIVE, action // ALTERNATIVE

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def picture(self, setup: Setup, observation: Observation) -> Picture:
        return view.picture(variant_of(setup), _own(observation))

    def table(self, setup: Setup, state: State) -> Picture:
        return view.table(_own_state(state))

    def event_text(self, setup: Setup, event: Event) -> str:
        return view.event_text(variant_of(setup), event)

    def deal_in_words(self, state: State) -> Mapping[str, object]:
        state = _own_state(state)
        name = cards.card_name
        return {
            "grid": {notation.cell_text(i): name(card) for i, card in enumerate(state.cells)},
            "rejected": [name(card) for card in rejected_start_cards(state)],
            "kettles": [name(kettle[0]) for kettle in state.kettles],
            "pile": [name(card) for card in reversed(state.pile)],
            "recipes": [_recipe_keys(hand) for hand in state.recipes],
            "recipes_left": _recipe_keys(state.recipes_left),
        }


GAME: Final = Kupferkessel()


def _own(observation: Observation) -> KettleObservation:
    if not isinstance(observation, KettleObservation):
        raise TypeError(f"{type(observation).__name__} is no observation of Kupferkessel Co.")
    return observation


def _own_state(state: State) -> KettleState:
    if not isinstance(state, KettleState):
        raise TypeError(f"{type(state).__name__} is no state of Kupferkessel Co.")
    return state


def _recipe_keys(recipes: Sequence[int]) -> list[str]:
    return [cards.RECIPES[recipe].key for recipe in recipes]
