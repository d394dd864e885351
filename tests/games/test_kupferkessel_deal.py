"""The worked examples of the rules that are about the deal, by their number."""

import pytest

from referee.games.chance import Chance, Rng
from referee.games.contract import SetupError
from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.deal import rejected_start_cards, variant_of
from referee.games.state import Journal
from tests.games.kupferkessel_positions import GAME, card, cards_of


class Stacked(Chance):
    """Chance that deals given cards in front of the pile, the rest as the box has it."""

    def __init__(self, *pile: str) -> None:
        self.streams: list[str] = []
        self._pile = cards_of(*pile)

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        self.streams.append(stream)
        if not stream.startswith("deal"):
            return items
        rest = [item for item in items if item not in self._pile]
        return [*rest[: cards.CELLS], *self._pile, *rest[cards.CELLS :]]


def test_k01_two_players_start_with_a_full_square_and_one_card_each() -> None:
    for seed in range(200):
        state = GAME.deal(GAME.setup(2), Rng(seed))

        everything = [*state.cells, *state.pile, *state.kettles[0], *state.kettles[1]]
        assert len(state.cells) == 32
        assert len(state.pile) == 22
        assert [len(kettle) for kettle in state.kettles] == [1, 1]
        assert sorted(everything) == list(range(56))
        for kettle in state.kettles:
            assert cards.COLOURS[cards.COLOUR[kettle[0]]] not in ("white", "black")


def test_k07_the_recipe_deck_has_13_cards() -> None:
    deck = variant_of(GAME.setup(2, {"recipes": "on"})).recipes
    state = GAME.deal(GAME.setup(2, {"recipes": "on"}), Rng(1))

    worth = sorted(cards.RECIPES[each].points for each in deck)
    assert worth == [5] * 2 + [10] * 6 + [15] * 5
    assert [len(hand) for hand in state.recipes] == [2, 2]
    assert len(state.recipes_left) == 9


def test_k08_three_players_have_a_deck_of_5_recipes_and_one_each() -> None:
    state = GAME.deal(GAME.setup(3, {"recipes": "on"}), Rng(1))

    deck = {*state.recipes_left}.union(*state.recipes)
    keys = {cards.RECIPES[each].key for each in deck}
    assert keys == {"R-last", "R-explosion", "R-hat", "R-cards", "R-fours"}
    assert {cards.RECIPES[each].points for each in deck} == {10}
    assert [len(hand) for hand in state.recipes] == [1, 1, 1]


def test_k26_refused_start_cards_lie_under_the_pile_and_everybody_knows() -> None:
    journal = Journal()
    chance = Stacked("whiskers 1", "bat 3", "roots 2", "moss 1")

    state = GAME.deal(GAME.setup(2), chance, journal)

    assert state.pile[:2] == cards_of("bat 3", "whiskers 1")
    assert state.known == 2
    assert rejected_start_cards(state) == cards_of("whiskers 1", "bat 3")
    assert state.kettles == [cards_of("roots 2"), cards_of("moss 1")]
    assert len(state.pile) == 22
    for seat in (0, 1):
        told = [event for event in journal.seen_by(seat) if event[0] in (2, 3)]
        assert told == [
            (events.START_REJECTED, 0, 0, card("whiskers 1"), 0),
            (events.START_REJECTED, 0, 0, card("bat 3"), 0),
            (events.START_CARD, 0, 0, card("roots 2"), 0),
            (events.START_CARD, 1, 0, card("moss 1"), 0),
        ]


def test_k31_the_third_colour_is_refused_with_two_players() -> None:
    with pytest.raises(SetupError, match="'third_colour' exists with 3 players only"):
        GAME.setup(2, {"third_colour": "brown"})


def test_a_pile_without_start_cards_is_shuffled_again() -> None:
    class FirstDealFails(Stacked):
        def shuffled(self, stream: str, items: list[int]) -> list[int]:
            self.streams.append(stream)
            coloured = [item for item in items if cards.COLOUR[item] in (0, 1, 6)]
            others = [item for item in items if item not in coloured]
            return others + coloured if stream == "deal" else coloured + others

    chance = FirstDealFails()
    journal = Journal()

    state = GAME.deal(GAME.setup(3), chance, journal)

    assert chance.streams == ["deal", "deal 2"]
    assert len(state.pile) == 21
    assert sum(event[0] == events.GRID_CARD for event in journal.seen_by(0)) == cards.CELLS
