"""Removes what takes the room: records and logs. What was played, and came of it, stays.

What is removed leaves a row without content behind, so that who asks for it later hears that it
was there. Ratings and tables are made of matches and seats alone, and are not touched.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Table, func, or_, select, update

from leaderboard import tables
from leaderboard.retention import KeepLogs
from leaderboard.store import Store
from leaderboard.values import Tournament

SLICE: Final = 5000
"""So many matches are looked at in one transaction: others who write wait for no more."""
_TRIMMED: Final = 1000
"""So many logs are removed at a time while a tournament is played; a chunk brings fewer."""
_match, _seat, _record, _log = tables.match, tables.seat, tables.record, tables.log


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What is to be removed."""

    before_us: int
    """Of matches that were stored before."""
    records: bool
    """Whether records go, too."""
    keep_logs: KeepLogs


@dataclass(frozen=True, slots=True)
class Amount:
    """How much it is."""

    records: int = 0
    logs: int = 0
    size_bytes: int = 0
    """Compressed, as they are stored."""

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(
            self.records + other.records,
            self.logs + other.logs,
            self.size_bytes + other.size_bytes,
        )


def slices(store: Store, head: Tournament) -> Iterator[tuple[int, int]]:
    """The sequence numbers of a tournament's matches, some at a time: the first and the last."""
    ends = select(func.min(_match.c.sequence), func.max(_match.c.sequence))
    first, last = _asked(store).execute(ends.where(_match.c.tournament == head.id)).one()
    if first is not None:
        for start in range(first, last + 1, SLICE):
            yield start, min(start + SLICE - 1, last)


def amount(store: Store, head: Tournament, aim: Aim, within: tuple[int, int]) -> Amount:
    """How much of a slice is to be removed."""
    records, records_bytes = _measure(store, _record, _doomed_records(head, aim, within))
    logs, logs_bytes = _measure(store, _log, _doomed_logs(store, head, aim, within))
    return Amount(records, logs, records_bytes + logs_bytes)


def prune(store: Store, head: Tournament, aim: Aim, within: tuple[int, int]) -> None:
    """Remove it; a writer's work."""
    for table, doomed in (
        (_record, _doomed_records(head, aim, within)),
        (_log, _doomed_logs(store, head, aim, within)),
    ):
        if doomed is not None:
            _empty(store, table, doomed)


def keep_newest_logs(store: Store, tournament: str, number: int) -> None:
    """Remove the logs of a tournament's matches beyond the newest ones, as it is played."""
    cutoff = _newest(store, tournament, number)
    expired = (
        select(_match.c.sequence)
        .where(_match.c.tournament == tournament, _match.c.sequence <= cutoff)
        .order_by(_match.c.sequence.desc())
        .limit(_TRIMMED)
    )
    _empty(store, _log, _log.c.match.in_(expired.scalar_subquery()))


def _doomed_records(
    head: Tournament, aim: Aim, within: tuple[int, int]
) -> ColumnElement[bool] | None:
    return _record.c.match.in_(_old(head, aim, within)) if aim.records else None


def _doomed_logs(
    store: Store, head: Tournament, aim: Aim, within: tuple[int, int]
) -> ColumnElement[bool] | None:
    keep = aim.keep_logs
    if keep.all:
        return None
    old = _old(head, aim, within)
    if keep.faulty:
        faulty = select(_seat.c.match).where(_seat.c.fault.is_not(None))
        old = old.where(_match.c.sequence.not_in(faulty.where(_seat.c.match.between(*within))))
    if keep.last:
        old = old.where(_match.c.sequence <= _newest(store, head.id, keep.last))
    return _log.c.match.in_(old)


def _old(head: Tournament, aim: Aim, within: tuple[int, int]) -> Select[Any]:
    """The matches of a slice that are old enough."""
    old = _match.c.stored_us < aim.before_us
    if head.created_us < aim.before_us:  # older ones were stored without a date
        old = or_(old, _match.c.stored_us.is_(None))
    return select(_match.c.sequence).where(
        _match.c.tournament == head.id, _match.c.sequence.between(*within), old
    )


def _newest(store: Store, tournament: str, number: int) -> int:
    """The newest match beyond so many; 0 if there is none."""
    wanted = (
        select(_match.c.sequence)
        .where(_match.c.tournament == tournament)
        .order_by(_match.c.sequence.desc())
        .offset(number)
        .limit(1)
    )
    return _asked(store).scalar(wanted) or 0


def _measure(store: Store, table: Table, doomed: ColumnElement[bool] | None) -> tuple[int, int]:
    """How many there are, and their bytes."""
    if doomed is None:
        return 0, 0
    size = func.length(table.c.packed)
    wanted = select(func.count(), func.coalesce(func.sum(size), 0)).where(doomed, size > 0)
    number, total = _asked(store).execute(wanted.select_from(table)).one()
    return number, int(total)


def _empty(store: Store, table: Table, doomed: ColumnElement[bool]) -> None:
    full = func.length(table.c.packed) > 0
    _asked(store).execute(update(table).where(doomed, full).values(packed=b""))


def _asked(store: Store) -> Connection:
    """The transaction of a store: this is a part of it, in a module of its own."""
    return store._connection
