"""What a running tournament tells, as values; `arena.views` has their form for machines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arena.tournament.formats import Finding
from leaderboard.ratings.table import Table
from leaderboard.values import FinishedMatch, match_id
from referee.bots.entry import Entry


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something worth telling."""

    event: ClassVar[str]
    """Its name."""


@dataclass(frozen=True, kw_only=True)
class Entered:
    """A bot that takes part."""

    bot: str
    version: str


@dataclass(frozen=True, kw_only=True)
class SeatEnd:
    """How a match ended for one seat."""

    seat: int
    bot: str
    rank: int | None
    score: int | None
    fault: str | None


@dataclass(frozen=True, kw_only=True)
class TournamentStarted(Event):
    """Before the first match."""

    event: ClassVar[str] = "tournament_started"
    tournament: str
    name: str
    format: str
    entries: tuple[Entered, ...]
    games: tuple[str, ...]
    players: int
    rounds: int | None
    """None, as `matches` and `missing`: it goes on until it is stopped."""
    matches: int | None
    missing: int | None
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
    seats: tuple[SeatEnd, ...]


@dataclass(frozen=True, kw_only=True)
class WorkerLost(Event):
    """A worker died; what it was playing is played again."""

    event: ClassVar[str] = "worker_lost"
    matches: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class WorkerSilent(Event):
    """A worker gives no sign of life; if it stays so it is replaced."""

    event: ClassVar[str] = "worker_silent"
    replaced_in_s: float


@dataclass(frozen=True, kw_only=True)
class HostNews(Event):
    """A host of a cluster plays, cannot, or is gone."""

    event: ClassVar[str] = "host"
    text: str


@dataclass(frozen=True, kw_only=True)
class DatabaseAway(Event):
    """The database server does not answer; it is waited for."""

    event: ClassVar[str] = "database_away"
    reason: str
    left_s: float


@dataclass(frozen=True, kw_only=True)
class DatabaseBack(Event):
    """It answers again; nothing is lost."""

    event: ClassVar[str] = "database_back"


@dataclass(frozen=True, kw_only=True)
class DiskLow(Event):
    """There is too little room to store more; nothing is begun until there is."""

    event: ClassVar[str] = "disk_low"
    free_bytes: int
    wanted_bytes: int
    """What must be free for it to go on."""


@dataclass(frozen=True, kw_only=True)
class DiskRoomy(Event):
    """There is room again."""

    event: ClassVar[str] = "disk_roomy"
    free_bytes: int


@dataclass(frozen=True, kw_only=True)
class PlayedElsewhere(Event):
    """Others who play the same tournament have stored some of it."""

    event: ClassVar[str] = "played_elsewhere"
    matches: int


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
    """The table so far, in pairing order as far as there is no gap.

    Between the passes it has the live estimate alone.
    """

    event: ClassVar[str] = "rating"
    matches: int
    """How many pairings, from the first on, it is the table of; some may count in nothing."""
    table: Table


@dataclass(frozen=True, kw_only=True)
class TestLooked(Event):
    """A sequential test was looked at: what it has found so far."""

    event: ClassVar[str] = "test"
    finding: Finding


@dataclass(frozen=True, kw_only=True)
class TournamentStopping(Event):
    """Somebody asked to stop; what is being played is finished."""

    event: ClassVar[str] = "tournament_stopping"


@dataclass(frozen=True, kw_only=True)
class TournamentStopped(Event):
    """Stopped by hand, or in time; `arena resume` plays the rest."""

    event: ClassVar[str] = "tournament_stopped"
    tournament: str
    done: int
    missing: int | None


@dataclass(frozen=True, kw_only=True)
class SetAside:
    """A version that should play in a season, and cannot."""

    bot: str
    version: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class NightBegan(Event):
    """A season has another field from here on."""

    event: ClassVar[str] = "night_began"
    night: int
    """From 1."""
    present: int
    """How many play."""
    new: tuple[str, ...]
    """Who did not take part before."""
    left: tuple[str, ...]
    """Who took part until now."""
    aside: tuple[SetAside, ...]


@dataclass(frozen=True, kw_only=True)
class NightOver(Event):
    """All tables of a season's present field are played. Numbers are those of all nights."""

    event: ClassVar[str] = "night_over"
    tournament: str
    night: int
    done: int
    void: int
    skipped: int
    faults: int


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


def finished(match: FinishedMatch, entries: Sequence[Entry]) -> MatchFinished:
    """The news of a match."""
    return MatchFinished(
        match=match_id(match.tournament, match.pairing),
        pairing=match.pairing,
        game=match.pool.game,
        status=match.status,
        termination=match.termination,
        reason=match.reason,
        seats=tuple(
            SeatEnd(
                seat=number,
                bot=entries[seat.entry].name,
                rank=seat.rank,
                score=seat.score,
                fault=seat.fault,
            )
            for number, seat in enumerate(match.seats)
        ),
    )
