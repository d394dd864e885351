"""A bot that plays at random, and in half of its matches does not want to have played."""

import os
import signal
import subprocess
import sys
import time

from arena.sdk import Action, Bot, Turn, run

CHURN = """
import os, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
if os.fork() == 0:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while True: pass
while True:
    if (child := os.fork()) == 0:
        end = time.monotonic() + 0.02
        while time.monotonic() < end: pass
        os._exit(0)
    os.waitpid(child, 0)
"""


class Sly(Bot):
    """Its play does not depend on its way."""

    def start(self) -> None:
        self.decided = 0
        self.unwilling = self.match.random.random() < 0.5

    def act(self, turn: Turn) -> Action:
        self.decided += 1
        way = self.match.text("way")
        if way == "chance":
            self.unwilling = os.urandom(1)[0] % 2 == 0
        if self.decided == 3 and self.unwilling:
            if way in ("kill", "chance"):
                os.kill(os.getpid(), signal.SIGKILL)
            if way == "churn":
                subprocess.Popen([sys.executable, "-S", "-c", CHURN])
                time.sleep(600)
        return self.match.random.choice(turn.legal)


if __name__ == "__main__":
    run(Sly)
