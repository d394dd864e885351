"""A private folder for the sockets and scratch files of one referee, which never outlives it."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from referee.isolation import guardian

_PREFIX: Final = "arena-"
_PLACE: Final = "bot-"
_SOCKET_BYTES: Final = 90
"""Unix socket paths are cut off by the kernel at 108 bytes, by some languages earlier."""


class Workspace:
    """Exists as long as the block that entered it; if that is killed a guardian cleans up."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        if len(os.fsencode(self.folder)) > _SOCKET_BYTES - len(f"/{_PLACE}12345678.sock"):
            self.folder.rmdir()
            self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir="/tmp"))  # short
        self._watched: set[str] = set()
        self._guardian = self._post()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        # A guardian that was killed has left the pipe broken; what it guarded is gone by now.
        with suppress(BrokenPipeError):
            self._guardian.communicate()

    def place(self) -> tuple[Path, Path]:
        """A fresh socket path and a fresh scratch folder for one bot."""
        # A bot may see the name (in its list of mounts): it must not tell how many came before.
        scratch = Path(tempfile.mkdtemp(prefix=_PLACE, dir=self.folder))
        return scratch.with_suffix(".sock"), scratch

    def watch(self, one: int | str) -> None:
        """Have a process group killed, or a trace removed, if this referee dies.

        A trace is a pattern of control groups or files, or after a ``!`` a command that removes
        things; it is told before the first of them is made, but files when they are ours.
        """
        self._watched.add(str(one))
        self._tell(f"+{one}\n")

    def release(self, one: int | str) -> None:
        """The process group or the trace is gone."""
        self._watched.discard(str(one))
        self._tell(f"-{one}\n")

    def _post(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-I", "-S", guardian.__file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )

    def _tell(self, line: str) -> None:
        try:
            self._write(line)
        except BrokenPipeError:
            # Somebody killed it: its successor is told everything.
            self._guardian.wait()
            self._guardian = self._post()
            self._write("".join(f"+{one}\n" for one in self._watched))

    def _write(self, text: str) -> None:
        if self._guardian.stdin is None:
            raise RuntimeError("a guardian has an input")
        self._guardian.stdin.write(text.encode())
        self._guardian.stdin.flush()
