"""What pruning removes, as people look at it."""

from dataclasses import dataclass

from leaderboard.pruning import Amount


@dataclass(frozen=True, slots=True)
class PruningView:
    """How much was removed, or would be."""

    amount: Amount
    done: bool
    """Whether it is removed; else this is a preview."""
    compacted: bool = False
    """Whether the disk has the room back."""

    def to_json(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "records": self.amount.records,
            "logs": self.amount.logs,
            "bytes": self.amount.size_bytes,
            "done": self.done,
            "run": {"compacted": self.compacted},
        }
