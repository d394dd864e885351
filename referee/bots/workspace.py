"""A private folder for the sockets and scratch files of one referee, which never outlives it."""

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from referee.bots import guardian

_PREFIX: Final = "arena-"
_SOCKET_BYTES: Final = 90
"""Unix socket paths are cut off by the kernel at 108 bytes, by some languages earlier."""


class Workspace:
    """Exists as long as the block that entered it; if that is killed a guardian cleans up."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        if len(os.fsencode(self.folder)) > _SOCKET_BYTES - len("/bot-99999.sock"):
            self.folder.rmdir()
            self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir="/tmp"))  # short
        self._numbers = itertools.count(1)
        self._guardian = subprocess.Popen(
            [sys.executable, "-I", "-S", guardian.__file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._guardian.stdin is not None:
            self._guardian.stdin.close()
        self._guardian.wait()

    def place(self) -> tuple[Path, Path]:
        """A fresh socket path and a fresh scratch folder for one bot."""
        number = next(self._numbers)
        scratch = self.folder / f"bot-{number}"
        scratch.mkdir(mode=0o700)
        return self.folder / f"bot-{number}.sock", scratch

    def watch(self, group: int) -> None:
        """Have the process group killed if this referee dies."""
        self._tell(f"+{group}\n")

    def release(self, group: int) -> None:
        """The process group is gone."""
        self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._guardian.stdin is not None and self._guardian.poll() is None:
            self._guardian.stdin.write(line.encode())
            self._guardian.stdin.flush()
