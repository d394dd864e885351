"""One match from plan to result: seats filled, questions carried, verdict found, record written.

**A verdict is a function of the match, not of its neighbours.** A process that has earlier matches
behind it, or others open beside, may fail because of those. So a fault in such a process voids the
match, and it is played again *alone*: every seat in a fresh process that plays nothing else. Only
what happens there is the bot's. From then on each match of such a bot is played like that, or it
could try every match twice. A match that the host spoils is played again on the same seed;
after `MOST_VOIDS` it is stored as void.

A program that was killed does not tell by whom. Such a match is played again once, and both its
ends are told; which of them counts is decided over the whole tournament.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from referee.match.clock import Control, SeatClock
from referee.match.plan import MatchPlan, Played
from referee.match.port import Bots, Seated, Start
from referee.match.session import Reply, Session
from referee.match.verdict import BotFault, HostFault, Outcome, Termination

MOST_VOIDS: Final = 3
_VOIDED: Final = Outcome(
    Termination.INTERRUPTED, "the match is void and is played again", 0, (), (), ()
)
Watcher = Callable[[Session], None]
"""Told after every step of a match that somebody looks at."""


async def play(plan: MatchPlan, bots: Bots, watcher: Watcher | None = None) -> Played:
    """Play a match to a verdict that stands."""
    alone = False
    attempts = voids = 0
    killed: Outcome | None = None
    while True:
        attempts += 1
        session = Session(plan.game, plan.setup, plan.seeds.match)
        table = _Table(plan, session, watcher, replayed=killed is not None)
        outcome = await table.play(bots, alone=alone)
        voids += outcome.void
        if killed is None and table.is_in_doubt(outcome):
            killed = outcome
        elif voids == MOST_VOIDS or table.stands(outcome):
            return Played(
                plan,
                table.session,
                outcome,
                table.logs(),
                table.shared_logs(),
                attempts,
                table.clients(),
                killed,
            )
        if not table.alone:
            for one in outcome.faults:
                bots.set_apart(one.seat)
        alone = True


@dataclass
class _Seat:
    """A bot at the table, with its clock."""

    bot: Seated
    control: Control
    clock: SeatClock
    shared: bool = False
    """Whether other matches were open in its process."""


@dataclass
class _Table:
    """One attempt at a match."""

    plan: MatchPlan
    session: Session = field(repr=False)  # it knows the seed
    watcher: Watcher | None
    replayed: bool = False
    """Whether it is played again because a program was killed."""
    seats: dict[int, _Seat] = field(default_factory=dict)
    """By seat; a bot that did not start has none."""
    unseated: dict[int, BotFault | HostFault] = field(default_factory=dict)
    """Why seats did not get as far as the first decision."""
    alone: bool = True
    """Whether no process of this match has ever played another one."""
    _over: "asyncio.Future[None]" = field(init=False, repr=False)
    """Done when no question is left."""

    async def play(self, bots: Bots, *, alone: bool) -> Outcome:
        async with AsyncExitStack() as stack:
            seats = range(len(self.plan.seats))
            await _all(self._fill(seat, bots, stack, alone=alone) for seat in seats)
            if len(self.seats) > 1:
                await _all(self._make_ready(seat) for seat in list(self.seats))
            self._report_seating()
            await self._ask_until_over()
            outcome = self._outcome()
            for seat in self.seats.values():
                self._look_around(seat)
            told = outcome if self.stands(outcome) else _VOIDED
            for seat in self.seats.values():
                seat.bot.end(told)
            return outcome

    def stands(self, outcome: Outcome) -> bool:
        """Whether the outcome is the match's own, and not its neighbours' or the host's."""
        if outcome.void or (outcome.faults and not self.alone):
            return False
        return self.replayed or not outcome.doubtful

    def is_in_doubt(self, outcome: Outcome) -> bool:
        """Whether a program was killed that played nothing else just then.

        With several matches open they would all be in doubt by one signal: then each is played
        again alone, as after any other fault.
        """
        shared = self.shared_logs()
        return bool(outcome.doubtful) and not any(shared[seat] for seat in outcome.doubtful)

    def logs(self) -> tuple[str, ...]:
        return tuple(map(self._log, range(len(self.plan.seats))))

    def _log(self, seat: int) -> str:
        if seat in self.seats:
            return self.seats[seat].bot.log
        error = self.unseated.get(seat)
        return error.log if isinstance(error, BotFault) else ""

    def shared_logs(self) -> tuple[bool, ...]:
        return tuple(
            seat in self.seats and self.seats[seat].shared for seat in range(len(self.plan.seats))
        )

    def clients(self) -> tuple[str, ...]:
        return tuple(
            self.seats[seat].bot.client if seat in self.seats else ""
            for seat in range(len(self.plan.seats))
        )

    async def _fill(self, seat: int, bots: Bots, stack: AsyncExitStack, *, alone: bool) -> None:
        lease = bots.lease(seat, self.plan.seeds.match, alone=alone)
        try:
            bot = await stack.enter_async_context(lease)
        except (BotFault, HostFault) as error:
            self.unseated[seat] = error
            return
        game = self.plan.game.name
        if bot.games and game not in bot.games:
            text = f"said in its Hello that it does not play {game}"
            offered = f"it offers {', '.join(bot.games)}"
            self.unseated[seat] = BotFault(Termination.START_FAILURE, text, offered)
            return
        control = self.plan.control
        if self.plan.seats[seat].patient:
            control = control.patient
        self.seats[seat] = _Seat(bot, control, SeatClock(control))
        self._look_around(self.seats[seat])

    async def _make_ready(self, seat: int) -> None:
        plan, place = self.plan, self.seats[seat]
        start = Start(plan.game, plan.setup, place.control, seat, plan.seeds.bots[seat])
        try:
            await place.bot.start(start)
        except (BotFault, HostFault) as error:
            self.unseated[seat] = error

    def _report_seating(self) -> None:
        """Tell the session who is not ready, in the order of seats and not of events."""
        for seat, error in sorted(self.unseated.items()):
            if isinstance(error, HostFault):
                self._void(seat, error)
                return
            self.session.fault(seat, error.fault)
        self.session.begin()

    async def _ask_until_over(self) -> None:
        """Put one question after the other; each answer calls for the next."""
        self._over = asyncio.get_running_loop().create_future()
        self._go_on()
        await self._over

    def _go_on(self) -> None:
        """Put the question that is due, or see that there is none."""
        if self.watcher is not None:
            self.watcher(self.session)
        if (ask := self.session.due) is None:
            self._over.set_result(None)
            return
        place = self.seats[ask.seat]
        place.bot.ask(ask, place.clock, self._take)

    def _take(self, said: Reply | BotFault | HostFault) -> None:
        """Report to the session what has become of the question that is due."""
        if self._over.done():
            return  # cut off
        try:
            seat = self.session.asked.seat
            if isinstance(said, Reply):
                self.seats[seat].clock.charge(said.elapsed_us, said.cpu_us)
                self.session.answer(said)
            elif isinstance(said, BotFault):
                self.session.fault(seat, said.fault)
            else:
                self._void(seat, said)
            self._go_on()
        except Exception as error:  # of this match, and not of the stream that brought the answer
            self._over.set_exception(error)

    def _void(self, seat: int, error: HostFault) -> None:
        self.session.void(Termination.HOST_FAULT, f"void: seat {seat + 1} {error}")

    def _outcome(self) -> Outcome:
        if self.session.outcome is None:
            raise RuntimeError("no decision is due, but the match is not over")
        return self.session.outcome

    def _look_around(self, seat: _Seat) -> None:
        """Note whether the process has other matches than this one."""
        if seat.bot.begun_matches > 1:
            self.alone = False
        if seat.bot.begun_matches > 1 and seat.bot.open_matches > 1:
            seat.shared = True


async def _all(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Do things side by side to the end of each; then raise the first that went wrong."""
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, BaseException):
            raise done
