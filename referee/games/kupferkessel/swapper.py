"""Who knows what in Kupferkessel Co."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.chance import Rng
from referee.games.contract import Setup
from referee.games.kupferkessel.rules import KettleState
from referee.games.state import State
from referee.games.swapper import Orders, Past, Swapper

PILE: Final = "unseen pile order"
FOREIGN: Final = "foreign recipes"
UNDEALT: Final = "undealt recipes"


class KettleSwapper(Swapper):
    """Secret are the order of the pile above the known cards, and all recipes but the own ones."""

    def kinds(self, setup: Setup) -> tuple[str, ...]:
        return (PILE, FOREIGN, UNDEALT) if setup.options["recipes"] == "on" else (PILE,)

    def secrets(self, state: State, seat: int) -> Mapping[str, object]:
        state = _kettle(state)
        return {
            PILE: state.pile[state.known :],
            FOREIGN: [sorted(hand) for other, hand in enumerate(state.recipes) if other != seat],
            UNDEALT: sorted(state.recipes_left),
        }

    def known(self, state: State, seat: int) -> object:
        state = _kettle(state)
        table = (state.cells, state.kettles, state.pawns, state.out)
        pile = (len(state.pile), state.pile[: state.known], sorted(state.pile))
        turn = (state.seat, state.turn, state.extra, state.over, state.ending, state.ender)
        return table, pile, turn, state.recipes[seat]

    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        state = _kettle(past.state)
        if PILE in kinds:
            unseen = state.pile[state.known :]
            # With the next cards left alone the two matches stay alike for longer.
            hidden = unseen[: len(unseen) - rng.below(len(unseen))] if unseen else []
            # A deal is made anew, from a stream of its own, if it has no start cards.
            dealt = [stream for stream in orders if stream.startswith("deal")][-1]
            _shuffle_among(orders[dealt], hidden, rng)
        if FOREIGN in kinds or UNDEALT in kinds:
            own = state.recipes[seat]
            hidden = [recipe for recipe in state.variant.recipes if recipe not in own]
            _shuffle_among(orders["recipes"], hidden, rng)


def _shuffle_among(order: list[int], items: Sequence[int], rng: Rng) -> None:
    """Let `items` change places with each other in `order`."""
    places = [place for place, item in enumerate(order) if item in items]
    moved = [order[place] for place in places]
    rng.shuffle(moved)
    for place, item in zip(places, moved, strict=True):
        order[place] = item


def _kettle(state: State) -> KettleState:
    if not isinstance(state, KettleState):
        raise TypeError(f"{type(state).__name__} is no state of Kupferkessel Co.")
    return state
