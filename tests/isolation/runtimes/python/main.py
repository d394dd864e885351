"""Threads, children, timers, an event loop, unix sockets, files; numpy where it is."""

import asyncio
import mmap
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def square(number: int) -> int:
    return number * number


async def talk(folder: Path) -> bytes:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())
        await writer.drain()
        writer.close()

    path = str(folder / "socket")
    async with await asyncio.start_unix_server(echo, path):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b"word\n")
        answer = await reader.readline()
        writer.close()
    child = await asyncio.create_subprocess_exec("/bin/true")
    assert await child.wait() == 0
    await asyncio.to_thread(time.sleep, 0.001)
    return answer


def main() -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(os.environ["ARENA_SOCKET"])
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    signal.pause()
    done: list[int] = []
    threads = [threading.Thread(target=done.append, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a").write_bytes(b"x" * 8192)
        (folder / "a").rename(folder / "b")
        with (folder / "b").open("r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
            mapped[0] = 1
            mapped.flush()
        assert asyncio.run(talk(folder)) == b"word\n"
    assert subprocess.check_output([sys.executable, "-c", "print(1)"]) == b"1\n"
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        assert list(pool.map(square, range(4))) == [0, 1, 4, 9]
    if find_spec("numpy"):
        numpy = import_module("numpy")
        assert (numpy.ones((200, 200)) @ numpy.ones((200, 200))).sum() == 200**3
    print("all well")  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main()
