"""The port for places: where chunks of a tournament are played.

A place has slots. An idle slot is given a chunk; later the chunk comes back, played, or lost with
whoever played it. The place looks after the life and death of its workers; the runner does not
know what they are.
"""

from dataclasses import dataclass
from typing import Protocol

from arena.tournament.contest import Fixture
from arena.tournament.worker import PlayedChunk

Chunk = tuple[Fixture, ...]


@dataclass(frozen=True)
class Returned:
    """A chunk that came back."""

    slot: int
    chunk: Chunk
    played: PlayedChunk | None
    """None if its worker was lost."""


class Place(Protocol):
    """Somewhere to play."""

    @property
    def size(self) -> int:
        """How many chunks can be played side by side."""

    def idle(self) -> list[int]:
        """The slots that have nothing to do."""

    def submit(self, slot: int, chunk: Chunk) -> None:
        """Have a chunk played in an idle slot."""

    def take(self, timeout_s: float) -> Returned | None:
        """The next chunk that comes back; None if none does in time."""

    def kill(self) -> None:
        """End all workers at once; nothing of what they play comes back."""
