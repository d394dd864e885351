"""Mutated messages after Hello, over a real socket, beside an honest bot.

python -m tests.integration.fuzzing 50000 [SEED]
"""

import asyncio
import gc
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import grpc.aio

from referee.match.clock import Control, SeatClock
from referee.match.session import Reply
from referee.match.verdict import BotFault
from referee.talk.doors.grpc_door import SERVICE, Door
from referee.talk.link import Link
from referee.talk.speech import Welcome
from referee.v1 import play_pb2
from tests.unit.other_end import asked

LIMIT_US: Final = 100_000
"""What a message that says nothing costs."""
PATIENCE_S: Final = 30.0
HONEST_US: Final = 30_000_000
MUTATIONS: Final = (1, 1, 1, 2, 6)
"""How often a message is changed."""


@dataclass
class Found:
    """What came of it."""

    messages: int = 0
    honest: int = 0
    """How many questions the honest bot answered meanwhile."""
    ends: Counter[str] = field(default_factory=Counter)
    """How streams with mutated messages ended."""
    grown_bytes: int = 0
    """Memory since a tenth of the messages was sent."""
    left: int = 0
    """Descriptors that are open afterwards and were not before."""


class Client:
    """The other end of a door: a stream, and the link that it leads to."""

    def __init__(self, folder: Path, name: str) -> None:
        self._door = Door(name, folder / f"{name}.sock", "token", Welcome("1", {}), time.monotonic)
        self.link: Link

    async def __aenter__(self) -> "Client":
        await self._door.__aenter__()
        self._channel = grpc.aio.insecure_channel(
            f"unix:{self._door.socket}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self._call: Any = self._channel.stream_stream(
            f"/{SERVICE}/Play",
            request_serializer=bytes,
            response_deserializer=play_pb2.PlayResponse.FromString,
        )()
        hello = play_pb2.PlayRequest(hello=play_pb2.Hello(token="token", name="fuzz"))
        await self._call.write(hello.SerializeToString())
        self.link = (await asyncio.wait_for(self._door.guest, PATIENCE_S)).link
        return self

    async def __aexit__(self, *_: object) -> None:
        self._call.cancel()
        await self._channel.close()
        await self._door.__aexit__(None, None, None)

    async def asked(self, step: int, limit_us: int) -> tuple["asyncio.Future[Reply]", bytes]:
        """Ask a question; the answer to it, once it has arrived here, as it should be sent."""
        match = self.link.open_match()
        clock = SeatClock(Control(hang_us=limit_us))
        asking = asked(self.link, match, step, clock)
        while not (await asyncio.wait_for(self._call.read(), PATIENCE_S)).requests:
            pass
        answers = [play_pb2.Answer(match=match, step=step, action=1, note="hm", eval=0.5)]
        return asking, play_pb2.PlayRequest(answers=answers).SerializeToString()

    async def send(self, message: bytes) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, grpc.aio.UsageError):
            await self._call.write(message)  # the stream may be over: the link tells


def mutated(message: bytes, chance: random.Random) -> bytes:
    """The message with some bytes changed, put in, left out, repeated or cut off."""
    data = bytearray(message)
    for _ in range(chance.choice(MUTATIONS)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0 if at < len(data):
                data[at] = chance.randrange(256)
            case 1:
                data[at:at] = chance.randbytes(chance.randint(1, 40))
            case 2:
                del data[at : at + chance.randint(1, 8)]
            case 3:
                data[at:at] = data[: chance.randint(0, len(data))]
            case _:
                data = data[:at]
    return bytes(data)


async def fuzz(folder: Path, messages: int, seed: int) -> Found:
    """Send so many, and ask the honest bot once for each stream."""
    chance, found, before = random.Random(seed), Found(), 0
    async with Client(folder, "honest") as honest:
        while found.messages < messages:
            async with Client(folder, "fuzzer") as fuzzer:
                found.ends[await _one_stream(fuzzer, chance, found, messages)] += 1
            asking, answer = await honest.asked(7, HONEST_US)
            await honest.send(answer)
            assert (await asking).chosen == 1
            found.honest += 1
            if not before and found.messages >= messages // 10:
                before = _resident()
    found.grown_bytes = _resident() - before
    return found


async def _one_stream(fuzzer: Client, chance: random.Random, found: Found, messages: int) -> str:
    while found.messages < messages:
        asking, answer = await fuzzer.asked(3, LIMIT_US)
        await fuzzer.send(mutated(answer, chance))
        found.messages += 1
        try:
            await asyncio.wait_for(asking, PATIENCE_S)
        except BotFault as error:
            return error.fault.termination.value
        if fuzzer.link.fault is not None:
            return fuzzer.link.fault.termination.value
    return "enough"


def run(messages: int, seed: int) -> Found:
    """Everything, in a folder that is gone afterwards."""
    opened = _open()
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        found = asyncio.run(fuzz(Path(folder), messages, seed))
    gc.collect()
    found.left = _open() - opened
    return found


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _open() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    print(run(int(sys.argv[1]), int((sys.argv[2:] or ["1"])[0])))  # noqa: T201
