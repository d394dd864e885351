"""What a seat sees of the table."""

from dataclasses import dataclass

from referee.games.observation import Observation


@dataclass(frozen=True)
class KettleObservation(Observation):
    """The table. Covered cards of a kettle are not on it: they were events."""

    grid: tuple[int, ...]
    """The card in each cell, -1 for a gap."""
    pile: int
    """How many cards the pile holds."""
    pawns: tuple[int, ...]
    """The space of each seat's pawn on the track."""
    tops: tuple[int, ...]
    """The top card of each seat's kettle."""
    kettle_sizes: tuple[int, ...]
    """How many cards each seat's kettle holds."""
    recipes: tuple[int, ...]
    """The recipes of the seat that looks; empty without recipes."""
    extra_turn: int
    """1 if the seat to act has its second turn in a row."""
