"""What is wrong with a bot, as one line for whoever can mend it."""

from arena.errors import Unfit


class BotError(Unfit):
    """A bot that cannot be used."""
