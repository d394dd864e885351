"""Nothing a bot sees of itself tells how many came before it: a replay looks like a first try."""

import asyncio
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from referee.isolation.levels import isolation
from referee.isolation.port import Contained, Isolation, Launch
from referee.isolation.staging import Stage
from referee.isolation.workspace import Workspace
from tests.isolation.test_sandbox import ended, output_of, place
from tests.leftovers import Ground

LOOK: Final = """
import os
from pathlib import Path
print(os.getpid(), os.getppid(), os.getuid(), os.getgid(), os.getgroups(), os.uname().nodename)
for name in ("uid_map", "gid_map", "cgroup", "loginuid", "sessionid", "oom_score_adj"):
    path = Path("/proc/self", name)
    print(name, path.read_text() if path.exists() else "none")
for path in ("/", "/tmp", "/dev/shm", "/run/arena", os.environ["ARENA_SOCKET"], "."):
    found = os.stat(path)
    print(path, found.st_uid, found.st_gid, oct(found.st_mode), found.st_nlink)
print(sorted(os.environ.items()))
for line in Path("/proc/self/mountinfo").read_text().splitlines():
    print(line.split(" ", 3)[3])
"""
BOTS: Final = 4
RANDOM: Final = re.compile(r"\bbot-[a-z0-9_]{8}\b|\bbindfile\w{6}\b")
"""Names of a bot's place and of its own files, in which nothing is counted."""
OUTSIDE: Final = re.compile(r"\b([ug]id)=\d+")
"""The uid outside, which a list of mounts tells; nor is it."""


def alike(said: str) -> str:
    return OUTSIDE.sub(r"\1", RANDOM.sub("bot", said))


async def look(level: Isolation, home: Path, workspace: Workspace) -> str:
    """What a bot says that is started now."""
    return (await output_of(await begin(level, home, workspace)))[1]


async def begin(level: Isolation, home: Path, workspace: Workspace) -> Contained:
    door, scratch = workspace.place()
    door.touch()
    command = (sys.executable, "-S", "-c", LOOK)
    return await level.start(Launch(command, home, door, scratch, {}))


def test_the_first_bot_and_a_late_one_see_the_same(ground: Ground, sandbox: str) -> None:
    async def looking() -> tuple[str, str]:
        level = isolation("sandbox", {})
        async with AsyncExitStack() as stack:
            stack.callback(level.close)
            home = stack.enter_context(place())
            workspace = stack.enter_context(Workspace())
            first = await look(level, home, workspace)
            for _ in range(BOTS):  # all at the same time, so that each takes a slot of its own
                stack.push_async_callback(ended, await begin(level, home, workspace))
            return first, await look(level, home, workspace)

    first, late = asyncio.run(looking())

    assert len(first.splitlines()) > 20
    assert alike(first) == alike(late)


def test_every_bot_is_the_same_user_in_its_own_eyes(ground: Ground, sandbox: str) -> None:
    async def looking() -> str:
        level = isolation("sandbox", {})
        with place() as home, Workspace() as workspace:
            said = await look(level, home, workspace)
        level.close()
        return said

    said = asyncio.run(looking())

    assert said.split()[2:4] == ["1000", "1000"]
    assert said.splitlines()[1].split() == ["uid_map", "1000", "0", "1"]


def test_uids_outside_do_not_follow_the_order_of_starts(as_root: None) -> None:
    def uids() -> list[int]:
        stage = Stage()
        taken = [stage.take().uid for _ in range(8)]
        stage.close()
        return taken

    with ThreadPoolExecutor(1) as thread:  # whose mounts are its own
        several = [thread.submit(uids).result() for _ in range(3)]

    assert all(len(set(taken)) == 8 for taken in several)
    assert any(taken != sorted(taken) for taken in several)
    assert len({tuple(taken) for taken in several}) > 1


def test_places_of_bots_are_not_numbered(ground: Ground) -> None:
    with Workspace() as workspace:
        places = [workspace.place() for _ in range(20)]

        names = [socket.stem for socket, _ in places]
        assert names == [scratch.name for _, scratch in places]
        assert all(RANDOM.fullmatch(name) for name in names)
        assert names != sorted(names)
        assert all(len(os.fsencode(socket)) <= 90 for socket, _ in places)
        assert all(scratch.stat().st_mode & 0o777 == 0o700 for _, scratch in places)
