"""A Dask cluster on loopback, under TLS; its processes share nothing but the code."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.tournament.cluster import Cluster, make_keys

_PATIENCE_S = 60


@dataclass
class Engine:
    """A scheduler and some worker processes, each with a folder of its own."""

    folder: Path
    port: int
    scheduler: "subprocess.Popen[bytes] | None" = None
    workers: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    @property
    def keys(self) -> Path:
        return self.folder / "keys"

    @property
    def address(self) -> str:
        return f"tls://127.0.0.1:{self.port}"

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.address, self.keys)

    @property
    def words(self) -> tuple[str, ...]:
        """The options of a command that plays here."""
        return ("--cluster", self.address, "--cluster-keys", str(self.keys))

    def start_scheduler(self) -> None:
        words = ("--host", "127.0.0.1", "--port", str(self.port), "--protocol", "tls")
        self.scheduler = self._start("scheduler", "scheduler", *words)

    def add_worker(self) -> "subprocess.Popen[bytes]":
        """One more, without a nanny that would start another in its place."""
        own = self.folder / f"worker{len(self.workers)}"
        own.mkdir()
        words = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(own))
        started = self._start("worker", "worker", *words, home=own)
        self.workers.append(started)
        return started

    def wait_for(self, workers: int) -> None:
        """Until so many are there."""
        end = time.monotonic() + _PATIENCE_S
        while True:
            try:
                if len(self.cluster.hosts()) >= workers:
                    return
            except Exception:
                if time.monotonic() > end:
                    raise
            assert time.monotonic() < end
            time.sleep(0.2)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in (*self.workers, self.scheduler):
            if process is not None:
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def _start(
        self, role: str, *words: str, home: Path | None = None
    ) -> "subprocess.Popen[bytes]":
        files = [self.keys / name for name in ("ca.pem", f"{role}.pem", f"{role}.key")]
        options = ("--tls-ca-file", "--tls-cert", "--tls-key")
        keys = [str(word) for pair in zip(options, files, strict=True) for word in pair]
        log = (self.folder / f"{role}.log").open("ab")
        environment = dict(os.environ)
        if home is not None:
            environment["XDG_CACHE_HOME"] = str(home / "cache")
        with log:
            program = (sys.executable, "-m", f"distributed.cli.dask_{words[0]}")
            return subprocess.Popen(
                # It ends with the tests, whatever ends them.
                ["setpriv", "--pdeathsig=TERM", *program, *words[1:], "--no-dashboard", *keys],
                stdout=log,
                stderr=log,
                env=environment,
            )


@contextmanager
def engine(folder: Path, workers: int = 2) -> Iterator[Engine]:
    """A cluster with so many processes."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    made = Engine(folder, port)
    make_keys(made.keys)
    try:
        made.start_scheduler()
        for _ in range(workers):
            made.add_worker()
        made.wait_for(workers)
        yield made
    finally:
        made.stop()
