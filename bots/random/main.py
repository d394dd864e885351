"""Plays any game: one of the legal actions, each as likely as the others."""

from arena.sdk import Action, Bot, Turn, run


class Random(Bot):
    """Chooses blindly, but never gives up while the match offers more."""

    matches_at_once = 64

    def act(self, turn: Turn) -> Action:
        keen = [action for action in turn.legal if not action.gives_up]
        return self.match.random.choice(keen or turn.legal)


if __name__ == "__main__":
    run(Random)
