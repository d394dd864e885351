"""The environment and the referee play the same match from the same seed and actions."""

import numpy as np
import pytest

from referee.games.chance import Rng
from referee.match.session import Reply, Session
from tests.env.test_env import made
from tests.laws.setups import CASES, Case

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_environment_and_the_referee_play_the_same_match(case: Case) -> None:
    seed, rng = bytes([9]) * 32, Rng(4)
    world, session = made(case, reward="margin"), Session(case.game, case.setup, seed)
    features = case.game.features()
    world.reset(options={"match_seed": seed})
    session.begin()

    while session.due is not None:
        ask = session.due
        seen, _, ended, _, _ = world.last()
        told = session.events.seen_by(ask.seat)
        known = case.game.rebuild(case.setup, ask.seat, ask.observation, told)
        assert not ended
        assert world.agent_selection == f"seat_{ask.seat}"
        assert tuple(np.flatnonzero(seen["action_mask"])) == ask.legal
        assert seen["observation"].tobytes() == features.row(known, ask.seat)
        assert world.steps == ask.step - 1
        keen = [place for place in range(len(ask.legal)) if place not in ask.gives_up]
        chosen = keen[rng.below(len(keen))] if keen else 0
        session.answer(Reply(chosen))
        world.step(ask.legal[chosen])

    outcome = session.outcome
    assert outcome is not None
    assert all(world.terminations.values())
    told_of = [world.infos[agent] for agent in world.possible_agents]
    assert [info["rank"] for info in told_of] == list(outcome.ranks or ())
    assert [info["score"] for info in told_of] == list(outcome.scores or ())
