"""What a variant of the rules changes."""

from dataclasses import dataclass
from typing import Final

from referee.games.trapper import tiles


@dataclass(frozen=True)
class Variant:
    """The facts of one variant. Shared by all states of a match and never changed."""

    name: str
    tactical: bool
    """Whether tiles are auctioned."""
    bonus: bool
    """Whether there are bonus tiles."""
    water: list[int]
    """The side of each tile that cannot be crossed."""
    hand: int
    """How many cards each seat is dealt."""
    draw: int
    """How many cards are drawn at the end of a turn."""
    max_turns: int


VARIANTS: Final = {
    "base": Variant("base", False, True, tiles.WATER, 6, 2, 400),
    "young": Variant("young", False, False, tiles.DRY, 6, 2, 400),
    "tactical": Variant("tactical", True, True, tiles.WATER, 8, 4, 1000),
}
"""The variants by name; the default comes first."""
