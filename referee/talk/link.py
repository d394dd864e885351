"""The referee's end of one bot's stream: asks go out in batches, answers come in and are judged.

A link lives as long as its stream. Matches on it are numbered 1, 2, ...; for each there is at
most one open question: whether the bot is ready, or what it does at a step. What the bot sends
must fit an open question. Anything else ends the link with a `Fault` that tells what was sent and
what was due, and every open question on it is answered with that fault.

Going out, everything that is due at the same moment travels in one message: while one message is
being written the next one collects. So many matches between the same two bots fall into step by
themselves, and the cost of a message is shared.

Time is the referee's: from the write of a message to the read of the answer. The limit for an
answer is the limit of the match times the number of questions that travelled together. From half
of it on the bot's use of the machine is looked at, to tell a bot that is too slow from one that is
not let (`referee.match.clock`); then the link fails by the host's fault. A bot that owes no answer
can be laid to rest: it is woken before the clock of its next question starts.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from referee.match.clock import SECOND_US, Usage, is_hosts_fault
from referee.match.session import Reply
from referee.match.verdict import BotFault, Fault, HostFault, Termination
from referee.v1 import play_pb2

BATCH_BYTES: Final = 256 * 1024
_FRAME_BYTES: Final = 8
"""What a part of a message needs beside its own size, at most."""
NOTE_BYTES: Final = 1024
MATCHES_AT_ONCE: Final = 1024
WRITE_S: Final = 10.0
"""How long a bot may leave a message unread that no longer fits its stream."""
_LOOKS: Final = (7 / 8, 3 / 4, 5 / 8, 1 / 2)
"""At which parts of its limit a bot that has not answered is looked at, last one first."""


class Writer(Protocol):
    """Where messages to the bot go."""

    async def write(self, message: play_pb2.PlayResponse) -> None: ...


class Body(Protocol):
    """The program behind a stream, as far as the machine lets the referee see and hold it."""

    def usage(self) -> Usage | None:
        """What it has had from the machine; None where nobody can tell."""

    def cpu_us(self) -> int | None:
        """Processor time of it and all it started; None where nobody can tell."""

    def rest(self) -> None:
        """It owes no answer."""

    def wake(self) -> None:
        """It is about to be asked."""


@dataclass
class _Question:
    """What a bot was asked and has not answered yet."""

    step: int
    """0 asks whether the bot is ready."""
    limit_us: int
    answered: "asyncio.Future[Reply]"
    margin_us: int = 0
    sent: float = math.inf
    cpu_us: int | None = None
    """The bot's processor time when it was sent, in timed play."""
    due: float = math.inf
    together: int = 1
    """How many questions travelled in the same message."""
    looks: list[float] = field(default_factory=list)
    """When the bot's use of the machine is to be looked at, last one first."""
    looked: float = math.inf
    """When it was first looked at, and what was seen since."""
    seen: list[Usage] = field(default_factory=list)

    @property
    def timed(self) -> bool:
        """Whether the clock runs for it; then it travels alone."""
        return self.margin_us > 0

    @property
    def rings(self) -> float:
        """When something is to be done about it."""
        return min(self.looks[-1], self.due) if self.looks else self.due

    @property
    def open(self) -> bool:
        """Whether the bot has it and owes the answer."""
        return self.sent < math.inf and not self.answered.done()


@dataclass
class _Outbox:
    """What travels with the next message."""

    message: play_pb2.PlayResponse = field(default_factory=play_pb2.PlayResponse)
    size: int = 0
    questions: list[_Question] = field(default_factory=list)


class _Nobody:
    """Nothing is known of the program, and nothing can be done to it."""

    def usage(self) -> Usage | None:
        return None

    def cpu_us(self) -> int | None:
        return None

    def rest(self) -> None:
        """It runs on."""

    def wake(self) -> None:
        """It was never stopped."""


class Link:
    """One bot, as those who play matches see it. Raises `BotFault` or `HostFault` alone."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.body: Body = _Nobody()
        self._resting = False
        self._questions: dict[int, _Question] = {}
        self._outbox: list[_Outbox] = []
        self._filled = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at = math.inf
        self._last_match = 0
        self._fault: Fault | None = None
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the stream is gone or must go."""

    @property
    def fault(self) -> Fault | None:
        """What ended this link, if the bot did."""
        return self._fault

    def greet(self, welcome: play_pb2.Welcome) -> None:
        """Tell the bot that it was let in."""
        self._room(welcome.ByteSize()).message.welcome.CopyFrom(welcome)
        self._filled.set()

    def open_match(self) -> int:
        """A number for a new match on this stream."""
        self._last_match += 1
        return self._last_match

    async def start(self, start: play_pb2.MatchStart, limit_us: int) -> None:
        """Announce a match and wait until the bot is ready for it."""
        box = self._room(start.ByteSize())
        box.message.starts.append(start)
        await self._wait(box, start.match, _Question(0, limit_us, _new_future()))

    async def ask(self, request: play_pb2.ActRequest, limit_us: int, margin_us: int = 0) -> Reply:
        """Put a decision to the bot and wait for its answer."""
        box = self._room(request.ByteSize())
        box.message.requests.append(request)
        question = _Question(request.step, limit_us, _new_future(), margin_us)
        return await self._wait(box, request.match, question)

    def end(self, end: play_pb2.MatchEnd) -> None:
        """Tell the bot that a match is over."""
        self._questions.pop(end.match, None)
        if self._fault is None:
            self._room(end.ByteSize()).message.ends.append(end)
            self._filled.set()

    def fail(self, fault: Fault) -> None:
        """Answer every open question with `fault`; nothing can be asked any more."""
        if self._fault is None:
            self._fault = fault
        for question in self._questions.values():
            if not question.answered.done():
                question.answered.set_exception(_raised(self._fault))
        self._questions.clear()
        if self._alarm is not None:
            self._alarm.cancel()
        self._set_lost()

    def close(self) -> None:
        """Let the stream end; for a bot that is no longer needed."""
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
            self._stamp(box)
            try:
                async with asyncio.timeout(WRITE_S):
                    await writer.write(box.message)
            except TimeoutError:
                text = f"did not read its stream for {WRITE_S:g} s"
                self.fail(Fault(Termination.DISCONNECT, text))

    async def receive_all(self, messages: AsyncIterator[play_pb2.PlayRequest]) -> None:
        """Take what the bot sends until the stream ends or the bot breaks the contract."""
        try:
            async for message in messages:
                if self._fault is not None:
                    return
                self._receive(message, self._now())
        except BotFault as error:
            self.fail(error.fault)

    async def _wait(self, box: _Outbox, match: int, question: _Question) -> Reply:
        if self._fault is not None:
            raise _raised(self._fault)
        self._questions[match] = question
        box.questions.append(question)
        self._filled.set()
        try:
            return await question.answered
        finally:
            self._questions.pop(match, None)

    def _room(self, size: int) -> _Outbox:
        """The message that has room for a part of `size` bytes."""
        size += _FRAME_BYTES
        if not self._outbox or self._outbox[-1].size + size >= BATCH_BYTES:
            self._outbox.append(_Outbox())
        self._outbox[-1].size += size
        return self._outbox[-1]

    def _stamp(self, box: _Outbox) -> None:
        """The clocks of everything in this message start now."""
        if not box.questions:
            return
        self._wake()
        timed = any(question.timed for question in box.questions)
        cpu_us = self.body.cpu_us() if timed else None
        now = self._now()
        for question in box.questions:
            question.sent = now
            question.cpu_us = cpu_us
            question.together = len(box.questions)
            limit_s = question.limit_us * question.together / SECOND_US
            question.looks = [now + limit_s * part for part in _LOOKS]
            question.due = now + limit_s + question.margin_us / SECOND_US
        self._arm()

    def _receive(self, message: play_pb2.PlayRequest, now: float) -> None:
        if message.HasField("hello"):
            raise _broken("said Hello a second time; it is said once")
        if not message.readies and not message.answers:
            raise _broken("sent an empty message; a message carries a Ready or an Answer")
        for ready in message.readies:
            self._resolve(ready.match, 0, Reply(0), now)
        for answer in message.answers:
            self._resolve(answer.match, answer.step, _judged(answer), now)
        if not any(question.open for question in self._questions.values()):
            self._rest()

    def _resolve(self, match: int, step: int, reply: Reply, now: float) -> None:
        what = "sent a Ready for" if step == 0 else f"answered step {step} of"
        sent = f"{what} match {match}"
        if not 0 < match <= self._last_match:
            raise _broken(f"{sent}, but has no such match; {self._open_questions()}")
        question = self._questions.get(match)
        if question is None or question.step != step or not question.open:
            raise _broken(f"{sent}, which was not asked; {self._open_questions()}")
        if now > question.due:
            self.fail(_late(question, now, self.body.usage()))
            return
        elapsed_us = max(0, round((now - question.sent) * SECOND_US))
        used_us = self._cpu_since(question)
        question.answered.set_result(replace(reply, elapsed_us=elapsed_us, cpu_us=used_us))

    def _cpu_since(self, question: _Question) -> int | None:
        """The processor time that the answer took, where that can be told."""
        if question.cpu_us is None or (now_us := self.body.cpu_us()) is None:
            return None
        return now_us - question.cpu_us

    def _open_questions(self) -> str:
        """What the bot could have sent, for the sentence that tells what it did send."""
        waiting = [
            f"a Ready for match {match}" if question.step == 0 else f"step {question.step}"
            for match, question in self._questions.items()
            if question.open
        ]
        return f"due was {', '.join(waiting[:3])}" if waiting else "nothing was due"

    def _arm(self) -> None:
        """One timer for all questions; answers leave it alone, it looks again when it rings."""
        look = min((one.rings for one in self._questions.values()), default=math.inf)
        if look < self._rings_at and self._fault is None:
            if self._alarm is not None:
                self._alarm.cancel()
            self._rings_at = look
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, look - self._now()), self._ring)

    def _ring(self) -> None:
        now = self._now()
        late = now - self._rings_at
        self._rings_at = math.inf
        for question in self._questions.values():
            # How late the referee itself is, is not the bot's.
            question.due += late
            if question.due <= now and question.open:
                self.fail(_late(question, now, self.body.usage()))
                return
            if question.looks and question.looks[-1] <= now:
                self._look(question, now)
        self._arm()

    def _look(self, question: _Question, now: float) -> None:
        """See what the bot has had from the machine so far."""
        question.looks = [time for time in question.looks if time > now]
        if question.open and (usage := self.body.usage()) is not None:
            question.looked = min(question.looked, now)
            question.seen.append(usage)

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


def _judged(answer: play_pb2.Answer) -> Reply:
    """An answer whose extras keep to their bounds; its index is the session's to judge."""
    size = len(answer.note.encode())
    if size > NOTE_BYTES:
        raise _broken(
            f"sent a note of {size} bytes at step {answer.step}; {NOTE_BYTES} are allowed"
        )
    if not answer.HasField("eval"):
        return Reply(answer.action, note=answer.note)
    if not 0 <= answer.eval <= 1:
        raise _broken(f"sent eval {answer.eval} at step {answer.step}; 0 to 1 is allowed")
    return Reply(answer.action, note=answer.note, eval=answer.eval)


def _late(question: _Question, now: float, used: Usage | None) -> Fault:
    """Whose fault it is that there is no answer yet; what was measured is evidence."""
    allowed = f"{question.limit_us / SECOND_US:g} s"
    measured = f"waited {now - question.sent:.2f} s"
    if question.together > 1:
        measured += f" for {question.together} answers that were due together"
    if question.step == 0:
        text = f"was not ready for the match within {allowed}"
        return Fault(Termination.START_FAILURE, text, measured)
    text = f"gave no answer to step {question.step} within {allowed}"
    if used is None:
        measured += "; this system does not tell what it had of a processor"
    if used is None or not question.seen:
        return Fault(Termination.TIME_FORFEIT, text, measured)
    looks = [*question.seen, used]
    wall_us = round((now - question.looked) * SECOND_US)
    ran_s = (used.on_cpu_us - looks[0].on_cpu_us) / SECOND_US
    waited_s = (used.waiting_us - looks[0].waiting_us) / SECOND_US
    measured += (
        f"; of the last {wall_us / SECOND_US:.2f} s it had {ran_s:.2f} s on a processor and was "
        f"kept from one for {waited_s:.2f} s; ready in {sum(one.ready for one in looks)} of "
        f"{len(looks)} looks"
    )
    hosts = is_hosts_fault(looks, wall_us)
    return Fault(Termination.HOST_FAULT if hosts else Termination.TIME_FORFEIT, text, measured)


def _broken(text: str) -> BotFault:
    return BotFault(Termination.PROTOCOL_ERROR, text)


def _raised(fault: Fault) -> BotFault | HostFault:
    if fault.termination.void:
        return HostFault(f"{fault.text}, because the machine did not let it: {fault.evidence}")
    return BotFault(fault.termination, fault.text, fault.evidence, doubtful=fault.doubtful)


def _new_future() -> "asyncio.Future[Reply]":
    return asyncio.get_running_loop().create_future()
