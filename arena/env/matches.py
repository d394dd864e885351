"""What both environments share: the seeds of matches, and rewards."""

import hashlib
from enum import StrEnum
from typing import Self

from arena.errors import Misuse
from referee.games.state import State
from referee.words import suggestion


class IllegalAction(Misuse):
    """An action that is not legal in this position."""


class Reward(StrEnum):
    """What a learner gets at the end of a match; before it everything is 0."""

    RANK = "rank"
    """From 1 for the best place down to -1 for the last one; who shares places shares these."""
    WIN = "win"
    """1 for who is first, shared among those who are; 0 for the others."""
    MARGIN = "margin"
    """By how many points a seat is ahead of the mean of the others."""

    @classmethod
    def named(cls, name: str) -> Self:
        """The reward of this name."""
        names = [each.value for each in cls]
        if name not in names:
            raise Misuse(f"there is no reward '{name}'; {suggestion(name, names)}")
        return cls(name)

    def of(self, state: State) -> list[float]:
        """What each seat gets for a match that has ended like this."""
        if self is Reward.MARGIN:
            scores = state.scores()
            others = len(scores) - 1
            return [score - (sum(scores) - score) / others for score in scores]
        ranks = state.ranks()
        if self is Reward.WIN:
            return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
        last = len(ranks) - 1
        return [1 - (2 * (rank - 1) + ranks.count(rank) - 1) / last for rank in ranks]


def match_seed(seed: int, *path: int) -> bytes:
    """The 256 bits of one match; `path` tells which of all that one seed gives."""
    words = " ".join(map(str, (seed, *path)))
    return hashlib.sha256(f"env\n{words}".encode()).digest()
