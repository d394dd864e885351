"""The port for places: where chunks of a tournament are played.

A place has slots. A slot is given a chunk; later the chunk comes back, played, or lost with
whoever played it. So that a worker never runs dry, a slot may be given a second chunk while it
plays the first; but a chunk of one match, which is long, or suspected of taking workers down, is
played with nothing beside it. The place looks after the life and death of its workers; the runner
does not know what they are.
"""

from dataclasses import dataclass
from typing import Protocol

from arena.tournament.contest import Fixture
from arena.tournament.worker import PlayedChunk

Chunk = tuple[Fixture, ...]


@dataclass(frozen=True)
class Returned:
    """What came back from a slot: a chunk that was played, or all that a lost worker had."""

    slot: int
    chunks: tuple[Chunk, ...]
    played: PlayedChunk | None
    """None if the worker was lost."""


class Place(Protocol):
    """Somewhere to play."""

    @property
    def size(self) -> int:
        """How many slots there are."""

    @property
    def busy(self) -> bool:
        """Whether anything is to come back."""

    def idle(self) -> list[int]:
        """The slots that have nothing to do."""

    def ahead(self) -> list[int]:
        """The slots that play one chunk, of more than one match, and can be given another."""

    def submit(self, slot: int, chunk: Chunk) -> None:
        """Have a chunk played in a slot that is idle, or after what it plays."""

    def take(self, timeout_s: float) -> Returned | None:
        """What comes back next; None if nothing does in time."""

    def kill(self) -> None:
        """End all workers at once; nothing of what they play comes back."""
