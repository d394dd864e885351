"""Attacks on the referee's end of the socket, beside the stream on which the bot plays."""

import json
import os
import queue
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import grpc

KEPT: list[object] = []
"""What must stay open until the end of the process."""
PLAY = "/referee.v1.RefereeService/Play"


def tell(row: int, detail: str) -> None:
    found = {"attack": row, "succeeded": False, "detail": detail}
    print(json.dumps(found), flush=True)  # noqa: T201 - the harness reads it


def play(channel: grpc.Channel, messages: Iterator[bytes], **options: object) -> object:
    call = channel.stream_stream(PLAY, request_serializer=bytes, response_deserializer=bytes)
    return call(messages, **options)  # type: ignore[arg-type]


def channel() -> grpc.Channel:
    one = grpc.insecure_channel(
        os.environ["ARENA_ADDRESS"], options=[("grpc.use_local_subchannel_pool", 1)]
    )
    KEPT.append(one)
    return one


def huge_message() -> None:
    """64 MB in one message; the stream that carries it is turned away."""
    call = play(channel(), iter([bytes(64 * 1024 * 1024)]))
    tell(35, status(call))


def huge_metadata() -> None:
    told = []
    for size in (12 * 1024, 64 * 1024):
        call = play(channel(), iter([b""]), metadata=(("x", "y" * size),))
        told.append(status(call))
    tell(36, ", ".join(told))


def status(call: object) -> str:
    try:
        next(call)  # type: ignore[call-overload]
    except grpc.RpcError as error:
        return str(error.code())
    except StopIteration:
        return "ended"
    return "answered"


def connect() -> socket.socket:
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(2)
    one.connect(os.environ["ARENA_SOCKET"])
    KEPT.append(one)
    return one


def garbage() -> None:
    """Bytes that are no HTTP/2, or not for long."""
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    for words in (
        b"\xff" * 4096,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        preface
        + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
        + b"\xff\xff\xff\x01\x00\x00\x00\x00\x01",
        preface,
        b"",
    ):
        connect().sendall(words)
    tell(37, "five connections")


def half_open() -> None:
    """As many connections as it can have, each with half a request."""
    count = 0
    with suppress(OSError):
        while count < 240:
            connect().sendall(b"PRI * HTTP/2.0\r\n")
            count += 1
    for one in KEPT[-20:]:  # room for the bot itself
        one.close()  # type: ignore[attr-defined]
    tell(38, f"{count} connections")


def idle_streams() -> None:
    """Forty streams over five connections that say nothing."""
    for _ in range(5):
        one = channel()
        for _ in range(8):
            silent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
            KEPT.append(play(one, iter(silent.get, None)))
    time.sleep(0.2)
    tell(39, "40 streams")


def flood() -> None:
    """Thousands of tiny messages on a stream that nobody reads."""
    call = play(channel(), (b"" for _ in range(20_000)))
    KEPT.append(call)
    time.sleep(0.5)
    tell(40, "20000 messages")
