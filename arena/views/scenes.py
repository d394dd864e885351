"""A match as a row of pictures in text, one after each decision, for who steps through it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from arena.errors import Misuse
from arena.tournament.story import leader
from arena.views.match import RecordView
from leaderboard.errors import NotFound
from referee.games.picture import Picture
from referee.match.record import MoveRecord
from referee.match.replay import Replay


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The table after a decision; the first one is the deal."""

    step: int
    seat: int | None
    """Whose decision it was; None for the deal."""
    turn: int
    news: tuple[str, ...]
    note: str
    """What the bot wrote about it, if that may be seen."""
    picture: Picture
    mark: str
    """Why one may want to jump there; empty for an ordinary step."""


def scenes(told: RecordView, seat: int | None) -> tuple[Scene, ...]:
    """All of a match: of everything once the tournament is over, or of what one seat saw."""
    if seat is None and not told.over:
        raise Misuse(
            "the tournament is not over: until then only what one seat saw is shown (add --seat 1)"
        )
    players = told.record.players
    if seat is not None and seat >= players:
        raise NotFound(f"there is no seat {seat + 1}; the match has seats 1 to {players}")
    return tuple(_scenes(told, Replay(told.complete), seat))


def _scenes(told: RecordView, replay: Replay, seat: int | None) -> Iterator[Scene]:
    faults = {one.fault_step: f"{one.bot} fails" for one in told.record.seats if one.fault}
    heard, led, made = 0, None, None
    for move in chain(_moves(replay), (None,)):
        now = leader(replay.scores()) if seat is None else None
        step = made.step if made else 0
        changed = led is not None and now is not None and now != led
        yield Scene(
            step=step,
            seat=made.seat if made else None,
            turn=made.turn if made else 0,
            news=_news(replay, seat, heard),
            note=made.note or "" if made and seat in (None, made.seat) else "",
            picture=replay.table() if seat is None else _seen(replay, seat),
            mark=faults.get(step) or ("the lead changes" if changed else ""),
        )
        heard, led, made = len(replay.events), now if now is not None else led, move


def _moves(replay: Replay) -> Iterator[MoveRecord]:
    """Each decision before it is carried out."""
    for position in replay.positions():
        yield position.move


def _news(replay: Replay, seat: int | None, since: int) -> tuple[str, ...]:
    if seat is None:
        events = [event for event, _ in replay.events.audiences(since)]
    else:
        events = replay.events.seen_by(seat, since)
    return tuple(replay.game.event_text(replay.setup, event) for event in events)


def _seen(replay: Replay, seat: int) -> Picture:
    return replay.game.picture(replay.setup, replay.seen(seat))
