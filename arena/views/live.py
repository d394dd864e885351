"""A match while it is played, as a film that grows: for its owner, who sees the whole table.

The referee hands in what was decided, in its own thread and in little time; films are made where
they are asked for.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from arena.views.film import Film, film_of
from referee.match.plan import MatchPlan
from referee.match.record import (
    ChanceRecord,
    MoveRecord,
    Record,
    ResultRecord,
    SeatRecord,
    move_record,
)
from referee.match.replay import Replay
from referee.match.session import Session

_PLAYED: Final = "being played now"


@dataclass(frozen=True, slots=True)
class _Stand:
    """What was decided so far; a value, so that two threads may look at it."""

    moves: tuple[MoveRecord | ChanceRecord, ...] = ()
    turn: int = 0
    seat: int = -1
    """Whose decision is due; -1 before the first and after the last."""
    legal: int = 0


@dataclass
class LiveMatch:
    """A match that is being played. It knows its seed and is shown to nobody but its owner."""

    plan: MatchPlan = field(repr=False)
    over: bool = False
    """Whether it is played and stored."""
    looks: int = 0
    """Grows whenever there is more of it."""
    _stand: _Stand = field(default_factory=_Stand, repr=False)
    _session: Session | None = field(default=None, repr=False)
    _taken: int = 0

    @property
    def steps(self) -> int:
        """How many decisions were made; less than before if it is played again."""
        return sum(isinstance(one, MoveRecord) for one in self._stand.moves)

    def take(self, session: Session) -> None:
        """See what was decided since; the referee's watcher."""
        if session is not self._session:  # the first one, or the match is played again
            self._session, self._taken, self._stand = session, 0, _Stand()
        new = session.history[self._taken :]
        self._taken += len(new)
        due = session.due
        self._stand = _Stand(
            moves=(*self._stand.moves, *(move_record(self.plan.game, one) for one in new)),
            turn=due.observation.turn if due else self._stand.turn,
            seat=due.seat if due else -1,
            legal=len(due.legal) if due else 0,
        )
        self.looks += 1

    def film(self) -> Film:
        """The match up to now."""
        stand = self._stand
        record = self._record(stand)
        made = film_of(record, Replay(record), None, over=False)
        return replace(made, due=(stand.seat, stand.legal))

    def _record(self, stand: _Stand) -> Record:
        """What there is so far, in the form of a record."""
        plan = self.plan
        return Record(
            match=plan.match,
            game=plan.game.name,
            rules=plan.game.rules_version,
            options=dict(plan.setup.options),
            players=plan.setup.players,
            control=plan.control.name,
            deal_number=plan.deal,
            pairing=plan.pairing,
            match_seed=plan.seeds.match.hex(),
            commitment=plan.seeds.commitment,
            deal={},
            seats=tuple(
                SeatRecord(
                    seat=seat,
                    bot=entry.name,
                    version=entry.version,
                    options=dict(entry.settings),
                    rank=None,
                    score=None,
                    fault=None,
                    fault_step=None,
                )
                for seat, entry in enumerate(plan.seats)
            ),
            moves=stand.moves,
            result=ResultRecord(
                termination="running",
                reason=_PLAYED,
                turns=stand.turn,
                scores=(),
                ranks=(),
                breakdown=(),
            ),
            run={},
        )
