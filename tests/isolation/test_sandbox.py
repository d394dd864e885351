"""What a program in the sandbox is, sees and may do."""

import asyncio
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.levels import isolation
from referee.isolation.limits import Limits
from referee.isolation.port import Contained, Isolation, Launch, LaunchError
from referee.isolation.probe import try_sandbox
from referee.isolation.sandbox import Sandbox
from tests.isolation.clone import ROOT
from tests.leftovers import Ground

PYTHON: Final = sys.executable


@contextmanager
def place() -> Iterator[Path]:
    """A bot's folder with a socket beside it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        home = Path(name) / "home"
        home.mkdir()
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(Path(name) / "socket"))
            door.listen()
            yield home


def launch(home: Path, *command: str, hidden: tuple[Path, ...] = ()) -> Launch:
    python = command[0] == PYTHON
    return Launch(command, home, home.parent / "socket", home.parent, {}, python, hidden)


async def output_of(program: Contained) -> tuple[int, str]:
    program.go()
    try:
        said = await asyncio.wait_for(program.output.read(-1), 20)
        return await program.wait(), said.decode().strip()
    finally:
        await ended(program)


async def ended(program: Contained) -> None:
    program.kill()
    await program.wait()
    await program.close()


def run(one: Launch, level: Isolation | None = None) -> tuple[int, str]:
    async def running() -> tuple[int, str]:
        return await output_of(await chosen.start(one))

    chosen = level or isolation("sandbox", {})
    try:
        return asyncio.run(running())
    finally:
        chosen.close()


def test_bubblewrap_never_runs_as_root(ground: Ground, sandbox: str) -> None:
    async def looking() -> list[str]:
        level = isolation("sandbox", {})
        with place() as home:
            program = await level.start(launch(home, "/bin/sleep", "20"))
            program.go()
            while Path(f"/proc/{program.process_group}/comm").read_text() != "bwrap\n":
                await asyncio.sleep(0.01)
            lines = Path(f"/proc/{program.process_group}/status").read_text().splitlines()
            program.kill()
            await program.wait()
            await program.close()
        level.close()
        return next(line.split()[1:] for line in lines if line.startswith("Uid"))

    assert "0" not in asyncio.run(looking())


def test_a_bot_sees_the_root_it_was_promised_and_nothing_else(
    ground: Ground, sandbox: str
) -> None:
    with place() as home:
        code, said = run(launch(home, PYTHON, "-c", "import os; print(*sorted(os.listdir('/')))"))

    roots = {path.parts[1] for path in (home, ROOT, Path(PYTHON), Path(sys.base_prefix))}
    usual = {"bin", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "tmp", "usr"}
    assert code == 0
    assert set(said.split()) - {"lib32", "libx32"} <= usual | roots


def test_of_the_checkout_a_bot_sees_arena_referee_and_the_environment(
    ground: Ground, sandbox: str
) -> None:
    code = f"import os; print(*sorted(os.listdir({str(ROOT)!r})))"

    with place() as home:
        _, said = run(launch(home, PYTHON, "-c", code))

    assert set(said.split()) <= {"arena", "referee", Path(sys.prefix).name}


def test_a_built_in_bot_sees_no_other_bot(ground: Ground, sandbox: str) -> None:
    home = ROOT / "bots" / "random"
    code = "import os; print(*sorted(os.listdir('..')))"

    with place() as other:
        one = launch(other, PYTHON, "-c", code)
        _, said = run(Launch(one.command, home, one.socket, one.scratch, {}))

    assert said == "random"


def test_a_bot_on_another_runtime_does_not_see_the_arenas_python(
    ground: Ground, sandbox: str
) -> None:
    with place() as home:
        code, said = run(launch(home, "/bin/ls", str(ROOT)))

    assert code != 0
    assert "No such file" in said


def test_the_database_is_hidden_even_in_the_bots_own_folder(ground: Ground, sandbox: str) -> None:
    with place() as home:
        for name in ("arena.db", "arena.db-wal", "arena.db-shm", "main.py"):
            (home / name).touch()
        hidden = (home / "arena.db",)

        _, said = run(launch(home, "/bin/ls", hidden=hidden))

    assert said == "main.py"


def test_nothing_but_two_sized_places_can_be_written(ground: Ground, sandbox: str) -> None:
    look = "for p in / /usr /etc /dev /run /run/arena /proc . /tmp /dev/shm; do"
    look += " touch $p/x 2>/dev/null && echo $p; done; true"

    with place() as home:
        _, said = run(launch(home, "/bin/sh", "-c", look))

    assert said.split() == ["/tmp", "/dev/shm"]


def test_the_program_starts_in_its_folder_with_few_words_in_its_environment(
    ground: Ground, sandbox: str
) -> None:
    with place() as home:
        _, said = run(launch(home, PYTHON, "-c", "import os; print(os.getcwd(), *os.environ)"))

    here, *names = said.split()
    assert here == str(home)
    assert set(names) == {
        *("ARENA_ADDRESS", "ARENA_SOCKET", "HOME", "LANG", "PATH", "PWD", "TMPDIR"),
        *(name for name in names if name == "LC_CTYPE"),
    }


def test_the_memory_limit_is_named_when_it_ends_a_program(ground: Ground, sandbox: str) -> None:
    async def hogging() -> tuple[int, str, int]:
        level = isolation("sandbox", {}, Limits(memory_mb=64))
        with place() as home:
            program = await level.start(launch(home, PYTHON, "-c", "x = b'1' * (1 << 30)"))
            program.go()
            code = await program.wait()
            used = program.resources()
            await program.close()
        level.close()
        return code, used.exceeded, used.memory_bytes or 0

    code, exceeded, peak = asyncio.run(hogging())

    assert code == -9
    assert exceeded == "used more than 64 MB of memory"
    assert 32 << 20 < peak <= 64 << 20


def test_processor_time_of_children_is_counted(ground: Ground, sandbox: str) -> None:
    code = "import time\nwhile time.process_time() < 0.3: pass"
    nested = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {code!r}])"

    async def spending() -> int | None:
        level = isolation("sandbox", {})
        with place() as home:
            program = await level.start(launch(home, PYTHON, "-S", "-c", nested))
            program.go()
            await program.wait()
            used = program.resources().cpu_us
            await program.close()
        level.close()
        return used

    spent = asyncio.run(spending())

    assert spent is not None
    assert spent > 300_000


def test_the_share_of_processors_holds_for_all_children_together(
    ground: Ground, sandbox: str
) -> None:
    """A quarter of one processor: so little that a busy machine cannot be the reason."""
    spin = "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: pass"
    nested = f"import subprocess, sys\nfor one in [subprocess.Popen([sys.executable, '-S', '-c', {spin!r}]) for _ in range(4)]: one.wait()"  # noqa: E501

    async def spending(cpus: float) -> float:
        level = isolation("sandbox", {}, Limits(cpus=cpus))
        with place() as home:
            program = await level.start(launch(home, PYTHON, "-S", "-c", nested))
            begun = time.monotonic()
            program.go()
            await program.wait()
            wall = time.monotonic() - begun
            used = program.resources().cpu_us
            await program.close()
        level.close()
        assert used is not None
        return used / 1_000_000 / wall

    held, free = asyncio.run(spending(0.25)), asyncio.run(spending(2.0))

    print(f"share of processors: {held:.2f} of 0.25 allowed, {free:.2f} of 2 allowed")  # noqa: T201
    assert held < 0.3
    assert free > held


@pytest.mark.parametrize(
    ("script", "code"), [("exit 7", 7), ("kill -11 $$", -11), ("exec /nothing", 127)]
)
def test_exit_codes_are_the_programs_own(
    ground: Ground, sandbox: str, script: str, code: int
) -> None:
    with place() as home:
        ended, _ = run(launch(home, "/bin/sh", "-c", script))

    assert ended == code


def test_a_failure_of_the_sandbox_is_not_the_bots(ground: Ground, sandbox: str) -> None:
    async def failing() -> tuple[bool, str]:
        with place() as home:
            program = await broken.start(launch(home, "/bin/true"))
            _, said = await output_of(program)
            return program.setup_failed, said

    facts = try_sandbox()
    broken = Sandbox(Limits(disk_mb=-1), facts.groups)
    try:
        failed, said = asyncio.run(failing())
    finally:
        broken.close()

    assert failed
    assert said


def test_a_folder_that_is_a_whole_file_system_is_refused(ground: Ground, sandbox: str) -> None:
    with place() as home:
        one = launch(home, "/bin/true")
        wide = Launch(one.command, Path("/"), one.socket, one.scratch, {}, python=False)

        with pytest.raises(LaunchError, match="a folder of its own"):
            run(wide)


def test_a_program_may_lie_in_a_closed_folder(ground: Ground, sandbox: str) -> None:
    with place() as home:
        program = home / "program"
        program.write_text("#!/bin/sh\necho here\n")
        program.chmod(0o700)
        home.chmod(0o700)
        home.parent.chmod(0o700)

        assert run(launch(home, "./program")) == (0, "here")
