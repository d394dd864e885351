"""Worked examples of the rules, by their number: canoes, what is loaded, and what it is worth."""

import pytest

from referee.games.trapper import tiles
from referee.games.trapper.rules import TrapperState
from tests.games.trapper_positions import (
    CELLS,
    actions,
    lies_with,
    owner,
    play,
    points,
    position,
    tile,
    told,
)


def canoe_tiles_of(state: TrapperState, seat: int = 0) -> list[int]:
    return [tiles.CANOE_BONUS[i] for i, who in enumerate(state.canoe_tiles) if who == seat]


def give_canoe_tiles(state: TrapperState, seat: int, *numbers: int) -> None:
    for number in numbers:
        state.canoe_tiles[tiles.CANOE_BONUS.index(number)] = seat


@pytest.mark.parametrize(
    ("taken", "expected"), [((), [26]), ((26,), [24]), ((26, 24), []), ((24,), [26])]
)
def test_t02_a_bear_canoe_closes_with_the_third_bear(
    taken: tuple[int, ...], expected: list[int]
) -> None:
    state = position(
        "g",
        "",
        board={"d3": "bear 2 n", "a1": "elk 1"},
        displays=[["bear canoe 3: bear 4, bear 1, mushroom 5, herb 1"]],
    )
    give_canoe_tiles(state, 1, *taken)

    play(state, "green:d3")

    assert state.coins == [26, 0]
    assert canoe_tiles_of(state) == expected


def test_t03_a_mink_canoe_for_one_closes_with_one_mink() -> None:
    state = position(
        "ggg",
        "",
        board={"d3": "mink 3 n", "d2": "mink 4", "d1": "herb 1"},
        displays=[["mink canoe 1"]],
    )

    play(state, "green:d3")

    assert state.coins == [6, 0]
    assert canoe_tiles_of(state) == []

    play(state, "green:d2", "green:d1")

    assert state.coins == [6, 0]
    assert lies_with(state, "mink 4") == ""
    assert lies_with(state, "herb 1") == ""


def test_t05_four_species_bring_tile_4_and_the_fifth_canoe_stays() -> None:
    state = position(
        "",
        "",
        board={"a1": "wolf 1"},
        displays=[
            [
                "bear canoe 2: bear 1, bear 2",
                "bear canoe 1: bear 3",
                "elk canoe 3: elk 1, elk 2, elk 3",
                "salmon canoe 2: salmon 1, salmon 2",
                "mink canoe 1: mink 1",
            ]
        ],
    )
    offered = [text for text in actions(state) if text.startswith("exchange")]

    assert max(text.count("+") + 1 for text in offered) == 4

    play(state, "exchange:mink+elk+bear+salmon")

    assert state.species_tiles == [-1, -1, -1, 0, -1, -1]
    assert [tiles.tile_name(canoe) for canoe in state.observe(0).scored] == ["bear canoe 2"]
    assert [owner(state, name) for name in ("bear canoe 1", "bear 3", "elk 2")] == [-2, -2, -2]
    assert not [text for text in actions(state) if text.startswith("exchange")]

    play(state, "pass", "pass")

    assert [text for text in actions(state) if text.startswith("exchange")] == ["exchange:bear"]

    state.species_tiles[0] = 1

    assert not [text for text in actions(state) if text.startswith("exchange")]


def test_t06_an_incomplete_series_brings_its_values_once() -> None:
    state = position("", "", displays=[["bear canoe 2: mushroom 3"]])

    assert points(state)["incomplete_series"] == 3
    assert state.scores() == [3, 0]


def test_t07_single_tiles_cost_their_value() -> None:
    state = position("", "", displays=[["mink canoe 3", "bear 3"]])

    assert points(state)["singles"] == -6
    assert state.scores() == [-6, 0]


def test_t08_bears_do_not_fit_a_wolf_canoe() -> None:
    state = position(
        "gg",
        "",
        board={"d3": "bear 2 n", "d2": "bear 3 w", "a1": "elk 1"},
        displays=[["wolf canoe 2"]],
    )

    play(state, "green:d3", "green:d2")

    assert [lies_with(state, name) for name in ("bear 2 n", "bear 3 w")] == ["", ""]
    assert points(state)["singles"] == -2 - 2 - 3


def test_t09_plants_alone_make_a_series_that_is_still_open() -> None:
    state = position(
        "gg",
        "",
        board={"d3": "lynx canoe 1", "d2": "lynx 4 s"},
        displays=[["mushroom 2", "herb 3"]],
    )

    play(state, "green:d3")

    assert [lies_with(state, name) for name in ("mushroom 2", "herb 3")] == ["lynx canoe 1"] * 2
    assert points(state)["incomplete_series"] == 5
    assert state.observe(0).scored == ()

    play(state, "green:d2")

    assert state.coins[0] == 2 * 9


def test_t10_a_canoe_takes_one_mushroom() -> None:
    for displays, expected in (
        (["bear canoe 3: bear 1, bear 2"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: mushroom 4"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: elk 1"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: herb 1"], "elk canoe 1"),
    ):
        state = position(
            "gg",
            "",
            board={"d3": "mushroom 2", "d2": "mushroom 3", "a1": "elk 2"},
            displays=[displays],
        )

        play(state, "green:d3")
        if expected:
            assert actions(state) == ["join:ElC1n", "join:BeC3w"]
            play(state, "join:BeC3w")

        assert lies_with(state, "mushroom 2") == "bear canoe 3"

        play(state, "green:d2")

        assert lies_with(state, "mushroom 3") == expected


def test_t11_bonus_tiles_are_paid_by_rank_of_the_tile() -> None:
    state = position("", "", "")
    give_canoe_tiles(state, 0, 30, 24)
    give_canoe_tiles(state, 1, 26, 18)
    give_canoe_tiles(state, 2, 20, 16)

    assert [points(state, seat)["canoe_tiles"] for seat in range(3)] == [12 + 5, 8 + 2, 3]
    assert [points(state, seat)["species_tiles"] for seat in range(3)] == [0, 0, 0]


def with_bear_4_on_board(load: str, *taken: int) -> TrapperState:
    """A bear canoe for three waits for the bear of 4 that green can reach."""
    state = position(
        "g",
        "",
        board={"d5": "bear 4", "a1": "elk 1"},
        displays=[[f"bear canoe 3: {load}"]],
        trappers=("e5", "a8", "b8", "c8"),
    )
    give_canoe_tiles(state, 1, *taken)
    return state


def test_t15_three_good_bears_and_the_best_herb_bring_30() -> None:
    state = with_bear_4_on_board("bear 3, bear 3, herb 5")

    play(state, "green:d5")

    assert state.coins[0] == 30
    assert canoe_tiles_of(state) == [30]


@pytest.mark.parametrize(("taken", "expected"), [((), [36]), ((36,), [34]), ((36, 34), [])])
def test_t16_a_canoe_above_36_counts_as_36(taken: tuple[int, ...], expected: list[int]) -> None:
    state = with_bear_4_on_board("bear 3, bear 3, mushroom 5, herb 5", *taken)

    play(state, "green:d5")

    assert state.coins[0] == 40
    assert canoe_tiles_of(state) == expected


@pytest.mark.parametrize(("taken", "expected"), [((), [16]), ((16,), [])])
def test_t17_below_tile_16_there_is_none(taken: tuple[int, ...], expected: list[int]) -> None:
    state = with_bear_4_on_board("bear 1, bear 3", *taken)

    play(state, "green:d5")

    assert state.coins[0] == 16
    assert canoe_tiles_of(state) == expected


def test_t20_a_new_canoe_takes_plants_first_and_its_owner_picks_the_animal() -> None:
    state = position(
        "g",
        "",
        board={"d3": "wolf canoe 1", "a1": "elk 1"},
        displays=[["wolf 4", "wolf 2", "mushroom 3"]],
        trappers=("d2", "e4", "e5", "d5"),
    )
    play(state, "green:d3")

    assert lies_with(state, "mushroom 3") == "wolf canoe 1"
    assert actions(state) == ["join:Wo2e", "join:Wo4e"]
    assert state.trappers[0] == CELLS["d2"]

    play(state, "join:Wo4e")

    assert state.coins[0] == 14
    assert lies_with(state, "wolf 2") == ""
    assert state.trappers[0] == CELLS["d3"]


def test_t24_young_trappers_swim_and_win_no_bonus_tiles() -> None:
    board = {"d3": "elk 1", "c4": "bear 4", "a1": "elk 4"}
    canoe = "bear canoe 3: bear 3, bear 3, herb 5"
    state = position("gg", "", board=board, displays=[[canoe]], variant="young")

    assert {"green:d3", "green:c4"} <= set(actions(state))

    play(state, "green:c4")

    assert state.coins[0] == 30
    assert canoe_tiles_of(state) == []
    assert list(points(state)) == ["scored_canoes", "incomplete_series", "singles"]
    assert not [text for text in actions(state) if text.startswith("exchange")]


def test_t26_a_canoe_is_paid_before_the_neighbours_turn_up() -> None:
    rows = {f"{column}{row}": name for (column, row), name in zip(
        [(c, r) for r in (1, 2, 3) for c in "cde"],
        ["mink 1", "mink 2 e", "mink 2 s", "mink 3 w", "elk 4", "mink 4", "bear 1", "lynx 2 w",
         "bear 4"],
        strict=True,
    )}  # fmt: skip
    state = position("g", "", board=rows, displays=[["lynx canoe 1"]])

    assert state.cells[CELLS["d2"]] == tile("elk 4") + tiles.FACE_DOWN

    heard = told(state, "green:d3")

    assert heard == [
        "Seat 1 pays 1 green for a tile with green.",
        "Seat 1 takes lynx 2 from d3 with green.",
        "Seat 1 lays lynx 2 with the lynx canoe 1.",
        "Seat 1 fills the lynx canoe 1: 4 coins.",
        "d2 shows elk 4, water west.",
    ]
