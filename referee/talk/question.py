"""One question to a bot, from the moment it is put until it is answered or given up.

    COLLECTED --sent--> OPEN --answer, fail--> CLOSED
        |                                        ^
        +--------------fail, given up------------+

A question that is collected waits for the next message; no clock runs. Once it is sent the bot has
it and owes the answer, and there is a `Wait` for it.
"""

import asyncio
import enum
from dataclasses import dataclass, field

from referee.match.session import Reply
from referee.talk.patience import Limit, Wait


class State(enum.Enum):
    """Where a question stands."""

    COLLECTED = "collected"
    OPEN = "open"
    CLOSED = "closed"


def _new_future() -> "asyncio.Future[Reply]":
    return asyncio.get_running_loop().create_future()


@dataclass
class Question:
    """What a bot is asked."""

    step: int
    """0 asks whether the bot is ready."""
    limit: Limit
    answered: "asyncio.Future[Reply]" = field(default_factory=_new_future)
    wait: Wait | None = None
    """Since it was sent."""

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.answered.done():
            return State.CLOSED
        return State.COLLECTED if self.wait is None else State.OPEN

    @property
    def owed(self) -> Wait | None:
        """The wait for it, while the bot has it and owes the answer."""
        return self.wait if self.state is State.OPEN else None

    def sent(self, now: float, *, together: int, cpu_us: int | None) -> None:
        """It is on its way, with `together - 1` others: its clock starts."""
        if self.state is State.COLLECTED:
            self.wait = Wait(self.limit, now, together, cpu_us)

    def answer(self, reply: Reply) -> None:
        """The bot has answered."""
        if self.state is not State.OPEN:
            raise RuntimeError(f"a question that is {self.state.value} cannot be answered")
        self.answered.set_result(reply)

    def fail(self, error: Exception) -> None:
        """There will be no answer."""
        if self.state is not State.CLOSED:
            self.answered.set_exception(error)
