"""Parts of statements: what is selected, apart from what is done with it."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Text,
    and_,
    cast,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.sql.dml import ReturningInsert

from leaderboard import tables
from leaderboard.values import ANY_FAULT, MatchFilter

_PAIRING_DIGITS: Final = 10  # more do not fit the column

_tournament, _entry, _match, _seat = tables.tournament, tables.entry, tables.match, tables.seat


def lock(tournament: str) -> int:
    """The number under which a server locks a tournament: a bigint, the same for everybody."""
    return int.from_bytes(sha256(tournament.encode()).digest()[:8], "big", signed=True)


def insert_or_ignore(dialect: str) -> ReturningInsert[Any]:
    """Insert matches, pass over stored pairings, and tell which are new."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - one of the two is needed

        base: Any = postgresql.insert(_match)
    else:
        from sqlalchemy.dialects import sqlite  # noqa: PLC0415 - as above

        base = sqlite.insert(_match)
    statement: ReturningInsert[Any] = base.on_conflict_do_nothing(
        index_elements=["tournament", "pairing"]
    ).returning(_match.c.sequence, _match.c.tournament, _match.c.pairing)
    return statement


def seats_of(matches: Sequence[int]) -> Select[Any]:
    """The seats of some matches, with the names of their entries."""
    return (
        select(_seat, _entry.c.name, _entry.c.bot, _entry.c.version)
        .join_from(_seat, _entry, _at_seat())
        .where(_seat.c.match.in_(matches))
        .order_by(_seat.c.match, _seat.c.seat)
    )


def chosen_matches(chosen: MatchFilter) -> Select[Any]:
    """The matches that a filter lets through, without order and without its limits."""
    wanted = select(_match)
    if chosen.tournament is not None:
        wanted = wanted.where(_match.c.tournament == chosen.tournament)
    if chosen.game is not None:
        wanted = wanted.where(_match.c.game == chosen.game)
    if chosen.since_us is not None:
        wanted = wanted.where(_match.c.stored_us >= chosen.since_us)
    if (seats := _fitting_seats(chosen)) is not None:
        wanted = wanted.where(_match.c.sequence.in_(seats))
    return wanted


def newest_matches(chosen: MatchFilter) -> Select[Any]:
    """The same, newest first and within its limits."""
    seats = _fitting_seats(chosen)
    if seats is None or chosen.game is not None or chosen.since_us is not None:
        newest = chosen_matches(chosen).order_by(_match.c.sequence.desc())
        return newest.limit(chosen.limit).offset(chosen.offset)
    # Seats tell it all: of what is let through only the newest few are looked up.
    few = seats.distinct().order_by(_seat.c.match.desc())
    found = few.limit(chosen.limit).offset(chosen.offset).subquery()
    matches = select(_match).join(found, found.c.match == _match.c.sequence)
    return matches.order_by(_match.c.sequence.desc())


def count_of(chosen: MatchFilter) -> Select[Any]:
    """How many there are, whatever the limit."""
    seats = _fitting_seats(chosen)
    if seats is None or chosen.game is not None or chosen.since_us is not None:
        return select(func.count()).select_from(chosen_matches(chosen).subquery())
    return seats.with_only_columns(func.count(_seat.c.match.distinct()))


def _fitting_seats(chosen: MatchFilter) -> Select[Any] | None:
    """The matches of seats that are as a filter asks; None if it asks nothing of seats."""
    asked = list(_about_seat(chosen))
    if not asked:
        return None
    if chosen.tournament is not None:
        asked.append(_seat.c.tournament == chosen.tournament)
    return select(_seat.c.match).where(*asked)


def _about_seat(chosen: MatchFilter) -> Iterator[ColumnElement[bool]]:
    """What a filter asks of one seat."""
    other = _seat.alias()
    others = (
        select(other.c.seat)
        .where(other.c.match == _seat.c.match, other.c.seat != _seat.c.seat)
        .correlate(_seat)
    )
    if chosen.bot is not None:
        yield _of_bot(_seat, chosen.bot)
    if chosen.entry is not None:
        yield _seat.c.entry == chosen.entry
    if chosen.seat is not None:
        yield _seat.c.seat == chosen.seat
    if chosen.outcome == "lost":
        yield _seat.c.rank > 1
    if chosen.outcome == "won":
        yield and_(_seat.c.rank == 1, ~others.where(other.c.rank == 1).exists())
    if chosen.fault is not None:
        known = _seat.c.fault == chosen.fault
        yield _seat.c.fault.is_not(None) if chosen.fault == ANY_FAULT else known
    if chosen.against is not None:
        yield others.where(_of_bot(other, chosen.against)).exists()


def _of_bot(seat: FromClause, bot: str) -> ColumnElement[bool]:
    """Whether a seat is one of a bot, or of an entry of that name.

    Asked as a set of entries, for without statistics SQLite would go through all seats.
    """
    named = or_(_entry.c.bot == bot, _entry.c.name == bot)
    entries = select(_entry.c.tournament, _entry.c.number).where(named)
    return tuple_(seat.c.tournament, seat.c.entry).in_(entries)


def _at_seat() -> ColumnElement[bool]:
    return and_(_entry.c.tournament == _seat.c.tournament, _entry.c.number == _seat.c.entry)


def begins(column: ColumnElement[Any], prefix: str) -> ColumnElement[bool]:
    """Not LIKE: its idea of letter case differs between databases."""
    return func.substr(column, 1, len(prefix)) == prefix


def readings(name: str) -> Iterator[Select[Any]]:
    """What an abbreviated match id can mean, best first: the first that exists is meant."""
    tournament, _, pairing = name.rpartition("-")
    if tournament and pairing.isdecimal() and len(pairing) < _PAIRING_DIGITS:
        of = _match.c.tournament
        number = _match.c.pairing == int(pairing)
        yield select(_match).where(of == tournament, number)
        yield select(_match).where(of.in_(_ids(tournament)), number)
        digits = begins(cast(_match.c.pairing, Text), pairing)
        yield select(_match).where(of.in_(_ids(tournament)), digits)
    yield select(_match).where(_match.c.tournament.in_(_ids(name)))


def _ids(prefix: str) -> Select[Any]:
    return select(_tournament.c.id).where(begins(_tournament.c.id, prefix))
