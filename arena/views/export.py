"""Stored things as flat lines, for tables of other programs: seats, ratings, the schedule."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena.tournament.contest import resolve_stored
from arena.tournament.schedule import Schedule
from arena.views.pool import pool_json
from arena.views.ranking import ranking_tables
from leaderboard.store import Store
from leaderboard.values import MatchFilter, Tournament
from referee.bots.shelf import NO_SHELF, Shelf

Line = dict[str, Any]


def seat_lines(store: Store, head: Tournament) -> Iterator[Line]:
    """One for each seat of each match, by pairing number."""
    matches = store.matches(MatchFilter(tournament=head.id))
    for match in sorted(matches, key=lambda one: one.pairing):
        for seat in match.seats:
            yield {
                "match": match.id,
                "pairing": match.pairing,
                "block": match.block,
                "deal": match.deal,
                **pool_json(match.pool),
                "status": match.status,
                "termination": match.termination,
                "turns": match.turns,
                "stored_us": match.stored_us,
                "seat": seat.seat,
                "bot": seat.name,
                "version": seat.version,
                "rank": seat.rank,
                "score": seat.score,
                "fault": seat.fault,
                "elapsed_us": seat.elapsed_us,
            }


def rating_lines(store: Store, head: Tournament) -> Iterator[Line]:
    """One for each bot in each pool, best first."""
    for table in ranking_tables(store, head.id):
        state = {"complete": table.complete, "waiting": table.waiting}
        for line in table.lines:
            yield {**pool_json(table.pool), **state, **line.to_json()}


def schedule_lines(
    store: Store, head: Tournament, folder: Path | None, shelf: Shelf = NO_SHELF
) -> Iterator[Line]:
    """One for each pairing, with what became of it; `folder` is where the database lies.

    Without end it is told up to the last one that is stored.
    """
    results = list(store.results(head.id))
    became = {one.pairing: one.status for one in results}
    contest = resolve_stored(head, store.entries(head.id), folder or Path(), shelf)
    schedule = Schedule(contest, results)
    last = max(became, default=0)
    for pairing in schedule:
        if schedule.count is None and pairing.number > last:
            return
        yield {
            "pairing": pairing.number,
            "generation": pairing.generation,
            "round": pairing.round,
            "block": pairing.block,
            "deal": pairing.deal,
            "game": contest.games[pairing.game][0].name,
            "seats": [contest.entries[number].name for number in pairing.seats],
            "status": became.get(pairing.number, "missing"),
        }
