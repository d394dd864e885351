"""Who meets whom by some terms, and how many matches that is. Bots are counted, not asked for."""

from collections.abc import Mapping
from typing import Any

from arena.tournament.errors import ScheduleError, SpecError
from arena.tournament.formats import (
    GAUNTLET,
    LADDER,
    NEWEST,
    RUNGS,
    SEASON,
    TABLE_BY_TABLE,
    Format,
    SeatOrders,
)
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.rungs import Rungs
from arena.tournament.formats.season import Season
from arena.tournament.formats.sequential import Sequential
from arena.tournament.formats.table_by_table import TableByTable
from arena.tournament.terms import Terms, stored_terms


def format_of(terms: Terms, entries: int, games: int) -> Format:
    """The format of so many entries and games; ScheduleError if they cannot meet."""
    orders = SeatOrders(terms.seat_orders)
    if terms.format == TABLE_BY_TABLE:
        return TableByTable(
            entries=entries,
            players=terms.players,
            rounds=terms.rounds or 0,
            games=games,
            seat_orders=orders,
        )
    if terms.format == SEASON:
        return Season(
            entries=entries,
            nights=terms.nights,
            players=terms.players,
            rounds=terms.rounds or 0,
            games=games,
            seat_orders=orders,
        )
    if terms.sprt is not None:
        return Sequential(
            entries=entries,
            test=terms.sprt,
            players=terms.players,
            rounds=terms.rounds,
            games=games,
            seat_orders=orders,
        )
    if terms.format == RUNGS:
        return Rungs(entries=entries, players=terms.players, games=games, seat_orders=orders)
    return _newest(terms, entries, games)


def _newest(terms: Terms, entries: int, games: int) -> Format:
    """One of the formats that people name."""
    orders = SeatOrders(terms.seat_orders)
    if terms.format == NEWEST[GAUNTLET]:
        return Gauntlet(
            entries=entries,
            new=terms.new,
            players=terms.players,
            rounds=terms.rounds,
            games=games,
            seat_orders=orders,
        )
    if terms.format == NEWEST[LADDER]:
        return Ladder(
            entries=entries,
            players=terms.players,
            rounds=terms.rounds,
            games=games,
            seat_orders=orders,
            bench=terms.bench,
        )
    return RoundRobin(
        entries=entries,
        players=terms.players,
        rounds=terms.rounds,
        games=games,
        seat_orders=orders,
    )


def scheduled(spec: Mapping[str, Any], entries: int) -> int | None:
    """All matches of a stored tournament; None if that has no end, or cannot be told.

    Which games the bots share only they can tell, if older terms do not name them.
    """
    try:
        terms = stored_terms(spec)
        return format_of(terms, entries, len(terms.games)).count
    except (SpecError, ScheduleError):
        return None
