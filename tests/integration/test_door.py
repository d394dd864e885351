"""The door of one bot, with real streams: who is let in, and how streams end."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import grpc
import grpc.aio
import pytest

from referee.match.clock import Control, SeatClock
from referee.match.verdict import Termination
from referee.talk.doors.grpc_door import SERVICE, Door
from referee.talk.protobuf import MESSAGE_BYTES
from referee.talk.speech import Welcome
from referee.v1 import play_pb2
from tests.leftovers import Ground
from tests.unit.other_end import asked, over

TOKEN: Final = "the-right-one"
PATIENCE_S: Final = 10
Stream = Any
"""A call of grpc.aio whose messages go out as bytes."""


@asynccontextmanager
async def client(door: Door) -> AsyncIterator[Callable[[], Stream]]:
    """Opens streams to the door."""
    async with grpc.aio.insecure_channel(f"unix:{door.socket}") as channel:
        yield channel.stream_stream(
            f"/{SERVICE}/Play",
            request_serializer=bytes,
            response_deserializer=play_pb2.PlayResponse.FromString,
        )


def at_the_door(
    ground: Ground, scenario: Callable[[Door, Callable[[], Stream]], Awaitable[None]]
) -> None:
    async def scene() -> None:
        welcome = Welcome("test", {})
        socket = ground.folder / "bot.sock"
        async with (
            Door("mine", socket, TOKEN, welcome, time.monotonic) as door,
            client(door) as connect,
        ):
            await asyncio.wait_for(scenario(door, connect), PATIENCE_S)
        assert not Path(socket).exists()

    asyncio.run(scene())


def hello(token: str = TOKEN) -> bytes:
    said = play_pb2.Hello(token=token, name="mine", games=["kupferkessel"])
    return play_pb2.PlayRequest(hello=said).SerializeToString()


async def refusal(stream: Stream) -> tuple[grpc.StatusCode, str]:
    """Why a stream was turned away."""
    with suppress(grpc.aio.AioRpcError):
        assert await stream.read() is grpc.aio.EOF
    return await stream.code(), await stream.details()


async def let_in(connect: Callable[[], Stream]) -> Stream:
    stream = connect()
    await stream.write(hello())
    response = await stream.read()
    assert response.welcome.arena_version == "test"
    return stream


def test_a_bot_with_the_right_token_is_let_in(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        await let_in(connect)
        guest = await door.guest

        assert guest.client == "mine"
        assert guest.games == ("kupferkessel",)
        assert guest.matches_at_once == 1
        assert door.turned_away == ""

    at_the_door(ground, scenario)


def test_a_wrong_token_is_turned_away_and_the_right_one_may_still_come(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = connect()
        await stream.write(hello("a-wrong-one"))

        reason = "the token is not the one in ARENA_TOKEN"
        assert await refusal(stream) == (grpc.StatusCode.UNAUTHENTICATED, reason)
        assert door.turned_away == reason
        assert not door.guest.done()
        await let_in(connect)

    at_the_door(ground, scenario)


def test_a_token_is_good_for_one_stream(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        first = await let_in(connect)
        second = connect()
        await second.write(hello())

        code, reason = await refusal(second)

        assert code is grpc.StatusCode.ALREADY_EXISTS
        assert reason == "the token is good for one stream, and there is one"
        assert not first.done()
        assert not (await door.guest).link.lost.done()

    at_the_door(ground, scenario)


def test_of_streams_that_come_at_the_same_moment_one_is_let_in(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        streams = [connect() for _ in range(3)]
        await asyncio.gather(*(stream.write(hello()) for stream in streams))

        answers = await asyncio.gather(
            *(stream.read() for stream in streams), return_exceptions=True
        )

        welcomed = [one for one in answers if isinstance(one, play_pb2.PlayResponse)]
        assert len(welcomed) == 1
        assert door.turned_away == "the token is good for one stream, and there is one"
        assert not (await door.guest).link.lost.done()

    at_the_door(ground, scenario)


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (play_pb2.PlayRequest().SerializeToString(), "a stream begins with a Hello"),
        (
            play_pb2.PlayRequest(readies=[play_pb2.Ready(match=1)]).SerializeToString(),
            "a stream begins with a Hello",
        ),
        (b"\xff\xff\xff", "sent 3 bytes that are no PlayRequest"),
        (None, "a stream begins with a Hello"),
    ],
    ids=["empty", "ready", "garbage", "end"],
)
def test_a_stream_that_does_not_begin_with_a_hello_is_turned_away(
    ground: Ground, first: bytes | None, reason: str
) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = connect()
        if first is None:
            await stream.done_writing()
        else:
            await stream.write(first)

        assert await refusal(stream) == (grpc.StatusCode.INVALID_ARGUMENT, reason)
        assert door.turned_away == reason
        assert not door.guest.done()

    at_the_door(ground, scenario)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b"\xff\xff\xff", "sent 3 bytes that are no PlayRequest"),
        (
            b"\0" * (MESSAGE_BYTES + 1),
            "sent a message of 1048577 bytes; 1048576 are allowed",
        ),
        (hello(), "said Hello a second time; it is said once"),
        (b"", "sent an empty message; a message carries a Ready or an Answer"),
    ],
    ids=["garbage", "oversized", "hello", "empty"],
)
def test_a_message_that_breaks_the_contract_ends_the_stream_with_a_sentence(
    ground: Ground, message: bytes, told: str
) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = await let_in(connect)
        link = (await door.guest).link
        await stream.write(message)
        await link.lost

        assert link.fault is not None
        assert link.fault.termination is Termination.PROTOCOL_ERROR
        assert link.fault.text == told
        assert await stream.read() is grpc.aio.EOF

    at_the_door(ground, scenario)


@pytest.mark.parametrize("how", ["half-close", "cancel", "far too large"])
def test_a_stream_that_ends_is_lost_without_a_verdict(ground: Ground, how: str) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = await let_in(connect)
        link = (await door.guest).link
        if how == "half-close":
            await stream.done_writing()
        elif how == "cancel":
            stream.cancel()
        else:
            await stream.write(b"\0" * (5 * MESSAGE_BYTES))
        await link.lost

        assert link.fault is None  # whether it crashed or disconnected its process will tell

    at_the_door(ground, scenario)


def test_a_connection_that_breaks_is_lost(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        async with client(door) as other:
            await let_in(other)
            link = (await door.guest).link
        await link.lost

        assert link.fault is None

    at_the_door(ground, scenario)


def test_a_question_and_its_answer_cross_the_stream(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = await let_in(connect)
        link = (await door.guest).link
        number = link.open_match()
        clock = SeatClock(Control(hang_us=10_000_000))
        answered = asked(link, number, 9, clock)
        response = await stream.read()
        given = play_pb2.Answer(match=response.requests[0].match, step=9, action=4)
        await stream.write(play_pb2.PlayRequest(answers=[given]).SerializeToString())

        assert (await answered).chosen == 4

    at_the_door(ground, scenario)


def test_a_link_that_closes_ends_the_stream_after_all_that_was_to_be_told(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = await let_in(connect)
        link = (await door.guest).link
        link.end(1, over("over"))
        link.close()

        assert (await stream.read()).ends[0].reason == "over"
        assert await stream.read() is grpc.aio.EOF
        assert await stream.code() is grpc.StatusCode.OK

    at_the_door(ground, scenario)


def test_a_door_that_is_cut_off_while_it_opens_is_closed(ground: Ground) -> None:
    async def scene() -> None:
        socket = ground.folder / "bot.sock"
        door = Door("mine", socket, TOKEN, Welcome("", {}), time.monotonic)
        opening = asyncio.create_task(door.__aenter__())
        await asyncio.sleep(0)
        opening.cancel()

        with pytest.raises(asyncio.CancelledError):
            await opening
        assert not socket.exists()

    asyncio.run(scene())


def test_a_bot_that_is_sent_away_at_once_sees_its_welcome_and_the_end(ground: Ground) -> None:
    async def scenario(door: Door, connect: Callable[[], Stream]) -> None:
        stream = connect()
        await stream.write(hello())
        (await door.guest).link.close()

        assert (await stream.read()).welcome.arena_version == "test"
        assert await stream.read() is grpc.aio.EOF
        assert await stream.code() is grpc.StatusCode.OK

    at_the_door(ground, scenario)
