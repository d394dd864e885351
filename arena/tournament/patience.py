"""A database that goes away is waited for, and people are told."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.tournament.events import DatabaseAway, DatabaseBack, Event
from leaderboard.claims import Claims
from leaderboard.database import Database
from leaderboard.steady import Steady


def steady(database: Database, tell: Callable[[Event], None]) -> Steady:
    """A database that is waited for, and told of, when it is away."""
    return Steady(
        database,
        lambda news: tell(DatabaseAway(reason=news.reason, left_s=news.left_s)),
        lambda: tell(DatabaseBack()),
    )


@dataclass(frozen=True)
class PatientClaims:
    """Claims that are asked again when the database was away."""

    claims: Claims
    steady: Steady

    @property
    def shared(self) -> bool:
        return self.claims.shared

    def take(self, stretch: int) -> bool:
        return self.steady.persist(lambda: self.claims.take(stretch))

    def give_back(self, stretch: int) -> None:
        self.steady.persist(lambda: self.claims.give_back(stretch))
