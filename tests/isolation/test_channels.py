"""Two bots in the sandbox cannot tell each other a bit through files that both see.

One sends a one or a nought in each of the ways of `channel`, the other tells what it sees: it must
be the same either way.
"""

import asyncio
import os
import shutil
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.levels import isolation
from referee.isolation.port import Contained, Isolation
from tests.isolation import channel
from tests.isolation.test_sandbox import ended, launch, place
from tests.leftovers import Ground

PROGRAM: Final = Path(channel.__file__)
WITHIN_S: Final = 20.0


async def started(level: Isolation, home: Path, stack: AsyncExitStack, *words: str) -> Contained:
    shared = str(home / "shared" / "shared-file")
    role, way, bit = words
    command = (sys.executable, "-S", "channel.py", role, way, shared, bit)
    program = await level.start(launch(home, *command))
    stack.push_async_callback(ended, program)
    program.go()
    return program


async def line(program: Contained) -> str:
    return (await asyncio.wait_for(program.output.readline(), WITHIN_S)).decode().strip()


async def heard(level: Isolation, home: Path, way: str, bit: str) -> str:
    """What the second program tells after the first has sent a bit."""
    async with AsyncExitStack() as stack:
        if way in channel.WATCHERS:
            hearer = await started(level, home, stack, "hear", way, "0")
            await line(hearer)
            await line(await started(level, home, stack, "send", way, bit))
        else:
            await line(await started(level, home, stack, "send", way, bit))
            hearer = await started(level, home, stack, "hear", way, "0")
            await line(hearer)
        return await line(hearer)


async def both(way: str) -> tuple[str, str]:
    told = []
    for bit in ("0", "1"):
        level = isolation("sandbox", {})
        with place() as home:
            prepare(home)
            told.append(await heard(level, home, way, bit))
        level.close()
    return told[0], told[1]


def prepare(home: Path) -> None:
    """A folder with the program and a file that is in memory, on the disk, and unread."""
    shutil.copy(PROGRAM, home)
    shared = home / "shared" / "shared-file"
    shared.parent.mkdir()
    with shared.open("wb") as file:
        file.write(b"x" * channel.SIZE)
        file.flush()
        os.fsync(file.fileno())
    os.utime(shared, ns=(1_000_000_000, 1_000_000_000))


@pytest.mark.parametrize("way", channel.SENDERS)
def test_what_one_bot_does_to_a_file_another_cannot_tell(
    ground: Ground, sandbox: str, way: str
) -> None:
    nought, one = asyncio.run(both(way))

    assert nought == one
