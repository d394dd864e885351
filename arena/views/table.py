"""The table of a match, moment by moment: while it is played, or from its record."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import Misuse
from arena.views.match import RecordView
from referee.games.contract import Game, Setup
from referee.games.picture import Picture
from referee.games.state import Journal
from referee.match.plan import MatchPlan
from referee.match.record import Record
from referee.match.replay import Position, Replay
from referee.match.session import Session


@dataclass(frozen=True)
class Due:
    """A decision that is due, with the table as its seat sees it."""

    step: int
    seat: int
    bot: str
    picture: Picture
    chosen: str = ""
    """The action that was chosen; empty while it is not known."""
    others: tuple[str, ...] = ()
    """The other actions that were legal."""


@dataclass(frozen=True)
class Moment:
    """What was announced since the moment before, and what is due; nothing at the end."""

    news: tuple[str, ...]
    decision: Due | None


class LiveTable:
    """The moments of a match that is being played."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._told = 0

    def moment(self, session: Session) -> Moment:
        """The present one; each is told once."""
        plan, ask = self._plan, session.due
        seat = ask.seat if ask else 0
        news = _news(plan.game, plan.setup, session.events, seat, self._told)
        self._told = len(session.events)
        if ask is None:
            return Moment(news, None)
        picture = plan.game.picture(plan.setup, ask.observation)
        return Moment(news, Due(ask.step, seat, plan.seats[seat].name, picture))


def moments(told: RecordView, *, whole: bool = False) -> Iterator[Moment]:
    """Every decision that was a choice, and the end; the `whole` table or what the seat saw."""
    replay = _replay(told, whole=whole)
    heard = 0
    for now in replay.positions():
        if now.asked:
            news = _news(replay.game, replay.setup, replay.events, now.seat, heard)
            heard = len(replay.events)
            yield Moment(news, _decision(told.record, replay, now, whole=whole))
    yield Moment(_news(replay.game, replay.setup, replay.events, 0, heard), None)


def decision_at(told: RecordView, step: int, *, whole: bool = False) -> Due | None:
    """The decision of one step, whether it was a choice or not."""
    replay = _replay(told, whole=whole)
    for now in replay.positions():
        if now.step == step:
            return _decision(told.record, replay, now, whole=whole)
    return None


def _replay(told: RecordView, *, whole: bool) -> Replay:
    if whole and not told.over:
        raise Misuse("the tournament is not over: leave --open out, or play it on first")
    return Replay(told.complete)


def _decision(record: Record, replay: Replay, now: Position, *, whole: bool) -> Due:
    seen = replay.game.picture(replay.setup, now.observation)
    picture = replay.table() if whole else seen
    text = replay.game.action_text
    others = tuple(text(one) for one in now.legal if one != now.action)
    bot = record.seats[now.seat].bot
    return Due(now.step, now.seat, bot, picture, text(now.action), others)


def _news(game: Game, setup: Setup, events: Journal, seat: int, since: int) -> tuple[str, ...]:
    """What a seat was told since event number `since`."""
    return tuple(game.event_text(setup, event) for event in events.seen_by(seat, since))
