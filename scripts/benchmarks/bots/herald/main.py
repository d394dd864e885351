"""Plays like `random`, but first tells the bench that it is asked, and waits for its word.

While it waits nobody else has anything to do, so the bench sees what all have used until then.
"""

import os
import runpy
import socket
import time
from pathlib import Path

import arena
from arena.sdk import Action, Turn, run

_RANDOM = Path(arena.__file__).parent.parent / "bots" / "random" / "main.py"
Random = runpy.run_path(str(_RANDOM))["Random"]


class Herald(Random):  # type: ignore[misc, valid-type]
    """A `Random` that announces itself, once in its process."""

    _announced = False

    def act(self, turn: Turn) -> Action:
        action: Action = super().act(turn)
        door = self.match.text("door")
        if door and not Herald._announced:
            Herald._announced = True
            with socket.socket(socket.AF_UNIX) as bench:
                bench.connect(door)
                bench.sendall(f"{os.getpid()} {time.process_time_ns()}\n".encode())
                bench.recv(1)
        return action


if __name__ == "__main__":
    run(Herald)
