"""One match at a time, as PettingZoo wants it: agents in turn, each shown what its seat may know.

An agent is asked where the referee would ask its seat, in the same order: a decision without a
choice is carried out. What it is shown are the features of the game, a row of bytes (`split`
gives its arrays by name), and which actions are legal; another agent than the one to act sees what
it knows by now, and no action.
"""

import secrets
import sys
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from arena.env.matches import IllegalAction, Reward, match_seed
from arena.errors import Misuse
from referee.games.chance import Streams
from referee.games.contract import Game, Setup
from referee.games.course import Course
from referee.games.state import State

Seen = dict[str, NDArray[Any]]


class ArenaEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game of the arena. `arena.env.make` makes one."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "arena",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        reward: Reward,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Misuse(f"render_mode is human, ansi or None, not '{render_mode}'")
        self.game: Final = game
        self.setup: Final = setup
        self.features: Final = self.game.features()
        self.blocks: Final = tuple(self.features.blocks(self.setup))
        self.render_mode = render_mode
        self._reward = reward
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        highs = [[place.high for place in block.places] * block.rows for block in self.blocks]
        high = np.concatenate([np.array(each, np.uint8) for each in highs])
        actions = self.game.num_actions
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(high), high, dtype=np.uint8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._seed = secrets.randbits(64)
        self._number = 0

    def observation_space(self, agent: str) -> Dict:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do; the mask tells what of it is legal."""
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The whole position, with what no seat may know: for teachers and tests."""
        return self._course.state

    @property
    def steps(self) -> int:
        """How many decisions were carried out, those without a choice as well."""
        return self._course.steps

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal the first match of `seed`, or without one the next match of the last seed.

        ``options={"match_seed": ...}`` deals a match of the arena again from its 32 bytes.
        """
        if seed is not None:
            self._seed, self._number = seed, 0
        chosen = (options or {}).get("match_seed")
        while True:
            bits = match_seed(self._seed, self._number) if chosen is None else bytes(chosen)
            self._number += 1
            self._course = Course(self.game, self.setup, Streams(bits))
            self._settle()
            if chosen is not None or not self._course.over:
                break
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._course.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._course.state.seat]
        self._draw()

    def observe(self, agent: str) -> Seen:
        """What the seat of this agent knows now."""
        course, seat = self._course, self._seat_of[agent]
        mask = np.zeros(self.game.num_actions, np.int8)
        if course.legal and seat == course.state.seat:
            mask[course.legal] = 1
        row = np.frombuffer(self.features.row(course.state, seat), np.uint8).copy()
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent whose turn it is; IllegalAction if it may not."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        course = self._course
        if action is None or int(action) not in course.legal:
            raise IllegalAction(f"action {action} is not legal for {agent} now: see action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        course.decide(int(action))
        self._settle()
        if course.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[course.state.seat]
        self._accumulate_rewards()
        self._draw()

    def render(self) -> str | None:
        """The table as the seat to act sees it; ``human`` prints it."""
        if self.render_mode is None:
            raise Misuse("nothing is rendered without render_mode='ansi' or 'human'")
        state = self._course.state
        text = self.game.picture(self.setup, state.observe(state.seat)).plain()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return f"arena/{self.game.name}"

    def _settle(self) -> None:
        for _ in self._course.unasked():
            pass  # nobody is asked where there is nothing to choose

    def _end(self) -> None:
        """Tell everybody how the match ended."""
        state = self._course.state
        given, ranks, scores = self._reward.of(state), state.ranks(), state.scores()
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = given[seat]
            self.terminations[agent] = True
            self.infos[agent] = {
                "rank": ranks[seat],
                "score": scores[seat],
                "ending": state.ending,
            }

    def _draw(self) -> None:
        if self.render_mode == "human":
            self.render()
