"""A PostgreSQL server of our own, for tests: in a folder that goes, on a unix socket.

It is started by its own program, as a user who is not root, dies with the tests, and can be
killed, frozen and started again. Databases are copies of one that has the schema already.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

import psycopg
import pytest

from leaderboard.database import open_database

_PATIENCE_S: Final = 60
_NOBODY: Final = 65534
_FOLDERS: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def require() -> Path:
    """The folder of the server's programs; without one its tests fail on CI and are skipped."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else _FOLDERS
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    told = "no PostgreSQL server is installed"
    if os.environ.get("CI"):
        pytest.fail(told)
    pytest.skip(told)


@dataclass
class Server:
    """A server that listens on a socket in its folder, and on a port of loopback if told."""

    programs: Path
    folder: Path
    port: int | None = None
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)
    _numbers: Iterator[int] = field(default_factory=count, init=False)

    def make(self) -> None:
        """Make its files."""
        self._run(
            "initdb",
            "-D",
            self.data,
            "-A",
            "trust",
            "-U",
            "arena",
            "-E",
            "UTF8",
            "-N",
            "--locale=C",
        )

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        """Start it, and wait until it answers. It ends with the thread that does this."""
        log = (self.folder / "log").open("ab")
        words = [
            *("-D", self.data, "-k", str(self.folder), "-c", "fsync=off"),
            *("-c", "listen_addresses=" + ("127.0.0.1" if self.port else "")),
            *("-c", "shared_buffers=32MB", "-c", "max_connections=50"),
            *("-p", str(self.port or 5432)),
        ]
        end = time.monotonic() + _PATIENCE_S
        with log:
            while not self._answers():
                assert time.monotonic() < end, (self.folder / "log").read_text()[-2000:]
                # It refuses to start while somebody of the one before is still there.
                if self._process is None or self._process.poll() is not None:
                    program = self._words("postgres", *words, dies="INT")
                    self._process = subprocess.Popen(program, stdout=log, stderr=log)
                time.sleep(0.05)

    def stop(self) -> None:
        """End it at once, but well."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """End it as a crash does; those who serve its clients are gone as well."""
        self._end(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Neither it nor anybody who serves a client does anything."""
        assert self._process is not None
        stopped = [self._process.pid]
        os.kill(self._process.pid, signal.SIGSTOP)
        stopped += self._children()
        for process in stopped[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in reversed(stopped):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def database(self, *, empty: bool = False, encoding: str = "UTF8") -> str:
        """The URL of a new database, with the schema unless it is to be empty."""
        name = f"db{next(self._numbers)}"
        template = "template0" if empty else "arena_template"
        self.ask(
            f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY "
            f"ENCODING '{encoding}' LOCALE 'C'"
        )
        return self.url(name)

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://arena@/{name}?host={self.folder}"

    def drop_connections(self, url: str) -> None:
        """Break every connection to the database at a URL."""
        name = url.partition("@/")[2].partition("?")[0]
        self.ask(
            "SELECT bool_and(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
            f"WHERE datname = '{name}'"
        )

    def ask(self, statement: str) -> str:
        """What it answers first, as text."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            answer = connection.execute(statement.encode())
            row = answer.fetchone() if answer.description else None
        return "" if row is None else str(row[0])

    def _answers(self) -> bool:
        words = self._words("pg_isready", "-q", "-h", str(self.folder))
        return subprocess.run(words, check=False).returncode == 0

    def _children(self) -> list[int]:
        assert self._process is not None
        listed = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(word) for word in listed.read_text().split()]

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            children = self._children() if self._process.poll() is None else []
            self._process.send_signal(number)
            if number == signal.SIGKILL:
                for child in children:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(child, number)
            self._process.wait(_PATIENCE_S)
            self._process = None

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            self._words(program, *words),
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _words(self, program: str, *words: str, dies: str = "KILL") -> list[str]:
        """A program with its words, as a user who is not root; it dies with who starts it."""
        as_user = [f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]
        return [
            *("setpriv", f"--pdeathsig={dies}", *(as_user if os.geteuid() == 0 else [])),
            *(str(self.programs / program), *words),
        ]


@contextmanager
def running(port: int | None = None) -> Iterator[Server]:
    """A server with a database that others can be copied from."""
    programs = require()
    # Not below pytest's folder: others may not enter it, and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="arena-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
        server = Server(programs, folder, port)
        server.make()
        try:
            server.start()
            server.ask("CREATE DATABASE arena_template TEMPLATE template0 LOCALE 'C'")
            open_database(server.url("arena_template"), write=True).close()
            yield server
        finally:
            server.stop()
