"""What a match needs of the bots at its table, whoever starts them and however they are spoken to.

Everything is said in the words of the match: what a bot is told when it starts, what it is asked,
how the match ended. How that is worded on a stream is the business of whoever fills the port.
What a seat may not know must not reach what its bot is told.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from referee.games.contract import Game, Setup
from referee.match.clock import Control, SeatClock
from referee.match.session import Ask, Reply
from referee.match.verdict import BotFault, HostFault, Outcome

Answered: TypeAlias = Callable[[Reply | BotFault | HostFault], None]
"""Is told of a bot's answer, or why there will be none; raises nothing."""


@dataclass(frozen=True)
class Start:
    """What a bot is told of a match before its first decision."""

    game: Game
    setup: Setup
    control: Control
    seat: int
    seed: int = field(repr=False)
    """For the bot's own use."""


class Seated(Protocol):
    """A bot at the table, for one match. `start` raises `BotFault` or `HostFault` alone.

    Answers are told to a callable and not awaited: to wake a task for each decision would cost
    more than many a bot takes for it. After the lease is over nobody is told anything.
    """

    @property
    def client(self) -> str:
        """What the program said it is; empty if it said nothing."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games it offers to play; empty if it plays every game."""

    @property
    def begun_matches(self) -> int:
        """How many matches its process has had, this one included."""

    @property
    def open_matches(self) -> int:
        """How many matches its process has now, this one included."""

    @property
    def log(self) -> str:
        """What its process has printed since it sat down; also when it has left."""

    async def start(self, start: Start) -> None:
        """Tell it of the match, and wait until it is ready."""

    def ask(self, ask: Ask, clock: SeatClock, answered: Answered) -> None:
        """Put a decision to it; it was told of the match. `answered` may be told at once."""

    def end(self, outcome: Outcome) -> None:
        """Tell it how the match ended, if it was told of the match at all."""


class Bots(Protocol):
    """The bots of one match."""

    def lease(self, seat: int, deal: bytes, *, alone: bool) -> AbstractAsyncContextManager[Seated]:
        """The bot of a seat, for as long as the block lasts.

        Its process has not met `deal`; *alone*, it has met no other match and meets none
        meanwhile. Raises `BotFault` or `HostFault` if it cannot be seated.
        """

    def set_apart(self, seat: int) -> None:
        """The bot of a seat has failed in a process with other matches: it gets no such again."""
