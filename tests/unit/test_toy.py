"""The toy is a game like any other: offered by entry point, and under the same laws."""

import pytest

from referee.games.chance import Rng
from referee.games.laws import check_game
from referee.games.registry import UnknownGame, game_names, get_game
from tests.toy.game import Toy


def test_the_toy_keeps_every_law() -> None:
    check_game(Toy())


def test_a_game_of_another_package_is_found_once_it_is_offered(toy_is_offered: None) -> None:
    assert "toy" in game_names()
    assert get_game("toy").title == "Toy"


def test_a_game_nobody_offers_is_unknown_and_the_text_lists_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'toy'; there is kupferkessel"):
        get_game("toy")


def test_who_watches_a_game_that_draws_no_table_sees_what_each_seat_sees() -> None:
    game = Toy()
    state = game.deal(game.setup(2), Rng(1))

    table = game.table(game.setup(2), state).plain().splitlines()

    hands = [f"Hand {' '.join(f'c{card}' for card in sorted(hand))}" for hand in state.hands]
    points = "Points 0 0"
    assert table == ["Seat 1 sees:", hands[0], points, "", "Seat 2 sees:", hands[1], points]
