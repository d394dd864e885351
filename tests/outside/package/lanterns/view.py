"""Lanterns with names."""

from referee.games.asked import AskedAction, AskedTurn

from .observation import LanternObservation


class LanternView:
    """The table as this seat knows it."""

    def __init__(self, turn: AskedTurn) -> None:
        if not isinstance(turn.observation, LanternObservation):
            raise TypeError("this turn is of another game")
        self.seen = turn.observation

    @property
    def leads(self) -> bool:
        """Whether nobody has lit a lantern in this round."""
        return max(self.seen.lit) < 0

    def wins(self, action: AskedAction) -> bool:
        """Whether a lantern would outshine all that are lit."""
        if self.seen.lowest:
            return all(each < 0 or action.id < each for each in self.seen.lit)
        return action.id > max(self.seen.lit)
