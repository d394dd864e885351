"""What somebody sees first: who leads, and which matches are worth watching.

Worth watching is decided by rule, one match for each reason, among the newest of a tournament that
is over. The numbers were counted when the matches were stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.tournament.story import lead, points_of
from arena.views.board import Board, board
from arena.views.match import MatchRow, match_row, tell_record
from arena.views.tournaments import TournamentRow, list_tournaments
from leaderboard.errors import NotFound
from leaderboard.looking import Told, told_matches
from leaderboard.store import Store
from leaderboard.values import match_id
from referee.match.replay import OtherRules, Replay

_LOOKED_AT: Final = 2000
"""Of the newest matches."""
_EACH: Final = 6
"""Candidates for each reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A match worth watching, and why."""

    why: str
    row: MatchRow
    told: Told
    leads: tuple[int, ...]
    """By step: the points of the one who won in the end, less the best of the others; empty if
    the match cannot be played again here."""

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        return {
            "why": self.why,
            "match": self.row.match,
            "bots": [seat.bot for seat in self.row.seats],
            "scores": [seat.score for seat in self.row.seats],
            "margin": self.told.margin,
            "changes_of_lead": self.told.changes,
            "largest_deficit": self.told.deficit,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The first page."""

    boards: tuple[Board, ...]
    """The first table of each game in the newest tournaments that had it."""
    worth: tuple[Worth, ...]
    running: tuple[TournamentRow, ...]
    tournaments: int

    def to_json(self) -> dict[str, object]:
        """The page for machines."""
        return {
            "leaders": [one.to_json() for one in self.boards],
            "worth_watching": [one.to_json() for one in self.worth],
            "unfinished": [row.to_json() for row in self.running],
        }


def front(store: Store) -> Front:
    """The first page."""
    listed = list_tournaments(store, limit=5)
    over = [row for row in listed.rows if row.finished] or list(listed.rows[:1])
    boards: dict[str, Board] = {}
    worth: tuple[Worth, ...] = ()
    for row in over:
        for game in dict.fromkeys(pool.game for pool in board(store, row.id).pools):
            if game not in boards:
                boards[game] = board(store, row.id, game=game)
        worth = worth or worth_watching(store, row)
    return Front(
        boards=tuple(boards.values()),
        worth=worth,
        running=tuple(row for row in listed.rows if not row.finished),
        tournaments=listed.total,
    )


def worth_watching(store: Store, head: TournamentRow) -> tuple[Worth, ...]:
    """One match for each reason there is a candidate for; only when all of it may be shown."""
    if not head.finished:
        return ()
    found = told_matches(store, head.id, among=_LOOKED_AT, limit=_EACH)
    chosen: dict[int, tuple[str, Told]] = {}
    upper = [one for one in found if one.upper] or found
    rules: tuple[tuple[str, Callable[[Told], int], list[Told]], ...] = (
        ("Won by {n}", lambda one: -one.margin, upper),
        ("The lead changed {n} times", lambda one: one.changes, found),
        ("Turned from {n} behind", lambda one: one.deficit, found),
    )
    for words, number, candidates in rules:
        left = [one for one in candidates if one.pairing not in chosen]
        best = max(left, key=number, default=None)
        if best is not None and number(best):
            chosen[best.pairing] = (words.format(n=abs(number(best))), best)
    return tuple(_worth(store, head.id, why, told) for why, told in chosen.values())


def _worth(store: Store, tournament: str, why: str, told: Told) -> Worth:
    name = match_id(tournament, told.pairing)
    return Worth(
        why=why, row=match_row(store.find_match(name)), told=told, leads=_leads(store, name)
    )


def _leads(store: Store, match: str) -> tuple[int, ...]:
    """How the winner stood, step by step."""
    try:
        points = points_of(Replay(tell_record(store, match).complete))
    except (NotFound, OtherRules):
        return ()
    winner = max(range(len(points[-1])), key=points[-1].__getitem__)
    return tuple(lead(one, winner) for one in points)
