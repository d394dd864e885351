"""What is in the box of Kupferkessel Co., and what the rule book says of it."""

from collections import Counter

import pytest

from referee.games.chance import Rng
from referee.games.kupferkessel import cards
from referee.games.observation import Observation
from referee.games.picture import Ink
from referee.games.state import State
from tests.games.kupferkessel_positions import GAME, card, position


def test_there_are_56_cards_32_cells_and_20_spaces() -> None:
    assert len(cards.INGREDIENTS) * cards.VALUES == cards.CARDS == len(cards.VALUE)
    assert len(cards.CELL_PLACES) == cards.CELLS
    assert len(cards.SPACE_LINE) == cards.SPACES
    assert len({each.code for each in cards.INGREDIENTS}) == len(cards.INGREDIENTS)


def test_every_colour_has_two_ingredients_and_players_have_neither_plants_nor_symbols() -> None:
    colours = Counter(each.colour for each in cards.INGREDIENTS)
    plants = [each.colour for each in cards.INGREDIENTS if each.plant]
    symbols = Counter(cards.SYMBOL)

    assert colours == dict.fromkeys(cards.COLOURS, 2)
    assert sorted(plants) == sorted(set(cards.COLOURS) - {"white", "black"})
    assert (symbols[cards.HAT], symbols[cards.EXPLOSION]) == (5, 5)
    assert {cards.VALUE[i] for i in range(cards.CARDS) if cards.SYMBOL[i]} == {2}
    assert not any(cards.SYMBOL[i] for i in range(cards.CARDS) if cards.COLOUR[i] in (0, 1))


def test_every_cell_is_reached_through_its_inner_lines_only() -> None:
    faced = Counter(cell for cells in cards.FACED for cell in cells)

    for cell, (row, column) in enumerate(cards.CELL_PLACES):
        on_border = row in (0, 5) or column in (0, 5)
        assert faced[cell] == (2 if on_border else 4)


def test_components_have_a_place_for_every_id() -> None:
    columns = GAME.components(GAME.setup(3, {"recipes": "on", "third_colour_symbols": "off"}))

    sizes = {name: len(column) for name, column in columns.items()}
    by_kind = {"card": 56, "ingredient": 14, "recipe": 13, "cell": 32, "space": 120, "seat": 3}
    assert sizes == {name: by_kind[name.partition("_")[0]] for name in columns}
    assert columns["seat_colour"] == ["white", "black", "purple"]
    assert columns["card_symbol"][card("creeper 2")] == cards.HAT
    assert columns["card_action"][card("creeper 2")] == cards.NONE
    assert columns["card_action"][card("roots 2")] == cards.HAT
    assert sum(map(int, columns["recipe_in_deck"])) == 5


def test_the_deal_in_words_names_every_card_and_recipe_once() -> None:
    for seed in range(20):
        words = GAME.deal_in_words(GAME.deal(GAME.setup(3, {"recipes": "on"}), Rng(seed)))
        grid, pile, kettles = words["grid"], words["pile"], words["kettles"]
        recipes, left = words["recipes"], words["recipes_left"]
        rejected = words["rejected"]

        assert isinstance(grid, dict)
        assert isinstance(pile, list)
        assert isinstance(kettles, list)
        assert isinstance(recipes, list)
        assert isinstance(left, list)
        assert isinstance(rejected, list)
        everything = [*grid.values(), *pile, *kettles]
        assert sorted(everything) == sorted(cards.card_name(i) for i in range(cards.CARDS))
        assert len({*left, *(key for hand in recipes for key in hand)}) == 5
        assert rejected == pile[len(pile) - len(rejected) :]


def test_a_symbol_that_does_not_act_is_drawn_small() -> None:
    setup = GAME.setup(3, {"third_colour_symbols": "off"})
    state = position(
        [["roots 2"], ["creeper 2"], ["potion 2"]], pawns=[1, 11, 6], third_colour_symbols="off"
    )

    inks = [ink for line in GAME.picture(setup, state.observe(0)).lines for ink in line]

    assert Ink("Ro2H", "grey") in inks
    assert Ink("Cr2h", "purple") in inks
    assert Ink("Po2x", "purple") in inks


def test_the_headline_tells_line_and_extra_turn() -> None:
    state = position([["roots 1"], ["moss 1"]], pawns=[6, 11])
    state.extra = True

    text = GAME.picture(GAME.setup(2), state.observe(0)).plain()

    assert text.startswith("Turn 1: White at row 2 again (extra turn)")


def test_states_and_observations_of_other_games_are_refused() -> None:
    with pytest.raises(TypeError, match="no observation of Kupferkessel"):
        GAME.picture(GAME.setup(2), Observation(0, 0, 1))
    with pytest.raises(TypeError, match="no state of Kupferkessel"):
        GAME.deal_in_words(State())


def test_who_watches_sees_kettles_pile_and_all_recipes() -> None:
    state = position(
        [["roots 2 3"], ["bat 1"]],
        pile=["moss 4", "potion 1"],
        recipes=[["R-hat"], ["R-cards"]],
    )
    setup = GAME.setup(2, {"recipes": "on"})

    table = GAME.table(setup, state).plain().splitlines()

    assert "W kettle   Ro2H Ro3" in table
    assert "B kettle   Ba1" in table
    assert "pile       Mo4  Po1" in table
    assert "W recipes  R-hat (10 points)" in table
    assert "B recipes  R-cards (10 points)" in table
    assert not any("(you)" in line for line in table)
    assert max(map(len, table)) <= 80
