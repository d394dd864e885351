"""How a game is searched. A game derives its own style; one without is played on at random."""

from mypy_extensions import mypyc_attr

from referee.games.chance import Rng
from referee.games.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Style:
    """How a game is searched: what a result is worth, and how matches are played on."""

    exploration: float = 0.5
    """How much is tried besides the best so far."""
    margin: float = 0.5
    """The part of a result that is decided by points; the rest is decided by rank."""
    scale: float = 20.0
    """The lead in points that brings half of what points can bring."""
    leader: float = 1.0
    """How far the lead is measured against the best of the others; the rest against their mean."""

    def exploring(self, state: State) -> float:
        """The exploration of a search from this state."""
        return self.exploration

    def play_on(self, state: State, rng: Rng) -> None:
        """Bring a match to its end, or to where `points` can tell who is winning."""
        state.playout(rng)

    def points(self, state: State) -> list[float]:
        """The points that each seat will have in the end."""
        return [float(score) for score in state.scores()]

    def candidates(self, state: State) -> list[int]:
        """The actions that are considered, ascending; giving up is not while there is more."""
        actions = state.legal_actions()
        for action in actions:
            if state.gives_up(action):
                keen = [other for other in actions if not state.gives_up(other)]
                return keen if keen else actions
        return actions
