"""Many matches of one game, stepped in one call into arrays that are allocated once."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.env.arrays import split
from arena.env.matches import IllegalAction, Reward, match_seed
from arena.errors import Misuse
from referee.games.advance import advance, asked, settled
from referee.games.chance import Streams
from referee.games.contract import Game, Setup
from referee.games.state import State


class Batch:
    """`n` matches side by side. The arrays keep their places: every step overwrites them.

    A match that ends gives its rewards with this step, and its place goes on with the next deal.
    A decision without a choice is carried out and nobody is asked, as in a match of the arena.
    """

    def __init__(
        self,
        n: int,
        game: Game,
        setup: Setup,
        *,
        reward: Reward,
        seed: int,
    ) -> None:
        if n < 1:
            raise Misuse(f"a batch has at least one match, not {n}")
        self.game: Final = game
        self.setup: Final = setup
        self.features: Final = self.game.features()
        self.n: Final = n
        self.num_actions: Final = self.game.num_actions
        self._reward = reward
        blocks = self.features.blocks(self.setup)
        self.rows: Final[NDArray[np.uint8]] = np.zeros(
            (n, sum(block.size for block in blocks)), np.uint8
        )
        """All that the seat to act may know, in one row of bytes for each match."""
        self.observations: Final = split(self.rows, blocks)
        """The same by name: views of `rows`, explained by the game's features."""
        self.mask: Final[NDArray[np.int8]] = np.zeros((n, self.num_actions), np.int8)
        """1 for what is legal."""
        self.seats: Final[NDArray[np.int64]] = np.zeros(n, np.int64)
        """Who is to act in each match."""
        self.rewards: Final[NDArray[np.float32]] = np.zeros((n, setup.players), np.float32)
        """What each seat got for a match that ended with this step, else 0."""
        self.done: Final[NDArray[np.bool_]] = np.zeros(n, np.bool_)
        """Whether the match ended with this step."""
        self._flat = self.mask.reshape(-1)
        self._firsts = np.arange(n) * self.num_actions
        self._marked = np.zeros(0, np.int64)
        self._states: list[State] = []
        self._legal: list[list[int]] = []
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin everything anew; the same seed and actions give the same matches."""
        self._seed = seed
        self._numbers = [0] * self.n
        self._states, self._legal = [], []
        for place in range(self.n):
            state, legal = self._dealt(place)
            self._states.append(state)
            self._legal.append(legal)
        self.rewards.fill(0)
        self.done.fill(False)
        self._show()

    def step(self, actions: NDArray[np.integer]) -> None:
        """Carry out one action in every match; IllegalAction, and nothing done, if one is not."""
        self._check(actions)
        states, legal = self._states, self._legal
        self.rewards.fill(0)
        self.done.fill(False)
        for place in advance(states, actions.tolist(), legal):
            self.rewards[place] = self._reward.of(states[place])
            self.done[place] = True
            self._numbers[place] += 1
            states[place], legal[place] = self._dealt(place)
        self._show()

    def _check(self, actions: NDArray[np.integer]) -> None:
        if actions.shape != (self.n,):
            raise Misuse(f"step takes {self.n} actions, not an array of shape {actions.shape}")
        inside = (actions >= 0) & (actions < self.num_actions)
        fine = inside & (self._flat[self._firsts + np.where(inside, actions, 0)] == 1)
        if not fine.all():
            place = int(np.flatnonzero(~fine)[0])
            raise IllegalAction(f"action {actions[place]} is not legal in match {place}: see mask")

    def _dealt(self, place: int) -> tuple[State, list[int]]:
        """The next match of this place that somebody is asked about."""
        while True:
            seed = match_seed(self._seed, place, self._numbers[place])
            state = self.game.deal(self.setup, Streams(seed))
            if legal := settled(state):
                return state, legal
            self._numbers[place] += 1

    def _show(self) -> None:
        """Write what is to be seen now into the arrays."""
        whole = self.features.rows(self._states)
        self.rows.reshape(-1)[:] = np.frombuffer(whole, np.uint8)
        seats, places = asked(self._states, self._legal, self.num_actions)
        self.seats[:] = np.frombuffer(seats, np.uint8)
        self._flat[self._marked] = 0
        self._marked = np.frombuffer(places, "<i8")
        self._flat[self._marked] = 1
