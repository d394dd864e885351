"""How Lanterns is searched: what is still in hand is worth something."""

from referee.games.chance import Rng
from referee.games.state import State
from referee.games.style import Style

from .rules import LanternState


class LanternStyle(Style):
    """Judges hands instead of playing on."""

    def __init__(self) -> None:
        self.exploration = 0.2
        self.leader = 1.0

    def play_on(self, state: State, rng: Rng) -> None:
        """Stay: a hand can be judged."""

    def points(self, state: State) -> list[float]:
        """The points so far, and half of what the hand is worth."""
        if not isinstance(state, LanternState):
            return [float(score) for score in state.scores()]
        return [
            float(state.points[seat]) + 0.5 * float(sum(state.hands[seat]))
            for seat in range(state.players)
        ]
