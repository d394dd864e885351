"""The command that plays a stored match again, once its seed may be told."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.errors import Misuse
from arena.tournament.again import bot_words, match_words, place_of
from arena.tournament.formats import TABLE_BY_TABLE
from arena.tournament.terms import Terms, stored_terms
from leaderboard.values import StoredEntry, StoredMatch, Tournament
from referee.bots.conditions import Conditions
from referee.match.clock import parse_control
from referee.match.record import Record


def is_over(head: Tournament) -> bool:
    """The one rule for what is hidden: other matches on the same seed are still to be played."""
    return head.finished_us is not None


def again(
    match: StoredMatch,
    head: Tournament,
    entries: Mapping[int, StoredEntry],
    folder: Path | None,
    record: Record | None,
) -> str:
    """The command that plays the match again; empty while its seed is not to be told."""
    terms = _terms(match, head) if is_over(head) else None
    if terms is None:
        return ""
    told = _by_numbers(match, head, terms) or _by_table(match, record)
    if told is None:
        return ""
    deal, pairing, table = told
    attached = head.spec.get("attached") if head.kind == "match" else None
    place = folder or Path()
    seats = [entries[seat.entry] for seat in match.seats]
    bots = [
        bot_words(
            one.bot,
            place_of(one.bot, one.version, place / one.home if one.home else None),
            one.options,
            one.name,
        )
        for one in seats
    ]
    return match_words(
        terms,
        bots,
        game=match.pool.game,
        options=match.pool.chosen,
        deal=deal,
        pairing=pairing,
        table=table,
        attached=attached if isinstance(attached, str) else None,
    )


_Chance = tuple[int, int, tuple[str, ...]]
"""Deal, pairing and table, which tell the chance of a match."""


def _by_numbers(match: StoredMatch, head: Tournament, terms: Terms) -> _Chance | None:
    """The chance of a match that follows from its numbers."""
    if head.kind == "match":
        table = head.spec.get("table")
        return match.deal, match.pairing, tuple(table) if isinstance(table, list) else ()
    return (match.deal, match.pairing, ()) if terms.format == TABLE_BY_TABLE else None


def _by_table(match: StoredMatch, record: Record | None) -> _Chance | None:
    """The chance of a match that follows from who met; None if nothing of it is kept."""
    if record is None:
        return None
    return record.deal_number, 1, tuple(seat.name for seat in match.seats)


def _terms(match: StoredMatch, head: Tournament) -> Terms | None:
    """What was agreed; None if it would not be agreed to any more.

    Matches on their own did not keep all of it in the first schema.
    """
    stored: Any = head.spec if head.kind == "tournament" else head.spec.get("terms")
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
