"""A record played again by a session, which judges every decision as it did in the match.

The session deals from the match seed, carries out what nobody is asked about, lets stand-ins
play, and finds ranks and scores; from the record it gets the bots' choices and their faults, and
nothing else. What the session then has must be what the record says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from referee.games.contract import Game, Setup
from referee.match.form import Finding, shown
from referee.match.record import ChanceRecord, Json, move_record
from referee.match.session import Ask, Reply, Session
from referee.match.verdict import Fault, Termination

_BY_BOTS: Final = {one.value for one in Termination if one.faulty}
_BY_HOST: Final = {one.value for one in Termination if one.void}
_LEGAL_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says about the bots' doings."""

    moves: list[tuple[int, Json]]
    """Decisions, each with its place in the list of moves."""
    unseated: dict[int, str]
    """Faults before the first decision, by seat."""
    faults: dict[tuple[int, int], str]
    """Other faults, by seat and step."""
    void: Termination | None
    """How the host ended the match, if it did."""


@dataclass(slots=True)
class Rerun:
    """A match as the rules have it, as far as it could be played."""

    session: Session = field(repr=False)  # it knows the seed
    trouble: Finding | None = None
    """Where it could not go on."""

    @property
    def moves(self) -> Iterator[Json]:
        """The history, without what is the bots' own: times, notes, evaluations."""
        for one in self.session.history:
            line = move_record(self.session.game, one)
            if isinstance(line, ChanceRecord):
                yield {"chance": line.chance, "result": list(line.result)}
            else:
                stand_in = {"stand_in": True} if line.stand_in else {}
                names = ("step", "turn", "seat", "action")
                yield {name: getattr(line, name) for name in names} | stand_in

    @property
    def result(self) -> Json:
        """How it ended, without the sentence; nothing if it did not."""
        outcome = self.session.outcome
        if outcome is None:
            return {}
        return {
            "termination": outcome.termination.value,
            "turns": outcome.turns,
            "scores": list(outcome.scores),
            "ranks": list(outcome.ranks),
            "breakdown": [dict(points) for points in outcome.breakdown],
        }

    @property
    def seats(self) -> list[Json]:
        """How it went for each seat; nothing if it did not end."""
        outcome = self.session.outcome
        if outcome is None:
            return []
        faults = {one.seat: one for one in outcome.faults}
        return [
            {
                "seat": seat,
                "rank": outcome.ranks[seat] if outcome.ranks else None,
                "score": outcome.scores[seat] if outcome.scores else None,
                "fault": faults[seat].fault.termination.value if seat in faults else None,
                "fault_step": faults[seat].step if seat in faults else None,
            }
            for seat in range(self.session.setup.players)
        ]


def rerun(game: Game, setup: Setup, seed: bytes, record: Json) -> Rerun:
    """Play a record, which has the form of one, again as far as the rules allow."""
    again = Rerun(Session(game, setup, seed))
    again.trouble = next(_unknown_ends(record), None)
    if again.trouble is None:
        again.trouble = _drive(again.session, _told(record))
    return again


def _unknown_ends(record: Json) -> Iterator[Finding]:
    """Faults that no bot, and ends that no match can have."""
    for number, seat in enumerate(record["seats"]):
        if seat["fault"] is not None and seat["fault"] not in _BY_BOTS:
            yield Finding(f"seats[{number}].fault", "a fault of a bot", shown(seat["fault"]))
    end = record["result"]["termination"]
    if end not in {one.value for one in Termination}:
        yield Finding("result.termination", "an end that a match can have", shown(end))


def _told(record: Json) -> Told:
    moves = [(place, one) for place, one in enumerate(record["moves"]) if "chance" not in one]
    end = record["result"]["termination"]
    faults: dict[tuple[int, int], str] = {}
    for number, seat in enumerate(record["seats"]):
        if seat["fault"] is not None and seat["fault_step"] is not None:
            faults[number, seat["fault_step"]] = seat["fault"]
    if end in _BY_HOST:
        faults = _seen_by_stand_ins(moves)
    return Told(
        moves=moves,
        unseated={seat: fault for (seat, step), fault in faults.items() if step == 0},
        faults={key: fault for key, fault in faults.items() if key[1] != 0},
        void=Termination(end) if end in _BY_HOST else None,
    )


def _seen_by_stand_ins(moves: list[tuple[int, Json]]) -> dict[tuple[int, int], str]:
    """The faults of a void match: its result does not tell them, but stand-ins played on."""
    faults: dict[tuple[int, int], str] = {}
    played: set[int] = set()
    out: set[int] = set()
    for _, move in moves:
        seat = move["seat"]
        if move.get("stand_in") and seat not in out:
            # A seat that never played itself may as well have failed before the first decision.
            faults[seat, move["step"] if seat in played else 0] = Termination.CRASH.value
            out.add(seat)
        played.add(seat)
    return faults


def _drive(session: Session, told: Told) -> Finding | None:
    """Tell the session what happened, up to the end or to what cannot have happened."""
    for seat in sorted(told.unseated):
        if not 0 <= seat < session.setup.players:
            return Finding("seats", f"seats 0 to {session.setup.players - 1}", shown(seat))
        session.fault(seat, _fault(told.unseated[seat]))
    if told.void is not None and not told.moves:
        session.void(told.void, "")
        return None
    session.begin()
    while (ask := session.due) is not None:
        if (ask.seat, ask.step) in told.faults:
            session.fault(ask.seat, _fault(told.faults[ask.seat, ask.step]))
        elif ask.step <= len(told.moves):
            place, move = told.moves[ask.step - 1]
            index = _index(session.game, ask, move["action"])
            if index is None:
                return _illegal(session.game, ask, place, move)
            session.answer(Reply(index))
        elif told.void is not None:
            session.void(told.void, "")
        else:
            wanted = f"a decision of seat {ask.seat} at step {ask.step}"
            return Finding("moves", wanted, "the end of the list")
    return None


def _fault(termination: str) -> Fault:
    return Fault(Termination(termination), "")


def _index(game: Game, ask: Ask, text: str) -> int | None:
    """The place of an action among the legal ones; None if it is none of them."""
    try:
        return ask.legal.index(game.parse_action(text))
    except ValueError:
        return None


def _illegal(game: Game, ask: Ask, place: int, move: dict[str, Any]) -> Finding:
    legal = [game.action_text(one) for one in ask.legal[:_LEGAL_SHOWN]]
    more = ", ..." if len(ask.legal) > _LEGAL_SHOWN else ""
    wanted = f"a legal action of seat {ask.seat} at step {ask.step} ({', '.join(legal)}{more})"
    return Finding(f"moves[{place}].action", wanted, shown(move["action"]))
