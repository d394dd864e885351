"""The scale: what a message there and back costs at the least.

G       one gRPC stream between two Python processes over a unix socket, nothing but bytes
pipe    two pipes between two Python processes, both ends blocking
pool    an empty task of a pool of one process

python -m benchmarks.stations.pingpong QUESTION_BYTES ANSWER_BYTES
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import grpc
import grpc.aio

from benchmarks import cpu
from benchmarks.station import Taken, answer, requests

_TRIPS = 100
_PIPE_TRIPS = 2000
_TASKS = 100
_METHOD = "/bench.Scale/Echo"


class _Echo:
    """One side of a stream, and the process at its other end."""

    def __init__(self, question: bytes) -> None:
        self._question = question
        self.stream: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.over = asyncio.Event()

    async def talk(
        self, answers: AsyncIterator[bytes], context: "grpc.aio.ServicerContext[bytes, bytes]"
    ) -> None:
        self._answers, self._context = answers, context
        await anext(answers)
        self.stream.set_result(None)
        await self.over.wait()

    async def trips(self, count: int) -> None:
        for _ in range(count):
            await self._context.write(self._question)
            await anext(self._answers)


async def main(question: int, short: int) -> None:
    """Serve all three scales."""
    echo = _Echo(bytes(question))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        address = f"unix:{folder}/socket"
        server = grpc.aio.server()
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            echo.talk
        )
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("bench.Scale", {"Echo": handler}),)
        )
        server.add_insecure_port(address)
        await server.start()
        with (
            _other("grpc", address, str(short)) as other,
            _other("pipe", str(short)) as piped,
            _pool() as pool,
        ):
            worker = pool.submit(os.getpid).result()
            await echo.stream
            await echo.trips(_TRIPS)
            print("ready", "G", "pipe", "pool", flush=True)
            for name in requests():
                if name == "G":
                    answer(await _stream(echo, other.pid))
                elif name == "pipe":
                    answer(_pipe(piped, bytes(question), short))
                else:
                    answer(_tasks(pool, worker))
            echo.over.set()
            other.terminate()
            await server.stop(0)


async def _stream(echo: _Echo, other: int) -> Taken:
    used, begun = cpu.own_s() + cpu.of(other), time.perf_counter()
    await echo.trips(_TRIPS)
    wall, used = time.perf_counter() - begun, cpu.own_s() + cpu.of(other) - used
    return {"G": used / _TRIPS, "G.wall": wall / _TRIPS}


def _pipe(other: "subprocess.Popen[bytes]", question: bytes, short: int) -> Taken:
    assert other.stdin is not None
    assert other.stdout is not None
    ask, told = other.stdin.fileno(), other.stdout.fileno()
    used = cpu.own_s() + cpu.of(other.pid)
    for _ in range(_PIPE_TRIPS):
        os.write(ask, question)
        os.read(told, short)
    return {"pipe": (cpu.own_s() + cpu.of(other.pid) - used) / _PIPE_TRIPS}


def _tasks(pool: ProcessPoolExecutor, worker: int) -> Taken:
    used = cpu.own_s() + cpu.of(worker)
    for _ in range(_TASKS):
        pool.submit(int).result()
    return {"pool": (cpu.own_s() + cpu.of(worker) - used) / _TASKS}


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"))


def _other(*words: str) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    command = [sys.executable, "-P", "-m", __spec__.name, "other", *words]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe)


async def _other_of_stream(address: str, short: bytes) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        call: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(_METHOD)
        stream = call()
        while True:
            await stream.write(short)
            if not await stream.read():  # bytes, or the end
                return


def _other_of_pipe(short: bytes) -> None:
    while os.read(0, 65536):
        os.write(1, short)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["other", "grpc", address, size]:
            asyncio.run(_other_of_stream(address, bytes(int(size))))
        case ["other", "pipe", size]:
            _other_of_pipe(bytes(int(size)))
        case [question, size]:
            asyncio.run(main(int(question), int(size)))
        case _:
            sys.exit(__doc__)
