"""One question to a bot: what is asked, how long an answer may take, and who is told of it."""

from typing import NamedTuple

from referee.match.port import Answered
from referee.talk.patience import Limit


class Question(NamedTuple):
    """What a bot is asked. A tuple, because one is made for every decision."""

    match: int
    """By its number on the stream."""
    step: int
    """0 asks whether the bot is ready."""
    limit: Limit
    answered: Answered
    """Told once: of the answer, or why there will be none."""
