"""The worked examples of the rules that are about points, by their number."""

import pytest

from referee.games.kupferkessel import cards
from tests.games.kupferkessel_positions import points, position


def test_k03_the_kettle_of_the_rule_book_is_worth_26() -> None:
    white = ["whiskers 1 2 3 4", "newt eyes 3", "roots 1 2 4", "moss 2 3"]
    state = position([white, ["pumpkin 1", "potion 1", "creeper 1"]])

    earned = points(state)

    assert earned == {"ones": 0, "whiskers": 25, "newt_eyes": -6, "roots": 7, "moss": 0}
    assert state.scores()[0] == 26


def test_k04_a_full_set_brings_15_and_25_in_the_own_colour() -> None:
    state = position([["roots 1 2 3 4", "whiskers 1 2 3 4", "bat 1 2 3 4"], ["moss 1"]])

    earned = points(state)

    assert earned["roots"] == 15
    assert earned["whiskers"] == 25
    assert earned["bat"] == 15


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_k05_a_single_card_costs_its_value_twice_in_the_own_colour(value: int) -> None:
    state = position([[f"roots {value}", f"newt eyes {value}"], ["moss 1"]])

    earned = points(state)

    assert earned["roots"] == -value
    assert earned["newt_eyes"] == -2 * value


def test_k06_most_ones_bring_5_and_a_tie_brings_nobody_anything() -> None:
    three_two = position([["roots 1", "moss 1", "bat 1"], ["potion 1", "creeper 1"]])
    two_two = position([["roots 1", "moss 1"], ["potion 1", "creeper 1"]])

    assert [points(three_two, seat)["ones"] for seat in (0, 1)] == [5, 0]
    assert [points(two_two, seat)["ones"] for seat in (0, 1)] == [0, 0]


@pytest.mark.parametrize(
    ("kettle", "expected"),
    [
        (["roots 1 2 3", "moss 1 2 3", "pumpkin 1 2 3"], 10),
        (["roots 1 2 3 4", "moss 1 2 3 4", "pumpkin 1 2"], 0),
    ],
)
def test_k17_three_plants_need_three_cards_each(kettle: list[str], expected: int) -> None:
    state = position([kettle, ["bat 1"]], recipes=[["R-plants"], []])

    assert points(state)["R-plants"] == expected


@pytest.mark.parametrize(
    ("kettle", "expected"),
    [(["roots 1 2 3", "spider web 2 3 4"], 15), (["roots 1 2 3 4", "spider web 1 2"], 0)],
)
def test_k18_a_colour_needs_three_cards_of_both_ingredients(
    kettle: list[str], expected: int
) -> None:
    state = position([kettle, ["bat 1"]], recipes=[["R-grey"], []])

    assert points(state)["R-grey"] == expected


@pytest.mark.parametrize(
    ("kettle", "expected"), [(["bat 1 2 4"], 5), (["bat 1 2", "raven feather 1 2"], 0)]
)
def test_k19_black_needs_three_cards_of_one_ingredient(kettle: list[str], expected: int) -> None:
    state = position([kettle, ["roots 1"]], recipes=[["R-black"], []])

    assert points(state)["R-black"] == expected


def test_k20_fewer_cards_are_counted_as_cards_and_not_as_kinds() -> None:
    twelve = cards.INGREDIENTS[:12]
    names = [each.key.replace("_", " ") for each in twelve]
    white = [f"{name} 1" for name in names] + [f"{name} 2" for name in names[:8]]
    black = [f"{name} 3 4" for name in names[:7]] + ["creeper 1 2 3 4", "potion 1 2 3"]
    state = position([white, black], bare=True, recipes=[["R-cards"], ["R-cards"]])

    assert [len(kettle) for kettle in state.kettles] == [20, 21]
    assert [len({c // 4 for c in kettle}) for kettle in state.kettles] == [12, 9]
    assert points(state, 0)["R-cards"] == 10
    assert points(state, 1)["R-cards"] == 0


def test_k21_fewer_explosions_means_strictly_fewer_than_every_opponent() -> None:
    both = [["R-explosion"], ["R-explosion"]]
    tie = position([["moss 2", "pumpkin 2"], ["potion 2", "toad slime 2"]], recipes=both)
    fewer = position([["moss 2"], ["potion 2", "toad slime 2"]], recipes=both)
    three = position(
        [["moss 2"], ["pumpkin 2"], ["potion 2", "toad slime 2", "spider web 2"]],
        recipes=[*both, ["R-explosion"]],
    )

    assert [points(tie, seat)["R-explosion"] for seat in range(2)] == [0, 0]
    assert [points(fewer, seat)["R-explosion"] for seat in range(2)] == [10, 0]
    assert [points(three, seat)["R-explosion"] for seat in range(3)] == [0, 0, 0]


def test_k28_the_symbol_of_the_start_card_counts_for_recipes() -> None:
    state = position([["moss 3"], ["roots 2", "moss 1"]], recipes=[["R-hat"], ["R-hat"]])

    assert [points(state, seat)["R-hat"] for seat in (0, 1)] == [10, 0]


def test_k29_equal_points_share_a_place() -> None:
    state = position(
        [
            ["roots 1 2 3 4", "spider web 1 2 3 4"],
            ["mushrooms 1 2 3 4", "toad slime 1 2 3 4"],
            ["moss 1 2 3 4", "pumpkin 3"],
        ]
    )

    assert state.scores() == [30, 30, 12]
    assert state.ranks() == [1, 1, 3]
