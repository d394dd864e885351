"""Both ends of the pipe between the bench and a process that is measured.

A station says which chunks it has; for each name that it is sent it takes one, and answers with
figures.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.trees import Tree

Taken = Mapping[str, float]
Chunk = Callable[[], Taken]


@dataclass(frozen=True)
class Station:
    """A process that stands ready, and what it can measure."""

    process: "subprocess.Popen[str]"
    chunks: tuple[str, ...]

    def take(self, chunk: str) -> Taken:
        """The figures of one chunk."""
        pipe = self.process.stdin
        assert pipe is not None
        pipe.write(f"{chunk}\n")
        pipe.flush()
        return self._answer()

    def _answer(self) -> Taken:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a station ended with {self.process.wait()}: {self.process.args!r}")
        taken: Taken = json.loads(line)
        return taken


@contextmanager
def station(tree: Tree, name: str, *words: str, compiled: bool = True) -> Iterator[Station]:
    """The station of that name, for the length of the block."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        tree.command("-m", f"benchmarks.stations.{name}", *words),
        env=tree.environment(compiled=compiled),
        stdin=pipe,
        stdout=pipe,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        words = tuple(process.stdout.readline().split())
        if words[:1] != ("ready",):
            raise SystemExit(f"the station '{name}' of {tree.name} did not start")
        try:
            yield Station(process, words[1:])
        finally:
            process.stdin.close()


def serve(chunks: Mapping[str, Chunk]) -> None:
    """Be a station: take the chunks that are asked for, until the pipe closes."""
    print("ready", *chunks, flush=True)
    for line in requests():
        answer(chunks[line]())


def requests() -> Iterator[str]:
    """The names that are asked for, one by one."""
    while line := sys.stdin.readline():
        yield line.strip()


def answer(taken: Taken) -> None:
    """Hand figures back."""
    print(json.dumps(dict(taken)), flush=True)
