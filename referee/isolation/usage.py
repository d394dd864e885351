"""What a bot's processes have had from the machine, as the kernel counts it.

Linux keeps for each thread how long it ran and how long it waited for a processor while it was
ready to run. Elsewhere nobody tells, and a slow move is judged by the clock and its margin alone.
"""

from referee.isolation.processes import PROC, family, stat
from referee.match.clock import Usage


def usage_of(root: int) -> Usage | None:
    """The usage of a process and everything that descends from it; None if nobody tells."""
    ran = waited = 0
    told = ready = False
    for process in family(root):
        for thread in (PROC / str(process) / "task").glob("*"):
            try:
                on_cpu, waiting, _ = map(int, (thread / "schedstat").read_text().split())
                state = stat(thread)[0]
            except (OSError, ValueError):
                continue  # it has ended meanwhile
            told = True
            ran += on_cpu
            waited += waiting
            ready = ready or state == "R"
    return Usage(ran // 1000, waited // 1000, ready) if told else None
