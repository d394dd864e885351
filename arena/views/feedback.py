"""What a bot's author is told of a tournament: results, faults, and which matches to look at.

It is made from what the bot's own seat was told and from what tables show to everybody: names,
ranks and points at the end of a match, its reason, its length. Nothing of another seat is read,
neither time nor faults nor notes nor points by rule, so nothing of it can be in here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.tournament.stored import is_over
from arena.views.career import Career, career
from arena.views.words import pool_words
from leaderboard.errors import NotFound
from leaderboard.looking import Entered, entered, newest_entered, some_entries
from leaderboard.store import Store
from leaderboard.values import MatchFilter, Pool, StoredMatch, StoredSeat, Tournament

FORMAT: Final = "arena-feedback/1"
MOST_RESULTS: Final = 10_000
"""So many of the newest matches are told; the database has all."""
_LOOKED: Final = 200
"""So many tournaments are looked into for the version before."""


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the table."""

    bot: str
    version: str
    rank: int | None
    score: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A match of the bot, as everybody at the table knows it in the end."""

    match: str
    pool: str
    """What was played, in words."""
    key: str
    """The same for machines."""
    status: str
    seat: int
    rank: int | None
    score: int | None
    others: tuple[Other, ...]
    turns: int
    termination: str | None
    reason: str
    fault: str | None
    """Its own."""
    elapsed_us: int
    """For its own answers."""
    sequence: int

    @property
    def margin(self) -> int | None:
        """How far it was ahead of the best of the others."""
        scores = [one.score for one in self.others]
        if self.score is None or None in scores:
            return None
        return self.score - max(score for score in scores if score is not None)

    @property
    def lost(self) -> bool:
        """Whether it stands behind somebody."""
        return self.rank is not None and self.rank > 1

    @property
    def own_reason(self) -> str:
        """Why it failed, as everybody was told."""
        begins = f"seat {self.seat + 1} "
        told = [part for part in self.reason.split("; ") if part.startswith(begins)]
        return told[0].removeprefix(begins) if told else ""

    def to_json(self) -> dict[str, object]:
        """The result for machines."""
        return {
            "match": self.match,
            "pool": self.pool,
            "status": self.status,
            "seat": self.seat,
            "rank": self.rank,
            "score": self.score,
            "margin": self.margin,
            "others": [
                {"bot": one.bot, "version": one.version, "rank": one.rank, "score": one.score}
                for one in self.others
            ],
            "turns": self.turns,
            "termination": self.termination,
            "reason": self.reason,
            "fault": self.fault,
            "run": {"elapsed_us": self.elapsed_us},
        }


@dataclass(frozen=True, slots=True)
class Share:
    """What came of meeting one opponent: a point for a place before it, half for the same."""

    points: float
    matches: int

    @property
    def part(self) -> float:
        """Of all points."""
        return self.points / self.matches

    def to_json(self) -> dict[str, object]:
        """The share for machines."""
        return {"points": self.points, "matches": self.matches}


@dataclass(frozen=True, slots=True)
class Against:
    """An opponent, and how this version and the one before did against it."""

    pool: str
    bot: str
    version: str
    now: Share
    before: Share | None

    def to_json(self) -> dict[str, object]:
        """The line for machines."""
        return {
            "pool": self.pool,
            "bot": self.bot,
            "version": self.version,
            "now": self.now.to_json(),
            "before": None if self.before is None else self.before.to_json(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """All that an author is told."""

    bot: str
    version: str
    tournament: str
    title: str
    over: bool
    """Whether the tournament is; until then other matches on its seed are still to be played."""
    career: Career | None
    """Where it stands, if that is kept."""
    of: int
    """How many matches there are; `results` are the newest."""
    results: tuple[Result, ...]
    """The newest first."""
    worst: tuple[Result, ...]
    """What to look at, the worst first: failed, lost by most, won by least."""
    before: str | None
    """The version before, if one played."""
    before_in: str | None
    """In which tournament."""
    against: tuple[Against, ...]

    @property
    def faults(self) -> tuple[Result, ...]:
        """The matches in which it failed."""
        return tuple(one for one in self.results if one.fault)

    def to_json(self) -> dict[str, Any]:
        """All of it for machines."""
        parts = self.career.parts if self.career else ()
        return {
            "format": FORMAT,
            "bot": self.bot,
            "version": self.version,
            "tournament": self.tournament,
            "over": self.over,
            "of": self.of,
            "standings": [
                {"pool": _words(part.pool), "of": part.of, **part.line.to_json()} for part in parts
            ],
            "results": [one.to_json() for one in self.results],
            "worst": [one.match for one in self.worst],
            "version_before": self.before,
            "against": [one.to_json() for one in self.against],
        }


def feedback(store: Store, name: str, tournament: str | None = None, *, most: int) -> Feedback:
    """What the author of a bot is told of a tournament, or of the newest it took part in."""
    here, others = _found(store, name, tournament)
    head = here.tournament
    results, of = _results(store, here)
    before = _before(here, others)
    earlier = _results(store, before)[0] if before is not None else ()
    told = career(store, here.name, head.id)
    return Feedback(
        bot=here.name,
        version=here.version,
        tournament=head.id,
        title=head.name,
        over=is_over(head),
        career=told if told.name == here.name else None,
        of=of,
        results=results,
        worst=tuple(sorted(filter(_played, results), key=_badness)[:most]),
        before=None if before is None else before.version,
        before_in=None if before is None else before.tournament.id,
        against=tuple(_against(results, earlier)),
    )


def entrants(store: Store, tournament: str) -> tuple[Tournament, tuple[str, ...]]:
    """A tournament, and everybody who took part."""
    head = store.find_tournament(tournament, "tournament")
    return head, tuple(one.name for one in store.entries(head.id))


def _found(store: Store, name: str, tournament: str | None) -> tuple[Entered, list[Entered]]:
    """The bot in a tournament, and everything its kind took part in; a version may be named."""
    wanted = None if tournament is None else store.find_tournament(tournament).id
    here = newest_entered(store, name, wanted)
    if here is None and "@" in name:
        plain, _, version = name.rpartition("@")
        found = entered(store, plain, tournament=wanted, limit=_LOOKED)
        here = next((one for one in found if _is_version(one.version, version)), None)
    if here is None:
        raise NotFound(f"there is no bot '{name}' in {wanted or 'any tournament'}")
    bot = some_entries(store, here.tournament.id, {here.number})[here.number].bot
    return here, entered(store, bot, until_us=here.tournament.created_us, limit=_LOOKED)


def _is_version(version: str, wanted: str) -> bool:
    declared, _, digest = version.partition("+")
    return wanted in (version, declared) or (bool(wanted) and digest.startswith(wanted))


def _before(here: Entered, found: Iterable[Entered]) -> Entered | None:
    """The entry of the version before: earlier in the same field, or in an earlier tournament."""
    same = [
        one
        for one in found
        if one.tournament.id == here.tournament.id
        and one.number < here.number
        and one.version != here.version
    ]
    if same:
        return same[0]
    earlier = (
        one
        for one in found
        if one.tournament.created_us < here.tournament.created_us and one.version != here.version
    )
    return next(earlier, None)


def _results(store: Store, here: Entered) -> tuple[tuple[Result, ...], int]:
    """The newest matches of an entry, and how many there are."""
    chosen = MatchFilter(tournament=here.tournament.id, entry=here.number, limit=MOST_RESULTS)
    told = tuple(
        _result(match, next(seat for seat in match.seats if seat.entry == here.number))
        for match in store.matches(chosen)
    )
    return told, len(told) if len(told) < MOST_RESULTS else store.count_matches(chosen)


def _result(match: StoredMatch, own: StoredSeat) -> Result:
    return Result(
        match=match.id,
        pool=_words(match.pool),
        key=match.pool.key,
        status=match.status,
        seat=own.seat,
        rank=own.rank,
        score=own.score,
        others=tuple(
            Other(seat.name, seat.version, seat.rank, seat.score)
            for seat in match.seats
            if seat.seat != own.seat
        ),
        turns=match.turns,
        termination=match.termination,
        reason=match.reason or "",
        fault=own.fault,
        elapsed_us=own.elapsed_us,
        sequence=match.sequence,
    )


def _words(pool: Pool) -> str:
    return pool_words(pool.game, pool.chosen, pool.players, pool.control)


def _played(one: Result) -> bool:
    return one.status == "done"


def _badness(one: Result) -> tuple[bool, int, int, str]:
    """Failed first, then by place, then by points; equal ones by name."""
    margin = one.margin if one.margin is not None else 0
    return (one.fault is None, -(one.rank or 0), margin, one.match)


def _shares(results: Iterable[Result]) -> Mapping[tuple[str, str, str, str], Share]:
    """What came of meeting each opponent in each pool."""
    found: dict[tuple[str, str, str, str], Share] = {}
    for one, other in _pairs(results):
        key = (one.key, one.pool, other.bot, other.version)
        mine, yours = one.rank or 0, other.rank or 0
        gained = 0.5 if mine == yours else float(mine < yours)
        so_far = found.get(key, Share(0.0, 0))
        found[key] = Share(so_far.points + gained, so_far.matches + 1)
    return found


def _pairs(results: Iterable[Result]) -> Iterator[tuple[Result, Other]]:
    for one in filter(_played, results):
        for other in one.others:
            if one.rank is not None and other.rank is not None:
                yield one, other


def _against(now: Iterable[Result], before: Iterable[Result]) -> Iterator[Against]:
    earlier = _shares(before)
    for key, share in sorted(_shares(now).items()):
        yield Against(key[1], key[2], key[3], share, earlier.get(key))
