"""A tournament as lines of JSON, to be kept, checked by others, or read into another database.

The first line is the head: the format, the tournament, its field, and how many matches follow.
Each further line is a match with its record, by pairing number. What depends on the run is kept;
what bots printed is not in it. While a tournament is not over its seeds are left out, and such a
file cannot be read back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError, Misuse
from arena.text import LONGEST_CELL, one_line
from arena.tournament.audit import Audit, Tell, audit_tournament
from leaderboard.database import Database
from leaderboard.errors import NotFound, Pruned
from leaderboard.packing import pack_record
from leaderboard.standings import keep_standings
from leaderboard.store import Store
from leaderboard.values import (
    FinishedMatch,
    Killed,
    MatchFilter,
    Pool,
    SeatResult,
    StoredEntry,
    StoredMatch,
    Tournament,
    canonical,
)
from referee.match.verify import parse_json

FORMAT: Final = "arena-export/1"
_SECRETS: Final = ("seed", "secret")
_IN_RECORDS: Final = (*_SECRETS, "match_seed")
_CHUNK: Final = 100
_WHOLE: Final = ("pairing", "generation", "deal", "block", "attempts", "turns")
_WORDS: Final = ("termination", "reason")
_SEAT: Final = ("entry", "rank", "score", "fault", "elapsed_us")
_MOST: Final = 2**63
"""What a database can hold."""

Json = dict[str, Any]


class NotAnExport(Misuse):
    """A file that cannot be read back."""


class Clash(ArenaError):
    """The database has another tournament of that id."""


class NotVerified(ArenaError):
    """What a file holds is not what was played."""

    exit_code = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A file that was read."""

    head: Tournament
    entries: tuple[StoredEntry, ...]
    matches: tuple[FinishedMatch, ...]
    lines: tuple[str, ...]
    """What it says, each line in canonical form."""


def exported(store: Store, head: Tournament) -> Iterator[Json]:
    """The lines of a stored tournament."""
    over = head.finished_us is not None
    matches = sorted(store.matches(MatchFilter(tournament=head.id)), key=lambda one: one.pairing)
    told = asdict(head)
    if not over:
        told = _without(told, _SECRETS)
        told["spec"] = _without(dict(head.spec), _SECRETS)
    yield {
        "format": FORMAT,
        "tournament": told,
        "entries": [asdict(one) for one in store.entries(head.id)],
        "matches": len(matches),
    }
    for match in matches:
        record, pruned = _record(store, match, over=over)
        yield _line(match, record, pruned=pruned)


def read_export(path: Path) -> Export:
    """The tournament that a file holds; NotAnExport tells why there is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise NotAnExport(f"{path}: {error.strerror}") from None
    parsed = [_object(path, number, line) for number, line in enumerate(lines, start=1)]
    head, entries, count = _head(path, parsed)
    if len(parsed) != count + 1:
        raise NotAnExport(
            f"{path} is torn: it tells of {count} matches and holds {len(parsed) - 1}; "
            "export it again"
        )
    numbers = {entry.number for entry in entries}
    matches = []
    for number, line in enumerate(parsed[1:], start=2):
        try:
            matches.append(_match(head.id, line, numbers))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise NotAnExport(f"{path}, line {number}: no match ({error!r})") from None
    told = tuple(map(canonical, parsed))
    return Export(head=head, entries=entries, matches=tuple(matches), lines=told)


def is_export(path: Path) -> bool:
    """Whether a file begins like one."""
    with path.open("rb") as file:
        try:
            first = parse_json(file.readline())
        except ValueError:
            return False
    return isinstance(first, dict) and str(first.get("format", "")).startswith("arena-export/")


def take_in(
    database: Database, export: Export, *, check: bool, tell: Tell = lambda done, of: None
) -> bool:
    """Store what a file holds, all of it or nothing; False if it is there already."""
    head = export.head
    with database.writing() as store:
        there = [one for one in store.tournaments() if one.id == head.id]
        if there:
            _refuse_another(store, there[0], export)
            return False
        _refuse_senseless(export)
        store.add_tournament(head, export.entries)
        for start in range(0, len(export.matches), _CHUNK):
            store.add_matches(export.matches[start : start + _CHUNK])
        if head.kind == "tournament":
            keep_standings(store, head.id)
        if check:
            _refuse_unlike(audit_tournament(store, head, database.folder, tell))
    return True


def _refuse_senseless(export: Export) -> None:
    from leaderboard.models import check_head  # noqa: PLC0415 - slow to load

    try:
        check_head(export.head, export.entries)
    except ValueError as error:
        told = " ".join(str(error).split())
        raise NotAnExport(f"the head of the export is not right: {told}") from None


def _refuse_another(store: Store, there: Tournament, export: Export) -> None:
    ours = map(canonical, exported(store, there))
    if any(one != other for one, other in zip_longest(ours, export.lines)):
        raise Clash(
            f"the database holds another tournament {there.id}: "
            "read the file into another one (--db)"
        )


def _refuse_unlike(audit: Audit) -> None:
    if audit.found:
        more = f" (and {len(audit.found) - 1} more)" if len(audit.found) > 1 else ""
        raise NotVerified(
            f"nothing is stored, for the file is not what was played: {audit.found[0]}{more}; "
            "--no-verify stores it as it is"
        )


def _line(match: StoredMatch, record: Json | None, *, pruned: bool) -> Json:
    pool = match.pool
    return {
        "match": match.id,
        "game": pool.game,
        "rules": pool.rules,
        "options": pool.chosen,
        "players": pool.players,
        "control": pool.control,
        **{name: getattr(match, name) for name in (*_WHOLE, *_WORDS)},
        "stored_us": match.stored_us,
        "status": match.status,
        "commitment": match.commitment,
        "seats": [{name: getattr(seat, name) for name in _SEAT} for seat in match.seats],
        "record": record,
        **({"pruned": True} if pruned else {}),
        **({"killed": match.killed.to_json()} if match.killed is not None else {}),
    }


def _record(store: Store, match: StoredMatch, *, over: bool) -> tuple[Json | None, bool]:
    """The record of a match, as far as it is told, and whether it was removed."""
    try:
        record = store.record(match)
    except NotFound as error:
        return None, isinstance(error, Pruned)
    return (record if over else _without(record, _IN_RECORDS)), False


def _without(told: Mapping[str, Any], names: tuple[str, ...]) -> Json:
    return {name: value for name, value in told.items() if name not in names}


def _object(path: Path, number: int, line: bytes) -> Json:
    try:
        value = parse_json(line)
    except ValueError as error:
        raise NotAnExport(f"{path}, line {number}: {error}; export it again") from None
    if not isinstance(value, dict):
        raise NotAnExport(f"{path}, line {number}: no object; arena export writes such files")
    return value


def _head(path: Path, lines: list[Json]) -> tuple[Tournament, tuple[StoredEntry, ...], int]:
    if not lines or lines[0].get("format") != FORMAT:
        raise NotAnExport(f"{path} is no {FORMAT}: arena export writes such files")
    first = lines[0]
    try:
        told, count = first["tournament"], _whole(first["matches"])
        if "seed" not in told:
            raise NotAnExport(
                f"{path} was written before its tournament was over, without its seeds: "
                "export it again when it is"
            )
        head = Tournament(**{**told, "marks": tuple(told["marks"]), "seed": int(told["seed"])})
        entries = tuple(
            StoredEntry(**{**one, "command": tuple(one["command"])}) for one in first["entries"]
        )
        _refuse_hidden(head, entries)
    except (KeyError, TypeError, ValueError) as error:
        raise NotAnExport(f"{path}, line 1: no head of an export ({error!r})") from None
    return head, entries, count


def _refuse_hidden(head: Tournament, entries: tuple[StoredEntry, ...]) -> None:
    """ValueError unless names and versions are seen as they are written."""
    words = [head.id, head.name, head.arena_version, *head.marks]
    words += [text for one in entries for text in (one.name, one.bot, one.version, one.benched)]
    for word in words:
        if one_line(_text(word), LONGEST_CELL) != word:
            raise ValueError(f"'{word}' holds signs that are not seen")
    for one in entries:
        _text(one.home)


def _match(tournament: str, line: Json, entries: set[int]) -> FinishedMatch:
    """The match of a line; whatever Python raises if it is none."""
    if line["status"] not in ("done", "void", "skipped"):
        raise ValueError(f"status {line['status']!r}")
    if not isinstance(line["record"], dict | None):
        raise TypeError("record is no object")
    gone = b"" if line.get("pruned") is True else None
    names = ("game", "rules", "options", "players", "control")
    game, rules, options, players, control = (line[name] for name in names)
    seats = tuple(SeatResult(**{name: one[name] for name in _SEAT}) for one in line["seats"])
    for seat in seats:
        _whole(seat.elapsed_us)
        _whole(seat.rank or 0)
        _whole(seat.score or 0)
        if _whole(seat.entry) not in entries:
            raise ValueError(f"there is no entry {seat.entry}")
    columns: Json = {name: _whole(line[name]) for name in _WHOLE}
    columns |= {name: None if line[name] is None else _text(line[name]) for name in _WORDS}
    return FinishedMatch(
        tournament=tournament,
        pool=Pool.of(_text(game), _text(rules), options, _whole(players), _text(control)),
        status=line["status"],
        commitment=_text(line["commitment"]),
        seats=tuple(replace(one, fault=_text(one.fault)) if one.fault else one for one in seats),
        record=gone if line["record"] is None else pack_record(line["record"]),
        stored_us=None if line["stored_us"] is None else _whole(line["stored_us"]),
        killed=Killed.parse(line["killed"]) if "killed" in line else None,
        **columns,
    )


def _whole(value: object) -> int:
    if type(value) is not int or not -_MOST <= value < _MOST:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    if "\0" in value:
        raise ValueError("a text holds a zero byte")
    value.encode()  # halves of characters cannot be stored
    return value
