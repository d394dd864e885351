"""A match that was taken up again, as people look at it: what the bot did otherwise, and then."""

from dataclasses import dataclass
from typing import Any

from arena.tournament.branching import Branched, Branching
from arena.views.match import played_json
from referee.match.branch import Decision, Otherwise
from referee.match.record import MoveRecord, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A decision, with what the bot said about it."""

    bot: str
    action: str | None
    """None if there was none: the bot failed."""
    note: str | None
    eval: float | None
    elapsed_us: int
    fault: str | None = None

    def to_json(self) -> dict[str, object]:
        """The choice for machines."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchView:
    """What came of a match that was taken up again."""

    match: str
    """The one it was taken up from."""
    step: int
    seat: int
    bot: str
    version: str
    remarks: tuple[str, ...]
    before: tuple[Otherwise, ...]
    """The bot's decisions before the step."""
    opponents: tuple[tuple[int, int, int], ...]
    """Seat of each opponent, how often it was asked before, how often it differed."""
    then: Choice
    """What was decided in the match."""
    now: Choice | None
    """What the bot decides; None where it played on."""
    legal: tuple[str, ...] = ()
    log: str = ""
    """What the bot printed, where only one decision was asked."""
    branch: Record | None = None
    """The match it played on."""

    @property
    def otherwise(self) -> tuple[Otherwise, ...]:
        """Decisions before the step that were not those of the match."""
        return tuple(one for one in self.before if one.differs)

    def to_json(self) -> dict[str, Any]:
        """All of it for machines."""
        told: dict[str, Any] = {
            "of": self.match,
            "step": self.step,
            "seat": self.seat,
            "bot": self.bot,
            "version": self.version,
            "remarks": list(self.remarks),
            "asked_before": len(self.before),
            "otherwise": [
                {"step": one.step, "action": one.action, "recorded": one.recorded}
                for one in self.otherwise
            ],
            "opponents": [
                {"seat": seat, "asked_before": asked, "otherwise": differed}
                for seat, asked, differed in self.opponents
            ],
            "recorded": self.then.to_json(),
        }
        if self.now is not None:
            told["decision"] = {**self.now.to_json(), "legal": list(self.legal)}
            told["log"] = self.log
        if self.branch is not None:
            told["branch"] = played_json(self.branch)
        return told


def branch_view(
    branching: Branching, branched: Branched, branch: Record | None = None
) -> BranchView:
    """What came of it, in one value."""
    root, compared = branching.root, branched.compared
    end = branched.end if isinstance(branched.end, Decision) else None
    return BranchView(
        match=root.match,
        step=root.step,
        seat=root.seat,
        bot=branching.entry.name,
        version=branching.entry.version,
        remarks=branching.remarks,
        before=_in_order(compared.get(root.seat, {})),
        opponents=tuple(
            (seat, len(told), sum(one.differs for one in told.values()))
            for seat, told in sorted(compared.items())
            if seat != root.seat
        ),
        then=_then(branching),
        now=None if end is None else _now(branching, end),
        legal=() if end is None else end.legal,
        log="" if end is None else end.log,
        branch=branch,
    )


def _in_order(told: dict[int, Otherwise]) -> tuple[Otherwise, ...]:
    return tuple(told[step] for step in sorted(told))


def _then(branching: Branching) -> Choice:
    record, root = branching.record, branching.root
    seat = record.seats[root.seat]
    failed = seat.fault if seat.fault_step == root.step else None
    moves = (one for one in record.moves if isinstance(one, MoveRecord) and not one.stand_in)
    own = next((one for one in moves if one.step == root.step), None)
    return Choice(
        bot=seat.bot,
        action=own.action if own else None,
        note=own.note if own else None,
        eval=own.eval if own else None,
        elapsed_us=own.elapsed_us if own else 0,
        fault=failed,
    )


def _now(branching: Branching, end: Decision) -> Choice:
    said = end.reply
    return Choice(
        bot=branching.entry.name,
        action=end.action,
        note=said.note or None,
        eval=said.eval,
        elapsed_us=said.elapsed_us,
    )
