"""Queries of those who only look, and look at a page at a time: their rows are bounded.

Statements are SQLAlchemy Core and run on SQLite and PostgreSQL alike. Orders are total. They are
asked within the transaction of a store.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, union

from leaderboard import rows, tables
from leaderboard.field import newest_field
from leaderboard.ratings.table import DECIMALS, Standing
from leaderboard.store import Store
from leaderboard.values import Models, Pool, StoredEntry, Tournament, Vocabulary, match_id

_tournament, _entry, _match, _seat = tables.tournament, tables.entry, tables.match, tables.seat
_rating = tables.rating
_PRINTED: Final = 10**DECIMALS
_ENTRIES: Final = 200
"""So many of a bot's entries in one tournament are looked at, the newest."""


@dataclass(frozen=True, slots=True)
class KeptPool:
    """A pool whose ratings are kept and current."""

    pool: Pool
    entries: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A bot in a tournament."""

    tournament: Tournament
    number: int
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A pairing that is not missing any more, in few words."""

    pairing: int
    sequence: int
    block: int
    status: str
    entries: tuple[int, ...]
    """By seat, as the others."""
    ranks: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    faults: tuple[str | None, ...]
    isolation: str | None = None
    """The level it was played at; None where nobody noted it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A match with points, in numbers."""

    pairing: int
    pool: Pool
    margin: int
    deficit: int
    changes: int
    upper: bool
    """Whether all who played are in the upper half of the table."""


def kept_pools(store: Store, tournament: str, models: Models) -> list[KeptPool]:
    """The pools whose ratings are kept and current."""
    wanted = (
        select(_rating.c.pool, func.count(), func.max(_rating.c.waiting))
        .where(_current(tournament, models))
        .group_by(_rating.c.pool)
        .order_by(_rating.c.pool)
    )
    return [
        KeptPool(Pool.parse(row[0]), row[1], row[2]) for row in _connection(store).execute(wanted)
    ]


def stored_pools(store: Store, tournament: str) -> list[Pool]:
    """What was played in a tournament, whether it is rated or not."""
    names = ("game", "rules", "options", "players", "control")
    wanted = (
        select(*(_match.c[name] for name in names))
        .where(_match.c.tournament == tournament)
        .distinct()
        .order_by(*(_match.c[name] for name in names))
    )
    return [Pool(*row) for row in _connection(store).execute(wanted)]


def rating_page(
    store: Store,
    tournament: str,
    pool: Pool,
    models: Models,
    *,
    contains: str = "",
    entry: int | None = None,
    limit: int,
    offset: int,
) -> tuple[tuple[Standing, ...], int]:
    """Part of a table as it is kept, best first, and how many lines fit in all.

    The order is that of `leaderboard.ratings.table`; a rank counts all lines, not only those that
    are shown.
    """
    here = and_(_current(tournament, models), _rating.c.pool == pool.key)
    printed = func.round(_rating.c.rating * _PRINTED)  # equal in print is a tie
    place = func.row_number().over(
        partition_by=_rating.c.grp, order_by=(printed.desc(), _entry.c.name)
    )
    ranked = (
        select(_rating, place.label("place"), _entry.c.name.label("called"))
        .join_from(_rating, _entry, _at_rating())
        .where(here)
        .subquery()
    )
    fitting = select(ranked)
    if contains:
        asked = func.lower(ranked.c.called).contains(contains.lower(), autoescape=True)
        fitting = fitting.where(asked)
    if entry is not None:
        fitting = fitting.where(ranked.c.entry == entry)
    total = _connection(store).scalar(select(func.count()).select_from(fitting.subquery())) or 0
    wanted = fitting.order_by(ranked.c.grp, ranked.c.place).limit(limit).offset(offset)
    found = list(_connection(store).execute(wanted))
    entries = some_entries(store, tournament, {row.entry for row in found})
    standings = (
        Standing(rank=row.place, entry=entries[row.entry], score=rows.read_score(row))
        for row in found
    )
    return tuple(standings), total


def newest(store: Store, tournament: str, *, since: int = 0, limit: int) -> list[Ended]:
    """The pairings stored last, newest first; those after the sequence number `since` only."""
    chosen = (
        select(_match.c.sequence)
        .where(_match.c.tournament == tournament, _match.c.sequence > since)
        .order_by(_match.c.sequence.desc())
        .limit(limit)
        .subquery()
    )
    wanted = (
        select(
            *(_match.c[name] for name in ("pairing", "sequence", "block", "status", "isolation")),
            *(_seat.c[name] for name in ("entry", "rank", "score", "fault")),
        )
        .join_from(_match, _seat, _seat.c.match == _match.c.sequence)
        .where(_match.c.sequence.in_(select(chosen.c.sequence)))
        .order_by(_match.c.sequence.desc(), _seat.c.seat)
    )
    found = _connection(store).execute(wanted)
    ended = []
    for _, group in groupby(found, lambda row: row.sequence):
        seats = list(group)
        head = seats[0]
        ended.append(
            Ended(
                pairing=head.pairing,
                sequence=head.sequence,
                block=head.block,
                status=head.status,
                entries=tuple(row.entry for row in seats),
                ranks=tuple(row.rank for row in seats),
                scores=tuple(row.score for row in seats),
                faults=tuple(row.fault for row in seats),
                isolation=head.isolation,
            )
        )
    return ended


def told_matches(store: Store, tournament: str, *, among: int, limit: int) -> list[Told]:
    """The closest, those that were turned, and those whose lead changed most, by pairing.

    So many of each kind, of the newest matches; only where nobody failed.
    """
    newest_few = (
        select(_match)
        .where(_match.c.tournament == tournament, _match.c.status == "done")
        .order_by(_match.c.sequence.desc())
        .limit(among)
        .subquery()
    )
    one, found = newest_few.c, {}
    for order in (one.margin, one.deficit.desc(), one.changes.desc()):
        wanted = select(newest_few).where(one.margin > 0, one.changes >= 0)
        for row in _connection(store).execute(wanted.order_by(order, one.pairing).limit(limit)):
            found[row.sequence] = row
    pools = {
        sequence: Pool(*(row._mapping[name] for name in rows.POOL))
        for sequence, row in found.items()
    }
    middle = {pool: _middle(store, tournament, pool) for pool in set(pools.values())}
    low: set[int] = set()
    asked = select(_seat.c.match, _rating.c.pool, _rating.c.rating).join_from(
        _seat, _rating, and_(_rating.c.tournament == tournament, _rating.c.entry == _seat.c.entry)
    )
    for row in _connection(store).execute(asked.where(_seat.c.match.in_(found))):
        if row.pool == pools[row.match].key and row.rating < middle[pools[row.match]]:
            low.add(row.match)
    return [
        Told(row.pairing, pools[key], row.margin, row.deficit, row.changes, key not in low)
        for key, row in sorted(found.items(), key=lambda both: both[1].pairing)
    ]


def _middle(store: Store, tournament: str, pool: Pool) -> float:
    """The rating that half of a table has at least."""
    here = and_(_rating.c.tournament == tournament, _rating.c.pool == pool.key)
    number = _connection(store).scalar(select(func.count()).select_from(_rating).where(here)) or 0
    wanted = select(_rating.c.rating).where(here).order_by(_rating.c.rating.desc())
    told = _connection(store).scalar(wanted.limit(1).offset(max(0, -(-number // 2) - 1)))
    return float("-inf") if told is None else told


def entered(
    store: Store,
    name: str,
    *,
    tournament: str | None = None,
    until_us: int | None = None,
    limit: int,
) -> list[Entered]:
    """Where a bot, or an entry of this name, took part; newest first, of a season, too.

    In one tournament only if it is named, or in those created until then.
    """
    within = [_tournament.c.kind == "tournament"]
    if tournament is not None:
        within.append(_tournament.c.id == tournament)
    if until_us is not None:
        within.append(_tournament.c.created_us <= until_us)
    wanted = (
        select(
            _tournament,
            _entry.c.number,
            _entry.c.name.label("called"),
            _entry.c.version,
        )
        .join_from(_entry, _tournament, _entry.c.tournament == _tournament.c.id)
        .where(or_(_entry.c.name == name, _entry.c.bot == name))
        .where(*within)
        .order_by(_tournament.c.sequence.desc(), _entry.c.number.desc())
        .limit(limit)
    )
    return [
        Entered(rows.read_tournament(row), row.number, row.called, row.version)
        for row in _connection(store).execute(wanted)
    ]


def newest_entered(store: Store, name: str, tournament: str | None = None) -> Entered | None:
    """A bot in a tournament, or in the newest it took part in; None if there is none.

    Of several entries it is the one of that very name, then one that is in the field of a season
    now, then the newest.
    """
    for one in entered(store, name, tournament=tournament, limit=1):
        field = newest_field(one.tournament)
        found = entered(store, name, tournament=one.tournament.id, limit=_ENTRIES)
        return min(
            found,
            key=lambda two: (two.name != name, field is not None and two.number not in field),
        )
    return None


def bot_names(store: Store, *, limit: int, offset: int = 0) -> tuple[list[tuple[str, int]], int]:
    """The names under which bots took part, and how often; and how many names there are."""
    named = (
        select(_entry.c.name, func.count().label("times"))
        .join_from(_entry, _tournament, _entry.c.tournament == _tournament.c.id)
        .where(_tournament.c.kind == "tournament")
        .group_by(_entry.c.name)
    )
    connection = _connection(store)
    total = connection.scalar(select(func.count()).select_from(named.subquery())) or 0
    found = connection.execute(named.order_by(_entry.c.name).limit(limit).offset(offset))
    return [(row[0], row[1]) for row in found], total


def entry_names(store: Store, tournament: str, numbers: set[int]) -> dict[int, str]:
    """The names of some entries."""
    wanted = select(_entry.c.number, _entry.c.name).where(
        _entry.c.tournament == tournament, _entry.c.number.in_(numbers)
    )
    return {row[0]: row[1] for row in _connection(store).execute(wanted)}


def some_entries(store: Store, tournament: str, numbers: set[int]) -> dict[int, StoredEntry]:
    """Some entries of the field, by number."""
    wanted = select(_entry).where(
        _entry.c.tournament == tournament, _entry.c.number.in_(sorted(numbers))
    )
    return {row.number: rows.read_entry(row) for row in _connection(store).execute(wanted)}


def vocabulary(store: Store) -> Vocabulary:
    """The games and bots of all that is stored."""
    games = select(_match.c.game).distinct()
    bots = union(select(_entry.c.bot), select(_entry.c.name))
    connection = _connection(store)
    return Vocabulary(
        games=tuple(sorted(connection.scalars(games))),
        bots=tuple(sorted(connection.scalars(bots))),
    )


def benched(store: Store, tournament: str, *, limit: int) -> list[tuple[str, str, str]]:
    """Name, version and reason of those that were taken out."""
    wanted = (
        select(_entry.c.name, _entry.c.version, _entry.c.benched)
        .where(_entry.c.tournament == tournament, _entry.c.benched != "")
        .order_by(_entry.c.number)
        .limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in _connection(store).execute(wanted)]


def count_entries(store: Store, tournament: str) -> int:
    """How many take part."""
    wanted = select(func.count()).where(_entry.c.tournament == tournament)
    return _connection(store).scalar(wanted) or 0


def _current(tournament: str, models: Models) -> ColumnElement[bool]:
    """Ratings of these models, if no match was stored since they were made."""
    stored = (
        select(func.count())
        .select_from(_match)
        .where(_match.c.tournament == tournament)
        .scalar_subquery()
    )
    return and_(
        _rating.c.tournament == tournament,
        _rating.c.model == models.live,
        _rating.c.fit_model == models.fit,
        _rating.c.folded == stored,
    )


def _at_rating() -> ColumnElement[bool]:
    return and_(_entry.c.tournament == _rating.c.tournament, _entry.c.number == _rating.c.entry)


def _connection(store: Store) -> Connection:
    """The transaction of a store: these are queries of it, in a module of their own."""
    return store._connection


def newest_matches(store: Store, *, limit: int) -> list[tuple[str, bool]]:
    """The matches stored last, newest first: id, and whether its tournament is over."""
    wanted = (
        select(_match.c.tournament, _match.c.pairing, _tournament.c.finished_us)
        .join_from(_match, _tournament, _match.c.tournament == _tournament.c.id)
        .order_by(_match.c.sequence.desc())
        .limit(limit)
    )
    return [
        (match_id(row[0], row[1]), row[2] is not None)
        for row in _connection(store).execute(wanted)
    ]
