"""What is said between the referee and a bot, whatever the words: the port between link and door.

A `Link` says and hears values of the match. A door brings the wording: how these values look as
the bytes of its messages. The parts of a message follow each other, so that any number of them
can travel together; a wording that cannot join parts has no place here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from referee.match.clock import SeatClock
from referee.match.port import Start
from referee.match.session import Ask
from referee.match.verdict import BotFault, Outcome, Termination


@dataclass(frozen=True)
class Welcome:
    """What a bot is told when it is let in."""

    arena_version: str
    settings: Mapping[str, str]
    """Every option of the bot with its value."""


class Ready(NamedTuple):
    """A bot is ready for a match."""

    match: int


class Answer(NamedTuple):
    """A bot's decision, as it was sent: nothing of it is judged yet."""

    match: int
    step: int
    chosen: int
    """The index of the action."""
    note: str = ""
    eval: float | None = None


Heard = Ready | Answer


class Wording(Protocol):
    """What a bot is told, as parts of the messages of its stream; matches go by their numbers."""

    def welcome(self, welcome: Welcome) -> bytes:
        """It was let in."""

    def start(self, match: int, start: Start) -> bytes:
        """A match begins."""

    def question(self, match: int, start: Start, ask: Ask, clock: SeatClock) -> bytes:
        """A decision is due, in a match that began with `start`."""

    def end(self, match: int, outcome: Outcome) -> bytes:
        """A match is over."""


class Writer(Protocol):
    """Where messages to the bot go."""

    async def write(self, message: bytes) -> None: ...


def broken(text: str) -> BotFault:
    """What is raised when a bot has sent what it must not send."""
    return BotFault(Termination.PROTOCOL_ERROR, text)
