"""Lines on a bot's standard input and output: nothing is dialled, and there is no socket.

The door opens when the program runs. There is no hello: what the bot plays, and how many matches
at once, stands in its manifest. Nor does it say Ready: it is ready for a match once it has taken
the line that tells of it out of the pipe. So its start-up, and whatever it prepares before it
reads, is not on its clock.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Protocol, Self

from referee.match.verdict import Fault, Termination
from referee.talk.guest import Guest
from referee.talk.lines import LINE_BYTES, LinesWording
from referee.talk.link import Link
from referee.talk.speech import Heard, Ready, broken
from referee.talk.trace import Trace

CLIENT: Final = "lines"
"""What such a program says it is, which says nothing."""
_END_S: Final = 1.0
"""How long the last lines to a bot may take."""
_FIRST_LOOK_S: Final = 0.0005
_LAST_LOOK_S: Final = 0.02
_CHUNK: Final = 64 * 1024


class Pipes(Protocol):
    """A program's standard input and output."""

    async def read(self, most: int) -> bytes:
        """What it has written by now; nothing once it has closed its output."""

    async def write(self, data: bytes) -> None:
        """Write to it, and wait until there is room for more."""

    def unread(self) -> int:
        """How many bytes it has not read yet, as far as the system tells."""

    @property
    def gone(self) -> bool:
        """Whether nobody is left to read what is written."""

    def close(self) -> None:
        """Nothing more is written: its input ends."""


@dataclass
class LinesDoor:
    """Where one program that was started speaks. Open as long as the block that entered it."""

    bot: str
    """Whose it is, by the name in the tables."""
    pipes: Pipes
    now: Callable[[], float]
    settings: Mapping[str, str]
    """Every option of the bot with its value."""
    games: tuple[str, ...] = ()
    """What it plays; empty if it plays every game."""
    matches_at_once: int = 1
    _started: "asyncio.Queue[int]" = field(default_factory=asyncio.Queue, init=False)
    """Matches that were told of in lines that are written."""
    _begun: bytes = field(default=b"", init=False)
    """The line that is being read."""

    async def __aenter__(self) -> Self:
        self._trace = Trace(self.bot)
        self._wording = LinesWording(self.settings)
        link = Link(self.now, self._wording)
        self.guest = Guest(link, CLIENT, self.games, self.matches_at_once)
        self._talking = asyncio.create_task(self._talk(link))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.guest.link.close()
        await asyncio.wait({self._talking})
        if not self._talking.cancelled() and (failed := self._talking.exception()) is not None:
            raise failed

    async def write(self, message: bytes) -> None:
        """Write the lines of one message."""
        if not message:
            return
        lines = message.splitlines()
        if self._trace.on:
            self._tell("to bot", lines)
        started = [match for line in lines if (match := self._wording.sent(line))]
        await self.pipes.write(message)
        for match in started:
            self._started.put_nowait(match)

    def unread(self) -> int:
        """How many bytes the program has not read yet."""
        return self.pipes.unread()

    def unfinished(self) -> bool:
        """Whether it has begun a line that has no end yet."""
        return bool(self._begun)

    async def _talk(self, link: Link) -> None:
        sending = asyncio.create_task(link.send_all(self))
        hearing = asyncio.create_task(link.receive_all(self._answers()))
        seating = asyncio.create_task(link.receive_all(self._readies()))
        try:
            ends = [sending, hearing, seating, link.lost]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in (sending, hearing, seating):
                if task.done() and (error := task.exception()) is not None:
                    link.fail(Fault(Termination.HOST_FAULT, "could not be served", repr(error)))
        finally:
            link.close()
            seating.cancel()
            # A program that is spoken to for the last time may read that to its end.
            await asyncio.wait({sending}, timeout=_END_S)
            self.pipes.close()
            for task in (hearing, sending):
                task.cancel()
            await asyncio.gather(sending, hearing, seating, return_exceptions=True)
            if self._trace.on:
                self._trace.note("its standard input was closed")

    async def _readies(self) -> AsyncIterator[Iterable[Heard]]:
        """A Ready for each match whose line was read."""
        while True:
            match = await self._started.get()
            if await self._taken():
                yield (Ready(match),)

    async def _taken(self) -> bool:
        """Wait until the bot has read what was written, unless it is at work on other matches.

        False if nobody is left to read it.
        """
        # No event tells that a pipe was emptied: it is looked at, less and less often.
        pause_s = _FIRST_LOOK_S
        while self.pipes.unread() and not self._wording.asked:
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LAST_LOOK_S)
        return not self.pipes.gone

    async def _answers(self) -> AsyncIterator[Iterable[Heard]]:
        """What the bot writes, by whole lines."""
        while data := await self.pipes.read(_CHUNK):
            whole, newline, self._begun = (self._begun + data).rpartition(b"\n")
            lines = whole.split(b"\n") if newline else []
            if max(map(len, (*lines, self._begun))) > LINE_BYTES:
                raise broken(f"wrote a line of more than {LINE_BYTES >> 10} KiB")
            if self._trace.on:
                self._tell("from bot", lines)
            if lines:
                yield self._wording.heard(lines)
        if self._begun:
            yield self._wording.heard([self._begun])

    def _tell(self, way: str, lines: Iterable[bytes]) -> None:
        """Let those who read along see what is said."""
        for line in lines:
            self._trace.line(way, line.decode(errors="replace"))
