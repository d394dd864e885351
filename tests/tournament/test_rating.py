"""The time that a rating may take, and the terms of the contest that it is."""

import pytest

from arena.tournament.errors import SpecError
from arena.tournament.rating import Allowance, TimeIsUp
from arena.tournament.yardsticks import rate_terms, yardstick_of


def test_first_nothing_more_is_begun_and_then_nothing_is_waited_for() -> None:
    now = [100.0]
    allowance = Allowance(60.0, lambda: now[0], 100.0)

    assert not allowance.up()
    now[0] = 154.0
    assert allowance.up()
    assert allowance.left_s == 6.0
    now[0] = 159.0
    with pytest.raises(TimeIsUp):
        allowance.up()
    now[0] = 200.0
    assert allowance.left_s == 0.0


def test_the_search_has_a_part_of_its_budget_in_every_game() -> None:
    terms = rate_terms("random", seed=1)

    assert terms.bots[:3] == ("random", "random", "heuristic")
    assert terms.bots[3].startswith("mcts:kupferkessel=100,trapper=10,")
    assert terms.bots[3].endswith(",as=mcts-tenth")
    assert terms.bots[4].startswith("mcts:kupferkessel=333,trapper=33,")
    assert terms.bots[5:] == ("mcts",)
    assert terms.games == ("kupferkessel", "trapper")
    assert terms.rounds is None


def test_each_yardstick_fills_the_table() -> None:
    terms = rate_terms("heuristic", players=4, games=("trapper",), seed=1)

    assert terms.bots[1:7] == ("random",) * 3 + ("heuristic",) * 3
    assert terms.seat_orders == "rotations"
    assert yardstick_of("random#3") == "random"


@pytest.mark.parametrize("players", [5, 7])
def test_a_table_that_no_game_has_is_refused(players: int) -> None:
    with pytest.raises(SpecError, match=f"no game for {players} players"):
        rate_terms("random", players=players, seed=1)
