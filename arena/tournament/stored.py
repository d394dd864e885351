"""What a stored match was played on: its terms, its chance, and where it came from."""

from dataclasses import dataclass
from typing import Any

from arena.errors import Misuse
from arena.tournament.formats import TABLE_BY_TABLE
from arena.tournament.terms import Terms, stored_terms
from leaderboard.values import ALONE, StoredMatch, Tournament
from referee.bots.conditions import Conditions
from referee.match.clock import parse_control
from referee.match.record import Record


@dataclass(frozen=True)
class Chance:
    """What tells the chance of a match, beside a seed."""

    deal: int
    pairing: int
    table: tuple[str, ...] = ()
    """Who sat where, if deal and bots' seeds follow from that."""


@dataclass(frozen=True)
class Root:
    """Where a branch left its match."""

    match: str
    step: int
    seat: int
    """Whose bot was another one."""


def is_over(head: Tournament) -> bool:
    """The one rule for what is hidden: other matches on the same seed are still to be played."""
    return head.finished_us is not None


def root_of(head: Tournament) -> Root | None:
    """Where the match of this head was branched; None if it was played from its deal on."""
    told: Any = head.spec.get("root") if head.kind == "branch" else None
    return None if told is None else Root(**told)


def chance_of(
    match: StoredMatch, head: Tournament, terms: Terms, record: Record | None
) -> Chance | None:
    """The chance of a match; None if nothing of it is kept."""
    if head.kind in ALONE:
        table = head.spec.get("table")
        names = tuple(table) if isinstance(table, list) else ()
        return Chance(match.deal, match.pairing, names)
    if terms.format == TABLE_BY_TABLE:
        return Chance(match.deal, match.pairing)
    if record is None:
        return None
    return Chance(record.deal_number, 1, tuple(seat.name for seat in match.seats))


def terms_of(match: StoredMatch, head: Tournament) -> Terms | None:
    """What was agreed; None if it would not be agreed to any more.

    Matches on their own did not keep all of it in the first schema.
    """
    alone = head.kind in ALONE
    stored: Any = head.spec.get("terms") if alone else head.spec
    if stored is not None:
        try:
            return stored_terms(stored)
        except Misuse:
            return None
    told = dict(part.split("=") for part in match.pool.control.split(",") if "=" in part)
    control = parse_control(
        tc=told.get("tc", ""),
        move_time=float(told.get("move", "0")),
        nodes=int(told.get("nodes", "0")),
    )
    return Terms(bots=("random",), seed=head.seed, conditions=Conditions(control=control))
