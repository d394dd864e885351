"""The stream to the referee, for a program that does one thing after the other.

gRPC's own stream for plain programs hands every message through two threads, which costs more
than the message. So this one is gRPC's stream for asyncio, on an event loop that turns only while
a message is sent or waited for. What the bot does in between it does outside of any loop: it may
block, or use asyncio itself.
"""

import asyncio
from types import TracebackType
from typing import Final, Self, cast

import grpc
import grpc.aio

from referee.v1 import play_pb2, play_pb2_grpc

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 4 * 1024 * 1024),
    ("grpc.enable_http_proxy", 0),
)


class Stream:
    """Open as long as the block that entered it: a stream left open would not let Python exit."""

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> Self:
        self._runner = asyncio.Runner()
        self._loop = self._runner.get_loop()
        self._loop.run_until_complete(self._open())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.run_until_complete(self._close())
        self._runner.close()

    def exchange(self, message: play_pb2.PlayRequest | None) -> play_pb2.PlayResponse | None:
        """Send a message, if there is one; the next of the referee, None if it has ended.

        ConnectionError tells what gRPC says of a stream that did not end in order.
        """
        return self._loop.run_until_complete(self._exchange(message))

    async def _open(self) -> None:
        self._channel = grpc.aio.insecure_channel(self._address, options=_OPTIONS)
        stub = play_pb2_grpc.RefereeServiceStub(self._channel)
        self._call = stub.Play()

    async def _exchange(
        self, message: play_pb2.PlayRequest | None
    ) -> play_pb2.PlayResponse | None:
        try:
            if message is not None:
                await self._call.write(message)
            response = await self._call.read()
        except (grpc.RpcError, asyncio.InvalidStateError) as error:
            raise ConnectionError(await self._reason(error)) from error
        return None if response is grpc.aio.EOF else cast("play_pb2.PlayResponse", response)

    async def _reason(self, error: Exception) -> str:
        """Why there is no stream any more; a write to one that is over does not tell itself."""
        return await self._call.details() or str(error)

    async def _close(self) -> None:
        self._call.cancel()
        await self._channel.close()
