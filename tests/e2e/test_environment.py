"""A learner's environment plays the very match that the referee played."""

import pytest

from arena import env
from referee.games.registry import get_game
from referee.match.seeds import match_seed
from tests.e2e.command import Arena


@pytest.mark.parametrize(("game", "players"), [("kupferkessel", 2), ("trapper", 3)])
def test_the_environment_and_the_referee_play_identical_matches(
    game: str, players: int, arena: Arena
) -> None:
    bots = ["random", *[f"random:as=twin{seat}" for seat in range(1, players)]]
    arena("match", *bots, "--game", game, "--seed", "11", "--json")
    record = arena("replay", "last", "--json").json
    rules = get_game(game)
    world = env.make(game, players=players, reward="margin")
    world.reset(options={"match_seed": match_seed(11, 1, game, rules.rules_version)})

    asked = 0
    for move in record["moves"]:
        if "chance" in move:
            continue
        action = rules.parse_action(move["action"])
        if move["step"] != world.steps + 1:
            continue  # nobody was asked
        asked += 1
        assert world.agent_selection == f"seat_{move['seat']}"
        assert world.observe(world.agent_selection)["action_mask"][action] == 1
        world.step(action)

    assert asked > 10
    assert all(world.terminations.values())
    scores = [world.infos[agent]["score"] for agent in world.possible_agents]
    assert scores == record["result"]["scores"]
    ranks = [world.infos[agent]["rank"] for agent in world.possible_agents]
    assert ranks == record["result"]["ranks"]
