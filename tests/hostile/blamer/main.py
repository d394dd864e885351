"""A bot that does not answer at its second decision, and has the machine look guilty."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

from arena.sdk import Action, Bot, Turn, run

FOREVER_S = 600

CHURN = """
import os
PIN
if os.fork() == 0:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while True: pass
import signal
REAP
import time
while True:
    if (child := os.fork()) == 0:
        end = time.monotonic() + 0.02
        while time.monotonic() < end: pass
        os._exit(0)
    WAIT
"""
ONE = "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})"


def churn(*, pinned: bool = True, reaped: bool = True) -> None:
    """One that is hardly ever let waits, while short-lived children burn the processor."""
    words = {
        "PIN": ONE if pinned else "",
        "REAP": "" if reaped else "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
        "WAIT": "os.waitpid(child, 0)" if reaped else "time.sleep(0.02)",
    }
    code = CHURN
    for name, text in words.items():
        code = code.replace(name, text)
    subprocess.Popen([sys.executable, "-S", "-c", code])
    time.sleep(FOREVER_S)


def crowd() -> None:
    """Twelve that spin on one processor: each waits for the others most of the time."""
    code = f"import os\n{ONE}\nfor _ in range(11):\n    if not os.fork(): break\nwhile True: pass"
    subprocess.Popen([sys.executable, "-S", "-c", code])
    time.sleep(FOREVER_S)


def over_its_limit() -> None:
    """Use up the limit of processor time at once, and be stopped by it for most of the rest."""
    code = "import os\nos.fork()\nos.fork()\nwhile True: pass"
    subprocess.Popen([sys.executable, "-S", "-c", code])
    while True:
        pass


def meek() -> None:
    """Spin as the least important of all, and never be let."""
    code = "import os\nos.nice(19)\nos.fork()\nos.fork()\nwhile True: pass"
    for _ in range(3):
        subprocess.Popen([sys.executable, "-S", "-c", code])
    time.sleep(FOREVER_S)


def stop_itself() -> None:
    """Stand still by its own signal."""
    os.kill(os.getpid(), signal.SIGSTOP)


def write() -> None:
    """Wait for what it writes to its own disk."""
    with tempfile.TemporaryFile(buffering=0) as file:
        while True:
            file.seek(0)
            file.write(b"x" * 1024 * 1024)
            os.fsync(file.fileno())


def spin() -> None:
    """Think without end, and lose a moment to others now and then."""
    for _ in range(2):
        threading.Thread(target=spin_alone, daemon=True).start()
    spin_alone()


def spin_alone() -> None:
    while True:
        pass


def give_way() -> None:
    """Give up every turn as soon as it comes."""
    while True:
        os.sched_yield()


def nap() -> None:
    """Sleep no time at all, again and again: after each it waits for its turn."""
    while True:
        time.sleep(1e-9)


SHORT_LIVED = """
import os, time
while True:
    if (child := os.fork()) == 0:
        end = time.monotonic() + 0.1
        while time.monotonic() < end: os.sched_yield()
        os._exit(0)
    os.waitpid(child, 0)
"""


def give_way_by_turns() -> None:
    """The same in processes that are gone before anybody looks twice."""
    subprocess.Popen([sys.executable, "-S", "-c", SHORT_LIVED])
    time.sleep(FOREVER_S)


HALF_OPEN = """
import os, socket, time
kept = []
try:
    while len(kept) < 240:
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(0.5)
        one.connect(os.environ["ARENA_SOCKET"])
        one.sendall(b"PRI * HTTP/2.0\\r\\n")
        kept.append(one)
except OSError:
    pass
print("done", flush=True)
time.sleep(600)
"""
STORM = """
import os, socket
print("done", flush=True)
while True:
    try:
        one = socket.socket(socket.AF_UNIX)
        one.connect(os.environ["ARENA_SOCKET"])
        one.close()
    except OSError:
        pass
"""


def children(code: str, number: int = 6) -> None:
    """Have so many do their part, and play on."""
    for _ in range(number):
        child = subprocess.Popen(
            [sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, close_fds=True
        )
        assert child.stdout is not None
        child.stdout.readline()


ROWS: dict[int, Callable[[], None]] = {
    50: churn,
    51: lambda: churn(pinned=False, reaped=False),
    52: crowd,
    53: over_its_limit,
    54: meek,
    55: stop_itself,
    56: write,
    57: spin,
    76: give_way,
    77: nap,
    78: give_way_by_turns,
    58: lambda: children(HALF_OPEN),
    59: lambda: children(STORM, 2),
}


class Blamer(Bot):
    """Its play never depends on the attack."""

    decided = 0

    def act(self, turn: Turn) -> Action:
        self.decided += 1
        row = self.match.integer("row")
        if row and self.decided == 2:
            ROWS[row]()
        return turn.legal[0]


if __name__ == "__main__":
    run(Blamer)
