"""Where attacks are tried: planted targets, and a level of isolation to attack from within.

The targets are decoys. A program that does nothing stands for the referee, with a secret in its
environment; a file stands for the database; sockets of this range listen for nobody.
"""

import asyncio
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.isolation.levels import STRENGTH
from referee.isolation.port import Contained, Isolation, Launch
from referee.proofs.attacks import ATTACKS
from referee.proofs.attacks.attempt import MARK
from referee.proofs.attacks.kernel import SHARED_KEY
from referee.proofs.attacks.processes import DAEMON_MARK

_PATIENCE_S: Final = 20.0
_LOOKS: Final = 50
_LOOK_S: Final = 0.02
_LITTER: Final = "arena-attack-*"


@dataclass(frozen=True)
class Ground:
    """The planted targets."""

    folder: Path
    attacker: Path
    """The attacking bot's own folder, with what it is told in `targets.json`."""
    secret: str
    """What must never be seen in any output."""


@dataclass(frozen=True)
class Tried:
    """What came of one attack."""

    number: int
    title: str
    contained: bool
    expected: bool
    """Whether the level promises to contain it."""
    detail: str


@contextmanager
def planted() -> Iterator[Ground]:
    """Everything there is to attack, gone with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-range-")))
        secret = f"{MARK}-{secrets.token_hex(8)}"
        attacker = folder / "attacker"
        attacker.mkdir()
        (folder / "arena.db").write_text(f"seed {secret}\n")
        neighbour = folder / "neighbour"
        neighbour.mkdir()
        (neighbour / "main.py").write_text(f"# {secret}\n")
        program = attacker / "whoami"
        shutil.copy("/usr/bin/id", program)
        program.chmod(0o4755)
        name = f"arena-{secrets.token_hex(6)}"
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (str(neighbour / "socket"), f"\0{name}", str(folder / "socket")):
            door = stack.enter_context(socket.socket(socket.AF_UNIX))
            door.bind(address)
            door.listen()
        decoy = subprocess.Popen(["sleep", "600"], env={"SECRET": secret, "PATH": os.defpath})
        stack.callback(decoy.wait)
        stack.callback(decoy.kill)
        targets = {
            "database": str(folder / "arena.db"),
            "neighbour_source": str(neighbour / "main.py"),
            "neighbour_socket": str(neighbour / "socket"),
            "referee": str(decoy.pid),
            "port": str(tcp.getsockname()[1]),
            "abstract": name,
            "setuid": str(program),
        }
        (attacker / "targets.json").write_text(json.dumps(targets))
        yield Ground(folder, attacker, secret)


async def drill(level: Isolation, numbers: Iterable[int] = ATTACKS) -> AsyncIterator[Tried]:
    """Try attacks from within a level; those that could do harm only where it promises to hold."""
    with planted() as ground:
        for number in numbers:
            attack = ATTACKS[number]
            if holds(level.name, number) or attack.harmless:
                yield await _try(level, ground, number)


def holds(level: str, number: int) -> bool:
    """Whether a level promises to contain an attack."""
    weakest = ATTACKS[number].held_from
    return weakest in STRENGTH and STRENGTH.index(level) >= STRENGTH.index(weakest)


def litter() -> list[str]:
    """What attacks have left on this machine, in words."""
    left = [str(path) for place in ("/tmp", "/dev/shm") for path in Path(place).glob(_LITTER)]  # noqa: S108
    left += [f"process {one}" for one in daemons()]
    with suppress(OSError):
        lines = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
        left += ["shared memory" for line in lines if int(line.split()[0]) == SHARED_KEY]
    return left


def daemons() -> list[int]:
    """The daemons that attacks have left."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if DAEMON_MARK.encode() in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found


async def _try(level: Isolation, ground: Ground, number: int) -> Tried:
    scratch = Path(tempfile.mkdtemp(dir=ground.folder))
    command = (sys.executable, "-m", "referee.proofs.attacks", str(number), "targets.json")
    socket_path = ground.folder / "socket"
    environment = {"ARENA_SOCKET": str(socket_path)}
    launch = Launch(command, ground.attacker, socket_path, scratch, environment)
    program = await level.start(launch)
    try:
        program.go()
        said, over_time = await _output(program)
    finally:
        program.kill()
        code = await program.wait()
        exceeded = program.resources().exceeded
        await program.close()
    left = await _litter_that_stays()
    for daemon in daemons():
        with suppress(ProcessLookupError):
            os.kill(daemon, signal.SIGKILL)
    contained, detail = _judge(said, exceeded, left, code, over_time=over_time)
    if ground.secret in said:
        contained, detail = False, "a planted secret was seen"
    return Tried(number, ATTACKS[number].title, contained, holds(level.name, number), detail)


async def _litter_that_stays() -> list[str]:
    """What is left after a moment; the end of a program is not the end of its last child."""
    for _ in range(_LOOKS):
        if not litter():
            return []
        await asyncio.sleep(_LOOK_S)
    return litter()


async def _output(program: Contained) -> tuple[str, bool]:
    reading = asyncio.ensure_future(program.output.read(-1))
    ended = asyncio.ensure_future(program.wait())
    await asyncio.wait({ended}, timeout=_PATIENCE_S)
    over_time = not ended.done()
    program.kill()
    await ended
    await asyncio.wait({reading}, timeout=1.0)
    if not reading.done():  # a child that nobody could kill holds the pipe
        reading.cancel()
        return "", over_time
    return reading.result().decode(errors="replace"), over_time


def _judge(
    said: str, exceeded: str, left: list[str], code: int, *, over_time: bool
) -> tuple[bool, str]:
    if left:
        return False, f"left behind: {', '.join(left[:3])}"
    for line in said.splitlines():
        with suppress(ValueError):
            told = json.loads(line)
            return not told["succeeded"], str(told["detail"])
    if exceeded:
        return True, f"ended: it {exceeded}"
    if over_time:
        return True, "ended: it did not come to an end by itself"
    words = said.strip().splitlines()[-1][:100] if said.strip() else "killed"
    if code > 0:  # an attack that fails by itself shows nothing
        return False, f"it could not be tried: {words}"
    return True, f"ended: {words}"
