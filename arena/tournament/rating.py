"""Rates a bot against the yardsticks within a given time, and keeps the matches.

The contest is stored like a tournament, as one of its own kind: no leaderboard takes it for the
newest, and its matches can be looked at, verified and played again. It is over when the time is:
what is not known by then would be another contest on other deals.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.tournament.conduct import Now, begin, conduct
from arena.tournament.contest import Contest
from arena.tournament.events import Event
from arena.tournament.preparation import Prepared
from arena.tournament.run import Run
from arena.tournament.runner import Brake
from leaderboard.database import Database
from leaderboard.values import Tournament

_NOTHING_NEW: Final = 0.88
"""After this part of the time nothing more is begun."""
_GIVEN_UP: Final = 0.93
"""After this part what is still being played is given up: a start and an end take time as well."""


class TimeIsUp(Exception):
    """A match takes longer than there is time."""


@dataclass(frozen=True)
class Allowance:
    """How long it may take, from the moment this was made."""

    seconds: float
    clock: Callable[[], float]
    begun: float

    @property
    def left_s(self) -> float:
        """Until all is over; never less than nothing."""
        return max(0.0, self.begun + self.seconds - self.clock())

    def up(self) -> bool:
        """Whether nothing more is to be begun; raises when nothing can be waited for any more."""
        spent = self.seconds - self.left_s
        if spent > _GIVEN_UP * self.seconds:
            raise TimeIsUp
        return spent > _NOTHING_NEW * self.seconds


def rate(
    database: Database,
    contest: Contest,
    prepared: Prepared,
    run: Run,
    allowance: Allowance,
    *,
    brake: Brake,
    tell: Callable[[Event], None],
    now: Now,
) -> Tournament:
    """Play for as long as is allowed, or until all is known; what was stored, which is over."""
    head = begin(database, contest, now=now, kind="rate")
    brake.time_up = allowance.up
    try:
        conduct(database, head, contest, prepared, run, brake=brake, tell=tell, now=now)
    except TimeIsUp:
        pass  # what was finished is stored
    finally:
        with database.writing() as store:
            store.finish_tournament(head.id, now())
    with database.reading() as store:
        return store.find_tournament(head.id)
