"""The referee's end of one bot's stream: asks go out in letters, answers come in and are judged.

A link lives as long as its stream. Matches on it are numbered 1, 2, ...; for each there is at
most one open question: whether the bot is ready, or what it does at a step. What the bot sends
must fit an open question. Anything else ends the link with a `Fault` that tells what was sent and
what was due, and every open question on it is answered with that fault.

A link speaks of matches, not of messages: what it says is worded by its door, and what it hears
was read by it (`speech`). So whatever the words, there is one judgement.

**One letter at a time.** A bot has at most one message with questions to answer. While it does,
the next questions to it collect, and travel together when the last answer is in. So many matches
between the same bots fall into step by themselves, the cost of a message is shared, and there is
one clock: that of the letter. A letter carries no more questions than the bot has lately answered
in about a second, one at first, because whoever waits for one of them waits for all. A question
of timed play travels alone.

Whoever asks is told the answer while it is read, and may ask again at once. What nobody waits for
any more is forgotten: a question that was not sent never is.

Time is the referee's: from the write of a letter to the read of the answer. How long is waited,
and whose fault it is if that was not enough, is told in `patience`. A bot that owes no answer can
be laid to rest: it is woken before the clock of its next letter starts.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from referee.match.clock import SeatClock
from referee.match.port import Answered, Start
from referee.match.session import Ask, Reply
from referee.match.verdict import BotFault, Fault, HostFault, Outcome, Termination
from referee.talk.awake import Awake
from referee.talk.body import Body, Nobody
from referee.talk.letters import Letter, Outbox
from referee.talk.patience import Limit, Wait
from referee.talk.question import Question
from referee.talk.speech import Answer, Heard, Welcome, Wording, Writer, broken

NOTE_BYTES: Final = 1024
WRITE_S: Final = 10.0
"""How long a bot may leave a message unread that no longer fits its stream."""
LETTER_S: Final = 1.0
"""How long a bot should think about the questions of one letter, all together."""
_NO_TIME_S: Final = 1e-6


class Link:
    """One bot, as those who play matches see it. Raises `BotFault` or `HostFault` alone."""

    def __init__(self, now: Callable[[], float], wording: Wording) -> None:
        self._now = now
        self._wording = wording
        self.body: Body = Nobody()
        self._resting = False
        self._outbox = Outbox()
        self._asked: dict[int, Question] = {}
        """What the bot has to answer, by match: what is left of its letter."""
        self._wait: Wait | None = None
        """The wait for that; None while it owes nothing."""
        self._at_once = 1
        """How many the next one may carry."""
        self._talk = asyncio.Event()
        """Set while something may be sent."""
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
        self._tell(self._wording.welcome(welcome))

    def open_match(self) -> int:
        """A number for a new match on this stream."""
        self._last_match += 1
        return self._last_match

    async def start(self, match: int, start: Start) -> None:
        """Announce a match and wait until the bot is ready for it."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answered(said: Reply | BotFault | HostFault) -> None:
            if not ready.done():
                ready.set_result(None) if isinstance(said, Reply) else ready.set_exception(said)

        part = self._wording.start(match, start)
        self._put(part, Question(match, 0, Limit(start.control.startup_us), answered))
        await ready

    def ask(
        self, match: int, start: Start, ask: Ask, clock: SeatClock, answered: Answered
    ) -> None:
        """Put a decision to the bot, in a match that began with `start`."""
        part = self._wording.question(match, start, ask, clock)
        limit = Limit(clock.budget_us, clock.margin_us)
        self._put(part, Question(match, ask.step, limit, answered))

    def end(self, match: int, outcome: Outcome) -> None:
        """Tell the bot that a match is over."""
        self.forget(match)
        if self._fault is None:
            self._tell(self._wording.end(match, outcome))

    def forget(self, match: int) -> None:
        """Nobody waits for the answer to the open question of a match, if it has one."""
        self._outbox.forget(match)
        if self._asked.pop(match, None) is not None:
            self._see_what_is_left(self._now())

    def fail(self, fault: Fault) -> None:
        """Answer every open question with `fault`; nothing can be asked any more."""
        if self._fault is None:
            self._fault = fault
        unanswered = [*self._asked.values(), *self._outbox.questions]
        self._asked.clear()
        self._outbox.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self._set_lost()
        for question in unanswered:
            question.answered(_raised(self._fault))

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
            await self._talk.wait()
            closing = self.lost.done()
            letter = self._outbox.letter(0 if closing else self._at_once)
            if closing and not letter.parts:
                return
            with self._serving():
                self._start_clock(letter)
            if self._fault is not None:
                return  # before, or it could not be woken
            if not closing and (self._asked or not self._outbox):
                self._talk.clear()
            if letter.parts:
                await self._write(writer, b"".join(letter.parts))

    async def _write(self, writer: Writer, message: bytes) -> None:
        try:
            async with Awake(WRITE_S):
                await writer.write(message)
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

    def _tell(self, part: bytes) -> None:
        """Have news travel with the next message."""
        self._outbox.tell(part)
        if not self._asked:
            self._talk.set()

    def _put(self, part: bytes, question: Question) -> None:
        """Have a question travel with the next letter."""
        if self._fault is not None:
            question.answered(_raised(self._fault))
            return
        self._outbox.ask(part, question)
        if not self._asked:
            self._talk.set()

    def _start_clock(self, letter: Letter) -> None:
        """The clock of this letter starts now."""
        if not letter.questions:
            return
        self._asked = {question.match: question for question in letter.questions}
        self._wake()
        limit = letter.questions[0].limit
        cpu_us = self.body.cpu_us() if limit.timed else None
        self._wait = Wait(limit, self._now(), len(letter.questions), cpu_us)
        self._arm()

    def _receive(self, message: Iterable[Heard], now: float) -> None:
        self._excuse(now)
        for heard in message:
            question = self._question(heard)
            if (wait := self._wait) is None:
                raise RuntimeError("a question is open that nobody waits for")
            if now > wait.due and not wait.hand_back(now, usage := self.body.usage()):
                self.fail(wait.over(question.step, now, usage))
                return
            reply = self._reply(heard, wait, now) if isinstance(heard, Answer) else Reply(0)
            del self._asked[heard.match]
            question.answered(reply)
        self._see_what_is_left(now)

    def _question(self, heard: Heard) -> Question:
        """What was asked that is answered with this."""
        step = heard.step if isinstance(heard, Answer) else 0
        question = self._asked.get(heard.match)
        if question is not None and question.step == step:
            return question
        what = f"answered step {step} of" if step else "sent a Ready for"
        sent = f"{what} match {heard.match}"
        if 0 < heard.match <= self._last_match:
            raise broken(f"{sent}, which was not asked; {self._open_questions()}")
        raise broken(f"{sent}, but has no such match; {self._open_questions()}")

    def _reply(self, answer: Answer, wait: Wait, now: float) -> Reply:
        """An answer whose extras keep to their bounds; its index is the session's to judge."""
        if answer.note and (size := len(answer.note.encode())) > NOTE_BYTES:
            raise broken(
                f"sent a note of {size} bytes at step {answer.step}; {NOTE_BYTES} are allowed"
            )
        if answer.eval is not None and not 0 <= answer.eval <= 1:
            raise broken(f"sent eval {answer.eval} at step {answer.step}; 0 to 1 is allowed")
        elapsed_us, cpu_us = wait.elapsed_us(now), self._cpu_since(wait)
        return Reply(answer.chosen, elapsed_us, answer.note, answer.eval, cpu_us)

    def _cpu_since(self, wait: Wait) -> int | None:
        """The processor time that the answer took, where that can be told."""
        if wait.cpu_us is None or (now_us := self.body.cpu_us()) is None:
            return None
        return now_us - wait.cpu_us

    def _open_questions(self) -> str:
        """What the bot could have sent, for the sentence that tells what it did send."""
        waiting = [
            f"a Ready for match {match}" if question.step == 0 else f"step {question.step}"
            for match, question in self._asked.items()
        ]
        return f"due was {', '.join(waiting[:3])}" if waiting else "nothing was due"

    def _see_what_is_left(self, now: float) -> None:
        """If all of the letter is answered, the next one may go; else the bot may rest."""
        if self._asked or self._wait is None:
            return
        answered, took_s = self._wait.together, now - self._wait.sent
        self._at_once = max(1, int(answered * LETTER_S / max(took_s, _NO_TIME_S)))
        self._wait = None
        if self._outbox:
            self._talk.set()
        if not self._outbox.asks:
            self._rest()

    def _arm(self) -> None:
        """One timer for all letters; answers leave it alone, it looks again when it rings."""
        if self._fault is not None or self._wait is None:
            return
        look = self._wait.rings
        if self._rings_at is None or look < self._rings_at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._rings_at = look
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, look - self._now()), self._ring)

    def _ring(self) -> None:
        now = self._now()
        self._excuse(now)
        self._rings_at = None
        with self._serving():
            self._look_at_bot(now)

    def _excuse(self, now: float) -> None:
        """An alarm that is overdue tells how late the referee is: that is not the bot's."""
        if self._rings_at is not None and now > self._rings_at:
            if self._wait is not None:
                self._wait.excuse(now - self._rings_at)
            self._rings_at = now

    def _look_at_bot(self, now: float) -> None:
        if (wait := self._wait) is None:
            return
        if wait.due > now:
            if wait.wants_look(now):
                wait.look(now, self.body.usage())
        elif not wait.hand_back(now, usage := self.body.usage()):
            self.fail(wait.over(next(iter(self._asked.values())).step, now, usage))
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
            self._talk.set()


def _raised(fault: Fault) -> BotFault | HostFault:
    if fault.termination.void:
        return HostFault(f"{fault.text}, because the machine did not let it: {fault.evidence}")
    return BotFault(fault.termination, fault.text, fault.evidence, doubtful=fault.doubtful)
