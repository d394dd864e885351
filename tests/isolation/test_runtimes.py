"""Programs of every supported runtime in the sandbox: what they need is on the list of calls.

`runtimes/` has a program for each, which does what bots do: threads, children, timers, sockets,
files. `calls.json` has the calls that each made under ``strace -f``, with gRPC and numpy where
bots use them; `record_calls` writes it.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.calls import Form, allowed
from referee.isolation.limits import Limits
from referee.isolation.port import Launch
from referee.isolation.probe import try_sandbox
from tests.leftovers import Ground

HERE: Final = Path(__file__).resolve().parent / "runtimes"
RECORDED: Final = HERE.parent / "calls.json"
WITHIN_S: Final = 60.0
COMPILE_S: Final = 300.0

Words = tuple[str, ...]
RUNTIMES: Final[dict[str, tuple[str, Words, Words]]] = {
    "bash": ("bash", (), ("/bin/bash", "main.sh")),
    "python": (sys.executable, (), (sys.executable, "main.py")),
    "node": ("node", (), ("node", "main.js")),
    "java": ("javac", ("javac", "Main.java"), ("java", "Main")),
    "go": ("go", ("go", "build", "-o", "main", "main.go"), ("./main",)),
    "rust": ("rustc", ("rustc", "-o", "main", "main.rs"), ("./main",)),
    "cpp": ("g++", ("g++", "-std=c++17", "-pthread", "-o", "main", "main.cpp"), ("./main",)),
}
"""By name: what must be installed, how it is compiled, how it is run."""
LOCK: Final = "flock /tmp/made true"
COMPILING: Final = Limits(memory_mb=2048, processes=512, disk_mb=1024, cpus=2.0)
ELSEWHERE: Final = ("/usr/local/go/bin", str(Path.home() / ".cargo/bin"))
REFUSED: Final = {
    "clone3": "every libc falls back to clone, whose flags the filter sees",
    "fadvise64": "advice on the page cache; cat and cp go on without",
    "pidfd_open": "Go waits for children by their numbers; handles count all processes",
    "pidfd_send_signal": "the same",
    "mbind": "OpenBLAS goes on without a place for its memory",
    "pkey_alloc": "V8 goes on without protection keys",
}
"""Calls that runtimes try and do without."""


@contextmanager
def made(runtime: str) -> Iterator[Launch]:
    """The program of a runtime, ready to be started, with a socket that listens."""
    tool, compiling, command = RUNTIMES[runtime]
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *ELSEWHERE])
    if shutil.which(tool, path=path) is None:
        missing = f"{tool} is not installed"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    with tempfile.TemporaryDirectory(dir="/tmp") as name, socket.socket(socket.AF_UNIX) as door:
        home, listening = Path(name) / "home", Path(name) / "socket"
        shutil.copytree(HERE / runtime, home)
        if compiling:
            environment = {**os.environ, "PATH": path, "GOFLAGS": "-mod=mod", "GO111MODULE": "off"}
            subprocess.run(compiling, cwd=home, env=environment, check=True, timeout=COMPILE_S)
        door.bind(str(listening))
        door.listen()
        python = command[0] == sys.executable
        yield Launch(command, home, listening, home.parent, {}, python)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_program_of_every_runtime_does_its_work_in_the_sandbox(
    ground: Ground, sandbox: str, runtime: str
) -> None:
    with made(runtime) as launch, closing(try_sandbox().open(Limits())) as level:
        said = bytearray()
        done = level.run(launch, WITHIN_S, said.extend)

    text = said.decode()
    assert (done.code, text.splitlines()[-1:]) == (0, ["all well"]), text


@pytest.mark.parametrize("runtime", ["cpp", "java"])
def test_compilers_lock_and_link_in_the_sandbox_where_something_is_prepared(
    ground: Ground, sandbox: str, runtime: str
) -> None:
    with made(runtime) as launch, closing(try_sandbox().open(COMPILING)) as level:
        script = f"cp -r . /tmp/made && cd /tmp/made && rm -f main *.class && {LOCK} && "
        script += " ".join(RUNTIMES[runtime][1])
        building = replace(
            launch,
            command=("/bin/sh", "-c", f"{script} && ls main Main.class 2>/dev/null | head -n 1"),
            calls=Form.PREPARE,
        )
        said = bytearray()
        level.run(building, COMPILE_S, said.extend)

    assert said.decode().splitlines()[-1] in ("main", "Main.class"), said.decode()


@pytest.mark.parametrize("runtime", sorted(json.loads(RECORDED.read_text())))
def test_every_call_that_was_recorded_is_on_the_list(runtime: str) -> None:
    needed = json.loads(RECORDED.read_text())[runtime]

    assert len(needed) > 20
    assert set(needed) - allowed(Form.PLAY).keys() <= REFUSED.keys()
