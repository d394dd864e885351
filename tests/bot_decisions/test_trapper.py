"""Decisions in Trapper that any good player would make."""

import pytest

from referee.games.trapper.table import IN_BOX
from tests.bot_decisions.asking import BOTS, decides
from tests.games.trapper_positions import actions, play, position, tile

pytestmark = pytest.mark.parametrize("bot", BOTS)
TRAPPERS = ("a1", "h1", "h8", "a8")


def test_the_animal_that_fills_a_canoe_is_taken(bot: str) -> None:
    state = position(
        "ggg",
        "bbb",
        board={"b1": "bear 4", "a2": "wolf 1", "e5": "elk 1"},
        trappers=TRAPPERS,
        displays=[["bear canoe 3: bear 3, bear 2, herb 5"], []],
    )
    assert "green:b1" in actions(state)

    assert decides(bot, state) == "green:b1"


def test_what_the_other_needs_most_is_taken_away(bot: str) -> None:
    state = position(
        "g",
        "ggg",
        board={"b1": "bear 4", "a2": "wolf 1", "e5": "elk 1"},
        trappers=TRAPPERS,
        displays=[["lynx canoe 1"], ["bear canoe 3: bear 3, bear 3, herb 5, mushroom 5"]],
    )

    assert decides(bot, state) == "green:b1"


def test_one_card_of_the_trappers_colour_is_paid_rather_than_two_others(bot: str) -> None:
    state = position(
        "gbb",
        "vv",
        board={"b1": "bear 4", "a2": "wolf 1", "e5": "elk 1"},
        trappers=TRAPPERS,
        displays=[["bear canoe 1"], []],
    )
    for places in (1, 2, 3):
        state.tile_seat[tile(f"elk canoe {places}")] = IN_BOX  # nobody wants this elk
    assert {"green:b1", "green:b1:blue"} <= set(actions(state))

    # Blue stands alone and can jump there, for one card of his own.
    assert decides(bot, state) in ("green:b1", "blue:b1")


def test_nobody_retires_while_there_are_tiles(bot: str) -> None:
    state = position(
        "b",
        "v",
        board={"b1": "wolf 4", "a2": "wolf 3"},
        trappers=TRAPPERS,
        displays=[[], []],
    )
    assert "retire" in actions(state)

    assert decides(bot, state) != "retire"


def test_an_animal_goes_to_the_canoe_that_it_fills(bot: str) -> None:
    state = position(
        "ggg",
        "bbb",
        board={"b1": "bear 4", "a2": "wolf 1", "e5": "elk 1"},
        trappers=TRAPPERS,
        displays=[["bear canoe 3", "bear canoe 2: bear 3, herb 5, mushroom 5"], []],
    )
    play(state, "green:b1")
    full, empty = "join:BeC2s", "join:BeC3w"
    assert actions(state) == [full, empty]

    assert decides(bot, state) == full


def test_species_are_exchanged_before_it_is_too_late(bot: str) -> None:
    state = position(
        "gg",
        "bb",
        board={},
        trappers=TRAPPERS,
        displays=[["bear canoe 1: bear 2", "elk canoe 1: elk 2", "mink canoe 1: mink 2"], []],
    )
    assert "exchange:mink+elk+bear" in actions(state)

    assert decides(bot, state).startswith("exchange:")


def test_a_bid_is_paid_with_as_few_cards_as_possible(bot: str) -> None:
    state = position(
        "ggbb",
        "vv",
        board={"b1": "bear 4", "a2": "wolf 1", "e5": "elk 1"},
        trappers=TRAPPERS,
        displays=[["bear canoe 1"], []],
        variant="tactical",
    )
    play(state, "open:green:2", "drop")
    assert len(actions(state)) == 2

    assert decides(bot, state) == "pay:green"


def test_nothing_is_bid_for_a_debt(bot: str) -> None:
    state = position(
        "bbbbbbbbbb",
        "gggg",
        board={"b1": "wolf 4"},
        trappers=TRAPPERS,
        displays=[
            ["wolf canoe 1: wolf 1", "wolf canoe 2: wolf 2, wolf 3", "elk canoe 1: elk 1"],
            ["lynx canoe 1: lynx 1"],
        ],
        variant="tactical",
        seat=1,
    )
    state.tile_seat[tile("wolf canoe 3")] = IN_BOX  # nobody can ever load this wolf
    play(state, "open:green:4")
    assert "raise:5" in actions(state)

    assert decides(bot, state) == "drop"
