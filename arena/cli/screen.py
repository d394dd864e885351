"""Where words go: results to standard output, everything else to standard error."""

import json
import shlex
import sys
import textwrap
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.console import Console

    from arena.tournament.preparation import Surroundings
    from leaderboard.database import Database

_HARMLESS: Final = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"
}
"""Characters that steer terminals, and how they are shown."""
_STORED: Final = (
    *("compare", "crosstable", "doctor", "export", "import", "leaderboard", "logs", "match"),
    *("matches", "replay", "resume", "show", "sprt", "tournament", "tournaments", "verify"),
)
"""Commands that take a database."""
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


@dataclass
class Screen:
    """The two streams, as one run of the command uses them."""

    program: str
    """The command as it was called, for hints."""
    environment: Mapping[str, str] = field(repr=False)
    database: str = ""
    """The database that hints must name, as it is found from every folder; empty for the usual."""
    colour: str = "auto"
    quiet: bool = False
    verbose: bool = False

    def surroundings(self, database: "Database") -> "Surroundings":
        """What this command has around it, for those who decide how bots are started."""
        from arena.tournament.preparation import Surroundings  # noqa: PLC0415 - seldom needed

        hidden = () if database.file is None else (database.file,)
        return Surroundings(self.environment, hidden, lambda text: self.note(fill(text)))

    @staticmethod
    def now_us() -> int:
        """Microseconds since 1970."""
        return time.time_ns() // 1000

    def out(self, text: str) -> None:
        """A result in plain text; what bots have a part in cannot steer the terminal."""
        print(text.translate(_HARMLESS))  # noqa: T201 - this is the place

    def json(self, value: object) -> None:
        """A result for machines, on one line."""
        self.out(json.dumps(value, ensure_ascii=False))

    def note(self, text: str) -> None:
        """Something worth knowing beside the result."""
        if not self.quiet:
            print(text, file=sys.stderr)  # noqa: T201 - this is the place

    def aside(self, text: str) -> None:
        """What was asked for beside the result, even where nothing else is told."""
        print(text.translate(_HARMLESS), file=sys.stderr)  # noqa: T201 - this is the place

    def problem(self, text: str, hint: str = "") -> None:
        """What went wrong, in one line."""
        more = f" (see {hint})" if hint else ""
        line = " ".join(text.split())
        print(f"{self.program}: {line}{more}", file=sys.stderr)  # noqa: T201 - this is the place

    def to_go_on(self, text: str, command: str) -> None:
        """What stopped, in one line, and below it the command that goes on."""
        self.problem(f"{text}; to go on:")
        print(f"  {self.command(command)}", file=sys.stderr)  # noqa: T201 - this is the place

    def next_steps(self, *commands: str) -> None:
        """At most three commands that a person may want to type next."""
        self.note("\nNext:")
        for command in commands:
            self.note(f"  {self.command(command)}")

    def command(self, words: str) -> str:
        """A command that can be pasted: the program as it was called, and what it works on."""
        stored = words.partition(" ")[0] in _STORED and self.database
        return f"{self.program} {words}" + (
            f" --db {shlex.quote(self.database)}" if stored else ""
        )

    @property
    def console(self) -> "Console":
        """Standard output for tables and pictures."""
        return self._console(sys.stdout)

    @property
    def side(self) -> "Console":
        """Standard error for progress."""
        return self._console(sys.stderr)

    def _console(self, stream: TextIO) -> "Console":
        from rich.console import Console  # noqa: PLC0415 - slow to load, and often not needed

        always = True if self.colour == "always" else None
        return Console(
            file=stream,
            force_terminal=always,
            no_color=True if self.colour == "never" else None,
            highlight=False,
            emoji=False,
            markup=False,
            width=None if stream.isatty() else WIDTH,
        )
