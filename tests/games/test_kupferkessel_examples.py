"""The worked examples of the rules, by their number.

Those about the deal and about points have files of their own; a missing number is noticed.
"""

import re
from pathlib import Path

import pytest

from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.rules import MAX_TURNS, KettleState
from referee.games.state import Journal
from tests.games.kupferkessel_positions import (
    actions,
    begin_turn,
    card,
    cards_of,
    play,
    points,
    position,
)


def sparse_square(**grid: str) -> dict[str, str]:
    """A sparse square in which only the fifth row is near its end: it holds what is given."""
    above = {"b2": "bat 1", "c2": "moss 3", "e2": "bat 4", "b3": "moss 1"}
    below = {"c3": "bat 2", "d3": "moss 4", "d4": "bat 3", "e4": "whiskers 1"}
    return above | below | grid


def test_k02_a_pawn_in_the_way_is_jumped_and_not_counted() -> None:
    state = position([["roots 1"], ["pumpkin 4"]], pawns=[13, 11], seat=1, pile=["roots 3"])

    begin_turn(state)

    assert state.pawns[1] == 16
    assert actions(state)[:6] == ["a5", "b5", "c5", "d5", "e5", "f5"]

    play(state, "c5")

    assert state.kettles[1][0] == card("pumpkin 4")
    assert len(state.kettles[1]) == 2


def test_k09_a_hat_in_the_extra_turn_gives_no_third_one() -> None:
    state = position(
        [["roots 1"], ["moss 1"]],
        pawns=[1, 11],
        grid={"b2": "roots 2", "d3": "mushrooms 2"},
        pile=["bat 1", "bat 2", "bat 3"],
    )

    play(state, "b2")

    assert (state.seat, state.extra, state.pawns[0]) == (0, True, 3)
    assert "d3" in actions(state)
    assert "d3-" not in actions(state)

    play(state, "d3")

    assert (state.seat, state.extra, state.turn) == (1, False, 3)


def test_k09_a_declined_hat_gives_no_extra_turn() -> None:
    state = position(
        [["roots 1"], ["moss 1"]], pawns=[1, 11], grid={"b2": "roots 2"}, pile=["bat 1"]
    )

    play(state, "b2-")

    assert (state.seat, state.extra) == (1, False)


def test_k10_an_explosion_does_nothing_to_a_kettle_of_one_card() -> None:
    state = position(
        [["roots 1"], ["moss 1"]], pawns=[1, 11], grid={"b2": "pumpkin 2"}, pile=["bat 1"]
    )

    assert "b2-" not in actions(state)

    play(state, "b2")

    assert state.kettles[1] == cards_of("moss 1")
    assert state.pile == []


def test_k10_an_explosion_sends_the_top_card_to_the_bottom_of_the_pile() -> None:
    state = position(
        [["roots 1"], ["moss 1 3"]],
        pawns=[1, 11],
        grid={"b2": "pumpkin 2"},
        pile=["bat 1", "bat 2"],
    )

    play(state, "b2")

    assert state.kettles[1] == cards_of("moss 1")
    assert state.pile == cards_of("moss 3", "bat 2")
    assert state.known == 1


def test_k10_an_explosion_with_an_empty_pile_puts_the_card_out_of_the_game() -> None:
    state = position([["roots 1"], ["moss 1 3"]], pawns=[1, 11], grid={"b2": "pumpkin 2"})

    play(state, "b2")

    assert state.kettles[1] == cards_of("moss 1")
    assert state.pile == []
    assert card("moss 3") in state.out


def test_k10_a_declined_explosion_takes_nothing() -> None:
    state = position([["roots 1"], ["moss 1 3"]], pawns=[1, 11], grid={"b2": "pumpkin 2"})

    play(state, "b2-")

    assert state.kettles[1] == cards_of("moss 1 3")


def test_k11_with_three_players_an_explosion_spares_a_kettle_of_one_card_alone() -> None:
    state = position(
        [["roots 1"], ["moss 1"], ["bat 1 2 3"]],
        pawns=[1, 11, 6],
        grid={"b2": "pumpkin 2"},
        pile=["bat 4"],
    )

    play(state, "b2")

    assert state.kettles[1] == cards_of("moss 1")
    assert state.kettles[2] == cards_of("bat 1 2")


def test_k12_a_turn_that_ends_on_a_corner_takes_nothing() -> None:
    journal = Journal()
    state = position([["roots 1"], ["bat 4"]], pawns=[12, 10], seat=1, pile=["moss 1"])
    grid = list(state.cells)
    state.journal = journal

    begin_turn(state)

    assert state.pawns[1] == 15
    assert state.kettles[1] == cards_of("bat 4")
    assert (state.cells, state.pile) == (grid, cards_of("moss 1"))
    assert (state.seat, state.turn) == (0, 3)
    assert journal.seen_by(0)[0] == (events.CORNER, 1, 15, 0, 0)


def test_k13_without_a_pawn_in_between_it_comes_to_a_column() -> None:
    state = position([["roots 1"], ["bat 4"]], pawns=[1, 10], seat=1, pile=["moss 1"])

    begin_turn(state)

    assert state.pawns[1] == 14
    assert {text[0] for text in actions(state)} == {"b"}


@pytest.mark.parametrize("choice", ["b5", "b5-"])
def test_k14_the_last_card_of_the_faced_line_ends_the_match(choice: str) -> None:
    state = position(
        [["roots 1"], ["roots 3 4"]],
        pawns=[9, 11],
        grid=sparse_square(b5="pumpkin 2"),
        bare=True,
        recipes=[["R-last"], ["R-last"]],
    )

    assert actions(state) == ["b5", "b5-"]

    play(state, choice)

    assert (state.over, state.ending) == (True, "last_card")
    assert state.kettles[1] == cards_of("roots 3 4")
    assert (card("pumpkin 2") in state.kettles[0]) == (choice == "b5")
    assert (card("pumpkin 2") in state.out) == (choice == "b5-")
    assert points(state, 0)["R-last"] == 10
    assert points(state, 1)["R-last"] == 0


def test_k15_the_last_card_of_the_crossing_inner_line_ends_the_match_too() -> None:
    grid = sparse_square(b5="whiskers 3", d5="roots 2")
    del grid["d3"], grid["d4"]
    state = position([["roots 1"], ["roots 3"]], pawns=[9, 11], grid=grid, bare=True)

    assert actions(state) == ["b5", "d5", "d5-"]

    play(state, "d5")

    assert (state.over, state.ending) == (True, "last_card")


@pytest.mark.parametrize("flag", ["off", "on"])
def test_k16_the_last_card_of_an_outer_line_ends_the_match_only_by_option(flag: str) -> None:
    grid = sparse_square(f5="roots 2", b5="whiskers 3")
    state = position(
        [["roots 1"], ["roots 3"]], pawns=[9, 11], grid=grid, bare=True, outer_lines_end=flag
    )
    state.extra = True  # so that the Hat itself offers nothing

    assert ("f5-" in actions(state)) == (flag == "on")

    play(state, "f5")

    assert state.over == (flag == "on")


def test_k22_an_exploded_card_goes_under_the_last_card_of_the_pile() -> None:
    state = position(
        [["roots 1"], ["moss 1 3"]], pawns=[1, 11], grid={"b2": "pumpkin 2"}, pile=["bat 1"]
    )

    play(state, "b2")

    assert state.cells[5] == card("bat 1")
    assert state.pile == cards_of("moss 3")
    assert state.known == 1


@pytest.mark.parametrize(
    ("spaces", "row", "column"),
    [((1, 14), None, 1), ((6, 19), 1, None), ((4, 11), None, 4), ((9, 16), 4, None)],
)
def test_k23_two_spaces_face_each_line(
    spaces: tuple[int, int], row: int | None, column: int | None
) -> None:
    for space in spaces:
        places = [cards.CELL_PLACES[cell] for cell in cards.FACED[space]]

        assert len(places) == 6
        assert row is None or {place[0] for place in places} == {row}
        assert column is None or {place[1] for place in places} == {column}


def test_k24_an_extra_turn_that_ends_on_a_corner_is_spent() -> None:
    state = position(
        [["roots 1"], ["moss 1"]],
        pawns=[3, 11],
        grid={"d3": "mushrooms 2"},
        pile=["bat 1"],
    )

    play(state, "d3")

    assert state.pawns[0] == 5
    assert (state.seat, state.extra, state.turn) == (1, False, 3)
    assert len(state.kettles[0]) == 2


@pytest.mark.parametrize("pile", [["bat 1", "bat 2"], []])
def test_k25_exploded_cards_go_under_the_pile_in_turn_order(pile: list[str]) -> None:
    state = position(
        [["roots 1"], ["moss 1 3"], ["bat 3 4"]],
        pawns=[1, 11, 6],
        grid={"b2": "pumpkin 2"},
        pile=pile,
    )

    play(state, "b2")

    if pile:
        assert state.pile == cards_of("bat 4", "moss 3", "bat 2")
        assert state.known == 2
    else:
        assert state.pile == []
        assert state.out[-2:] == cards_of("moss 3", "bat 4")


@pytest.mark.parametrize(("choice", "expected"), [("b5-", 10), ("b5", 0)])
def test_k27_a_last_card_laid_aside_counts_for_nothing(choice: str, expected: int) -> None:
    of_white = ["roots", "spider web", "mushrooms", "toad slime"]
    of_black = ["potion", "snake powder", "raven feather", "newt eyes", "dragon blood"]
    white = [*(f"{kind} 1 2 3 4" for kind in of_white), "creeper 1 2 3"]
    black = [f"{kind} 1 2 3 4" for kind in of_black]
    state = position(
        [white, black],
        pawns=[9, 11],
        grid=sparse_square(b5="pumpkin 3"),
        bare=True,
        recipes=[["R-cards"], []],
    )

    assert [len(kettle) for kettle in state.kettles] == [19, 20]

    play(state, choice)

    assert points(state)["R-cards"] == expected


def test_k30_symbols_of_the_third_colour_can_be_switched_off_and_still_count() -> None:
    state = position(
        [["roots 1"], ["moss 1 3"], ["bat 3", "roots 2"]],
        pawns=[1, 11, 6],
        grid={"b2": "creeper 2", "b3": "potion 2"},
        pile=["bat 1"],
        recipes=[[], ["R-hat"], []],
        third_colour_symbols="off",
    )

    assert "b2-" not in actions(state)
    assert "b3-" not in actions(state)
    assert points(state, 1)["R-hat"] == 0  # as few as white

    play(state, "b2")

    assert state.seat == 1
    assert points(state, 1)["R-hat"] == 10  # fewer than both, for creeper 2 is a Hat


def last_turn_but(turn: int) -> KettleState:
    state = position(
        [["roots 1"], ["moss 1 3"]], pawns=[1, 11], grid={"b2": "dragon blood 2"}, pile=["bat 1"]
    )
    state.turn = turn
    return state


def test_the_match_ends_when_the_last_turn_allowed_is_over() -> None:
    journal = Journal()
    state = last_turn_but(MAX_TURNS)
    state.journal = journal

    play(state, "b2")

    assert (state.over, state.ending, state.turn) == (True, "max_turns", MAX_TURNS)
    assert state.ender == -1
    assert journal.seen_by(0)[-1] == (events.TURN_LIMIT, 0, 0, 0, 0)


def test_the_turn_before_the_last_one_is_followed_by_another() -> None:
    state = last_turn_but(MAX_TURNS - 1)

    play(state, "b2")

    assert (state.over, state.turn) == (False, MAX_TURNS)


def test_every_worked_example_from_k01_to_k31_has_a_test() -> None:
    folder = Path(__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_kupfer*.py"))

    numbers = {int(number) for number in re.findall(r"def test_k(\d\d)_", text)}

    assert numbers == set(range(1, 32))
