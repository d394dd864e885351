"""Programs that try to get out: what `arena doctor --attack` and the hostile tests run.

Each attack is one function that tries one thing, with a cap so that it harms nobody where it
succeeds, and tells what came of it. `ATTACKS` has them by number; the numbers are those of the
table in `docs/isolation.md`, which also has attacks on the referee that need no way out.

    python -m referee.proofs.attacks NUMBER TARGETS.json
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.proofs.attacks import calls, channels, files, kernel, network, processes, resources
from referee.proofs.attacks.attempt import Found, Targets


@dataclass(frozen=True)
class Attack:
    """One attempt."""

    title: str
    run: Callable[[Targets], Found]
    held_from: str = "sandbox-nolimits"
    """The weakest level that stops it."""
    harmless: bool = False
    """Whether it may be tried where nothing stops it."""


_LIMITS: Final = "sandbox"
_NEVER: Final = "never"

ATTACKS: Final[Mapping[int, Attack]] = {
    1: Attack("a fork bomb", resources.forks, _LIMITS),
    2: Attack("takes 1 GB of memory", resources.memory, _LIMITS),
    3: Attack("fills the disk", resources.disk),
    4: Attack("makes 50,000 empty files", resources.many_files),
    5: Attack("spins on four processors", resources.spin, _LIMITS),
    6: Attack("reads the database", files.read_database, harmless=True),
    7: Attack("reads another bot's source", files.read_neighbour, harmless=True),
    8: Attack("reads the referee's environment", files.read_environments, harmless=True),
    9: Attack("finds secrets in its own environment", files.own_environment, "process", True),
    10: Attack("uses inherited descriptors", files.descriptors, "none", True),
    11: Attack("connects to a port of this machine", network.loopback, harmless=True),
    12: Attack("connects to the outside", network.outwards),
    13: Attack("connects to an abstract socket", network.abstract, harmless=True),
    14: Attack("opens VSOCK and NETLINK sockets", network.families, harmless=True),
    15: Attack("connects to another bot's socket", network.neighbour, harmless=True),
    16: Attack("replaces its own socket", files.replace_socket),
    17: Attack("sends the referee a signal", processes.signal_referee, harmless=True),
    18: Attack("kills everything it can", processes.kill_everything),
    19: Attack("traces the referee", processes.trace),
    20: Attack("reads the referee's limits and processors", processes.inspect, harmless=True),
    21: Attack("chooses its processors", processes.choose_processors, _NEVER),
    22: Attack("raises its priority", processes.raise_priority),
    23: Attack("leaves a daemon behind", processes.daemon),
    24: Attack("opens 30,000 files", resources.descriptors, "process", True),
    28: Attack("runs a setuid program", files.setuid, "process"),
    29: Attack("makes a user namespace of its own", kernel.namespaces),
    30: Attack("io_uring, userfaultfd, keyrings", kernel.surfaces),
    31: Attack("mount, chroot, bpf, perf, clock", kernel.administration),
    32: Attack("writes kernel settings", kernel.settings),
    33: Attack("leaves shared memory behind", kernel.shared_memory),
    34: Attack("types into the terminal", kernel.terminal),
    60: Attack("makes every call that is not listed", calls.unlisted),
    61: Attack("makes the newest calls, and forgotten ones", calls.newest),
    62: Attack("calls through other architectures' tables", calls.other_tables),
    63: Attack("opens sockets and pairs of every family", calls.families),
    64: Attack("locks a file that others see", channels.locks, harmless=True),
    65: Attack("leases a file that others see", channels.leases),
    66: Attack("asks what the page cache holds", channels.ask_cache, harmless=True),
    67: Attack("tells the page cache what to forget", channels.tell_cache, harmless=True),
    68: Attack("watches who uses a file", channels.watches, harmless=True),
    69: Attack("leaves a mark at a file that others see", channels.marks),
    70: Attack("has equal pages joined", calls.equal_pages),
    71: Attack("takes huge pages", calls.huge_pages),
    72: Attack("leaves queues and semaphores behind", calls.old_messages),
    73: Attack("puts a program into the kernel", calls.programs),
    74: Attack("asks where a file lies on the disk", calls.device_calls),
    75: Attack("counts how many came before it", channels.count),
}
