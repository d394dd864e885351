"""Is what is stored what was played? Every match against its record, the schedule, the table.

Records are looked at by `referee.match.verify`. Here they are compared with what the database says
about the same match, with the schedule and the seeds that follow from the terms, and the kept
ratings with those that the match log gives. What cannot be looked at, because bots or rules are
not here any more, is told and is no finding. Seeds are not told before a tournament is over.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.tournament.contest import Contest, resolve_stored
from arena.tournament.derivation import seed_by_number, seed_by_table
from arena.tournament.formats import ROUND_ROBIN
from arena.tournament.results import stored_entries
from arena.tournament.schedule import Schedule
from leaderboard.errors import NotFound, Pruned
from leaderboard.forgetting import FORGOTTEN
from leaderboard.recount import kept_ratings_differ
from leaderboard.store import Store
from leaderboard.values import ALONE, MatchFilter, StoredEntry, StoredMatch, Tournament, match_id
from referee.bots.shelf import NO_SHELF, Shelf
from referee.match.form import Finding, shown
from referee.match.record import Json
from referee.match.seeds import secret_of
from referee.match.verify import Known, verify

Tell = Callable[[int, int], None]
"""Told how many matches of how many were looked at."""
_OPEN: Final = (
    *("format", "match", "game", "rules", "options", "players", "control", "deal_number"),
    *("pairing", "commitment", "digest", "deal", "seats", "moves", "result", "run"),
)
"""The first words of places at which nothing is secret."""
_NOT_TOLD: Final = "(not told before the tournament is over)"


@dataclass(frozen=True, slots=True)
class Found:
    """A finding with the match, or the tournament, that it is about."""

    match: str
    finding: Finding

    def __str__(self) -> str:
        return f"{self.match}: {self.finding}"

    def to_json(self) -> dict[str, str]:
        """The finding for machines."""
        one = self.finding
        place = {"place": one.place, "expected": one.expected, "found": one.found}
        return {"match": self.match, **place}


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What came of looking at a record, a match or a tournament."""

    what: str
    matches: int
    """How many were looked at."""
    found: tuple[Found, ...]
    unchecked: tuple[str, ...]
    """What could not be looked at, and why."""
    table: bool = False
    """Whether there was a table to compare."""

    def to_json(self) -> dict[str, object]:
        """The audit for machines."""
        return {
            "what": self.what,
            "matches": self.matches,
            "agrees": not self.found,
            "findings": [one.to_json() for one in self.found],
            "unchecked": list(self.unchecked),
        }


@dataclass(slots=True)
class _Auditor:
    """Looks at the matches of one tournament."""

    store: Store
    head: Tournament
    entries: dict[int, StoredEntry]
    contest: Contest | None
    schedule: Schedule | None
    found: list[Found] = field(default_factory=list)
    unchecked: dict[str, int] = field(default_factory=dict)
    """Why something could not be looked at, and for how many matches."""

    def note(self, match: str, place: str, expected: object, found: object) -> None:
        self.found.append(Found(match, Finding(place, shown(expected), shown(found))))

    def leave(self, reason: str) -> None:
        self.unchecked[reason] = self.unchecked.get(reason, 0) + 1

    def look_at(self, match: StoredMatch) -> None:
        """One match: its place in the schedule, its record, and what is stored beside it."""
        if self.schedule is not None:
            for place, expected, found in self.schedule.differences(match):
                self.note(match.id, f"schedule.{place}", expected, found)
        record = self._record(match)
        if record is None:
            return
        verdict = verify(record, self._known(match, record))
        for reason in verdict.unchecked:
            self.leave(reason)
        self.found += [Found(match.id, self._hushed(one)) for one in verdict.findings]
        if verdict.formed:
            wanted = _as_recorded(record)
            for name, value in self._as_stored(match).items():
                if value != wanted[name]:
                    self.note(match.id, f"stored.{name}", wanted[name], value)
            planned = self.schedule.pairing(match) if self.schedule is not None else None
            if planned is not None and planned.round != record["deal_number"]:
                self.note(match.id, "deal_number", planned.round, record["deal_number"])

    def look_at_head(self) -> None:
        """What is decided before the first match."""
        head = self.head
        if secret_of(head.seed).hex() != head.secret:
            self.note(head.id, "stored secret", "what follows from the seed", "another one")
        terms: Any = head.spec.get("terms", {}) if head.kind in ALONE else head.spec
        if terms.get("seed", head.seed) != head.seed:
            self.note(head.id, "stored seed", "that of the terms", "another one")

    def look_at_table(self) -> bool:
        """Whether there are kept ratings; those that differ from the match log are found."""
        differences = kept_ratings_differ(self.store, self.head.id)
        for place, expected, found in differences or ():
            self.found.append(Found(self.head.id, Finding(place, expected, found)))
        return differences is not None

    def _record(self, match: StoredMatch) -> Json | None:
        try:
            return self.store.record(match)
        except Pruned:
            self.leave("its record was pruned")
        except NotFound:
            if match.status == "done":
                self.note(match.id, "record", "a record", "none")
        except (zlib.error, ValueError) as error:
            self.note(match.id, "record", "a packed record", str(error))
        return None

    def _known(self, match: StoredMatch, record: Json) -> Known:
        """The seeds of a match, from the terms rather than from its record."""
        if any(self.entries[seat.entry].version == FORGOTTEN for seat in match.seats):
            self.leave("a bot was forgotten: its deals cannot be derived")
            return Known(secret=self.head.secret)
        planned = self.schedule.pairing(match) if self.schedule is not None else None
        if self.contest is not None and planned is not None:
            seed = self.contest.fixture(planned).seeds.match.hex()
        else:
            try:
                seed = self._seed(record)
            except (KeyError, TypeError):
                return Known()  # it does not look like a record, which is found
        return Known(secret=self.head.secret, match_seed=seed)

    def _seed(self, record: Json) -> str:
        """The match seed, by who met if they have deals of their own."""
        table: Any = self.head.spec.get("table")
        if table or self.head.spec.get("format", ROUND_ROBIN) != ROUND_ROBIN:
            return seed_by_table(self.head.seed, record, table)
        return seed_by_number(self.head.seed, record)

    def _as_stored(self, match: StoredMatch) -> Json:
        return {
            "match": match_id(plain_id(self.head), match.pairing),
            "pairing": match.pairing,
            "pool": [match.pool.game, match.pool.rules, match.pool.players, match.pool.control],
            "options": match.pool.chosen,
            "commitment": match.commitment,
            "end": [match.termination, match.reason, match.turns],
            "seats": [
                [one.name, one.version, one.rank, one.score, one.fault] for one in match.seats
            ],
            "bots": [dict(self.entries[one.entry].options) for one in match.seats],
        }

    def _hushed(self, finding: Finding) -> Finding:
        if self.head.finished_us is not None:
            return finding
        if finding.place.replace("[", ".").partition(".")[0] in _OPEN:
            return finding
        return replace(finding, expected="another value", found=_NOT_TOLD)


def plain_id(head: Tournament) -> str:
    """The id by which records name their matches: without the number of a repetition."""
    return head.id.partition("x")[0]


def audit_tournament(
    store: Store,
    head: Tournament,
    folder: Path | None,
    tell: Tell = lambda done, of: None,
    shelf: Shelf = NO_SHELF,
) -> Audit:
    """Look at everything that is stored of a tournament, or of a match on its own."""
    auditor = _auditor(store, head, folder, shelf)
    auditor.look_at_head()
    matches = sorted(store.matches(MatchFilter(tournament=head.id)), key=lambda one: one.pairing)
    for number, match in enumerate(matches, start=1):
        auditor.look_at(match)
        tell(number, len(matches))
    planned = auditor.schedule.count if auditor.schedule is not None else None
    if head.finished_us is not None and planned is not None and planned != len(matches):
        auditor.note(head.id, "schedule", f"{planned} pairings", f"{len(matches)} stored")
    table = auditor.look_at_table()
    return _audit(auditor, f"{head.kind} {head.id}", len(matches), table=table)


def audit_match(
    store: Store, match: StoredMatch, folder: Path | None, shelf: Shelf = NO_SHELF
) -> Audit:
    """Look at one match of a tournament."""
    auditor = _auditor(store, store.find_tournament(match.tournament), folder, shelf)
    auditor.look_at_head()
    auditor.look_at(match)
    return _audit(auditor, f"match {match.id}", 1)


def audit_record(record: object) -> Audit:
    """Look at a record from elsewhere; it must bring its own seeds."""
    verdict = verify(record)
    name = "record"
    findings = list(verdict.findings)
    unchecked = list(verdict.unchecked)
    if verdict.formed and isinstance(record, dict):
        name = record["match"]
        if "seed" not in record or "match_seed" not in record:
            unchecked.append("the tournament's seed is not in it: commitment not checked")
        else:
            seed, table = record["seed"], _table_in(record)
            ways = (seed_by_table(seed, record, table), seed_by_number(seed, record))
            if record["match_seed"] not in ways:
                wanted = "what follows from the seed"
                findings.append(Finding("match_seed", wanted, shown(record["match_seed"])))
    return Audit(
        what="record",
        matches=1,
        found=tuple(Found(name, one) for one in findings),
        unchecked=tuple(unchecked),
    )


def _table_in(record: Json) -> list[str] | None:
    """Who sat where when the match was dealt, if a record tells of others than its seats."""
    table = record.get("run", {}).get("table")
    fits = isinstance(table, list) and all(isinstance(name, str) for name in table)
    return table if fits else None


def _auditor(store: Store, head: Tournament, folder: Path | None, shelf: Shelf) -> _Auditor:
    entries = store.entries(head.id)
    auditor = _Auditor(store, head, {one.number: one for one in entries}, None, None)
    if head.kind in ALONE:
        return auditor
    try:
        contest = resolve_stored(head, entries, folder or Path(), shelf)
    except ArenaError as error:
        auditor.leave(f"the schedule was not checked: {error}")
        return auditor
    auditor.contest = contest
    auditor.schedule = Schedule(contest, list(store.results(head.id)))
    _look_at_id(auditor, contest, entries)
    return auditor


def _look_at_id(auditor: _Auditor, contest: Contest, entries: tuple[StoredEntry, ...]) -> None:
    """The id follows from the terms and the bots, as long as these have not changed."""
    head = auditor.head
    then = [(one.name, one.version) for one in entries]
    now = [(one.name, one.version) for one in stored_entries(contest.entries)]
    if then != now:
        auditor.leave("the id was not checked: bots have changed since")
    elif contest.id != plain_id(head):
        auditor.note(head.id, "id", contest.id, plain_id(head))


def _audit(auditor: _Auditor, what: str, matches: int, *, table: bool = False) -> Audit:
    told = tuple(
        f"{number} matches: {reason}" if number > 1 else reason
        for reason, number in auditor.unchecked.items()
    )
    return Audit(
        what=what, matches=matches, found=tuple(auditor.found), unchecked=told, table=table
    )


def _as_recorded(record: Json) -> Json:
    """What must be stored beside a record."""
    result = record["result"]
    return {
        "match": record["match"],
        "pairing": record["pairing"],
        "pool": [record[name] for name in ("game", "rules", "players", "control")],
        "options": record["options"],
        "commitment": record["commitment"],
        "end": [result["termination"], result["reason"], result["turns"]],
        "seats": [
            [seat[name] for name in ("bot", "version", "rank", "score", "fault")]
            for seat in record["seats"]
        ],
        "bots": [seat["options"] for seat in record["seats"]],
    }
