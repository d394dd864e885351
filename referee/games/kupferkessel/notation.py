"""Actions as text: the cell by column and row, ``b3``; with a minus the alternative, ``b3-``."""

from typing import Final

from referee.games.kupferkessel.cards import CELL_PLACES, CELLS
from referee.games.kupferkessel.rules import ALTERNATIVE, NUM_ACTIONS

COLUMN_LETTERS: Final = "abcdef"
_CELL_TEXTS: Final = [f"{COLUMN_LETTERS[column]}{row + 1}" for row, column in CELL_PLACES]


def cell_text(cell: int) -> str:
    """A cell: column a to f from the left, row 1 to 6 from the top."""
    return _CELL_TEXTS[cell]


def action_text(action: int) -> str:
    """The notation of an action."""
    if action < ALTERNATIVE:
        return cell_text(action)
    return f"{cell_text(action - ALTERNATIVE)}-"


_ACTIONS: Final = {action_text(action): action for action in range(NUM_ACTIONS)}


def parse_action(text: str) -> int:
    """The action with this notation; ValueError if there is none."""
    if text not in _ACTIONS:
        first, last = cell_text(0), cell_text(CELLS - 1)
        raise ValueError(f"'{text}' is no action; actions go from {first} to {last}, or {first}-")
    return _ACTIONS[text]
