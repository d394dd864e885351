"""Every combination of entries meets equally often, each time on a deal of its own."""

import math
from dataclasses import dataclass

from arena.tournament.formats.passes import Passes
from arena.tournament.formats.tables import table_at


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin(Passes):
    """Every combination of entries is a table."""

    @property
    def tables(self) -> int:
        """Combinations of entries."""
        return math.comb(self.entries, self.players)

    def table(self, place: int) -> tuple[int, ...]:
        """Combinations in their order."""
        return table_at(self.entries, self.players, place)
