"""A bot at the other end of a link: it keeps what it was sent, and sends what it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import pytest

from referee.match.session import Reply
from referee.match.verdict import BotFault, Fault
from referee.talk.link import Link
from referee.v1 import play_pb2
from tests.unit.virtual_time import run, settle

SECOND: Final = 1_000_000
LATE: Final = 60.0
"""Far beyond every limit used here."""


class Bot:
    """The other end: what was written to it, and a way to send."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.link = Link(loop.time)
        self.written: list[play_pb2.PlayResponse] = []
        self.gate = asyncio.Event()
        """While it is closed a write takes its time."""
        self.gate.set()
        self._incoming: asyncio.Queue[play_pb2.PlayRequest] = asyncio.Queue()
        self._tasks = [
            asyncio.ensure_future(self.link.send_all(self)),
            asyncio.ensure_future(self.link.receive_all(self._messages())),
        ]

    async def write(self, message: play_pb2.PlayResponse) -> None:
        copy = play_pb2.PlayResponse()
        copy.CopyFrom(message)
        self.written.append(copy)
        await self.gate.wait()

    async def _messages(self) -> AsyncIterator[play_pb2.PlayRequest]:
        while True:
            yield await self._incoming.get()

    async def send(self, message: play_pb2.PlayRequest) -> None:
        self._incoming.put_nowait(message)
        await settle()

    async def answers(self, *answers: play_pb2.Answer) -> None:
        await self.send(play_pb2.PlayRequest(answers=answers))

    def ask(self, match: int, step: int, limit_us: int = SECOND) -> "asyncio.Task[Reply]":
        request = play_pb2.ActRequest(match=match, step=step)
        return asyncio.ensure_future(self.link.ask(request, limit_us))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def with_bot(scenario: Callable[[Bot], Awaitable[None]]) -> None:
    async def played() -> None:
        bot = Bot()
        try:
            await scenario(bot)
        finally:
            await bot.close()

    run(played())


async def fault_of(waiting: Awaitable[object]) -> Fault:
    with pytest.raises(BotFault) as caught:
        await waiting
    return caught.value.fault


def answer(match: int, step: int, action: int = 0, **extras: str | float) -> play_pb2.Answer:
    return play_pb2.Answer(match=match, step=step, action=action, **extras)  # type: ignore[arg-type]
