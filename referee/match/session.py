"""One match as a state machine without I/O: told what happened, it says what to do next.

    SEATING --begin--> PLAYING --answer/fault--> PLAYING ... --> OVER
       |                  |
       +------------------+--void-------------------------------> OVER

`due` is the open question, or None once the match is over; then `outcome` says how it ended.
Whoever drives a session asks the bot at `due.seat`, and reports its answer, its fault, or that the
match is void. No answer is trusted: the session alone judges whether an index is legal.

A fault ends a match of two. With three or four seats a seeded stand-in plays on for the faulty
seat, which ranks last, and the match counts for the others; with a single honest seat left it is
over. Decisions without a choice are carried out and recorded, but nobody is asked.
"""

import enum
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.games.chance import Chance, Rng, Streams
from referee.games.contract import Game, Setup
from referee.games.course import Ask, Course, Decision
from referee.games.state import Journal
from referee.match.seeds import stand_in_seed
from referee.match.verdict import Fault, Outcome, SeatFault, Termination

__all__ = ["Ask", "LaterChance", "Move", "Phase", "Reply", "Session"]


class Reply(NamedTuple):
    """A bot's answer, with what it cost. A tuple, because one is made for every decision."""

    chosen: int
    """The index of the action."""
    elapsed_us: int = 0
    note: str = ""
    eval: float | None = None
    cpu_us: int | None = None
    """Processor time of it, in timed play and where the host can tell."""


_NO_CHOICE: Final = Reply(0)


class Move(NamedTuple):
    """A decision as it was made."""

    step: int
    turn: int
    seat: int
    action: int
    reply: Reply
    stand_in: bool = False


@dataclass(frozen=True)
class LaterChance:
    """A shuffle after the deal; it comes before the move that first drew from it."""

    stream: str
    result: tuple[int, ...]


class Phase(enum.Enum):
    """Where a session stands."""

    SEATING = "seating"
    PLAYING = "playing"
    OVER = "over"


class _Recorded(Chance):
    """Chance that remembers what it gave."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.given: list[LaterChance] = []

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        result = self._source.shuffled(stream, items)
        self.given.append(LaterChance(stream, tuple(result)))
        return result

    def copy(self) -> Chance:
        return self._source.copy()  # what a clone shuffles is no part of the record


@dataclass
class Session:
    """Owns the true state of one match."""

    game: Game
    setup: Setup
    seed: bytes = field(repr=False)
    chance: Chance | None = field(default=None, repr=False)
    """What is dealt from in place of the seed; for checks, never for a match that counts."""
    due: Ask | None = field(default=None, init=False)
    outcome: Outcome | None = field(default=None, init=False)
    history: list[Move | LaterChance] = field(default_factory=list, init=False)
    phase: Phase = field(default=Phase.SEATING, init=False)

    def __post_init__(self) -> None:
        self._chance = _Recorded(self.chance or Streams(self.seed))
        self._course = Course(self.game, self.setup, self._chance)
        self._state = self._course.state
        self._chance.given.clear()
        self.deal = self.game.deal_in_words(self._state)
        """Everything chance decided at the start, in plain terms."""
        self._stand_ins: dict[int, Rng] = {}
        self._faults: list[SeatFault] = []

    @property
    def events(self) -> Journal:
        """Everything that was announced so far; for people who watch."""
        return self._course.events

    @property
    def asked(self) -> Ask:
        """The decision that is due."""
        self._expect(Phase.PLAYING)
        if self.due is None:
            raise RuntimeError("no decision is due")
        return self.due

    def begin(self) -> None:
        """All bots are ready, or have failed to be: go on to the first decision."""
        self._expect(Phase.SEATING)
        self.phase = Phase.PLAYING
        if self._faults and self._honest() <= 1:
            self._forfeit(self._faults[0].fault.termination)
        else:
            self._advance()

    def answer(self, reply: Reply) -> None:
        """Take the answer to the decision that is due."""
        ask = self.asked
        if not 0 <= reply.chosen < len(ask.legal):
            # How many were legal tells about this seat's secrets, and all seats get the text.
            text = f"answered index {reply.chosen} at step {ask.step}, which was not legal"
            self.fault(
                ask.seat, Fault(Termination.ILLEGAL_ACTION, text, _legal_indices(len(ask.legal)))
            )
            return
        self._note(self._course.decide(ask.legal[reply.chosen]), reply)
        self._advance()

    def fault(self, seat: int, fault: Fault) -> None:
        """The bot at `seat` is out of the match."""
        if self.phase is Phase.OVER or seat in self._stand_ins:
            raise RuntimeError(f"seat {seat} is not playing")
        self._faults.append(SeatFault(seat, self.due.step if self.due else 0, fault))
        self._stand_ins[seat] = Rng(stand_in_seed(self.seed, seat))
        if self.phase is Phase.SEATING:
            return  # others may fail as well; `begin` sees who is left
        if self._honest() <= 1:
            self._forfeit(fault.termination)
        elif self.due is not None and self.due.seat == seat:
            self.due = None  # the stand-in makes the decision
            self._advance()

    def void(self, termination: Termination, reason: str) -> None:
        """Cancel the match: it is nobody's fault at the table."""
        if self.phase is Phase.OVER:
            raise RuntimeError("the match is over")
        self._finish(Outcome(termination, reason, self._state.turn, (), (), ()))

    def _honest(self) -> int:
        return self.setup.players - len(self._stand_ins)

    def _advance(self) -> None:
        """Carry out decisions nobody is asked about, up to the next question or the end."""
        course, stand_ins = self._course, self._stand_ins
        while True:
            for decision in course.unasked():
                self._note(decision, _NO_CHOICE, stand_in=decision.seat in stand_ins)
            if course.over:
                self._conclude()
                return
            stand_in = stand_ins.get(self._state.seat)
            if stand_in is None:
                self._ask()
                return
            action = self._chosen_by(stand_in)
            reply = Reply(course.legal.index(action))
            self._note(course.decide(action), reply, stand_in=True)

    def _chosen_by(self, stand_in: Rng) -> int:
        """Any action, but none that gives up while there is another."""
        legal = self._course.legal
        keen = [one for one in legal if not self._state.gives_up(one)] or legal
        return keen[stand_in.below(len(keen))]

    def _ask(self) -> None:
        self.due = self._course.ask()

    def _note(self, made: Decision, reply: Reply, *, stand_in: bool = False) -> None:
        """Write a decision into the history, after the chance that it drew."""
        self.history.extend(self._chance.given)
        self._chance.given.clear()
        self.history.append(Move(*made, reply, stand_in))

    def _conclude(self) -> None:
        """The rules have ended the match."""
        state = self._state
        capped = state.ending == "max_turns"
        scores = state.scores()
        out = {fault.seat for fault in self._faults}
        self._finish(
            Outcome(
                termination=Termination.MAX_TURNS if capped else Termination.NORMAL,
                reason=self._reason(state.ending),
                turns=state.turn,
                ranks=self._ranks(scores),
                scores=tuple(None if s in out else score for s, score in enumerate(scores)),
                breakdown=tuple(tuple(points) for points in state.breakdown()),
                faults=tuple(self._faults),
            )
        )

    def _forfeit(self, termination: Termination) -> None:
        """Bots have ended the match: at most one of them is left."""
        nothing = [0] * self.setup.players
        self._finish(
            Outcome(
                termination=termination,
                reason=self._reason(""),
                turns=self._state.turn,
                ranks=self._ranks(nothing),
                scores=(None,) * self.setup.players,
                breakdown=(),
                faults=tuple(self._faults),
            )
        )

    def _finish(self, outcome: Outcome) -> None:
        self.due = None
        self.outcome = outcome
        self.phase = Phase.OVER

    def _ranks(self, scores: list[int]) -> tuple[int, ...]:
        """By points among those who played to the end; then the faulty, the last to fail first."""
        lasted = {
            fault.seat: number if fault.step else 0
            for number, fault in enumerate(self._faults, start=1)
        }
        keys = [
            (0, lasted[seat]) if seat in lasted else (1, score)
            for seat, score in enumerate(scores)
        ]
        return tuple(1 + sum(1 for other in keys if other > key) for key in keys)

    def _reason(self, ending: str) -> str:
        told = [f"seat {fault.seat + 1} {fault.fault.text}" for fault in self._faults]
        if ending == "max_turns":
            told.append(f"the match reached the cap of {self.game.turn_cap(self.setup)} turns")
        elif ending:
            told.append(f"the match ended by the rules ({ending.replace('_', ' ')})")
        return "; ".join(told)

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise RuntimeError(f"the match is {self.phase.value}, not {phase.value}")


def _legal_indices(count: int) -> str:
    return f"{count} actions were legal, indices 0 to {count - 1}: the first has index 0"
