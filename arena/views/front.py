"""What somebody sees first: who leads, and which matches are worth watching.

Worth watching is decided by rule, one match for each reason. Margins are told by the results; how
often the lead changed and how far behind the winner was must be seen step by step, so that is
looked up in a few matches, the closest ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from arena.views.board import Board, board
from arena.views.match import MatchRow, match_row, tell_record
from arena.views.tournaments import TournamentRow, list_tournaments
from leaderboard.errors import NotFound
from leaderboard.looking import newest
from leaderboard.store import Store
from leaderboard.values import match_id
from referee.match.replay import OtherRules, Replay

_LOOKED_AT: Final = 300
"""Of the newest matches."""
_REPLAYED: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """How a match went, from step to step."""

    leads: tuple[int, ...]
    """By step: the points of the one who won in the end, less the best of the others."""

    @property
    def deficit(self) -> int:
        """How far behind the winner once was; 0 if never."""
        return max(0, -min(self.leads))

    @property
    def changes(self) -> int:
        """How often the lead changed."""
        signs = [lead > 0 for lead in self.leads if lead]
        return sum(1 for one, other in pairwise(signs) if one != other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A match worth watching, and why."""

    why: str
    row: MatchRow
    story: Story

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        return {
            "why": self.why,
            "match": self.row.match,
            "bots": [seat.bot for seat in self.row.seats],
            "scores": [seat.score for seat in self.row.seats],
            "changes_of_lead": self.story.changes,
            "largest_deficit": self.story.deficit,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The first page."""

    boards: tuple[Board, ...]
    """The first table of each game of the newest tournament."""
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
    head = next((row for row in listed.rows if row.finished), None) or next(
        iter(listed.rows), None
    )
    boards: list[Board] = []
    worth: tuple[Worth, ...] = ()
    if head is not None:
        first = board(store, head.id)
        games = list(dict.fromkeys(pool.game for pool in first.pools))
        boards = [board(store, head.id, game=game) for game in games]
        worth = worth_watching(store, head)
    return Front(
        boards=tuple(boards),
        worth=worth,
        running=tuple(row for row in listed.rows if not row.finished),
        tournaments=listed.total,
    )


def worth_watching(store: Store, head: TournamentRow) -> tuple[Worth, ...]:
    """One match for each reason there is a candidate for; only when all of it may be shown."""
    if not head.finished:
        return ()
    found = [one for one in newest(store, head.id, limit=_LOOKED_AT) if one.margin]
    fair = [one for one in found if one.status == "done" and not any(one.faults)]
    close = sorted(fair, key=lambda one: (one.margin or 0, one.pairing))[:_REPLAYED]
    stories = {one.pairing: told for one in close if (told := story(store, head.id, one.pairing))}
    chosen: dict[int, str] = {}
    rules = (
        ("Won by {n}", lambda one: -(one.margin or 0), lambda one: one.margin),
        (
            "The lead changed {n} times",
            lambda one: stories[one.pairing].changes,
            lambda one: stories[one.pairing].changes,
        ),
        (
            "Turned from {n} behind",
            lambda one: stories[one.pairing].deficit,
            lambda one: stories[one.pairing].deficit,
        ),
    )
    for words, key, number in rules:
        left = [one for one in close if one.pairing in stories and one.pairing not in chosen]
        best = max(left, key=key, default=None)
        if best is not None and number(best):
            chosen[best.pairing] = words.format(n=number(best))
    return tuple(
        Worth(
            why=why,
            row=match_row(store.find_match(match_id(head.id, pairing))),
            story=stories[pairing],
        )
        for pairing, why in chosen.items()
    )


def story(store: Store, tournament: str, pairing: int) -> Story | None:
    """How a match went; None if its record is gone or cannot be played again here."""
    try:
        record = tell_record(store, match_id(tournament, pairing)).complete
        replay = Replay(record)
    except (NotFound, OtherRules):
        return None
    scores = [replay.scores() for _ in replay.positions()]
    scores.append(replay.scores())
    winner = max(range(record.players), key=lambda seat: scores[-1][seat])
    return Story(leads=tuple(_lead(one, winner) for one in scores))


def _lead(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
