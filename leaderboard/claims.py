"""Who plays what, when several runners work on one tournament: stretches are claimed.

Theory of operation. A claim is a lock that a server keeps for a session and nobody else: it needs
no clock, no renewal and no cleaning up, and it is free at the moment its holder dies, its machine
is found to be gone, or the server itself is started again. It only keeps runners from playing the
same; that nothing counts twice is settled by the numbers of the matches. So one that is lost with
its connection does little harm, and one that cannot be had again is kept in mind as if it were. A
server that was started again has forgotten all of them: for a while nobody takes what another one
had, who comes back to it as soon as he notices.

A file belongs to one machine, where one runner has all the workers it needs: nothing is claimed.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, Protocol

from sqlalchemy import Connection, TextClause, text
from sqlalchemy.exc import DBAPIError

from leaderboard.queries import lock

GRACE_S: Final = 15.0
"""After a connection broke, others may come back for so long to what they had."""
_KEYS: Final = 2**31
"""Two halves of a lock's key, neither of them negative."""

_TAKE: Final = text(
    "SELECT pg_try_advisory_lock(CAST(:tournament AS integer), CAST(:stretch AS integer))"
)
_GIVE_BACK: Final = text(
    "SELECT pg_advisory_unlock(CAST(:tournament AS integer), CAST(:stretch AS integer))"
)


class Claims(Protocol):
    """The stretches of a tournament's schedule, by number."""

    @property
    def shared(self) -> bool:
        """Whether others may have some."""

    def take(self, stretch: int) -> bool:
        """Claim one; False if somebody else has it."""

    def give_back(self, stretch: int) -> None:
        """Let it go."""


class Unshared:
    """All belongs to the one who asks."""

    shared = False

    def take(self, stretch: int) -> bool:
        return True

    def give_back(self, stretch: int) -> None:
        pass


class ServerClaims:
    """Claims by locks of a session of its own, which is opened anew when it breaks."""

    shared = True

    def __init__(
        self,
        tournament: str,
        connect: Callable[[], Connection],
        translated: Callable[[], AbstractContextManager[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tournament = lock(tournament) % _KEYS
        self._connect = connect
        self._translated = translated
        self._connection: Connection | None = None
        self._clock = clock
        self._held: set[int] = set()
        self._others: set[int] = set()
        """What somebody else had when it was last asked for."""
        self._broke: float | None = None
        """When the connection was last seen to be broken."""

    def take(self, stretch: int) -> bool:
        if stretch in self._held:
            return True
        if stretch in self._others and self._lately_broken():
            return False  # who had it may still play it, and is about to come back
        if not self._ask(_TAKE, stretch):
            self._others.add(stretch)
            return False
        self._others.discard(stretch)
        self._held.add(stretch)
        return True

    def _lately_broken(self) -> bool:
        return self._broke is not None and self._clock() - self._broke < GRACE_S

    def give_back(self, stretch: int) -> None:
        if stretch in self._held:
            self._ask(_GIVE_BACK, stretch)
            self._held.discard(stretch)

    def close(self) -> None:
        """Let everything go."""
        if self._connection is not None:
            # Not back to the pool: the locks are the session's.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _ask(self, statement: TextClause, stretch: int) -> bool:
        with self._translated():
            try:
                if self._connection is None:
                    self._connection = self._connect()
                    for held in sorted(self._held):
                        self._execute(_TAKE, held)
                return self._execute(statement, stretch)
            except DBAPIError:
                self._broke = self._clock()
                self.close()
                raise

    def _execute(self, statement: TextClause, stretch: int) -> bool:
        assert self._connection is not None  # noqa: S101 - opened before
        keys = {"tournament": self._tournament, "stretch": stretch % _KEYS}
        return bool(self._connection.execute(statement, keys).scalar())
