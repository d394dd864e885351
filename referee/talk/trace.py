"""What crosses a bot's stream, told to whoever wants to read along; off unless somebody asks.

Each bot has a logger of its own, ``referee.wire.NAME``, that gets one line for each part of a
message: which way it went, what it is, of which match and step, and its content. A line is cut to
a readable length, contains nothing that moves a cursor, and never the token of the stream.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

LINE: Final = 2000
"""How many characters of a part's content are told."""
_ROOT: Final = "referee.wire"


class Trace:
    """The trace of one stream."""

    def __init__(self, bot: str, token: str = "") -> None:
        self._log = _logger(bot)
        self._token = token

    @property
    def on(self) -> bool:
        """Whether anybody reads along; to be asked before anything is made ready to be told."""
        return self._log.isEnabledFor(logging.DEBUG)

    def sent(self, kind: str, content: str, match: int = 0, step: int = 0) -> None:
        """The bot is told something, of a match and a step if they are not 0."""
        self._tell("to bot", kind, content, match, step)

    def heard(self, kind: str, content: str, match: int = 0, step: int = 0) -> None:
        """The bot has said something."""
        self._tell("from bot", kind, content, match, step)

    def line(self, way: str, text: str) -> None:
        """A line goes ``to bot`` or comes ``from bot``; it says itself what it is."""
        self._log.debug("%s: %s", way, self._safe(text))

    def note(self, text: str) -> None:
        """Something has happened to the stream."""
        self._log.debug("%s", self._safe(text))

    def _tell(self, way: str, kind: str, content: str, match: int, step: int) -> None:
        place = (f" match {match}" if match else "") + (f" step {step}" if step else "")
        self._log.debug("%s: %s%s {%s}", way, kind, place, self._safe(content))

    def _safe(self, text: str) -> str:
        """One line of bounded length, without the token and without signs that no one sees."""
        if self._token:
            text = text.replace(self._token, "[token]")
        cut = text[:LINE]
        plain = (
            cut if cut.isprintable() else "".join(one if one.isprintable() else "?" for one in cut)
        )
        return plain if len(text) <= LINE else f"{plain} ... and {len(text) - LINE} more"


class _Writing(logging.Handler):
    """Hands lines on."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(logging.DEBUG)
        self._write = write

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._write(self.format(record))
        except Exception:  # a reader that is gone must not end a match
            self.handleError(record)


@contextmanager
def trace(bot: str, write: Callable[[str], None]) -> Iterator[None]:
    """Have `write` called with a line for all that crosses the streams of the bot of that name.

    It is the name in the tables. Of other bots, even of one whose name begins like it, nothing is
    told.
    """
    log, handler = _logger(bot), _Writing(write)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        log.setLevel(before)
        log.removeHandler(handler)


def _logger(bot: str) -> logging.Logger:
    """The logger of a bot; a point in its name must not make it the child of another bot's."""
    return logging.getLogger(f"{_ROOT}.{bot.replace('%', '%25').replace('.', '%2E')}")
