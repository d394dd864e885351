"""What one bot can have of its door is bounded, and what it has costs no other bot anything."""

import asyncio
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import grpc.aio
import pytest

from referee.match.verdict import HostFault
from referee.talk.doors.grpc_door import CONNECTIONS, Door
from referee.talk.speech import Welcome
from tests.leftovers import Ground

TRIES: Final = 60
HALF: Final = b"PRI * HTTP/2.0\r\n"
SETTINGS: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00\x00\x00\x04" + bytes(5)


def door(ground: Ground, name: str) -> Door:
    return Door(name, ground.folder / f"{name}.sock", "token", Welcome("1", {}), time.monotonic)


@contextmanager
def crowd(path: Path, words: bytes) -> Iterator[list[socket.socket]]:
    """As many connections as somebody likes, each with some words."""
    kept = [socket.socket(socket.AF_UNIX) for _ in range(TRIES)]
    try:
        for one in kept:
            one.connect(str(path))
            with suppress(BrokenPipeError):  # it was closed at once
                one.send(words)
        yield kept
    finally:
        for one in kept:
            one.close()


def closed(connections: list[socket.socket], wanted: int) -> int:
    """How many of them the other end has closed, once it is as many as wanted or time is up."""
    open_now, deadline = list(connections), time.monotonic() + 10
    while len(connections) - len(open_now) < wanted and time.monotonic() < deadline:
        readable, _, _ = select.select(open_now, [], [], 0.1)
        open_now = [one for one in open_now if one not in readable or _has_words(one)]
    return len(connections) - len(open_now)


def _has_words(one: socket.socket) -> bool:
    try:
        return bool(one.recv(65536))
    except ConnectionError:
        return False


@pytest.mark.parametrize("words", [b"", HALF, SETTINGS], ids=["silent", "half open", "idle"])
def test_a_door_has_so_many_connections_and_no_more(ground: Ground, words: bytes) -> None:
    async def scenario() -> None:
        async with door(ground, "crowded") as one, door(ground, "other") as other:

            def look() -> int:
                with crowd(one.socket, words) as connections:
                    return closed(connections, TRIES - CONNECTIONS)

            looking = asyncio.create_task(asyncio.to_thread(look))
            async with grpc.aio.insecure_channel(f"unix:{other.socket}") as honest:
                await asyncio.wait_for(honest.channel_ready(), 10)
            assert await looking == TRIES - CONNECTIONS

            async with grpc.aio.insecure_channel(f"unix:{one.socket}") as later:
                await asyncio.wait_for(later.channel_ready(), 20)  # they are gone: there is room

    asyncio.run(scenario())


def test_a_door_that_cannot_be_opened_is_the_hosts_fault(ground: Ground) -> None:
    async def scenario() -> None:
        shut = Door("shut", ground.folder / "no" / "s", "token", Welcome("1", {}), time.monotonic)
        with pytest.raises(HostFault, match="has no door"):
            async with shut:
                raise AssertionError("it is open")

    asyncio.run(scenario())


GOODBYE: Final = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    + b"\x00\x00\x00\x04"
    + bytes(5)  # no settings
    + b"\x00\x00\x10\x07"
    + bytes(5)
    + bytes(7)
    + b"\x0b"
    + b"\x1b[2Jevil"  # GOAWAY with a text
)
"""What the library would log as it is."""
LISTENS: Final = """
import asyncio, pathlib, sys, time
from referee.talk.doors.grpc_door import Door
from referee.talk.speech import Welcome

async def listen():
    async with Door("one", pathlib.Path(sys.argv[1]), "token", Welcome("1", {}), time.monotonic):
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(listen())
"""


@pytest.mark.parametrize("words", [GOODBYE, b"\x1b[2Jevil", b"GET /\x1b[2J HTTP/1.1\r\n\r\n"])
def test_nothing_that_comes_through_a_door_is_logged_as_it_is(
    ground: Ground, words: bytes
) -> None:
    place = ground.folder / "s"
    with subprocess.Popen(
        [sys.executable, "-c", LISTENS, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"open\n"
        with socket.socket(socket.AF_UNIX) as client, suppress(ConnectionError, TimeoutError):
            client.settimeout(10)
            client.connect(str(place))
            client.sendall(words)
            client.shutdown(socket.SHUT_WR)
            while client.recv(4096):  # until it is closed
                pass
        _, said = referee.communicate(timeout=30)

    assert said == b""
    assert referee.returncode == 0
