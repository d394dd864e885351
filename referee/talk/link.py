"""The referee's end of one bot's stream: asks go out in batches, answers come in and are judged.

A link lives as long as its stream. Matches on it are numbered 1, 2, ...; for each there is at
most one open question: whether the bot is ready, or what it does at a step. What the bot sends
must fit an open question. Anything else ends the link with a `Fault` that tells what was sent and
what was due, and every open question on it is answered with that fault.

A link speaks of matches, not of messages: what it says is worded by its door, and what it hears
was read by it (`speech`). So whatever the words, there is one judgement.

Going out, everything that is due at the same moment travels in one message: while one message is
being written the next one collects. So many matches between the same two bots fall into step by
themselves, and the cost of a message is shared.

Time is the referee's: from the write of a message to the read of the answer. How long is waited,
and whose fault it is if that was not enough, is told in `patience`. A bot that owes no answer can
be laid to rest: it is woken before the clock of its next question starts.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from referee.match.clock import SeatClock
from referee.match.port import Start
from referee.match.session import Ask, Reply
from referee.match.verdict import BotFault, Fault, HostFault, Outcome, Termination
from referee.talk.body import Body, Nobody
from referee.talk.patience import Limit, Wait
from referee.talk.question import Question
from referee.talk.speech import Answer, Heard, Ready, Welcome, Wording, Writer, broken

BATCH_BYTES: Final = 256 * 1024
NOTE_BYTES: Final = 1024
WRITE_S: Final = 10.0
"""How long a bot may leave a message unread that no longer fits its stream."""


@dataclass
class _Outbox:
    """What travels with the next message."""

    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    questions: list[Question] = field(default_factory=list)


class Link:
    """One bot, as those who play matches see it. Raises `BotFault` or `HostFault` alone."""

    def __init__(self, now: Callable[[], float], wording: Wording) -> None:
        self._now = now
        self._wording = wording
        self.body: Body = Nobody()
        self._resting = False
        self._questions: dict[int, Question] = {}
        self._outbox: list[_Outbox] = []
        self._filled = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at: float | None = None
        """When the alarm rings; None while nothing is waited for."""
        self._last_match = 0
        self._fault: Fault | None = None
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the stream is gone or must go."""

    @property
    def fault(self) -> Fault | None:
        """What ended this link, if the bot did."""
        return self._fault

    def greet(self, welcome: Welcome) -> None:
        """Tell the bot that it was let in."""
        self._put(self._wording.welcome(welcome))
        self._filled.set()

    def open_match(self) -> int:
        """A number for a new match on this stream."""
        self._last_match += 1
        return self._last_match

    async def start(self, match: int, start: Start) -> None:
        """Announce a match and wait until the bot is ready for it."""
        part = self._wording.start(match, start)
        await self._wait(match, part, Question(0, Limit(start.control.startup_us)))

    async def ask(self, match: int, start: Start, ask: Ask, clock: SeatClock) -> Reply:
        """Put a decision to the bot, in a match that began with `start`; wait for its answer."""
        part = self._wording.question(match, start, ask, clock)
        limit = Limit(clock.budget_us, clock.margin_us)
        return await self._wait(match, part, Question(ask.step, limit))

    def end(self, match: int, outcome: Outcome) -> None:
        """Tell the bot that a match is over."""
        self._questions.pop(match, None)
        if self._fault is None:
            self._put(self._wording.end(match, outcome))
            self._filled.set()

    def fail(self, fault: Fault) -> None:
        """Answer every open question with `fault`; nothing can be asked any more."""
        if self._fault is None:
            self._fault = fault
        for question in self._questions.values():
            question.fail(_raised(self._fault))
        self._questions.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self._set_lost()

    def close(self) -> None:
        """Let the stream end; for a bot that is no longer needed."""
        with self._serving():
            self._wake()
        if self._alarm is not None:
            self._alarm.cancel()
        self._set_lost()

    async def send_all(self, writer: Writer) -> None:
        """Write what is due, until the link is closed and all is told, or the bot has failed."""
        while True:
            await self._filled.wait()
            if self._fault is not None or not self._outbox:
                return
            box = self._outbox.pop(0)
            if not self._outbox and not self.lost.done():
                self._filled.clear()
            with self._serving():
                self._stamp(box)
            if self._fault is not None:
                return
            try:
                async with asyncio.timeout(WRITE_S):
                    await writer.write(b"".join(box.parts))
            except TimeoutError:
                text = f"did not read its stream for {WRITE_S:g} s"
                self.fail(Fault(Termination.DISCONNECT, text))

    async def receive_all(self, messages: AsyncIterator[Iterable[Heard]]) -> None:
        """Take what the bot sends until the stream ends or the bot breaks the contract."""
        try:
            async for message in messages:
                if self._fault is not None:
                    return
                with self._serving():
                    self._receive(message, self._now())
        except BotFault as error:
            self.fail(error.fault)

    async def _wait(self, match: int, part: bytes, question: Question) -> Reply:
        if self._fault is not None:
            raise _raised(self._fault)
        self._questions[match] = question
        self._put(part).questions.append(question)
        self._filled.set()
        try:
            return await question.answered
        finally:
            self._questions.pop(match, None)

    def _put(self, part: bytes) -> _Outbox:
        """Have a part travel with the next message that has room for it."""
        size = len(part)
        if not self._outbox or self._outbox[-1].size + size >= BATCH_BYTES:
            self._outbox.append(_Outbox())
        box = self._outbox[-1]
        box.size += size
        box.parts.append(part)
        return box

    def _stamp(self, box: _Outbox) -> None:
        """The clocks of everything in this message start now."""
        if not box.questions:
            return
        self._wake()
        timed = any(question.limit.timed for question in box.questions)
        cpu_us = self.body.cpu_us() if timed else None
        now = self._now()
        for question in box.questions:
            question.sent(now, together=len(box.questions), cpu_us=cpu_us)
        self._arm()

    def _receive(self, message: Iterable[Heard], now: float) -> None:
        for heard in message:
            match heard:
                case Ready():
                    self._resolve(heard.match, 0, Reply(0), now)
                case Answer():
                    self._resolve(heard.match, heard.step, _judged(heard), now)
        if not any(question.owed for question in self._questions.values()):
            self._rest()

    def _resolve(self, match: int, step: int, reply: Reply, now: float) -> None:
        what = "sent a Ready for" if step == 0 else f"answered step {step} of"
        sent = f"{what} match {match}"
        if not 0 < match <= self._last_match:
            raise broken(f"{sent}, but has no such match; {self._open_questions()}")
        question = self._questions.get(match)
        if question is None or question.step != step or (wait := question.owed) is None:
            raise broken(f"{sent}, which was not asked; {self._open_questions()}")
        if self._rings_at is not None:  # an alarm that is overdue tells how late the loop is
            wait.excuse(max(0.0, now - self._rings_at))
        if now > wait.due:
            usage = self.body.usage()
            if not wait.hand_back(now, usage):
                self.fail(wait.over(step, now, usage))
                return
        used_us = self._cpu_since(wait)
        question.answer(replace(reply, elapsed_us=wait.elapsed_us(now), cpu_us=used_us))

    def _cpu_since(self, wait: Wait) -> int | None:
        """The processor time that the answer took, where that can be told."""
        if wait.cpu_us is None or (now_us := self.body.cpu_us()) is None:
            return None
        return now_us - wait.cpu_us

    def _open_questions(self) -> str:
        """What the bot could have sent, for the sentence that tells what it did send."""
        waiting = [
            f"a Ready for match {match}" if question.step == 0 else f"step {question.step}"
            for match, question in self._questions.items()
            if question.owed
        ]
        return f"due was {', '.join(waiting[:3])}" if waiting else "nothing was due"

    def _arm(self) -> None:
        """One timer for all questions; answers leave it alone, it looks again when it rings."""
        waits = [wait for one in self._questions.values() if (wait := one.owed) is not None]
        if self._fault is not None or not waits:
            return
        look = min(wait.rings for wait in waits)
        if self._rings_at is None or look < self._rings_at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._rings_at = look
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, look - self._now()), self._ring, look)

    def _ring(self, planned: float) -> None:
        self._rings_at = None
        with self._serving():
            self._look_at_waits(planned, self._now())

    def _look_at_waits(self, planned: float, now: float) -> None:
        for question in self._questions.values():
            if (wait := question.owed) is None:
                continue
            wait.excuse(now - planned)
            if wait.due > now:
                if wait.wants_look(now):
                    wait.look(now, self.body.usage())
            elif not wait.hand_back(now, usage := self.body.usage()):
                self.fail(wait.over(question.step, now, usage))
                return
        self._arm()

    @contextmanager
    def _serving(self) -> Iterator[None]:
        """What the referee itself cannot do for a bot ends the link and is no fault of the bot."""
        try:
            yield
        except BotFault:
            raise
        except Exception as error:
            self.fail(Fault(Termination.HOST_FAULT, "could not be served", repr(error)))

    def _rest(self) -> None:
        if not self._resting:
            self._resting = True
            self.body.rest()

    def _wake(self) -> None:
        if self._resting:
            self._resting = False
            self.body.wake()

    def _set_lost(self) -> None:
        if not self.lost.done():
            self.lost.set_result(None)
            self._filled.set()


def _judged(answer: Answer) -> Reply:
    """An answer whose extras keep to their bounds; its index is the session's to judge."""
    size = len(answer.note.encode())
    if size > NOTE_BYTES:
        raise broken(
            f"sent a note of {size} bytes at step {answer.step}; {NOTE_BYTES} are allowed"
        )
    if answer.eval is not None and not 0 <= answer.eval <= 1:
        raise broken(f"sent eval {answer.eval} at step {answer.step}; 0 to 1 is allowed")
    return Reply(answer.index, note=answer.note, eval=answer.eval)


def _raised(fault: Fault) -> BotFault | HostFault:
    if fault.termination.void:
        return HostFault(f"{fault.text}, because the machine did not let it: {fault.evidence}")
    return BotFault(fault.termination, fault.text, fault.evidence, doubtful=fault.doubtful)
