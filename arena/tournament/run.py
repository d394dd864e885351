"""How a contest is played now: where, by how many, and how far bots are kept apart."""

from dataclasses import dataclass
from typing import Final

from arena.errors import Misuse
from arena.tournament.cluster import Cluster
from leaderboard.retention import KEEP_ALL, KeepLogs

MOST_WORKERS: Final = 1024
LEAST_MB: Final = 1000
"""So much is left to everybody else on the disk."""
LEAST_BYTES: Final = LEAST_MB * 1_000_000


@dataclass(frozen=True, kw_only=True)
class Run:
    """It belongs to no id: the same contest gives the same results however it is run."""

    level: str = "auto"
    """The isolation level that was asked for."""
    trust_foreign: bool = False
    """Whether submitted bots may play below the level that holds them."""
    fresh: bool = False
    """Whether every match gets new processes."""
    workers: int | None = None
    """How many play side by side; None: one for each core."""
    cluster: Cluster | None = None
    """The cluster on which it is played; None: on this machine."""
    keep_logs: KeepLogs = KEEP_ALL
    """Which logs are kept of what bots print."""
    least_bytes: int = LEAST_BYTES
    """How much must be free where results are kept for more to be begun."""
    until_us: int | None = None
    """When nothing more is begun, in microseconds since 1970; None: when all is played."""

    def __post_init__(self) -> None:
        if self.workers is not None and not 0 < self.workers <= MOST_WORKERS:
            raise Misuse(f"workers are 1 to {MOST_WORKERS}, not {self.workers}")
        if self.workers is not None and self.cluster is not None:
            raise Misuse("--workers is for this machine; a cluster has those that it has")
