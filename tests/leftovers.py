"""Whether anything of ours is left: processes, sockets, temporary folders.

A test gets a folder of its own as the place for temporary files. Everything the arena starts has
that folder in its environment or its command line, so that what belongs to the test is told apart
from whatever else runs on the machine.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 2.0
_LOOK_S: Final = 0.02


@dataclass(frozen=True)
class Ground:
    """Where a test plays, and what it has left there."""

    folder: Path

    def processes(self) -> dict[int, str]:
        """Our processes that live, by id."""
        mark = os.fsencode(self.folder)
        own = os.getpid()
        return {pid: said for pid, said, known in _table() if mark in known and pid != own}

    def traces(self) -> list[str]:
        """Everything that is left, in words."""
        sockets = Path("/proc/net/unix")
        listening = sockets.read_text().splitlines() if sockets.exists() else []
        return [
            *(f"process {pid}: {said}" for pid, said in self.processes().items()),
            *(f"socket {line.split()[-1]}" for line in listening if str(self.folder) in line),
            *(f"file {path}" for path in sorted(self.folder.iterdir())),
        ]

    def assert_clean(self) -> None:
        """Nothing is left, two seconds from now at the latest."""
        deadline = time.monotonic() + PATIENCE_S
        while (left := self.traces()) and time.monotonic() < deadline:
            time.sleep(_LOOK_S)
        assert left == []


@contextmanager
def clean_ground() -> Iterator[Ground]:
    """A ground that must be as clean after the block as before it."""
    ground = Ground(Path(tempfile.mkdtemp(prefix="at-", dir="/tmp")))
    usual, tempfile.tempdir = tempfile.tempdir, str(ground.folder)
    try:
        yield ground
        ground.assert_clean()
    finally:
        tempfile.tempdir = usual
        for pid in ground.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(ground.folder, ignore_errors=True)


def _table() -> Iterator[tuple[int, str, bytes]]:
    """Each process: its id, its command line, and that with its environment."""
    if not Path("/proc/self/environ").exists():
        words = ["ps", "-axEww", "-o", "pid=,command="]
        listing = subprocess.run(words, capture_output=True, check=True)
        for line in listing.stdout.splitlines():
            pid, _, command = line.strip().partition(b" ")
            yield int(pid), command.decode(errors="replace"), command
        return
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                command = (entry / "cmdline").read_bytes()
                known = command + (entry / "environ").read_bytes()
                yield int(entry.name), command.replace(b"\0", b" ").decode(errors="replace"), known
