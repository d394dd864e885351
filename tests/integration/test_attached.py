"""A bot that is awaited and not started, with a real stream."""

import asyncio
import time
from contextlib import closing
from dataclasses import replace

import grpc
import grpc.aio

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entry
from referee.bots.hosting import Hosting
from referee.bots.process import House, running
from referee.isolation.attached import Attached, Invitation
from referee.isolation.plain import Unprotected
from referee.isolation.port import Launch
from referee.isolation.workspace import Workspace
from referee.match.clock import Control
from referee.talk.doors.grpc_door import SERVICE
from referee.v1 import play_pb2
from tests.leftovers import Ground


async def come(launch: Launch, welcomed: asyncio.Event) -> grpc.StatusCode:
    """What the bot of the author does; how its stream ended."""
    token = launch.environment["ARENA_TOKEN"]
    hello = play_pb2.PlayRequest(hello=play_pb2.Hello(token=token, name="mine"))
    async with grpc.aio.insecure_channel(launch.environment["ARENA_ADDRESS"]) as channel:
        connect = channel.stream_stream(
            f"/{SERVICE}/Play",
            request_serializer=play_pb2.PlayRequest.SerializeToString,
            response_deserializer=play_pb2.PlayResponse.FromString,
        )
        stream = connect()
        await stream.write(hello)
        assert isinstance(await stream.read(), play_pb2.PlayResponse)
        welcomed.set()
        assert await stream.read() is grpc.aio.EOF
        return await stream.code()


def test_it_comes_when_it_comes_and_sees_the_end_of_its_stream(ground: Ground) -> None:
    async def scene() -> None:
        visits: list[asyncio.Task[grpc.StatusCode]] = []
        welcomed = asyncio.Event()
        file = ground.folder / "told"

        def tell(launch: Launch) -> None:
            visits.append(asyncio.create_task(come(launch, welcomed)))

        with Workspace() as workspace, closing(Attached(Invitation(file, tell))) as attached:
            conditions = Conditions(control=Control(startup_us=1))
            hosting = Hosting("none", conditions, "test")
            house = House(hosting, Unprotected(()), workspace, time.monotonic, attached)
            entry = replace(parse_entry("random"), attached=True)
            async with running(house, entry) as bot:
                assert bot.guest.client == "mine"
                assert bot.usable
                await welcomed.wait()
            assert await visits[0] is grpc.StatusCode.OK
        assert not file.exists()

    asyncio.run(scene())
