"""What a running tournament tells, as values; each is a line of `arena tournament --json`."""

import dataclasses
from dataclasses import dataclass
from typing import ClassVar, Final

SCHEMA: Final = 1


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something worth telling."""

    event: ClassVar[str]

    def to_json(self) -> dict[str, object]:
        """The event with its name and the version of its shape."""
        return {"event": self.event, "schema": SCHEMA, **dataclasses.asdict(self)}


@dataclass(frozen=True, kw_only=True)
class TournamentStarted(Event):
    """Before the first match."""

    event: ClassVar[str] = "tournament_started"
    tournament: str
    name: str
    entries: list[dict[str, str]]
    games: list[str]
    players: int
    rounds: int
    matches: int
    missing: int
    """How many matches are still to be played."""
    seed: int | None
    """None if it cannot be guessed: then it is told at the end."""


@dataclass(frozen=True, kw_only=True)
class MatchStarted(Event):
    """A match is given to a worker; its deal is fixed from here on."""

    event: ClassVar[str] = "match_started"
    match: str
    commitment: str


@dataclass(frozen=True, kw_only=True)
class MatchFinished(Event):
    """A match is stored."""

    event: ClassVar[str] = "match_finished"
    match: str
    pairing: int
    game: str
    status: str
    termination: str | None
    reason: str | None
    seats: list[dict[str, object]]


@dataclass(frozen=True, kw_only=True)
class WorkerLost(Event):
    """A worker died; what it was playing is played again."""

    event: ClassVar[str] = "worker_lost"
    matches: list[str]


@dataclass(frozen=True, kw_only=True)
class BotBenched(Event):
    """A bot was taken out; what it would have played later is skipped."""

    event: ClassVar[str] = "bot_benched"
    bot: str
    pairing: int
    """The last one that it played."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class RatingChanged(Event):
    """The table so far, folded in pairing order as far as there is no gap."""

    event: ClassVar[str] = "rating"
    game: str
    matches: int
    """How many matches it is folded from."""
    standings: list[dict[str, object]]


@dataclass(frozen=True, kw_only=True)
class TournamentStopping(Event):
    """Somebody asked to stop; what is being played is finished."""

    event: ClassVar[str] = "tournament_stopping"


@dataclass(frozen=True, kw_only=True)
class TournamentStopped(Event):
    """Stopped by hand; `arena resume` plays the rest."""

    event: ClassVar[str] = "tournament_stopped"
    tournament: str
    done: int
    missing: int


@dataclass(frozen=True, kw_only=True)
class TournamentFinished(Event):
    """Nothing is missing any more."""

    event: ClassVar[str] = "tournament_finished"
    tournament: str
    seed: int
    done: int
    void: int
    skipped: int
    faults: int
