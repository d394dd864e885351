"""What a game says to a person at the table: what actions do, and which rules matter now."""

from collections.abc import Sequence

from referee.games.asked import AskedAction, AskedTurn


class Guide:
    """A game derives its own; one without says what every game can."""

    def meaning(self, turn: AskedTurn, action: AskedAction) -> str:
        """What an action does, in a few words; empty if its notation says it."""
        return ""

    def rules(self, turn: AskedTurn) -> Sequence[str]:
        """The rules that matter for this decision, a sentence or two each."""
        return ()
