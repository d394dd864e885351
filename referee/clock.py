"""How long a bot may think, and what a control is called in tables."""

from dataclasses import dataclass
from typing import Final

SECOND_US: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Control:
    """The limits on thinking in a match.

    Without a clock a bot counts its own nodes, which makes results repeatable; `hang_us` then
    only ends the wait for a bot that is stuck.
    """

    nodes: int = 0
    """A wish told to all bots; 0 leaves it to each bot's own default."""
    hang_us: int = 30 * SECOND_US
    """The longest wait for one answer."""
    startup_us: int = 30 * SECOND_US
    """The longest wait until a bot has connected, and until it is ready for a match."""

    @property
    def name(self) -> str:
        """What distinguishes pools of results: the budget, not the guards around it."""
        return f"nodes={self.nodes}" if self.nodes else "untimed"
