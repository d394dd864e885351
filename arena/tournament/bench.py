"""When a bot is taken out of a tournament: after too many faults in a row, by pairing number.

By pairing number, and not in the order in which matches happen to finish, so that the same bot is
benched after the same match whatever the number of workers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LIMIT: Final = 5


@dataclass
class Bench:
    """Watches results in pairing order."""

    limit: int = LIMIT
    """How many faults in a row are too many; 0 never benches anybody."""
    out: dict[int, int] = field(default_factory=dict)
    """Who was taken out after which pairing."""
    _in_a_row: Counter[int] = field(default_factory=Counter)

    def take(self, pairing: int, entries: Sequence[int], faults: Sequence[bool]) -> list[int]:
        """Count a result; whom it takes out."""
        gone = []
        for entry, fault in zip(entries, faults, strict=True):
            self._in_a_row[entry] = self._in_a_row[entry] + 1 if fault else 0
            if fault and self._in_a_row[entry] == self.limit and entry not in self.out:
                self.out[entry] = pairing
                gone.append(entry)
        return gone

    def skips(self, pairing: int, seats: Sequence[int]) -> bool:
        """Whether a pairing is not to be played any more."""
        return any(entry in self.out and pairing > self.out[entry] for entry in seats)

    @property
    def reason(self) -> str:
        """Why somebody is out."""
        return f"benched after {self.limit} faults in a row"
