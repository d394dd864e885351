"""Who knows what in Lanterns."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.chance import Rng
from referee.games.contract import Setup
from referee.games.state import State
from referee.games.swapper import Orders, Past, Swapper

from .rules import LanternState

FOREIGN: Final = "foreign hands"
UNUSED: Final = "unused lanterns"


class LanternSwapper(Swapper):
    """Secret are the other hands, and what nobody was dealt."""

    def kinds(self, setup: Setup) -> tuple[str, ...]:
        return (FOREIGN, UNUSED)

    def secrets(self, state: State, seat: int) -> Mapping[str, object]:
        state = _own(state)
        others = [hand for holder, hand in enumerate(state.hands) if holder != seat]
        return {FOREIGN: others, UNUSED: state.unused}

    def known(self, state: State, seat: int) -> object:
        state = _own(state)
        sizes = [len(hand) for hand in state.hands]
        turn = (state.seat, state.turn, state.over, state.ending)
        return state.hands[seat], sizes, state.lit, state.gone, state.points, turn

    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        state = _own(past.state)
        shown = {*state.hands[seat], *state.lit, *state.gone}
        order = orders["deal"]
        places = [place for place, lantern in enumerate(order) if lantern not in shown]
        moved = [order[place] for place in places]
        rng.shuffle(moved)
        for place, lantern in zip(places, moved, strict=True):
            order[place] = lantern


def _own(state: State) -> LanternState:
    if not isinstance(state, LanternState):
        raise TypeError(f"{type(state).__name__} is no state of Lanterns")
    return state
