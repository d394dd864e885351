"""Where words go: results to standard output, everything else to standard error."""

import json
import os
import shlex
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TextIO

from arena.errors import ArenaError
from arena.text import one_line, safe

if TYPE_CHECKING:
    from rich.console import Console

    from arena.tournament.preparation import Surroundings
    from leaderboard.database import Database
    from referee.bots.shelf import FolderShelf

_STORED: Final = (
    *("compare", "crosstable", "doctor", "export", "import", "leaderboard", "logs", "match"),
    *("rate",),
    *("matches", "play", "prune", "replay", "resume", "show", "sprt", "tournament", "tournaments"),
    *("bots", "debug", "feedback", "season", "submit", "verify", "watch", "web", "withdraw"),
)
"""Commands that take a database."""
_SHELVED: Final = (
    *("bots", "check", "debug", "doctor", "export", "match", "play", "rate", "resume"),
    *("season", "sprt", "submit", "tournament", "verify", "withdraw"),
)
"""Commands that take a shelf."""
WIDTH: Final = 80
"""The columns everything fits into."""


def fill(text: str, indent: int = 0) -> str:
    """Text broken between words to fit the screen; further lines begin at column `indent`."""
    return textwrap.fill(
        text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def counted(number: int, noun: str) -> str:
    """A number of things in words: 1 turn, 2 turns."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Unheard(ArenaError):
    """Nothing more can be said: whoever read has seen enough, or the stream takes no more."""


@contextmanager
def heard(stream: TextIO) -> Iterator[None]:
    """Unheard if something is said in the block that the stream does not take.

    From then on it leads nowhere: what is still in it would be an error at the next flush, which
    may be that of the process starter, or of Python when it ends.
    """
    try:
        yield
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            raise Unheard from None
        told = f"the output cannot be written ({error.strerror}): send it elsewhere"
        raise Unheard(told) from None


def say(stream: TextIO, text: str) -> None:
    """Text and the end of its line, at once; whatever is in it, it steers nothing."""
    with heard(stream):
        print(safe(text), file=stream, flush=True)


@dataclass
class Screen:
    """The two streams, as one run of the command uses them."""

    program: str
    """The command as it was called, for hints."""
    environment: Mapping[str, str] = field(repr=False)
    database: str = ""
    """The database that hints must name, as it is found from every folder; empty for the usual."""
    looked_at: str = ""
    """The database that the command was told to use."""
    shelf_place: str = ""
    """The folder that the command was told to find submitted bots in."""
    shelf_told: str = ""
    """The same if hints must name it."""
    colour: str = "auto"
    quiet: bool = False
    verbose: bool = False

    @property
    def shelf(self) -> "FolderShelf":
        """Where submitted bots lie."""
        from arena.tournament.shelf import shelf_of  # noqa: PLC0415 - seldom needed

        place = self.looked_at or self.environment.get("ARENA_DB", "") or "arena.db"
        return shelf_of(place, self.environment, self.shelf_place)

    def surroundings(self, database: "Database") -> "Surroundings":
        """What this command has around it, for those who decide how bots are started."""
        from arena.tournament.preparation import Surroundings  # noqa: PLC0415 - seldom needed

        hidden = () if database.file is None else (database.file,)
        return Surroundings(self.environment, hidden, lambda text: self.note(fill(text)))

    def opened(self, results: "Database") -> None:
        """What to know of a database that is written."""
        if results.created:
            self.note(f"Made {results.place}, where results are kept.")
        if results.shared:
            self.note(
                f"Others on this machine can read {results.place}, and the seeds in it: "
                f"chmod 600 {shlex.quote(results.place)}"
            )

    @staticmethod
    def now_us() -> int:
        """Microseconds since 1970."""
        return time.time_ns() // 1000

    def out(self, text: str) -> None:
        """A result in plain text; what bots have a part in cannot steer the terminal."""
        say(sys.stdout, text)

    def line(self, text: str) -> None:
        """One line of a result, whatever it quotes."""
        say(sys.stdout, one_line(text))

    def json(self, value: object) -> None:
        """A result for machines, on one line."""
        self.out(json.dumps(value))

    def note(self, text: str) -> None:
        """Something worth knowing beside the result."""
        if not self.quiet:
            say(sys.stderr, text)

    def aside(self, text: str) -> None:
        """What was asked for beside the result, even where nothing else is told."""
        say(sys.stderr, text)

    def problem(self, text: str, hint: str = "") -> None:
        """What went wrong, in one line."""
        more = f" (see {hint})" if hint else ""
        say(sys.stderr, one_line(f"{self.program}: {' '.join(text.split())}{more}"))

    def to_go_on(self, text: str, command: str) -> None:
        """What stopped, in one line, and below it the command that goes on."""
        self.problem(f"{text}; to go on:")
        say(sys.stderr, f"  {self.command(command)}")

    def next_steps(self, *commands: str) -> None:
        """At most three commands that a person may want to type next."""
        self.note("\nNext:")
        for command in commands:
            self.note(f"  {self.command(command)}")

    def command(self, words: str) -> str:
        """A command that can be pasted: the program as it was called, and what it works on."""
        name = words.partition(" ")[0]
        told = f" --db {shlex.quote(self.database)}" if name in _STORED and self.database else ""
        if name in _SHELVED and self.shelf_told:
            told += f" --shelf {shlex.quote(os.path.abspath(self.shelf_told))}"  # noqa: PTH100
        return f"{self.program} {words}{told}"

    @property
    def console(self) -> "Console":
        """Standard output for tables and pictures."""
        return self._console(sys.stdout)

    @property
    def side(self) -> "Console":
        """Standard error for progress."""
        return self._console(sys.stderr)

    def _console(self, stream: TextIO) -> "Console":
        from arena.cli.console import SafeConsole  # noqa: PLC0415 - slow, and often not needed

        always = True if self.colour == "always" else None
        return SafeConsole(
            file=stream,
            force_terminal=always,
            no_color=True if self.colour == "never" else None,
            highlight=False,
            emoji=False,
            markup=False,
            width=None if stream.isatty() else WIDTH,
        )
