"""The gRPC service: one server, one socket and one token for each bot process.

A server of its own costs nothing measurable and keeps bots apart: nobody's idle streams or floods
reach another bot's door. What one bot can have of the referee is bounded: connections, half-open
ones among them, streams, and bytes in a message. Messages are taken as bytes and parsed here, so
that garbage is the bot's protocol error with a sentence, and not a stack trace in the log.
"""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, NoReturn, Self

import grpc
import grpc.aio

from referee.match.verdict import BotFault, HostFault
from referee.talk.guest import Guest
from referee.talk.link import Link
from referee.talk.protobuf import (
    MESSAGE_BYTES,
    ProtobufWording,
    guest,
    heard,
    parsed,
    tell_heard,
    tell_sent,
)
from referee.talk.speech import Heard, Welcome
from referee.talk.trace import Trace
from referee.v1 import play_pb2

SERVICE: Final = "referee.v1.RefereeService"
_END_S: Final = 1.0
"""How long the last message to a bot may take."""
CONNECTIONS: Final = 8
"""How many a bot may have at once; a program needs one, and another while it dials again."""
_OPTIONS: Final = (
    ("grpc.max_allowed_incoming_connections", CONNECTIONS),  # what is beyond is closed at once
    ("grpc.max_receive_message_length", 4 * MESSAGE_BYTES),  # beyond it no sentence tells why
    ("grpc.max_metadata_size", 8192),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.so_reuseport", 0),
)
Context = grpc.aio.ServicerContext[bytes, bytes]


@dataclass
class Door:
    """Where one bot connects. Open as long as the block that entered it."""

    bot: str
    """Whose it is, by the name in the tables."""
    socket: Path
    token: str = field(repr=False)
    welcome: Welcome
    now: Callable[[], float]
    grace_s: float | None = None
    """How long a stream may take to end in order; None for a program that is dead by then."""
    turned_away: str = field(default="", init=False)
    """Why the last stream was refused; explains a bot that never came in."""

    def __post_init__(self) -> None:
        self._trace = Trace(self.bot, self.token)

    async def __aenter__(self) -> Self:
        self.guest: asyncio.Future[Guest] = asyncio.get_running_loop().create_future()
        try:
            self._open()
        except (OSError, RuntimeError) as error:  # grpc raises the second if it cannot listen
            raise HostFault(f"has no door: {error}") from error
        # A server that is cut off while it starts could not be stopped.
        starting = asyncio.create_task(self._server.start())
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await starting
            await self.__aexit__(None, None, None)
            raise
        return self

    def _open(self) -> None:
        self._server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=4)
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),)
        )
        self._server.add_insecure_port(f"unix:{self.socket}")

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.guest.done() and not self.guest.cancelled():
            self.guest.result().link.close()
        else:
            self.guest.cancel()
        await self._server.stop(self.grace_s)
        self.socket.unlink(missing_ok=True)

    async def _play(self, raw: AsyncIterator[bytes], context: Context) -> None:
        messages = _parsed(raw, self._trace)
        hello = await self._let_in(messages, context)
        link = Link(self.now, ProtobufWording(hello.want_text))
        link.greet(self.welcome)
        # Before the first wait: of two streams that come together one is the guest.
        self.guest.set_result(guest(hello, link))
        sending = asyncio.create_task(link.send_all(_Writer(context, self._trace)))
        receiving = asyncio.create_task(link.receive_all(_heard(messages)))
        try:
            ends = [sending, receiving, link.lost]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            link.close()
            receiving.cancel()
            # A stream whose first write is cut off cannot be ended in order.
            await asyncio.wait({sending}, timeout=_END_S)
            sending.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            if self._trace.on:
                self._trace.note("the stream is over")

    async def _let_in(
        self, messages: AsyncIterator[play_pb2.PlayRequest], context: Context
    ) -> play_pb2.Hello:
        """The Hello of the bot this door is for; every other stream is turned away."""
        try:
            message = await anext(messages, None)
        except BotFault as error:
            await self._turn_away(context, grpc.StatusCode.INVALID_ARGUMENT, str(error))
        if message is None or not message.HasField("hello"):
            reason = "a stream begins with a Hello"
            await self._turn_away(context, grpc.StatusCode.INVALID_ARGUMENT, reason)
        if not hmac.compare_digest(message.hello.token.encode(), self.token.encode()):
            reason = "the token is not the one in ARENA_TOKEN"
            await self._turn_away(context, grpc.StatusCode.UNAUTHENTICATED, reason)
        if self.guest.done():
            reason = "the token is good for one stream, and there is one"
            await self._turn_away(context, grpc.StatusCode.ALREADY_EXISTS, reason)
        return message.hello

    async def _turn_away(self, context: Context, code: grpc.StatusCode, reason: str) -> NoReturn:
        self.turned_away = reason
        if self._trace.on:
            self._trace.note(f"a stream is turned away: {reason}")
        await context.abort(code, reason)


@dataclass(frozen=True)
class _Writer:
    """Where a bot's messages go out."""

    context: Context
    trace: Trace

    async def write(self, message: bytes) -> None:
        if self.trace.on:
            tell_sent(self.trace, message)
        await self.context.write(message)


async def _parsed(raw: AsyncIterator[bytes], trace: Trace) -> AsyncIterator[play_pb2.PlayRequest]:
    async for data in raw:
        if trace.on:
            tell_heard(trace, data)
        yield parsed(data)


async def _heard(
    messages: AsyncIterator[play_pb2.PlayRequest],
) -> AsyncIterator[Iterator[Heard]]:
    async for message in messages:
        yield heard(message)
