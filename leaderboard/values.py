"""What is handed to the store and what it hands out. Rows never leave it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

Kind = Literal["tournament", "match", "branch", "rate"]
"""A match played on its own is a tournament of one pairing, `rate` one with yardsticks."""

Status = Literal["done", "void", "skipped"]
"""What became of a pairing. A missing one is not stored."""

KINDS: Final[tuple[str, ...]] = get_args(Kind)
ALONE: Final[tuple[Kind, ...]] = ("match", "branch")
"""Of one match."""
STATUSES: Final[tuple[str, ...]] = get_args(Status)

Outcome = Literal["won", "lost"]
"""Alone before all others, or behind somebody; who shares the first rank did neither."""

ANY_FAULT: Final = "any"


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def match_id(tournament: str, pairing: int) -> str:
    """The id by which people name a match."""
    return f"{tournament}-{pairing}"


@dataclass(frozen=True, slots=True, order=True)
class Pool:
    """Results that may be compared: equal in all of this."""

    game: str
    rules: str
    options: str
    """Canonical JSON, so that equal choices are equal texts."""
    players: int
    control: str

    @classmethod
    def of(
        cls, game: str, rules: str, options: Mapping[str, str], players: int, control: str
    ) -> "Pool":
        """The pool of matches with these options."""
        return cls(game, rules, canonical(dict(options)), players, control)

    @property
    def chosen(self) -> dict[str, str]:
        """The options, by name."""
        options: dict[str, str] = json.loads(self.options)
        return options

    @property
    def key(self) -> str:
        """The whole pool as one text."""
        return canonical([self.game, self.rules, self.options, self.players, self.control])

    @classmethod
    def parse(cls, key: str) -> "Pool":
        """The pool with this `key`."""
        return cls(*json.loads(key))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The head of a tournament: what is decided before the first match."""

    id: str
    name: str
    kind: Kind = "tournament"
    spec: Mapping[str, object] = field(repr=False)
    """Everything the schedule is made from, as JSON; its seed is not for every eye."""
    seed: int = field(repr=False)
    secret: str = field(repr=False)
    """Hex; opens the commitments of all matches."""
    arena_version: str
    created_us: int
    """Microseconds since 1970."""
    finished_us: int | None = None
    marks: tuple[str, ...] = ()
    """What tables must say about it, such as `unisolated`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """One line of the field: a bot in one version with its options."""

    number: int
    """The index in the field, from 0; seats of pairings name it."""
    name: str
    """As tables show it; unique in a tournament."""
    bot: str
    version: str
    options: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    """How it was started, and below, where: for people who want to see it again."""
    home: str = ""
    benched: str = ""
    """Why it was taken out of the tournament; empty if it was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """How a match ended for one seat."""

    entry: int
    rank: int | None
    """1 is best, ties share a rank; None if the match was not played to a verdict."""
    score: int | None = None
    fault: str | None = None
    elapsed_us: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed:
    """The other end of a match: with a program that was killed, before it was played again.

    Everything by seat. Which end counts is told by `leaderboard.ratings.counting`.
    """

    termination: str
    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int | None, ...]
    faults: tuple[str | None, ...]
    doubted: tuple[bool, ...]
    """Whose program was killed."""

    def to_json(self) -> dict[str, object]:
        """As it is stored."""
        return {name: getattr(self, name) for name in Killed.__dataclass_fields__}

    @classmethod
    def parse(cls, told: Mapping[str, object]) -> "Killed":
        """From its JSON; whatever Python raises if it is none."""
        columns = {name: value for name, value in told.items() if isinstance(value, list)}
        if len(columns) != 4 or len({len(value) for value in columns.values()}) != 1:
            raise ValueError("not one of each for every seat")
        seats: dict[str, Any] = {name: tuple(value) for name, value in columns.items()}
        return cls(termination=str(told["termination"]), reason=str(told["reason"]), **seats)


@dataclass(frozen=True, slots=True)
class Story:
    """How the lead went in a match, from step to step."""

    deficit: int
    """How far behind the winner once was; 0 if never."""
    changes: int
    """How often somebody else came to lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A pairing that is no longer missing, with all that is kept of it."""

    tournament: str
    pairing: int
    """The number in the schedule, from 1."""
    generation: int = 0
    pool: Pool
    deal: int
    block: int
    status: Status = "done"
    attempts: int = 1
    termination: str | None = None
    reason: str | None = None
    """A sentence for people."""
    turns: int = 0
    commitment: str = ""
    seats: tuple[SeatResult, ...]
    """By seat."""
    record: Mapping[str, object] | bytes | None = None
    """As JSON, or already packed by `leaderboard.packing.pack_record` (a worker has the time).

    No bytes at all stand for one that was removed.
    """
    logs: Mapping[int, str | None] = field(default_factory=dict)
    """What the bots printed, by seat; None if it is not to be kept."""
    stored_us: int | None = None
    """When it was stored; None leaves it to who stores it."""
    killed: Killed | None = None
    """Its other end, if it was played again because a program was killed."""
    story: Story | None = None
    """None leaves it to who looks into the record later."""
    isolation: str | None = None
    """The level it was played at."""

    @property
    def margin(self) -> int | None:
        """How many points the first was ahead of the next; None if somebody has none."""
        points = sorted((one.score for one in self.seats if one.score is not None), reverse=True)
        return points[0] - points[1] if len(points) == len(self.seats) > 1 else None

    @property
    def result(self) -> "Result":
        """What tables need to know of it."""
        ranks = tuple(seat.rank for seat in self.seats if seat.rank is not None)
        return Result(
            pool=self.pool,
            pairing=self.pairing,
            block=self.block,
            entries=tuple(seat.entry for seat in self.seats),
            ranks=ranks if len(ranks) == len(self.seats) else (),
            faults=tuple(seat.fault is not None for seat in self.seats),
            status=self.status,
            generation=self.generation,
            deal=self.deal,
            scores=tuple(seat.score for seat in self.seats),
            killed=self.killed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeat:
    """A seat of a stored match."""

    seat: int
    entry: int
    name: str
    bot: str
    version: str
    rank: int | None
    score: int | None
    fault: str | None
    elapsed_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A stored match without its record."""

    sequence: int
    """Grows with every match that is stored; depends on the run."""
    tournament: str
    pairing: int
    generation: int
    pool: Pool
    deal: int
    block: int
    status: Status
    attempts: int
    termination: str | None
    reason: str | None
    turns: int
    commitment: str
    seats: tuple[StoredSeat, ...]
    stored_us: int | None
    """Microseconds since 1970; None if it was stored before dates were."""
    killed: Killed | None = None
    """Its other end, if it was played again because a program was killed."""

    @property
    def id(self) -> str:
        """The id by which people name it."""
        return match_id(self.tournament, self.pairing)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Which matches to list; None is all of them."""

    tournament: str | None = None
    """A full id."""
    game: str | None = None
    since_us: int | None = None
    """Stored then or later."""
    bot: str | None = None
    """A bot, or an entry by its name in the tables; this and what follows is about one seat."""
    entry: int | None = None
    """An entry by its number in the tournament, which is named too."""
    seat: int | None = None
    """From 0."""
    outcome: Outcome | None = None
    fault: str | None = None
    """A fault by its name, or `ANY_FAULT`."""
    against: str | None = None
    """A bot at another seat."""
    limit: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words by which stored matches can be asked for."""

    games: tuple[str, ...]
    bots: tuple[str, ...]
    """Bots, and entries by their names in the tables."""


@dataclass(frozen=True, slots=True)
class Result:
    """What tables need to know of a stored pairing, whether it counts or not."""

    pool: Pool
    pairing: int
    block: int
    entries: tuple[int, ...]
    ranks: tuple[int, ...]
    """By seat, as the others; empty unless it was played to a verdict."""
    faults: tuple[bool, ...]
    status: Status = "done"
    generation: int = 0
    deal: int = 0
    scores: tuple[int | None, ...] = ()
    """Points; None for a seat that has none."""
    killed: Killed | None = None
    """Its other end, if a program was killed: which of them counts is still to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one entry's results in one pool add up to."""

    matches: int = 0
    blocks: int = 0
    wins: int = 0
    """Pairs of seats, as `draws` and `losses`: at a table of three each seat has two."""
    draws: int = 0
    losses: int = 0
    faults: int = 0
    voids: int = 0
    """Matches that the host spoilt each time they were played; they count in nothing else."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed about a bot's strength."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The official rating of one entry in one pool, with how sure it is."""

    entry: int
    group: int
    """From 0; entries of different groups never met, directly or through others."""
    rating: float
    low: float | None
    """Bounds of the 95 % interval against the field; None where nothing bounds it."""
    high: float | None
    rank_low: int
    """The best plausible rank within the group, as `rank_high` is the worst."""
    rank_high: int
    first: float
    """How probably it is the best of its group."""
    above_next: float | None
    """How probably it is better than the next one of the table; None for the last."""
    settled: bool
    """Whether that is settled, however often somebody looks; so it is for the last."""
    settle_deals: int | None
    """About how many more deals would settle it; None if it is, or if that cannot be told."""
    deals: int
    """The deals it was seen on."""


@dataclass(frozen=True, slots=True)
class Models:
    """The names of the formulas by which ratings were made, wherever they are kept."""

    live: str
    fit: str


@dataclass(frozen=True, slots=True)
class Score:
    """One entry in one pool: its ratings, and what they are made of."""

    rating: Rating
    """The live one."""
    tally: Tally
    estimate: Estimate | None = None
    """The official one; None where only the live one was made."""


@dataclass(frozen=True, slots=True)
class PoolScores:
    """What has come of one pool so far."""

    scores: Mapping[int, Score]
    """By number of the entry."""
    waiting: int = 0
    """Matches that count when their block is complete."""
