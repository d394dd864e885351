"""What is changed when a bot is forgotten: its results stay, under a name that tells nothing."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, and_, func, select, update

from leaderboard import rows, tables
from leaderboard.packing import pack_record, unpack_record
from leaderboard.store import Store
from leaderboard.values import StoredEntry, Tournament, canonical

FORGOTTEN: Final = "forgotten"
"""The version of every bot that was."""
_AT_ONCE: Final = 500
_entry, _match, _seat = tables.entry, tables.match, tables.seat
_log, _record, _tournament = tables.log, tables.record, tables.tournament

Rewrite = Callable[[dict[str, Any], frozenset[int]], dict[str, Any]]
"""A record as it is from now on; its seats are those of the bot."""


def traces(store: Store, bot: str) -> list[Tournament]:
    """The tournaments and matches in which a submitted bot of that name took part."""
    wanted = (
        select(_tournament)
        .where(_tournament.c.id.in_(select(_entry.c.tournament).where(_is(bot))))
        .order_by(_tournament.c.sequence)
    )
    return [rows.read_tournament(row) for row in _connection(store).execute(wanted)]


def entries_of(store: Store, tournament: str, bot: str) -> tuple[StoredEntry, ...]:
    """The bot's entries there."""
    wanted = select(_entry).where(_entry.c.tournament == tournament, _is(bot))
    found = _connection(store).execute(wanted.order_by(_entry.c.number))
    return tuple(rows.read_entry(row) for row in found)


def rename(
    store: Store,
    head: Tournament,
    bot: str,
    called: str,
    *,
    names: Mapping[int, str],
    rewrite: Rewrite,
) -> int:
    """Call a bot otherwise, and keep of its matches what is anonymous; how many matches.

    Its entries get the `names`, by number, and `head` is the tournament as it is told from now on.
    """
    store.hold(head.id)
    connection = _connection(store)
    changed = 0
    texts = {one.name: names[one.number] for one in entries_of(store, head.id, bot)}
    for seats in _matches(connection, head.id, names):
        changed += len(seats)
        _rewrite(connection, seats, rewrite)
        for old, new in texts.items():
            connection.execute(
                update(_match)
                .where(_match.c.sequence.in_(seats), _match.c.status == "skipped")
                .values(reason=func.replace(_match.c.reason, old, new))
            )
        for match, mine in seats.items():
            connection.execute(
                update(_log).where(_log.c.match == match, _log.c.seat.in_(mine)).values(packed=b"")
            )
    for number, name in names.items():
        connection.execute(
            update(_entry)
            .where(_entry.c.tournament == head.id, _entry.c.number == number)
            .values(name=name, bot=called, version=FORGOTTEN, command=canonical(()))
        )
    connection.execute(
        update(_tournament)
        .where(_tournament.c.id == head.id)
        .values(name=head.name, spec=canonical(head.spec))
    )
    return changed


def _matches(
    connection: Connection, tournament: str, entries: Collection[int]
) -> Iterator[dict[int, frozenset[int]]]:
    """Their matches, some at a time: for each the seats they had."""
    last = 0
    while True:
        wanted = (
            select(_match.c.sequence)
            .where(
                _match.c.sequence > last,
                _match.c.sequence.in_(
                    select(_seat.c.match).where(
                        _seat.c.tournament == tournament, _seat.c.entry.in_(entries)
                    )
                ),
            )
            .order_by(_match.c.sequence)
            .limit(_AT_ONCE)
        )
        found = [row[0] for row in connection.execute(wanted)]
        if not found:
            return
        last = found[-1]
        seats = select(_seat.c.match, _seat.c.seat).where(
            _seat.c.match.in_(found), _seat.c.entry.in_(entries)
        )
        mine: dict[int, set[int]] = {one: set() for one in found}
        for row in connection.execute(seats):
            mine[row.match].add(row.seat)
        yield {match: frozenset(taken) for match, taken in mine.items()}


def _rewrite(
    connection: Connection, seats: Mapping[int, frozenset[int]], rewrite: Rewrite
) -> None:
    wanted = select(_record.c.match, _record.c.packed).where(_record.c.match.in_(seats))
    for row in connection.execute(wanted).all():
        if row.packed:  # else it was pruned
            told = pack_record(rewrite(unpack_record(row.packed), seats[row.match]))
            connection.execute(
                update(_record).where(_record.c.match == row.match).values(packed=told)
            )


def _is(bot: str) -> Any:  # noqa: ANN401 - a condition
    """An entry of a submitted bot: it lies nowhere but on a shelf."""
    return and_(_entry.c.bot == bot, _entry.c.home == "")


def _connection(store: Store) -> Connection:
    """The transaction of a store: this is a part of it, in a module of its own."""
    return store._connection
