"""The environments are what PettingZoo takes them for, and play the arena's own matches."""

import contextlib
import io
import itertools
import sys
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from arena import env
from arena.env.aec import ArenaEnv
from arena.env.matches import match_seed
from arena.errors import Misuse
from referee.games.chance import Rng
from tests.laws.setups import CASES, Case

TWO: Final = [("kupferkessel", 2), ("trapper", 3)]
_SAID_OF_EVERY_MASK: Final = ("probably should be gymnasium.spaces", "is not a NumPy array")
"""What PettingZoo warns of wherever observations come with a mask, its own games excepted."""


def made(case: Case, **more: Any) -> ArenaEnv:
    options: dict[str, Any] = {**case.setup.options, **more}
    return env.make(case.game.name, players=case.setup.players, **options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pettingzoo_finds_nothing_wrong_in_any_variant(case: Case) -> None:
    with warnings.catch_warnings(record=True) as found, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(made(case), num_cycles=40)
        seed_test(partial(made, case), num_cycles=20)
        render_test(partial(made, case))

    said = [str(one.message) for one in found]
    assert [one for one in said if not any(usual in one for usual in _SAID_OF_EVERY_MASK)] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_benchmark_of_pettingzoo_runs_on_every_variant(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its five seconds are told by a clock that counts how often it is looked at."""
    looks = itertools.count()
    clock = SimpleNamespace(time=lambda: next(looks) / 40)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    said = io.StringIO()

    with contextlib.redirect_stdout(said):
        performance_benchmark(made(case))

    assert "turns per second" in said.getvalue()
    assert next(looks) > 200


@pytest.mark.parametrize(("game", "players"), TWO)
def test_a_batch_plays_what_single_environments_play(game: str, players: int) -> None:
    many = env.batch(3, game, players=players, seed=4, reward="margin")
    single = [env.make(game, players=players, reward="margin") for _ in range(3)]
    for place, world in enumerate(single):
        world.reset(options={"match_seed": match_seed(4, place, 0)})
    rng = Rng(1)
    buffers = [many.rows, many.mask, many.seats, many.rewards, many.done]
    open_ = {0, 1, 2}

    while open_:
        actions = np.zeros(3, np.int64)
        for place in range(3):
            legal = np.flatnonzero(many.mask[place])
            actions[place] = legal[rng.below(len(legal))]
            if place in open_:
                world = single[place]
                seen = world.observe(world.agent_selection)
                assert world.agent_selection == f"seat_{many.seats[place]}"
                assert (seen["observation"] == many.rows[place]).all()
                assert (seen["action_mask"] == many.mask[place]).all()
                world.step(int(actions[place]))
        many.step(actions)
        for place in list(open_):
            world = single[place]
            assert many.done[place] == all(world.terminations.values())
            assert many.rewards[place].tolist() == list(world.rewards.values())
            if many.done[place]:
                open_.remove(place)

    assert all(a is b for a, b in zip(buffers, [many.rows, many.mask, many.seats, many.rewards,
                                                many.done], strict=True))  # fmt: skip


def test_the_arrays_of_a_batch_are_views_that_keep_their_place() -> None:
    many = env.batch(4, "kupferkessel", seed=1)
    cells = many.observations["cells"]
    before = cells.copy()

    many.step(many.mask.argmax(axis=1))

    assert np.shares_memory(cells, many.rows)
    assert cells is many.observations["cells"]
    assert (cells != before).any()


def test_the_same_seed_and_actions_give_the_same_batch() -> None:
    one, other = (env.batch(8, "trapper", players=4, seed=3) for _ in range(2))
    for _ in range(300):
        actions = one.mask.argmax(axis=1)
        one.step(actions)
        other.step(actions)
        assert (one.rows == other.rows).all()
        assert (one.rewards == other.rewards).all()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    many = env.batch(2, "kupferkessel", seed=1)
    before = many.rows.copy()
    bad = many.mask.argmax(axis=1)
    bad[1] = int(np.flatnonzero(many.mask[1] == 0)[0])

    for wrong in (bad, np.array([-1, 0]), np.array([64, 0])):
        with pytest.raises(env.IllegalAction, match=r"is not legal in match \d: see mask"):
            many.step(wrong)
    with pytest.raises(Misuse, match="step takes 2 actions"):
        many.step(np.array([1]))
    assert (many.rows == before).all()

    world = env.make("kupferkessel")
    world.reset(seed=1)
    with pytest.raises(env.IllegalAction, match="not legal for seat_0 now: see action_mask"):
        world.step(int(np.flatnonzero(world.observe("seat_0")["action_mask"] == 0)[0]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"game": "kuperkessel"}, "did you mean 'kupferkessel'"),
        ({"game": "kupferkessel", "players": 5}, "takes 2 or 3 players, not 5"),
        ({"game": "kupferkessel", "recipe": True}, "no option 'recipe'"),
        ({"game": "kupferkessel", "reward": "points"}, "there is no reward 'points'"),
        ({"game": "kupferkessel", "render_mode": "rgb_array"}, "render_mode is human, ansi"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(words: dict[str, Any], said: str) -> None:
    with pytest.raises(Misuse, match=said):
        env.make(**words)


def test_rewards_tell_place_first_and_lead() -> None:
    class Ended:
        def scores(self) -> list[int]:
            return [10, 4, 10, 0]

        def ranks(self) -> list[int]:
            return [1, 3, 1, 4]

    given = {kind: kind.of(Ended()) for kind in env.Reward}  # type: ignore[arg-type]

    assert given[env.Reward.WIN] == [0.5, 0, 0.5, 0]
    assert given[env.Reward.MARGIN] == pytest.approx([16 / 3, -8 / 3, 16 / 3, -8])
    assert given[env.Reward.RANK] == pytest.approx([2 / 3, -1 / 3, 2 / 3, -1])
    assert sum(given[env.Reward.RANK]) == pytest.approx(0)


def test_without_a_seed_every_reset_is_another_match() -> None:
    world = env.make("kupferkessel")
    rows = []
    for _ in range(3):
        world.reset()
        rows.append(world.observe("seat_0")["observation"].tobytes())
    world.reset(seed=1)
    again = world.observe("seat_0")["observation"].tobytes()
    world.reset(seed=1)

    assert len(set(rows)) == 3
    assert world.observe("seat_0")["observation"].tobytes() == again
