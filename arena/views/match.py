"""A match as people look at it: in a list, on its own, as a record, with what its bots printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.tournament.stored import is_over
from arena.views.again import again
from arena.views.pool import pool_json
from leaderboard.errors import NotFound, Pruned
from leaderboard.looking import some_entries
from leaderboard.store import Store
from leaderboard.values import Killed, Pool, StoredMatch, Tournament
from referee.match.record import MoveRecord, Record, read_record


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat of a match in a list."""

    seat: int
    bot: str
    version: str
    rank: int | None
    score: int | None
    fault: str | None
    elapsed_us: int

    def to_json(self) -> dict[str, object]:
        """Without what depends on the run."""
        names = ("seat", "bot", "version", "rank", "score", "fault")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A match in a list."""

    match: str
    tournament: str
    pairing: int
    block: int
    deal: int
    pool: Pool
    status: str
    termination: str | None
    reason: str | None
    turns: int
    commitment: str
    seats: tuple[SeatRow, ...]
    attempts: int
    sequence: int
    stored_us: int | None
    """When; None if it was stored before dates were."""
    killed: Killed | None = None
    """Its other end, if it was played again because a program was killed."""

    @property
    def best_first(self) -> tuple[SeatRow, ...]:
        """The seats by rank."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.rank or 99, seat.seat)))

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        return {
            "match": self.match,
            "tournament": self.tournament,
            "pairing": self.pairing,
            "block": self.block,
            "deal_number": self.deal,
            **pool_json(self.pool),
            "status": self.status,
            "termination": self.termination,
            "reason": self.reason,
            "turns": self.turns,
            "commitment": self.commitment,
            "seats": [seat.to_json() for seat in self.seats],
            "run": {
                "attempts": self.attempts,
                "sequence": self.sequence,
                "stored_us": self.stored_us,
                "elapsed_us": [seat.elapsed_us for seat in self.seats],
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """One match: how it ended, why, and how to play it again."""

    row: MatchRow
    tournament: Tournament
    again: str
    """What to type after the program; empty while its seed is not to be told."""
    evidence: Mapping[str, str]
    """What was measured or printed last about a fault, by seat as in JSON."""
    attached: frozenset[int]
    """Seats whose bots were started by their authors."""
    pruned: bool = False
    """Whether its record was removed."""

    @property
    def over(self) -> bool:
        """Whether its tournament is; until then its seed is not told."""
        return is_over(self.tournament)

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        return {
            **self.row.to_json(),
            "reproduce": self.again,
            "evidence": dict(self.evidence),
            "marks": list(self.tournament.marks),
            **({"killed": self.row.killed.to_json()} if self.row.killed else {}),
            **({"pruned": True} if self.pruned else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """A record, as far as it may be told."""

    record: Record
    over: bool
    """Whether its tournament is; until then its seeds are not told."""
    complete: Record
    """With everything that is needed to show the table; not for telling."""

    def until(self, step: int, name: str) -> "RecordView":
        """The match up to a step; NotFound if it has none."""
        if not 0 < step <= self.complete.steps:
            last = self.complete.steps
            there = f"steps 1 to {last}" if last else "no steps"
            raise NotFound(f"there is no step '{name}@{step}'; the match has {there}")
        return RecordView(
            record=self.record.until(step), over=self.over, complete=self.complete.until(step)
        )

    def to_json(self) -> dict[str, Any]:
        """The record for machines."""
        return self.record.to_json()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLog:
    """What a bot printed during a match, and its notes by step."""

    seat: int
    bot: str
    log: str
    notes: tuple[tuple[int, str], ...]
    attached: bool
    pruned: bool = False
    """Whether what it printed is not kept."""

    def to_json(self) -> dict[str, object]:
        """The log for machines."""
        return {
            "seat": self.seat,
            "bot": self.bot,
            "log": self.log,
            "notes": [{"step": step, "note": note} for step, note in self.notes],
            **({"pruned": True} if self.pruned else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LogsView:
    """What the bots of a match printed."""

    match: str
    seats: tuple[SeatLog, ...]

    def to_json(self) -> dict[str, object]:
        """The logs for machines."""
        return {"match": self.match, "seats": [seat.to_json() for seat in self.seats]}


def played_json(record: Record) -> dict[str, Any]:
    """A match that was just played, for machines: without deal and moves, its result spread."""
    whole = record.to_json()
    head = ("match", "game", "rules", "options", "players", "control", "seed")
    ending = ("termination", "reason", "turns")
    return {
        **{name: whole[name] for name in head},
        **{name: whole["result"][name] for name in ending},
        "seats": whole["seats"],
        "run": whole["run"],
    }


def show_match(store: Store, name: str, folder: Path | None) -> MatchView:
    """The match of that name; `folder` is where the database lies."""
    found = store.find_match(name)
    head = store.find_tournament(found.tournament)
    entries = some_entries(store, head.id, {seat.entry for seat in found.seats})
    record, pruned = _kept(store, found) if found.status == "done" else (None, False)
    seats = record.seats if record else ()
    return MatchView(
        row=match_row(found),
        tournament=head,
        again=again(found, head, entries, folder, record),
        evidence=record.evidence if record else {},
        attached=frozenset(seat.seat for seat in seats if seat.attached),
        pruned=pruned,
    )


def _kept(store: Store, match: StoredMatch) -> tuple[Record | None, bool]:
    """The record of a match, and whether it was removed."""
    try:
        return read_record(store.record(match)), False
    except Pruned:
        return None, True


def tell_record(store: Store, name: str) -> RecordView:
    """The record of a match; what others of its tournament follow from only when that is over."""
    found = store.find_match(name)
    head = store.find_tournament(found.tournament)
    complete = read_record(store.record(found))
    over = is_over(head)
    told = complete.revealed(head.seed, head.secret) if over else complete.hidden()
    return RecordView(record=told, over=over, complete=complete)


def tell_logs(store: Store, name: str, bot: str | None) -> LogsView:
    """What the bots of a match printed, or one of them."""
    found = store.find_match(name)
    logs = store.logs(found)
    record, _ = _kept(store, found)
    attached = {seat.seat for seat in record.seats if seat.attached} if record else set()
    chosen = [seat for seat in found.seats if bot in (None, seat.name, seat.bot)]
    if not chosen:
        there = ", ".join(seat.name for seat in found.seats)
        raise NotFound(f"there is no bot '{bot}' in match {found.id}; there is {there}")
    moves = [move for move in record.moves if isinstance(move, MoveRecord)] if record else []
    return LogsView(
        match=found.id,
        seats=tuple(
            SeatLog(
                seat=seat.seat,
                bot=seat.name,
                log=logs.get(seat.seat, "") or "",
                pruned=logs.get(seat.seat, "") is None,
                notes=tuple(
                    (move.step, move.note)
                    for move in moves
                    if move.seat == seat.seat and move.note
                ),
                attached=seat.seat in attached,
            )
            for seat in chosen
        ),
    )


def match_row(match: StoredMatch) -> MatchRow:
    """A stored match in a list."""
    return MatchRow(
        match=match.id,
        tournament=match.tournament,
        pairing=match.pairing,
        block=match.block,
        deal=match.deal,
        pool=match.pool,
        status=match.status,
        termination=match.termination,
        reason=match.reason,
        turns=match.turns,
        commitment=match.commitment,
        seats=tuple(
            SeatRow(
                seat=seat.seat,
                bot=seat.name,
                version=seat.version,
                rank=seat.rank,
                score=seat.score,
                fault=seat.fault,
                elapsed_us=seat.elapsed_us,
            )
            for seat in match.seats
        ),
        attempts=match.attempts,
        sequence=match.sequence,
        stored_us=match.stored_us,
        killed=match.killed,
    )
