"""Values as rows and rows as values."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Row

from leaderboard.packing import pack_record, pack_text
from leaderboard.values import (
    Estimate,
    FinishedMatch,
    Killed,
    Pool,
    Rating,
    Result,
    Score,
    StoredEntry,
    StoredMatch,
    StoredSeat,
    Tally,
    Tournament,
    canonical,
)

POOL: Final = ("game", "rules", "options", "players", "control")
"""The columns of a match that make its pool, in the order of `Pool`."""

RESULT: Final = ("pairing", "block", "status", "generation", "deal", "killed", *POOL)
"""The columns of a match that make a result, in the order in which they are read."""

RESULT_SEAT: Final = ("entry", "rank", "fault", "score")
"""The columns of its seats, in the same sense."""

_HEAD: Final = ("id", "name", "kind", "secret", "arena_version", "created_us", "finished_us")
_MATCH: Final = (
    *("tournament", "pairing", "generation", "deal", "block", "status", "attempts"),
    *("termination", "reason", "turns", "commitment", "stored_us"),
)
_SEAT: Final = ("entry", "rank", "score", "fault", "elapsed_us")
_FIT: Final = (
    *("rating", "low", "high", "rank_low", "rank_high", "first", "above_next"),
    *("settle_deals", "deals"),
)
_TALLY: Final = ("matches", "blocks", "wins", "draws", "losses", "faults", "voids")


def tournament_row(head: Tournament) -> dict[str, object]:
    """A tournament as its row."""
    return {name: getattr(head, name) for name in _HEAD} | {
        "spec": json.dumps(head.spec, allow_nan=False),
        "seed": str(head.seed),
        "marks": canonical(head.marks),
    }


def read_tournament(row: Row[Any]) -> Tournament:
    """The tournament of a row."""
    return Tournament(
        **{name: getattr(row, name) for name in _HEAD},
        spec=json.loads(row.spec),
        seed=int(row.seed),
        marks=tuple(json.loads(row.marks)),
    )


def entry_row(tournament: str, entry: StoredEntry) -> dict[str, object]:
    """An entry as its row."""
    return {
        "tournament": tournament,
        "number": entry.number,
        "name": entry.name,
        "bot": entry.bot,
        "version": entry.version,
        "options": canonical(dict(entry.options)),
        "command": canonical(entry.command),
        "home": entry.home,
        "benched": entry.benched,
    }


def read_entry(row: Row[Any]) -> StoredEntry:
    """The entry of a row."""
    return StoredEntry(
        number=row.number,
        name=row.name,
        bot=row.bot,
        version=row.version,
        options=json.loads(row.options),
        command=tuple(json.loads(row.command)),
        home=row.home,
        benched=row.benched,
    )


def match_row(match: FinishedMatch, stored_us: int | None) -> dict[str, object]:
    """A match as its row, stored now unless it says otherwise; the database numbers it."""
    row = {name: getattr(match, name) for name in _MATCH} | {
        name: getattr(match.pool, name) for name in POOL
    }
    if match.reason is not None:
        row["reason"] = match.reason.replace("\0", "\\x00")  # no server keeps it in a text
    row["killed"] = None if match.killed is None else canonical(match.killed.to_json())
    row |= {"margin": match.margin, "isolation": match.isolation}
    row["deficit"] = None if match.story is None else match.story.deficit
    row["changes"] = None if match.story is None else match.story.changes
    return row if match.stored_us is not None else row | {"stored_us": stored_us}


def seat_rows(sequence: int, match: FinishedMatch) -> Iterator[dict[str, object]]:
    """The seats of a match as rows."""
    for number, seat in enumerate(match.seats):
        yield {"match": sequence, "seat": number, "tournament": match.tournament} | {
            name: getattr(seat, name) for name in _SEAT
        }


def record_rows(sequence: int, match: FinishedMatch) -> Iterator[dict[str, object]]:
    """The record of a match as its row, if there is one."""
    if match.record is not None:
        packed = match.record if isinstance(match.record, bytes) else pack_record(match.record)
        yield {"match": sequence, "packed": packed}


def log_rows(sequence: int, match: FinishedMatch) -> Iterator[dict[str, object]]:
    """The logs of a match as rows, empty where one is not kept; no log needs none."""
    for seat, text in sorted(match.logs.items()):
        if text != "":
            packed = b"" if text is None else pack_text(text)
            yield {"match": sequence, "seat": seat, "packed": packed}


def read_match(row: Row[Any], seats: Sequence[StoredSeat]) -> StoredMatch:
    """The match of a row with its seats."""
    return StoredMatch(
        sequence=row.sequence,
        pool=Pool(*(getattr(row, name) for name in POOL)),
        seats=tuple(seats),
        killed=_read_killed(row.killed),
        **{name: getattr(row, name) for name in _MATCH},
    )


def _read_killed(stored: str | None) -> Killed | None:
    return None if stored is None else Killed.parse(json.loads(stored))


def read_seat(row: Row[Any]) -> StoredSeat:
    """The seat of a row that is joined with its entry."""
    return StoredSeat(
        seat=row.seat,
        name=row.name,
        bot=row.bot,
        version=row.version,
        **{name: getattr(row, name) for name in _SEAT},
    )


def read_results(found: Iterable[Sequence[Any]]) -> Iterator[Result]:
    """The results of rows with a match and one of its seats each, in order."""
    pools: dict[tuple[object, ...], Pool] = {}
    # Most matches look like others: a value is kept once. Apart, for (0, 1) equals (False, True).
    seen: tuple[dict[Any, Any], ...] = ({}, {}, {})
    first = len(RESULT)
    for pairing, group in groupby(found, lambda row: row[0]):
        seats = list(group)
        _, block, status, generation, deal, killed, *pool = seats[0][:first]
        key = tuple(pool)
        of_entries, ranks, of_faults, scores = zip(*(row[first:] for row in seats), strict=True)
        columns = (
            of_entries,
            () if None in ranks else ranks,
            tuple(fault is not None for fault in of_faults),
        )
        entries, ranks, faults = (
            same.setdefault(one, one) for same, one in zip(seen, columns, strict=True)
        )
        known = pools.get(key) or pools.setdefault(key, Pool(*pool))
        yield Result(
            *(known, pairing, block, entries, ranks, faults, status, generation, deal, scores),
            killed=_read_killed(killed),
        )


def score_row(score: Score) -> dict[str, object]:
    """A score as columns; it has been fitted."""
    fit = score.estimate
    if fit is None:
        raise ValueError("only fitted ratings are kept")
    return {
        "mu": score.rating.mu,
        "sigma": score.rating.sigma,
        "grp": fit.group,
        "settled": int(fit.settled),
        **{name: getattr(fit, name) for name in _FIT},
        **{name: getattr(score.tally, name) for name in _TALLY},
    }


def read_score(row: Row[Any]) -> Score:
    """The score of a row."""
    fit = Estimate(
        entry=row.entry,
        group=row.grp,
        settled=bool(row.settled),
        **{name: getattr(row, name) for name in _FIT},
    )
    tally = Tally(**{name: getattr(row, name) for name in _TALLY})
    return Score(Rating(row.mu, row.sigma), tally, fit)
