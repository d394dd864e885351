"""Whatever ends the arena, nothing of a sandboxed bot is left two seconds later."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.cgroups import Groups, find_groups
from referee.isolation.guardian import members
from referee.proofs.attacks.processes import DAEMON_MARK
from tests.leftovers import Ground

PATIENCE_S: Final = 30.0
NASTY: Final = f"""
import os, signal, subprocess, sys, time
for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(one, signal.SIG_IGN)
from arena.sdk import Bot, run
class Nasty(Bot):
    def act(self, turn):
        code = "import time; time.sleep(600)"
        for _ in range(3):
            subprocess.Popen([sys.executable, "-S", "-c", code, "{DAEMON_MARK}"],
                start_new_session=True)
        time.sleep(600)
run(Nasty)
"""


@pytest.fixture
def nasty(tmp_path: Path) -> Path:
    """A bot that has daemons, ignores signals and never answers."""
    folder = tmp_path / "nasty"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "nasty"\ncommand = ["{python}", "main.py"]\n')
    (folder / "main.py").write_text(NASTY)
    return folder


def until(happened: Callable[[], object], patience_s: float = PATIENCE_S) -> bool:
    deadline = time.monotonic() + patience_s
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def groups_of(owner: int) -> list[Path]:
    return [path for folder in find_groups().folders() for path in folder.glob(f"arena-{owner}-*")]


def commands(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def living(processes: set[int]) -> set[int]:
    return {one for one in processes if commands(one)}


@pytest.mark.parametrize("name", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["starting", "playing"])
def test_an_end_of_the_command_ends_everything(
    ground: Ground, sandbox: str, nasty: Path, name: signal.Signals, moment: str
) -> None:
    command = [sys.executable, "-m", "arena.cli", "match", str(nasty), "random"]
    arena = subprocess.Popen(
        [*command, "--isolation", "sandbox", "--game", "kupferkessel", "--seed", "3"],
        cwd=nasty.parent,
        env={**os.environ, "TMPDIR": str(ground.folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    seen: set[int] = set()

    def in_groups() -> set[int]:
        seen.update(one for path in groups_of(arena.pid) for one in members(path))
        return seen

    if moment == "playing":
        assert until(lambda: any(DAEMON_MARK.encode() in commands(one) for one in in_groups()))
    else:
        assert until(in_groups)
    arena.send_signal(name)
    arena.wait(PATIENCE_S)

    assert until(lambda: not living(seen), 2), living(seen)
    assert until(lambda: not groups_of(arena.pid), 2)
    ground.assert_clean()


def test_groups_whose_referee_and_guardian_died_are_swept_by_the_next(sandbox: str) -> None:
    groups = find_groups()
    gone = subprocess.Popen(["true"])
    gone.wait()
    for folder in groups.folders():
        (folder / f"arena-{gone.pid}-1").mkdir()

    groups.sweep()

    assert groups_of(gone.pid) == []


def test_a_sweep_leaves_the_groups_of_the_living_alone(tmp_path: Path) -> None:
    groups = Groups(tmp_path, {})
    own = tmp_path / f"arena-{os.getpid()}-1"
    own.mkdir()

    groups.sweep()

    assert own.exists()
