"""What is wrong with a bot, as one line for whoever can mend it."""

from arena.errors import ArenaError, Unfit


class BotError(Unfit):
    """A bot that cannot be used."""


class Damaged(BotError):
    """A version on the shelf is not what was put there."""


class ShelfError(ArenaError):
    """The shelf cannot be written."""
