"""Logging that reaches `arena logs`: inside a turn as a note at its step, else as plain output."""

import logging
import sys

from arena.sdk.bot import Turn


class NoteHandler(logging.Handler):
    """Writes what is logged during a decision into the record of its step."""

    turn: Turn | None = None
    """The decision that is being made, if any."""

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        if self.turn is None:
            sys.stderr.write(text + "\n")
        else:
            self.turn.note(text)


def install() -> NoteHandler:
    """Send everything from INFO up to the record, unless the bot has set up logging itself."""
    handler = NoteHandler()
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(handler)
        root.setLevel(logging.INFO)
    return handler
