"""Decisions in Kupferkessel Co. that any good player would make."""

import pytest

from referee.games.kupferkessel.rules import KettleState
from tests.bot_decisions.asking import BOTS, decides
from tests.games.kupferkessel_positions import actions, position

pytestmark = pytest.mark.parametrize("bot", BOTS)
AHEAD = ["pumpkin 2 3 4", "roots 3 4 1"]
BEHIND = ["moss 4", "potion 4", "bat 3"]


def test_the_third_card_of_an_ingredient_is_taken(bot: str) -> None:
    state = position(
        [["spider web 1", "pumpkin 3 4", "roots 1"], ["moss 1", "toad slime 3"]],
        pawns=[1, 11],
        grid={
            "b1": "pumpkin 1",
            "b2": "newt eyes 4",
            "b3": "bat 4",
            "b4": "raven feather 4",
            "b5": "bat 2",
            "b6": "raven feather 3",
        },
        pile=["potion 4", "potion 3", "creeper 4", "creeper 3"],
    )

    assert decides(bot, state) == "b1"


def test_a_last_card_that_costs_points_is_laid_aside(bot: str) -> None:
    state = position([AHEAD, ["moss 4"]], pawns=[1, 11], grid={"b3": "whiskers 4"}, bare=True)

    assert decides(bot, state) == "b3-"


def test_a_last_card_that_brings_points_is_kept(bot: str) -> None:
    state = position(
        [["pumpkin 2 3 4", "roots 3"], ["moss 4"]],
        pawns=[1, 11],
        grid={"b3": "pumpkin 1"},
        bare=True,
    )

    assert decides(bot, state) == "b3"


def two_ways(own: list[str], other: list[str]) -> KettleState:
    """b3 is the last card of row 3 and ends the match, b4 does not."""
    return position(
        [own, other],
        pawns=[1, 11],
        grid={
            "b3": "creeper 1",
            "b4": "creeper 3",
            "c4": "moss 2",
            "d4": "bat 1",
            "e4": "bat 2",
            "c2": "moss 3",
            "d2": "moss 1",
            "e2": "spider web 1",
            "c5": "dragon blood 1",
            "d5": "potion 3",
            "e5": "potion 1",
        },
        bare=True,
    )


def test_the_leader_ends_the_match(bot: str) -> None:
    state = two_ways(AHEAD, BEHIND)
    assert actions(state) == ["b3", "b4", "b3-"]

    assert decides(bot, state) in ("b3", "b3-")


def test_who_is_behind_goes_on(bot: str) -> None:
    assert decides(bot, two_ways(BEHIND, AHEAD)) == "b4"


def test_an_explosion_hits_a_good_card(bot: str) -> None:
    state = position(
        [["spider web 1", "potion 1 3"], ["moss 1", "bat 1 3 2 4"]],
        pawns=[1, 11],
        grid={
            "b1": "raven feather 4",
            "b2": "creeper 4",
            "b3": "potion 2",
            "b4": "roots 4",
            "b5": "newt eyes 4",
            "b6": "mushrooms 4",
        },
        pile=["roots 1", "roots 2", "creeper 3"],
    )
    assert {"b3", "b3-"} <= set(actions(state))

    assert decides(bot, state) == "b3"
