"""A tournament as one watches it: how far it is, who leads, what was played last."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.views.board import MOST_RESULTS
from arena.views.marks import MARKS
from arena.views.ranking import PoolTable, ranking_tables
from arena.views.tournaments import TournamentRow, tournament_row
from leaderboard.looking import Ended, entry_names, newest
from leaderboard.store import Store
from leaderboard.values import match_id

_LATEST: Final = 12
_MAPPED: Final = 600
"""Matches in the map."""
_TABLES: Final = 60
"""Rows of the map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match in the list of the latest."""

    match: str
    status: str
    bots: tuple[str, ...]
    """By seat, as the others."""
    ranks: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    faults: tuple[str | None, ...]

    @property
    def sign(self) -> str:
        """In one sign: the seat that won, = drawn, ! a fault, v void, s skipped."""
        if self.status != "done":
            return self.status[0]
        if any(self.faults):
            return "!"
        best = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
        return str(best[0] + 1) if len(best) == 1 else "="

    @property
    def words(self) -> str:
        """The result in words."""
        if self.status != "done":
            return self.status
        parts = [
            bot
            + (f" ⚠ {fault.replace('_', ' ')}" if fault else "" if score is None else f" {score}")
            for bot, score, fault in zip(self.bots, self.scores, self.faults, strict=True)
        ]
        return " : ".join(parts)

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        names = ("match", "status", "bots", "ranks", "scores", "faults")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class MapRow:
    """The matches of one table of bots, by pairing."""

    bots: tuple[str, ...]
    blocks: tuple[tuple[Played, ...], ...]

    def sign(self, one: Played) -> str:
        """Of a match in this row; of a pair it tells which bot won, whatever its seat."""
        won = one.sign
        if len(self.bots) != 2 or not won.isdecimal():
            return won
        return str(1 + self.bots.index(one.bots[int(won) - 1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A tournament, as it stands."""

    row: TournamentRow
    counts: Mapping[str, int]
    """How many pairings have which status."""
    sequence: int
    """Of the newest match; it grows."""
    leaders: tuple[PoolTable, ...]
    latest: tuple[Played, ...]
    map: tuple[MapRow, ...]
    mapped: int
    faults: int
    """Among the matches of the map."""
    isolation: tuple[str, ...]
    """At which levels they were played, as far as that was noted."""

    @property
    def share(self) -> float | None:
        """How much of it is done; None if that cannot be told."""
        return self.row.done / self.row.total if self.row.total else None

    @property
    def pairs(self) -> bool:
        """Whether each row of the map is a pair."""
        return all(len(row.bots) == 2 for row in self.map)

    @property
    def marks(self) -> tuple[str, ...]:
        """What is to be known about it, in sentences."""
        return tuple(MARKS.get(mark, mark) for mark in self.row.marks)

    def to_json(self) -> dict[str, object]:
        """The tournament for machines."""
        return {
            **self.row.to_json(),
            "counts": dict(self.counts),
            "isolation": list(self.isolation),
            "standings": [table.to_json() for table in self.leaders],
            "latest": [one.to_json() for one in self.latest],
        }


def progress(store: Store, tournament: str) -> Progress:
    """A tournament, as it stands."""
    row = tournament_row(store, tournament)
    found = newest(store, row.id, limit=_MAPPED)
    names = entry_names(store, row.id, {entry for one in found for entry in one.entries})
    played = [_played(row.id, one, names) for one in found]
    return Progress(
        row=row,
        counts=store.counts(row.id),
        sequence=found[0].sequence if found else 0,
        leaders=() if row.done > MOST_RESULTS else ranking_tables(store, row.id),
        latest=tuple(played[:_LATEST]),
        map=_mapped(found, played),
        mapped=len(found),
        faults=sum(1 for one in found if any(one.faults)),
        isolation=tuple(sorted({one.isolation for one in found if one.isolation})),
    )


def _played(tournament: str, one: Ended, names: Mapping[int, str]) -> Played:
    return Played(
        match=match_id(tournament, one.pairing),
        status=one.status,
        bots=tuple(names[entry] for entry in one.entries),
        ranks=one.ranks,
        scores=one.scores,
        faults=one.faults,
    )


def _mapped(found: list[Ended], played: list[Played]) -> tuple[MapRow, ...]:
    """By table of bots, and in it by block; matches by pairing."""
    tables: dict[tuple[str, ...], dict[int, list[Played]]] = {}
    ordered = sorted(zip(found, played, strict=True), key=lambda both: both[0].pairing)
    for one, shown in ordered:
        blocks = tables.setdefault(tuple(sorted(shown.bots)), {})
        blocks.setdefault(one.block, []).append(shown)
    return tuple(
        MapRow(bots=bots, blocks=tuple(tuple(block) for block in blocks.values()))
        for bots, blocks in sorted(tables.items())[:_TABLES]
    )
