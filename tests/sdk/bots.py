"""Bots without processes."""

from arena.sdk import Action, Bot, Turn


class Random(Bot):
    def act(self, turn: Turn) -> Action:
        keen = [action for action in turn.legal if not action.gives_up]
        return self.match.random.choice(keen or turn.legal)


class First(Bot):
    def act(self, turn: Turn) -> Action:
        return turn.legal[0]
