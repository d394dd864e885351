"""A bot that was let in, by whichever door."""

from dataclasses import dataclass
from typing import Final

from referee.talk.link import Link

MATCHES_AT_ONCE: Final = 1024


@dataclass(frozen=True)
class Guest:
    """A bot at the other end of a link, and what it offers."""

    link: Link
    client: str = ""
    """What it says it is: its name and version, and the kit it was made with."""
    games: tuple[str, ...] = ()
    """What it plays; empty if it plays every game."""
    wished_matches: int = 1
    """How many matches it would play at the same time."""

    @property
    def matches_at_once(self) -> int:
        """How many matches it plays at the same time."""
        return min(max(1, self.wished_matches), MATCHES_AT_ONCE)
