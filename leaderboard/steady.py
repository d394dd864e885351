"""Work on a database that goes on when a server goes away for a while, or sends it back.

A server may be restarted under a tournament that takes days. What is asked of it is asked again
until it answers, or until patience ends; whoever is told can say so. So all work that is handed
in must be fit to be done twice: a connection may break after something was stored and before that
was heard.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from leaderboard.database import Database
from leaderboard.errors import Collision, ServerAway
from leaderboard.store import Store

PATIENCE_S: Final = 900.0
"""How long a server may be away."""
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 5.0

T = TypeVar("T")


@dataclass(frozen=True)
class Away:
    """The server does not answer."""

    reason: str
    """One line that names the fix."""
    left_s: float
    """How long it is waited for from now on."""


@dataclass
class Steady:
    """Does work on a database, again if need be."""

    database: Database
    away: Callable[[Away], None] = lambda news: None
    """Told once for each time that the server goes away."""
    back: Callable[[], None] = lambda: None
    """Told when it answers again."""
    patience_s: float = PATIENCE_S
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def read(self, work: Callable[[Store], T]) -> T:
        """What `work` finds, in one view of the data."""

        def once() -> T:
            with self.database.reading() as store:
                return work(store)

        return self.persist(once)

    def write(self, work: Callable[[Store], T]) -> T:
        """What `work` answers, when it is stored for good."""

        def once() -> T:
            with self.database.writing() as store:
                return work(store)

        return self.persist(once)

    def persist(self, work: Callable[[], T]) -> T:
        """Do it until it succeeds; the error of the last try when patience ends."""
        begun: float | None = None
        told = False
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                done = work()
            except (Collision, ServerAway) as error:
                now = self.clock()
                begun = now if begun is None else begun
                if isinstance(error, ServerAway) and not told:
                    told = True
                    self.away(Away(str(error), self.patience_s))
                if now - begun >= self.patience_s:
                    raise
                self.sleep(pause_s)
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
            else:
                if told:
                    self.back()
                return done
