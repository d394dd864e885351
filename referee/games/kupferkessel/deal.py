"""How a match begins.

The stream ``deal`` shuffles the 56 cards: the first 32 go into the cells in reading order, the
others are the pile, next card first. Then the seats draw their start cards. The stream
``recipes`` shuffles the recipes of the variant: seat 0 gets the first ones, and so on.
"""

import itertools

from referee.games.chance import Chance
from referee.games.contract import Setup
from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.rules import KettleState, full_lines, new_state
from referee.games.kupferkessel.variant import Variant, make_variant
from referee.games.state import EVERYONE, Event, Journal


def variant_of(setup: Setup) -> Variant:
    """The tables of the variant that is played."""
    options = setup.options
    return make_variant(
        options.get("third_colour", ""),
        recipes=options["recipes"] == "on",
        outer_lines_end=options["outer_lines_end"] == "on",
        third_colour_symbols=options.get("third_colour_symbols", "on") == "on",
    )


def deal(setup: Setup, chance: Chance, journal: Journal | None) -> KettleState:
    """The first decision of a match."""
    state, draws = _lay_out(variant_of(setup), chance)
    _deal_recipes(state, chance)
    if journal is not None:
        state.journal = journal
        _announce_deal(state, draws, journal)
    state.begin()
    return state


def rejected_start_cards(state: KettleState) -> list[int]:
    """The cards drawn for a start and refused, in the order of drawing, from a fresh deal."""
    return state.pile[: state.known][::-1]


def _lay_out(variant: Variant, chance: Chance) -> tuple[KettleState, list[Event]]:
    """The square and the kettles, dealt anew while the pile lacks start cards."""
    for round_ in itertools.count(1):
        stream = "deal" if round_ == 1 else f"deal {round_}"
        order = chance.shuffled(stream, list(range(cards.CARDS)))
        state = new_state(
            variant,
            cells=order[: cards.CELLS],
            line_sizes=full_lines(),
            pile=order[cards.CELLS :][::-1],
            kettles=[[] for _ in variant.colours],
            pawns=list(cards.START_SPACES[: len(variant.colours)]),
        )
        draws: list[Event] = []
        if all(_draw_start(state, seat, draws) for seat in range(state.players)):
            return state, draws
    raise AssertionError("counting never ends")


def _draw_start(state: KettleState, seat: int, draws: list[Event]) -> bool:
    """Draw until a card has no player's colour; False if the pile holds none."""
    colours = state.variant.colours
    if all(cards.COLOUR[card] in colours for card in state.pile):
        return False
    card = state.pile.pop()
    while cards.COLOUR[card] in colours:
        state.pile.insert(0, card)
        state.known += 1
        draws.append((events.START_REJECTED, seat, 0, card, 0))
        card = state.pile.pop()
    state.kettles[seat].append(card)
    draws.append((events.START_CARD, seat, 0, card, 0))
    return True


def _deal_recipes(state: KettleState, chance: Chance) -> None:
    recipes, hand = state.variant.recipes, state.variant.hand
    order = chance.shuffled("recipes", recipes) if recipes else []
    state.deal_recipes(0, order[:hand], order[hand:])


def _announce_deal(state: KettleState, draws: list[Event], journal: Journal) -> None:
    for cell, card in enumerate(state.cells):
        journal.add(EVERYONE, (events.GRID_CARD, 0, cell, card, 0))
    for draw in draws:
        journal.add(EVERYONE, draw)
    for seat, recipes in enumerate(state.recipes):
        for recipe in recipes:
            journal.add(1 << seat, (events.RECIPE, seat, 0, recipe, 0))
