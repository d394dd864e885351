"""The `arena` command as people and scripts run it: a process, two streams, an exit code."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from tests.bots.assembled import assembled
from tests.leftovers import Ground

PROGRAM: Final = Path(sys.executable).with_name("arena")
BOTS: Final = assembled()
PATIENCE_S: Final = 240
"""When a command surely hangs, on a machine however busy; nothing is said of its speed."""
PROCESS: Final = ("--isolation", "process")
"""The level at which a test sees what bots do: their processes, their scratch folders."""


@dataclass(frozen=True)
class Finished:
    """A run that is over."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Arena:
    """Runs the command in a folder, with temporary files on its own ground."""

    folder: Path
    ground: Ground
    more: Mapping[str, str] = field(default_factory=dict)
    """Further variables of its environment."""

    def __call__(self, *words: str) -> Finished:
        """Run to the end."""
        process = self.start(*words)
        out, err = process.communicate(timeout=PATIENCE_S)
        return Finished(process.returncode, out, err)

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start and go on."""
        usual = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return subprocess.Popen(
            [PROGRAM, *words],
            cwd=self.folder,
            env={**usual, "TMPDIR": str(self.ground.folder), "PYTHONUTF8": "1", **self.more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def told(self, **more: str) -> "Arena":
        """The same with further variables in its environment."""
        return replace(self, more={**self.more, **more})

    def within(self, name: str) -> "Arena":
        """The same in a folder below this one."""
        folder = self.folder / name
        folder.mkdir()
        return replace(self, folder=folder)


def bot(word: str) -> str:
    """One of the bots in `tests/bots`, as it is written on the command line."""
    return str(BOTS / word)
