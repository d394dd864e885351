"""Room on the disk: a tournament pauses before there is none, and goes on when there is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from arena.tournament.events import DiskLow, DiskRoomy, Event

_MORE: Final = 1.1
"""How much more there must be before it goes on, so that it does not stop and go."""


@dataclass
class Room:
    """Looks whether there is room to store more, and tells when that changes."""

    free_bytes: Callable[[], int | None]
    """What is free where results are stored; None if nobody here can tell."""
    tell: Callable[[Event], None]
    least_bytes: int
    lacking: bool = field(default=False, init=False)
    """Whether there was too little when somebody last looked."""

    def look(self) -> bool:
        """Whether there is enough."""
        free = self.free_bytes()
        if free is None:
            return True
        needed = self.least_bytes * (_MORE if self.lacking else 1)
        if self.lacking != (free < needed):
            self.lacking = not self.lacking
            low = DiskLow(free_bytes=free, wanted_bytes=round(self.least_bytes * _MORE))
            self.tell(low if self.lacking else DiskRoomy(free_bytes=free))
        return not self.lacking
