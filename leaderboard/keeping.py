"""What is kept of pairs and careers: made with the ratings, and current as long as they are.

Statements are SQLAlchemy Core and run on SQLite and PostgreSQL alike, within the transaction of
a store. Rows that are read are bounded by who asks.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from leaderboard import tables
from leaderboard.packing import unpack_record
from leaderboard.ratings.crossing import Crossed, Look, Met
from leaderboard.ratings.pairs import Key
from leaderboard.store import Store
from leaderboard.values import Models, Pool, Story

_match, _record, _tournament = tables.match, tables.record, tables.tournament
_pair, _history, _rating = tables.pair, tables.history, tables.rating
_MET: Final = ("wins", "draws", "losses", "blocks", "lead", "p")
_AT_ONCE: Final = 10_000


def save_crossed(
    store: Store, tournament: str, models: Models, pools: Mapping[Pool, Crossed], *, folded: int
) -> None:
    """Keep what so many results tell of pairs and careers, in place of what was kept."""
    connection = _connection(store)
    for table in (_pair, _history):
        connection.execute(delete(table).where(table.c.tournament == tournament))
    for pool, crossed in pools.items():
        head = {"tournament": tournament, "pool": pool.key, "folded": folded}
        _insert(connection, _pair, (head | row for row in _pair_rows(crossed)))
        _insert(
            connection,
            _history,
            (
                head | {"entry": entry, "model": models.live, "points": _points(looks)}
                for entry, looks in crossed.histories.items()
            ),
        )


def has_crossed(store: Store, tournament: str, models: Models) -> bool:
    """Whether careers, and with them pairs, are kept and current."""
    wanted = select(_history.c.entry).where(
        _history.c.tournament == tournament,
        _history.c.model == models.live,
        _history.c.folded == _stored(tournament),
    )
    return _connection(store).execute(wanted.limit(1)).first() is not None


def kept_pairs(
    store: Store, tournament: str, pool: Pool, among: Collection[int] | None = None
) -> tuple[dict[Key, Met], dict[Key, int]]:
    """Who met whom, all or some entries among each other, and the verdicts that are settled."""
    wanted = select(_pair).where(_of(tournament, pool)).order_by(_pair.c.one, _pair.c.other)
    if among is not None:
        wanted = wanted.where(_pair.c.one.in_(among), _pair.c.other.in_(among))
    found = list(_connection(store).execute(wanted))
    met = {(row.one, row.other): _met(row) for row in found}
    return met, {(row.one, row.other): row.verdict for row in found if row.verdict}


def kept_opponents(
    store: Store, tournament: str, pool: Pool, entry: int, *, limit: int
) -> tuple[list[tuple[int, Met, int]], int]:
    """Those whom an entry met, best first, as it sees them, with verdicts; how many there are."""
    mine = and_(_of(tournament, pool), or_(_pair.c.one == entry, _pair.c.other == entry))
    other = _pair.c.one + _pair.c.other - entry
    rated = and_(
        _rating.c.tournament == tournament, _rating.c.pool == pool.key, _rating.c.entry == other
    )
    wanted = (
        select(_pair)
        .join_from(_pair, _rating, rated)
        .where(mine)
        .order_by(_rating.c.rating.desc(), _rating.c.entry)
        .limit(limit)
    )
    connection = _connection(store)
    total = connection.scalar(select(func.count()).select_from(_pair).where(mine)) or 0
    found = []
    for row in connection.execute(wanted):
        met = _met(row)
        found.append(
            (row.other, met, row.verdict)
            if row.one == entry
            else (row.one, met.turned(), -row.verdict)
        )
    return found, total


def kept_history(store: Store, tournament: str, pool: Pool, entry: int) -> tuple[Look, ...]:
    """The career of an entry; none if none is kept."""
    wanted = select(_history.c.points).where(
        _history.c.tournament == tournament,
        _history.c.pool == pool.key,
        _history.c.entry == entry,
    )
    told = _connection(store).scalar(wanted)
    return tuple(
        Look(matches, mu, sigma, bool(faulty))
        for matches, mu, sigma, faulty in json.loads(told or "[]")
    )


_THERE: Final = func.length(_record.c.packed) > 0  # what was pruned tells nothing


def untold(store: Store, *, limit: int) -> list[tuple[int, dict[str, Any]]]:
    """The newest matches in whose records nobody has looked how the lead went, by sequence."""
    wanted = (
        select(_match.c.sequence, _record.c.packed)
        .join_from(_match, _record, _record.c.match == _match.c.sequence)
        .where(tables.UNTOLD, _THERE)
        .order_by(_match.c.sequence.desc())
        .limit(limit)
    )
    found = _connection(store).execute(wanted)
    return [(sequence, unpack_record(packed)) for sequence, packed in found]


def count_untold(store: Store) -> int:
    """How many of them there are."""
    wanted = (
        select(func.count())
        .select_from(_match)
        .join(_record, _record.c.match == _match.c.sequence)
        .where(tables.UNTOLD, _THERE)
    )
    return _connection(store).scalar(wanted) or 0


def tell(store: Store, stories: Mapping[int, tuple[Story, str | None]]) -> None:
    """Note how the lead went, and at which level matches were played, by sequence."""
    _connection(store).execute(
        update(_match)
        .where(_match.c.sequence == bindparam("told"))
        .values(deficit=bindparam("by"), changes=bindparam("times"), isolation=bindparam("level")),
        [
            {"told": sequence, "by": one.deficit, "times": one.changes, "level": level}
            for sequence, (one, level) in stories.items()
        ],
    )


def uncrossed(store: Store, models: Models) -> list[str]:
    """Tournaments that are over, of which no careers are kept; newest first."""
    here = _history.c.tournament == _tournament.c.id
    kept = select(_history.c.entry).where(here, _history.c.model == models.live).exists()
    played = (
        select(_match.c.sequence)
        .where(_match.c.tournament == _tournament.c.id, _match.c.status == "done")
        .exists()
    )
    wanted = (
        select(_tournament.c.id)
        .where(_tournament.c.kind == "tournament", _tournament.c.finished_us.is_not(None))
        .where(played, ~kept)
        .order_by(_tournament.c.sequence.desc())
    )
    return list(_connection(store).scalars(wanted))


def _pair_rows(crossed: Crossed) -> Iterator[dict[str, object]]:
    for (one, other), met in crossed.met.items():
        yield {
            "one": one,
            "other": other,
            "verdict": crossed.verdicts.get((one, other), 0),
            **{name: getattr(met, name) for name in _MET},
        }


def _points(looks: Collection[Look]) -> str:
    """In as many decimals as a curve needs."""
    return json.dumps(
        [[one.matches, round(one.mu, 4), round(one.sigma, 4), int(one.faulty)] for one in looks],
        separators=(",", ":"),
    )


def _insert(connection: Connection, table: Any, rows: Iterator[dict[str, object]]) -> None:  # noqa: ANN401 - a table
    chunk: list[dict[str, object]] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == _AT_ONCE:
            connection.execute(insert(table), chunk)
            chunk = []
    if chunk:
        connection.execute(insert(table), chunk)


def _met(row: Row[Any]) -> Met:
    return Met(**{name: getattr(row, name) for name in _MET})


def _of(tournament: str, pool: Pool) -> ColumnElement[bool]:
    return and_(_pair.c.tournament == tournament, _pair.c.pool == pool.key)


def _stored(tournament: str) -> Any:  # noqa: ANN401 - a part of a statement
    return select(func.count()).where(_match.c.tournament == tournament).scalar_subquery()


def _connection(store: Store) -> Connection:
    """The transaction of a store: these are queries of it, in a module of their own."""
    return store._connection
