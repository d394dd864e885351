"""What a seat sees."""

from dataclasses import dataclass

from referee.games.observation import Observation


@dataclass(frozen=True)
class LanternObservation(Observation):
    """The own hand, and all that was lit."""

    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    lit: tuple[int, ...]
    """The lantern of each seat in this round, -1 for none yet."""
    gone: tuple[int, ...]
    """The lanterns of earlier rounds, ascending."""
    points: tuple[int, ...]
    lowest: int
    """1 if the lowest lantern wins a round."""
