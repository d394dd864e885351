"""Where words go: results to standard output, everything else to standard error."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


@dataclass
class Screen:
    """The two streams, as one run of the command uses them."""

    program: str
    """The command as it was called, for hints."""
    environment: Mapping[str, str] = field(repr=False)
    colour: str = "auto"
    quiet: bool = False

    def out(self, text: str) -> None:
        """A result in plain text."""
        print(text)  # noqa: T201 - this is the place

    def json(self, value: object) -> None:
        """A result for machines, on one line."""
        self.out(json.dumps(value, ensure_ascii=False))

    def note(self, text: str) -> None:
        """Something worth knowing beside the result."""
        if not self.quiet:
            print(text, file=sys.stderr)  # noqa: T201 - this is the place

    def problem(self, text: str, hint: str = "") -> None:
        """What went wrong, in one line."""
        more = f" (see {hint})" if hint else ""
        line = " ".join(text.split())
        print(f"{self.program}: {line}{more}", file=sys.stderr)  # noqa: T201 - this is the place

    def next_steps(self, *commands: str) -> None:
        """At most three commands that a person may want to type next."""
        self.note("\nNext:")
        for command in commands:
            self.note(f"  {self.program} {command}")

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
            width=None if stream.isatty() else 80,
        )
