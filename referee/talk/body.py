"""The program behind a stream, as far as the machine lets the referee see and hold it."""

from typing import Protocol

from referee.match.blame import Usage


class Body(Protocol):
    """A program that is spoken to."""

    def usage(self) -> Usage | None:
        """What it has had from the machine; None where nobody can tell."""

    def cpu_us(self) -> int | None:
        """Processor time of it and all it started; None where nobody can tell."""

    def rest(self) -> None:
        """It owes no answer."""

    def wake(self) -> None:
        """It is about to be asked."""


class Nobody:
    """Nothing is known of the program, and nothing can be done to it."""

    def usage(self) -> Usage | None:
        return None

    def cpu_us(self) -> int | None:
        return None

    def rest(self) -> None:
        """It runs on."""

    def wake(self) -> None:
        """It was never stopped."""
