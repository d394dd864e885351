"""Every SQL statement. The caller owns the transaction; rows stay inside.

Statements are SQLAlchemy Core and run on SQLite and PostgreSQL alike. Orders are total.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Select,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from leaderboard import queries, rows, tables
from leaderboard.errors import Ambiguous, NotFound, Pruned, TournamentExists
from leaderboard.packing import unpack_record, unpack_text
from leaderboard.values import (
    FinishedMatch,
    Kind,
    MatchFilter,
    Models,
    Pool,
    PoolScores,
    Result,
    StoredEntry,
    StoredMatch,
    StoredSeat,
    Tournament,
    canonical,
    match_id,
)

LAST: Final = "last"
"""The name of the newest tournament or match."""

_NOT_PLAYED: Final[Mapping[str, None]] = dict.fromkeys(
    ("termination", "killed", "margin", "deficit", "changes", "isolation")
)
_CANDIDATES: Final = 5
_CHUNK: Final = 1000

_tournament, _entry, _match, _seat = tables.tournament, tables.entry, tables.match, tables.seat
_record, _log, _rating = tables.record, tables.log, tables.rating


class Store:
    """The stored tournaments, matches and ratings, within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self, tournament: str) -> None:
        """Wait for others who decide about the same tournament, until this transaction ends.

        SQLite has one writer at a time anyway.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(select(func.pg_advisory_xact_lock(queries.lock(tournament))))

    # Tournaments

    def add_tournament(self, head: Tournament, entries: Sequence[StoredEntry]) -> None:
        """Store what is decided before the first match; TournamentExists if the id is taken."""
        self.hold(head.id)
        if self._connection.scalar(select(_tournament.c.id).where(_tournament.c.id == head.id)):
            raise TournamentExists(f"tournament {head.id} exists: resume it, or choose another id")
        field = [rows.entry_row(head.id, entry) for entry in entries]
        self._connection.execute(insert(_tournament), rows.tournament_row(head))
        self._connection.execute(insert(_entry), field)

    def finish_tournament(self, tournament: str, finished_us: int) -> None:
        """Note that nothing is missing any more."""
        self._connection.execute(
            update(_tournament)
            .where(_tournament.c.id == tournament, _tournament.c.finished_us.is_(None))
            .values(finished_us=finished_us)
        )

    def reopen_tournament(self, head: Tournament) -> None:
        """Keep other terms of a tournament, which is not over any more."""
        self._connection.execute(
            update(_tournament)
            .where(_tournament.c.id == head.id)
            .values(spec=canonical(head.spec), finished_us=None)
        )

    def mark(self, tournament: str, mark: str) -> None:
        """Note what tables must say about it from now on."""
        self.hold(tournament)
        wanted = select(_tournament.c.marks).where(_tournament.c.id == tournament)
        marks = {*json.loads(self._connection.scalar(wanted) or "[]"), mark}
        self._connection.execute(
            update(_tournament)
            .where(_tournament.c.id == tournament)
            .values(marks=canonical(sorted(marks)))
        )

    def rename_tournament(self, tournament: str, name: str) -> None:
        """Give it another name; its id stays."""
        self._connection.execute(
            update(_tournament).where(_tournament.c.id == tournament).values(name=name)
        )

    def delete_tournament(self, tournament: str) -> None:
        """Forget it, with its matches, records and logs."""
        self._connection.execute(delete(_tournament).where(_tournament.c.id == tournament))

    def tournaments(
        self, kind: Kind | None = None, limit: int | None = None, offset: int = 0
    ) -> list[Tournament]:
        """Newest first."""
        wanted = select(_tournament).order_by(_tournament.c.sequence.desc())
        if kind is not None:
            wanted = wanted.where(_tournament.c.kind == kind)
        found = self._connection.execute(wanted.limit(limit).offset(offset))
        return [rows.read_tournament(row) for row in found]

    def count_tournaments(self, kind: Kind) -> int:
        """How many there are."""
        wanted = select(func.count()).where(_tournament.c.kind == kind)
        return self._connection.scalar(wanted) or 0

    def find_tournament(self, name: str, kind: Kind | None = None) -> Tournament:
        """The one with this id or name, with an id that begins so, or the `last` (of a kind)."""
        if name == LAST:
            newest = self.tournaments(kind, limit=1)
            if not newest:
                raise NotFound("no tournament is stored yet: play one first")
            return newest[0]
        wanted = select(_tournament).where(
            or_(queries.begins(_tournament.c.id, name), _tournament.c.name == name)
        )
        if kind is not None:
            wanted = wanted.where(_tournament.c.kind == kind)
        newest_first = wanted.order_by(_tournament.c.sequence.desc())
        found = [rows.read_tournament(row) for row in self._connection.execute(newest_first)]
        exact = [one for one in found if one.id == name]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            raise _ambiguous(name, "tournaments", [one.id for one in found])
        known = [one.id for one in self.tournaments(kind, limit=_CANDIDATES)]
        raise _not_found(name, "tournament", known)

    def entries(self, tournament: str) -> tuple[StoredEntry, ...]:
        """The field, by number."""
        wanted = select(_entry).where(_entry.c.tournament == tournament).order_by(_entry.c.number)
        return tuple(rows.read_entry(row) for row in self._connection.execute(wanted))

    # Matches

    def add_matches(self, batch: Iterable[FinishedMatch], *, stored_us: int | None = None) -> int:
        """Store matches; those whose pairing is stored already are passed over. How many are new.

        `stored_us` is the time, for those that do not bring their own.
        About 100 at a time cost little more than one.
        """
        given: dict[tuple[str, int], FinishedMatch] = {}
        for one in batch:
            given.setdefault((one.tournament, one.pairing), one)
        if not given:
            return 0
        inserted = self._connection.execute(
            queries.insert_or_ignore(self._connection.dialect.name),
            [rows.match_row(one, stored_us) for one in given.values()],
        )
        new = [(row.sequence, given[row.tournament, row.pairing]) for row in inserted]
        for table, children in (
            (_seat, [row for key, one in new for row in rows.seat_rows(key, one)]),
            (_record, [row for key, one in new for row in rows.record_rows(key, one)]),
            (_log, [row for key, one in new for row in rows.log_rows(key, one)]),
        ):
            if children:
                self._connection.execute(insert(table), children)
        return len(new)

    def replace_single_match(
        self, head: Tournament, entries: Sequence[StoredEntry], match: FinishedMatch
    ) -> None:
        """Store a match played on its own; one with the same id gives way. It is the newest."""
        self.hold(head.id)
        self._connection.execute(
            delete(_tournament).where(_tournament.c.id == head.id, _tournament.c.kind == head.kind)
        )
        self.add_tournament(head, entries)
        self.add_matches([match], stored_us=head.created_us)

    def bench(self, tournament: str, entry: int, reason: str, after: int) -> None:
        """Take an entry out: what it played after pairing `after` is skipped."""
        self.hold(tournament)
        self._connection.execute(
            update(_entry)
            .where(_entry.c.tournament == tournament, _entry.c.number == entry)
            .values(benched=reason)
        )
        later = (
            select(_match.c.sequence)
            .join_from(_match, _seat, _seat.c.match == _match.c.sequence)
            .where(
                _match.c.tournament == tournament,
                _match.c.pairing > after,
                _seat.c.entry == entry,
            )
            .scalar_subquery()
        )
        self._connection.execute(
            update(_match)
            .where(_match.c.sequence.in_(later))
            .values(status="skipped", reason=reason, turns=0, attempts=0, **_NOT_PLAYED)
        )
        self._connection.execute(
            update(_seat)
            .where(_seat.c.match.in_(later))
            .values(rank=None, score=None, fault=None, elapsed_us=0)
        )
        for table in (_record, _log):
            self._connection.execute(delete(table).where(table.c.match.in_(later)))
        for cache in (_rating, tables.pair, tables.history):
            self._connection.execute(delete(cache).where(cache.c.tournament == tournament))

    def counts(self, tournament: str) -> dict[str, int]:
        """How many pairings have which status."""
        # Nearly all are done; the few others have an index of their own.
        undone = (
            select(_match.c.status, func.count())
            .where(_match.c.tournament == tournament, tables.UNDONE)
            .group_by(_match.c.status)
        )
        found = {row[0]: row[1] for row in self._connection.execute(undone)}
        found["done"] = self._stored(tournament) - sum(found.values())
        return {status: number for status, number in sorted(found.items()) if number}

    def matches(self, chosen: MatchFilter) -> list[StoredMatch]:
        """Newest first."""
        return self._with_seats(queries.newest_matches(chosen))

    def count_matches(self, chosen: MatchFilter) -> int:
        """How many there are, whatever the limit."""
        return self._connection.scalar(queries.count_of(chosen)) or 0

    def find_match(self, name: str) -> StoredMatch:
        """The one with this id, the only one whose id begins so, or the `last` one."""
        if name == LAST:
            newest = self.matches(MatchFilter(limit=1))
            if not newest:
                raise NotFound("no match is stored yet: play one first")
            return newest[0]
        for wanted in queries.readings(name):
            found = self._connection.execute(
                wanted.order_by(_match.c.sequence.desc()).limit(_CANDIDATES + 1)
            ).all()
            if len(found) == 1:
                return self._with_seats(wanted)[0]
            if found:
                ids = [match_id(row.tournament, row.pairing) for row in found]
                raise _ambiguous(name, "matches", ids)
        known = [match.id for match in self.matches(MatchFilter(limit=_CANDIDATES))]
        raise _not_found(name, "match", known)

    def record(self, match: StoredMatch) -> dict[str, object]:
        """The record as it was handed in; NotFound if none was, Pruned if it was removed."""
        wanted = select(_record.c.packed).where(_record.c.match == match.sequence)
        packed = self._connection.scalar(wanted)
        if packed is None:
            raise NotFound(f"match {match.id} has no record: it is {match.status}")
        if not packed:
            raise Pruned(f"the record of match {match.id} was pruned; its result still counts")
        return unpack_record(packed)

    def logs(self, match: StoredMatch) -> dict[int, str | None]:
        """What the bots printed, by seat, None if it was removed; nothing is left out."""
        wanted = select(_log).where(_log.c.match == match.sequence).order_by(_log.c.seat)
        found = self._connection.execute(wanted)
        return {row.seat: unpack_text(row.packed) if row.packed else None for row in found}

    # Ratings

    def stored_ranges(self, tournament: str) -> list[tuple[int, int]]:
        """The numbers of all stored pairings: the first and the last of each row without a gap."""
        number = _match.c.pairing
        row = (number - func.row_number().over(order_by=number)).label("row")
        numbers = select(number, row).where(_match.c.tournament == tournament).subquery()
        ends = func.min(numbers.c.pairing), func.max(numbers.c.pairing)
        wanted = select(*ends).group_by(numbers.c.row)
        return sorted((first, last) for first, last in self._connection.execute(wanted))

    def results(
        self, tournament: str, first: int = 0, last: int | None = None
    ) -> Iterator[Result]:
        """Stored pairings in their order, all or from one to another; read while this is open.

        Which of them count is told by `leaderboard.ratings.counting`.
        """
        within = [_match.c.tournament == tournament]
        if last is not None:
            within.append(_match.c.pairing.between(first, last))
        wanted = (
            select(
                *(_match.c[name] for name in rows.RESULT),
                *(_seat.c[name] for name in rows.RESULT_SEAT),
            )
            .join_from(_match, _seat, _seat.c.match == _match.c.sequence)
            .where(*within)
            .order_by(_match.c.pairing, _seat.c.seat)
        )
        found = self._connection.execute(wanted, execution_options={"yield_per": _CHUNK})
        return rows.read_results(found)

    def save_ratings(
        self, tournament: str, models: Models, pools: Mapping[Pool, PoolScores], *, folded: int
    ) -> None:
        """Keep what models made of so many results, which may be fewer than there are by now.

        Not if matches of a pool only wait: rows are by entry, so that nothing would tell.
        """
        self.hold(tournament)
        self._connection.execute(delete(_rating).where(_rating.c.tournament == tournament))
        kept = [
            {
                "tournament": tournament,
                "pool": pool.key,
                "entry": number,
                "folded": folded,
                "model": models.live,
                "fit_model": models.fit,
                "waiting": found.waiting,
                **rows.score_row(score),
            }
            for pool, found in pools.items()
            for number, score in found.scores.items()
        ]
        if kept and all(found.scores for found in pools.values()):
            self._connection.execute(insert(_rating), kept)

    def ratings(self, tournament: str, models: Models) -> dict[Pool, PoolScores] | None:
        """What was kept of models, if no match was stored since; None if it must be made."""
        wanted = (
            select(_rating)
            .where(
                _rating.c.tournament == tournament,
                _rating.c.model == models.live,
                _rating.c.fit_model == models.fit,
                _rating.c.folded == self._stored(tournament),
            )
            .order_by(_rating.c.pool, _rating.c.entry)
        )
        kept: dict[Pool, PoolScores] = {}
        for key, group in groupby(self._connection.execute(wanted), lambda row: row.pool):
            lines = list(group)
            scores = {row.entry: rows.read_score(row) for row in lines}
            kept[Pool.parse(key)] = PoolScores(scores, lines[0].waiting)
        return kept or None

    def _stored(self, tournament: str) -> int:
        """How many pairings are not missing."""
        wanted = select(func.count()).where(_match.c.tournament == tournament)
        return self._connection.scalar(wanted) or 0

    def _with_seats(self, wanted: Select[Any]) -> list[StoredMatch]:
        """The matches of a selection, in its order."""
        found = self._connection.execute(wanted).all()
        seats: dict[int, list[StoredSeat]] = {}
        for start in range(0, len(found), _CHUNK):
            chunk = [row.sequence for row in found[start : start + _CHUNK]]
            for row in self._connection.execute(queries.seats_of(chunk)):
                seats.setdefault(row.match, []).append(rows.read_seat(row))
        return [rows.read_match(row, seats.get(row.sequence, ())) for row in found]


def _ambiguous(name: str, what: str, ids: Sequence[str]) -> Ambiguous:
    more = ", ..." if len(ids) > _CANDIDATES else ""
    shown = ", ".join(ids[:_CANDIDATES])
    return Ambiguous(f"'{name}' fits several {what}: {shown}{more}; type more of the id")


def _not_found(name: str, what: str, newest: Sequence[str]) -> NotFound:
    known = f"the newest are {', '.join(newest)}" if newest else "none is stored yet"
    return NotFound(f"there is no {what} '{name}'; {known}")
