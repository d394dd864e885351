"""New bots against the field: each of them meets everybody in it, and none of the other new ones.

The new ones are the first entries. At a table sits one of them with as many of the field as there
are seats left, each combination on a deal of its own, in passes as a round robin.
"""

import math
from dataclasses import dataclass

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.passes import Passes
from arena.tournament.formats.tables import table_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauntlet(Passes):
    """Each of the first `new` entries is a table with every combination of the rest."""

    new: int = 1

    def __post_init__(self) -> None:
        Passes.__post_init__(self)
        if not 0 < self.new < self.entries:
            raise ScheduleError("a gauntlet has a new bot or more, and a field beside them")
        if self.field < self.players - 1:
            raise ScheduleError(
                f"a table of {self.players} has {self.players - 1} bots of the field, which here "
                f"are {self.field}: name more of them (the same one twice is fine)"
            )

    @property
    def field(self) -> int:
        """Entries that are not new."""
        return self.entries - self.new

    @property
    def tables(self) -> int:
        """Combinations of the field, for each of the new ones."""
        return self.new * math.comb(self.field, self.players - 1)

    def table(self, place: int) -> tuple[int, ...]:
        """All of the first new one, then those of the next."""
        new, others = divmod(place, self.tables // self.new)
        met = table_at(self.field, self.players - 1, others)
        return (new, *(self.new + other for other in met))
