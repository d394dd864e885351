"""A match taken up again at a step: bots are told all they were told, and what was decided stands.

The match is dealt from its seeds and goes through `play` like any other. Between it and its bots
stands a `Retelling` of the same port: before the step every bot is asked as it was, its answer is
compared with what the record has and then put aside, and the recorded one is reported with the
time it took. So state, events, clocks and stand-ins are those of the match, and nothing that a bot
reads tells it that it is not the first time. From the step on answers count.

A seat whose bot was out before the step stays out: nobody is started for it. Processor time is not
recorded, so in timed play a bot is told 0 for what earlier answers took of it.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from arena.errors import Unfit
from referee.games.contract import Game
from referee.match.clock import SeatClock
from referee.match.plan import MatchPlan, Played
from referee.match.play import Watcher, play
from referee.match.port import Answered, Bots, Seated, Start
from referee.match.record import MoveRecord, Record
from referee.match.session import Ask, Move, Reply
from referee.match.verdict import BotFault, Fault, HostFault, Outcome, Termination


class Unreached(Unfit):
    """A bot did not come as far as the decision it was to make."""

    def __init__(self, text: str, evidence: str, log: str) -> None:
        super().__init__(text)
        self.evidence = evidence
        """What was measured about it."""
        self.log = log
        """What the bot printed."""


@dataclass(frozen=True)
class Past:
    """What happened in a match before a step."""

    step: int
    """The first one that is decided anew."""
    moves: Mapping[int, MoveRecord]
    """By step."""
    faults: Mapping[int, tuple[int, Fault]]
    """By seat that was out before: at which step, and why."""


def past_of(record: Record, step: int) -> Past:
    """What a record tells of the time before a step."""
    moves = (one for one in record.moves if isinstance(one, MoveRecord))
    return Past(
        step,
        {one.step: one for one in moves if one.step < step},
        {
            one.seat: (one.fault_step, _fault(one.fault, one.fault_step))
            for one in record.seats
            if one.fault is not None and one.fault_step is not None and one.fault_step < step
        },
    )


def _fault(termination: str, step: int) -> Fault:
    when = f"at step {step}" if step else "before the first step"
    return Fault(Termination(termination), f"failed {when} ({termination.replace('_', ' ')})")


@dataclass(frozen=True)
class Otherwise:
    """A decision before the step as a bot would make it now."""

    step: int
    action: str
    """In the notation of the game; a sentence if it names no legal action."""
    recorded: str

    @property
    def differs(self) -> bool:
        """Whether the match would have gone on otherwise."""
        return self.action != self.recorded


@dataclass(frozen=True)
class Decision:
    """What a bot decides at the step."""

    step: int
    action: str
    """In the notation of the game; a sentence if it names no legal action."""
    legal: tuple[str, ...]
    reply: Reply
    log: str = ""


Compared: TypeAlias = dict[int, dict[int, Otherwise]]
"""By seat and step."""


@dataclass
class Retelling:
    """The bots of a match that is taken up again: one match, one attempt after the other.

    With `only`, that seat alone has a bot; the others are told by the record, and when the bot has
    decided the match is over.
    """

    bots: Bots
    game: Game
    past: Past
    names: tuple[str, ...]
    """By seat, for who reads why a bot has failed."""
    only: int | None = None
    compared: Compared = field(default_factory=dict, init=False)
    ended: "asyncio.Future[Decision]" = field(init=False, repr=False)
    """Done when all that was wanted is known, or when it never will be."""

    def __post_init__(self) -> None:
        self.ended = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def lease(self, seat: int, deal: bytes, *, alone: bool) -> AsyncIterator[Seated]:
        out = self.past.faults.get(seat)
        if out is not None and out[0] == 0:
            raise BotFault.of(out[1])
        if out is not None or self.only not in (None, seat):
            yield _Absent(self, seat)
            return
        try:
            async with self.bots.lease(seat, deal, alone=alone) as bot:
                yield _Present(self, seat, bot)
        except BotFault as error:
            self.fail(seat, 0, error, error.log)
            raise

    def set_apart(self, seat: int) -> None:
        self.bots.set_apart(seat)

    def recorded(self, ask: Ask) -> Reply:
        """What was answered then."""
        move = self.past.moves[ask.step]
        index = ask.legal.index(self.game.parse_action(move.action))
        return Reply(index, move.elapsed_us, move.note or "", move.eval)

    def compare(self, ask: Ask, said: Reply) -> None:
        """Note what a bot would have done."""
        here = self.compared.setdefault(ask.seat, {})
        told = _action(self.game, ask, said)
        here[ask.step] = Otherwise(ask.step, told, self.past.moves[ask.step].action)

    def decide(self, ask: Ask, said: Reply, log: str) -> None:
        """The one decision that was wanted is there."""
        if not self.ended.done():
            legal = tuple(self.game.action_text(one) for one in ask.legal)
            self.ended.set_result(
                Decision(ask.step, _action(self.game, ask, said), legal, said, log)
            )

    def fail(self, seat: int, step: int, error: BotFault, log: str) -> None:
        """A bot did not come as far as the step: nothing goes on from there."""
        if self.ended.done():
            return
        when = f"step {step}" if step else "the first step"
        here = "" if step >= self.past.step else f", before step {self.past.step}"
        text = f"{self.names[seat]} failed at {when}{here}: it {error}"
        self.ended.set_exception(Unreached(text, error.fault.evidence, log))


@dataclass
class _Absent:
    """A seat without a bot: what it answered then is answered again."""

    retelling: Retelling
    seat: int
    client: str = ""
    games: tuple[str, ...] = ()
    begun_matches: int = 1
    open_matches: int = 1
    log: str = ""

    async def start(self, start: Start) -> None:
        """Nobody is told."""

    def ask(self, ask: Ask, clock: SeatClock, answered: Answered) -> None:
        step, fault = self.retelling.past.faults.get(self.seat, (None, None))
        if fault is not None and ask.step == step:
            answered(BotFault.of(fault))
        else:
            answered(self.retelling.recorded(ask))

    def end(self, outcome: Outcome) -> None:
        """Nobody is told."""


@dataclass
class _Present:
    """A bot that is brought to the step, and plays on from there."""

    retelling: Retelling
    seat: int
    bot: Seated

    @property
    def client(self) -> str:
        return self.bot.client

    @property
    def games(self) -> tuple[str, ...]:
        return self.bot.games

    @property
    def begun_matches(self) -> int:
        return self.bot.begun_matches

    @property
    def open_matches(self) -> int:
        return self.bot.open_matches

    @property
    def log(self) -> str:
        return self.bot.log

    async def start(self, start: Start) -> None:
        try:
            await self.bot.start(start)
        except BotFault as error:
            self.retelling.fail(self.seat, 0, error, self.log)
            raise

    def ask(self, ask: Ask, clock: SeatClock, answered: Answered) -> None:
        before = ask.step < self.retelling.past.step
        if not before and self.retelling.only is None:
            self.bot.ask(ask, clock, answered)
            return

        def told(said: Reply | BotFault | HostFault) -> None:
            if isinstance(said, HostFault):
                answered(said)
            elif isinstance(said, BotFault):
                self.retelling.fail(self.seat, ask.step, said, self.log)
            elif before:
                self.retelling.compare(ask, said)
                answered(self.retelling.recorded(ask))
            else:
                self.retelling.decide(ask, said, self.log)

        self.bot.ask(ask, clock, told)

    def end(self, outcome: Outcome) -> None:
        self.bot.end(outcome)


async def play_on(
    plan: MatchPlan, retelling: Retelling, watcher: Watcher | None = None
) -> Played | Decision:
    """Play a match from the step on, or have the one decision made; Unreached if it cannot be."""
    playing = asyncio.create_task(play(plan, retelling, watcher))
    try:
        both: set[asyncio.Future[Played] | asyncio.Future[Decision]] = {playing, retelling.ended}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if retelling.ended.done():
            return retelling.ended.result()
        return _gone_on(retelling, playing.result())
    finally:
        playing.cancel()
        await asyncio.wait({playing})


def _gone_on(retelling: Retelling, played: Played) -> Played:
    """What was played, if it came to the step, and more than its decision was wanted."""
    step, seat = retelling.past.step, retelling.only
    came = max((one.step for one in played.session.history if isinstance(one, Move)), default=0)
    if seat is None and came >= step - 1:
        return played
    who = "the match" if seat is None else retelling.names[seat]
    text = f"{who} came to no decision at step {step}: {played.outcome.reason}"
    raise Unreached(text, "", "" if seat is None else played.logs[seat])


def _action(game: Game, ask: Ask, said: Reply) -> str:
    """What an answer means."""
    if 0 <= said.chosen < len(ask.legal):
        return game.action_text(ask.legal[said.chosen])
    return f"index {said.chosen}, which is not legal"
