"""OpenSpiel's own tests of games run on ours, and its bots take a seat."""

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from absl.testing import parameterized
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, mcts

import arena.env.spiel as ours
from arena.sdk import play_locally
from referee.games.chance import Rng
from tests.laws.setups import CASES

pytestmark = pytest.mark.slow

STRINGS: Final = [
    f"arena_{case.game.name}({','.join(f'{name}={value}' for name, value in words.items())})"
    for case in CASES
    for words in [{"players": case.setup.players, **case.setup.options}]
]
GAMES: Final = pytest.mark.parametrize("text", STRINGS)


@GAMES
def test_random_simulation_finds_nothing_wrong(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=False, verbose=False)


def _checks(text: str) -> dict[str, Callable[[Any], None]]:
    base = api_test.EnforceAPIOnPartialTreeBase
    names = [name for name in dir(base) if name.startswith("test_")]
    return {name: getattr(base, name) for name in names}


@GAMES
def test_the_api_test_of_openspiel_passes(text: str) -> None:
    game = pyspiel.load_game(text)
    case: Any = parameterized.TestCase()
    case.game, case.game_name, case.game_type = game, text, game.get_type()
    case.some_states = _some_states(game)

    checks = _checks(text)
    for check in checks.values():
        check(case)
    assert len(checks) >= 5


def _some_states(game: Any) -> list[Any]:
    """Along one random match: before the deal, now and then, at the end."""
    state, rng, found = game.new_initial_state(), random.Random(3), []
    while not state.is_terminal():
        if len(state.full_history()) % 12 == 0:
            found.append(state.clone())
        if state.is_chance_node():
            actions = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
        state.apply_action(rng.choice(actions))
    return [*found, state]


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_a_playthrough_can_be_played_through_again(name: str) -> None:
    text = f"arena_{name}(deals=3)"
    lines = generate_playthrough.playthrough_lines(text, seed=4)
    again = generate_playthrough.playthrough_lines(text, seed=4)

    assert lines == again
    assert any("returns()" in line.lower() for line in lines)


@GAMES
def test_a_clone_and_its_origin_do_not_change_each_other(text: str) -> None:
    state = pyspiel.load_game(text).new_initial_state()
    state.apply_action(7)
    before = (str(state), state.legal_actions())
    other = state.clone()
    other.apply_action(other.legal_actions()[0])

    assert (str(state), state.legal_actions()) == before
    assert str(other) != str(state)


def test_what_a_player_sees_depends_on_what_it_knows() -> None:
    game = pyspiel.load_game("arena_kupferkessel(recipes=on)")
    state = game.new_initial_state()
    state.apply_action(1)
    row = np.array(state.observation_tensor(0))
    other = game.new_initial_state().at(state.position.determinize(0, Rng(5)))

    assert (np.array(other.observation_tensor(0)) == row).all()
    assert other.observation_string(0) == state.observation_string(0)
    assert "starts with" in state.information_state_string(0)


def test_a_bot_of_openspiel_takes_a_seat_and_beats_chance() -> None:
    def searching(game: Any, seat: int, seed: int) -> Any:
        chance = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        return mcts.MCTSBot(game, 1.0, 20, evaluator, random_state=chance)

    def chance(game: Any, seat: int, seed: int) -> Any:
        return pyspiel.make_uniform_random_bot(seat, seed)

    result = play_locally([ours.seated(searching), ours.seated(chance)], "kupferkessel", seed=2)

    assert result.termination == "normal"
    assert result.ranks[0] == 1
