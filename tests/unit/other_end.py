"""A bot at the other end of a link: it keeps what it was sent, and sends what it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Final

import pytest

from referee.match.clock import Control, SeatClock
from referee.match.port import Start
from referee.match.session import Ask, Reply
from referee.match.verdict import BotFault, Fault, HostFault, Outcome, Termination
from referee.talk.link import Link
from referee.talk.protobuf import ProtobufWording, heard
from referee.talk.speech import Heard
from referee.v1 import play_pb2
from tests.unit.toy_sessions import begun
from tests.unit.virtual_time import run, settle

SECOND: Final = 1_000_000
LATE: Final = 60.0
"""Far beyond every limit used here."""


class Bot:
    """The other end: what was written to it, and a way to send."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.link = Link(loop.time, ProtobufWording())
        self.written: list[play_pb2.PlayResponse] = []
        self.gate = asyncio.Event()
        """While it is closed a write takes its time."""
        self.gate.set()
        self._incoming: asyncio.Queue[play_pb2.PlayRequest] = asyncio.Queue()
        self._tasks = [
            asyncio.create_task(self.link.send_all(self)),
            asyncio.create_task(self.link.receive_all(self._messages())),
        ]

    async def write(self, message: bytes) -> None:
        self.written.append(play_pb2.PlayResponse.FromString(message))
        await self.gate.wait()

    async def _messages(self) -> AsyncIterator[Iterable[Heard]]:
        while True:
            yield heard(await self._incoming.get())

    async def send(self, message: play_pb2.PlayRequest) -> None:
        self._incoming.put_nowait(message)
        await settle()

    async def answers(self, *answers: play_pb2.Answer) -> None:
        await self.send(play_pb2.PlayRequest(answers=answers))

    def start(self, match: int, limit_us: int = SECOND) -> "asyncio.Task[None]":
        return asyncio.create_task(self.link.start(match, start(limit_us)))

    def ask(
        self, match: int, step: int, limit_us: int = SECOND, *, timed: bool = False
    ) -> "asyncio.Future[Reply]":
        clock = SeatClock(Control(hang_us=limit_us, move_us=limit_us if timed else 0))
        return asked(self.link, match, step, clock)

    async def has_answered_fast(self) -> None:
        """The bot was so fast that it is asked many things at once from now on."""
        number = self.link.open_match()
        ready = self.start(number)
        await settle()
        await self.send(play_pb2.PlayRequest(readies=[play_pb2.Ready(match=number)]))
        await ready
        self.written.clear()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def asked(link: Link, match: int, step: int, clock: SeatClock) -> "asyncio.Future[Reply]":
    """The answer to a question that is put now."""
    answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def answered(said: Reply | BotFault | HostFault) -> None:
        if isinstance(said, Reply):
            answer.set_result(said)
        else:
            answer.set_exception(said)

    link.ask(match, start(), question(step), clock, answered)
    return answer


def with_bot(scenario: Callable[[Bot], Awaitable[None]]) -> None:
    async def played() -> None:
        bot = Bot()
        try:
            await scenario(bot)
        finally:
            await bot.close()

    run(played())


def start(limit_us: int = SECOND) -> Start:
    """What a bot is told of a match of the toy."""
    match = begun()
    return Start(match.game, match.setup, Control(startup_us=limit_us), seat=0, seed=1)


def question(step: int) -> Ask:
    """A decision of the toy, said to be that of `step`."""
    ask = begun().due
    assert ask is not None
    return ask._replace(step=step)


def over(reason: str = "") -> Outcome:
    """The end of a match."""
    return Outcome(Termination.NORMAL, reason, 0, (), (), ())


async def fault_of(waiting: Awaitable[object]) -> Fault:
    with pytest.raises(BotFault) as caught:
        await waiting
    return caught.value.fault


def answer(match: int, step: int, action: int = 0, **extras: str | float) -> play_pb2.Answer:
    return play_pb2.Answer(match=match, step=step, action=action, **extras)  # type: ignore[arg-type]
