"""What `/proc` tells of the machine is the same for every bot, whatever others do meanwhile."""

import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from referee.isolation.limits import Limits
from referee.isolation.probe import try_sandbox
from tests.isolation.test_sandbox import launch, place
from tests.leftovers import Ground

LOOK: Final = """
import json, os
told = {}
for folder, folders, files in os.walk("/proc"):
    if folder == "/proc":
        folders[:] = [one for one in folders if not one.isdecimal() and "self" not in one]
    for name in files:
        path = os.path.join(folder, name)
        if os.path.islink(path):
            continue
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            told[path] = os.read(descriptor, 100_000).decode(errors="replace")
            os.close(descriptor)
        except OSError:
            pass
print(json.dumps(told))
"""
MOVES: Final = {
    "/proc/cpuinfo": "the speed of processors, where the hardware tells it: timing",
    "/proc/uptime": "the time, which every clock tells; idle time goes with load",
    "/proc/sys/kernel/random/uuid": "drawn anew at each reading",
    "/proc/sys/kernel/random/entropy_avail": "full on every kernel of today",
}
"""What may differ."""


def look(memory_mb: int = 256) -> dict[str, str]:
    with place() as home, closing(try_sandbox().open(Limits(memory_mb=memory_mb))) as level:
        said = bytearray()
        done = level.run(launch(home, sys.executable, "-S", "-c", LOOK), 60, said.extend)
    assert done.code == 0, said
    told: dict[str, str] = json.loads(said)
    return told


def test_no_file_of_the_machine_counts_what_others_do(ground: Ground, sandbox: str) -> None:
    before = look()
    with ExitStack() as opened:
        for _ in range(300):
            opened.enter_context(Path(__file__).open("rb"))
        after = look()

    assert len(before) > 100
    assert {path for path in before if before[path] != after.get(path)} <= MOVES.keys()
    assert before.keys() == after.keys()


def test_a_program_that_asks_for_the_machines_memory_is_told_its_own(
    ground: Ground, sandbox: str
) -> None:
    told = look(memory_mb=300)

    assert f"MemTotal: {300 * 1024:>15} kB" in told["/proc/meminfo"].splitlines()
    assert told["/proc/stat"].startswith("cpu  0 0 ")
    assert told["/proc/loadavg"] == "0.00 0.00 0.00 1/1 1\n"
