"""What a seat may see now, as values in columns of ids."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Observation:
    """All that lies open to one seat. A game derives its own and adds its columns.

    Each field is an `int` or a tuple of ints; ids are explained by the game's components. What
    the seat has seen before and does not see any more is not here: it was an event.
    """

    seat: int
    """Who looks."""
    to_act: int
    """Whose decision it is."""
    turn: int
    """The game's own turn, counted from 1."""

    def columns(self) -> Mapping[str, int | tuple[int, ...]]:
        """The fields by name, in order."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
