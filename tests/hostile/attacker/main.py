"""A bot that plays honestly but for one attack, and tells in its output what came of it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

from referee.proofs.attacks import files

INHERITED = files.descriptors({})  # before anything else opens one

import streams  # type: ignore[import-not-found]  # noqa: E402 - a module of this folder

from arena.sdk import Action, Bot, Turn, run  # noqa: E402
from referee.proofs.attacks import resources  # noqa: E402

FOREVER_S = 600


def outside(row: int) -> None:
    """Most attacks are programs of their own, in the same containment."""
    command = [sys.executable, "-m", "referee.proofs.attacks", str(row), "targets.json"]
    subprocess.run(command, check=False)


def flood(_: int) -> None:
    """A gigabyte of words."""
    for _ in range(1024):
        os.write(1, b"x" * (1024 * 1024))


HERE: dict[int, Callable[[int], object]] = {
    2: lambda _: resources.memory({}),
    10: lambda row: print(  # noqa: T201 - the harness reads it
        json.dumps({"attack": row, "succeeded": INHERITED.succeeded, "detail": INHERITED.detail})
    ),
    25: flood,
    26: lambda _: time.sleep(FOREVER_S),
    35: lambda _: streams.huge_message(),
    36: lambda _: streams.huge_metadata(),
    37: lambda _: streams.garbage(),
    38: lambda _: streams.half_open(),
    39: lambda _: streams.idle_streams(),
    40: lambda _: streams.flood(),
}
"""What must be done by the bot itself."""


class Attacker(Bot):
    """Its play never depends on the attack."""

    decided = 0

    def act(self, turn: Turn) -> Action:
        self.decided += 1
        row = self.match.integer("row")
        if row and self.decided == 2:
            HERE.get(row, outside)(row)
        return turn.legal[0]


if __name__ == "__main__":
    run(Attacker)
