"""Positions of Kupferkessel Co. put together from named pieces."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.kupferkessel import cards, notation
from referee.games.kupferkessel.deal import variant_of
from referee.games.kupferkessel.game import Kupferkessel
from referee.games.kupferkessel.memory import line_sizes
from referee.games.kupferkessel.rules import KettleState, new_state

GAME: Final = Kupferkessel()
_INGREDIENTS: Final = {each.key.replace("_", " "): i for i, each in enumerate(cards.INGREDIENTS)}
_RECIPES: Final = {recipe.key: i for i, recipe in enumerate(cards.RECIPES)}


def cards_of(*names: str) -> list[int]:
    """Cards by name, several of an ingredient at once: ``"roots 1 2 4"``."""
    result: list[int] = []
    for name in names:
        words = name.split()
        values = [word for word in words if word.isdigit()]
        ingredient = _INGREDIENTS[" ".join(words[: len(words) - len(values)])]
        result += [cards.VALUES * ingredient + int(value) - 1 for value in values]
    return result


def card(name: str) -> int:
    """One card by name: ``"roots 2"``."""
    (only,) = cards_of(name)
    return only


def recipe(key: str) -> int:
    """A recipe by its key: ``"R-hat"``."""
    return _RECIPES[key]


def position(
    kettles: Sequence[Sequence[str]],
    *,
    pawns: Sequence[int] = cards.START_SPACES,
    seat: int = 0,
    grid: Mapping[str, str] | None = None,
    bare: bool = False,
    pile: Sequence[str] = (),
    recipes: Sequence[Sequence[str]] | None = None,
    **options: str,
) -> KettleState:
    """A state in which it is up to `seat`, whose pawn stands at its line already.

    `pile` names the next card first. Cells that `grid` does not name hold cards that are not
    named anywhere, or nothing if `bare`.
    """
    held = [cards_of(*kettle) for kettle in kettles]
    named = {notation.parse_action(cell): card(name) for cell, name in (grid or {}).items()}
    drawn = cards_of(*pile)
    used = {*drawn, *named.values()}.union(*held)
    spare = [each for each in range(cards.CARDS) if each not in used]
    for cell in range(cards.CELLS):
        if cell not in named:
            named[cell] = cards.EMPTY if bare else spare.pop(0)
    cells = [named[cell] for cell in range(cards.CELLS)]
    state = new_state(
        variant_of(GAME.setup(len(kettles), options)),
        cells=cells,
        line_sizes=line_sizes(cells),
        pile=drawn[::-1],
        kettles=held,
        pawns=list(pawns[: len(kettles)]),
    )
    state.out = spare
    state.recipes = [[recipe(key) for key in hand] for hand in recipes or [()] * len(kettles)]
    state.seat = seat
    state.turn = 1
    return state


def begin_turn(state: KettleState) -> KettleState:
    """The same position after the walk of the seat that is up."""
    state.seat = (state.seat - 1) % state.players
    state.begin()
    return state


def actions(state: KettleState) -> list[str]:
    """The legal actions in notation."""
    return [notation.action_text(action) for action in state.legal_actions()]


def play(state: KettleState, text: str) -> None:
    """Carry out an action given in notation; it must be legal."""
    action = notation.parse_action(text)
    assert action in state.legal_actions(), f"{text} is not among {actions(state)}"
    state.apply(action)


def points(state: KettleState, seat: int = 0) -> dict[str, int]:
    """The points of a seat by rule."""
    return dict(state.breakdown()[seat])
