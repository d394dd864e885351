"""How Kupferkessel Co. is searched: kettles are judged by what their sets may become.

The search stops where the tree ends and adds up, for each kettle, what its cards will be worth if
each card that can still be had comes with some luck, in the same way as the bot `heuristic` does.
That is quicker than to play on at random, and tells more. Secret recipes are another matter: with
them a match is played on to its end.
"""

from typing import Final

from referee.games.chance import Rng
from referee.games.kupferkessel.cards import COLOURS, EMPTY, INGREDIENTS, VALUES
from referee.games.kupferkessel.rules import KettleState
from referee.games.kupferkessel.scoring import holding_points, holdings
from referee.games.state import State
from referee.games.style import Style

_LEFT_AT_THE_END: Final = 14.0
"""About so many cards lie on the table when somebody takes the last one of a line."""
_EAGERNESS: Final = 1.1
"""One gets the cards one wants more often than others."""
_MOST_LUCK: Final = 0.7
_ONE: Final = 0.6
"""What a card of value 1 is worth for the bonus."""
_STEPS: Final = 32
"""Luck is rounded to so many parts of a whole."""
_HOLDINGS: Final = 1 << VALUES
_ALL: Final = _HOLDINGS - 1
_KINDS: Final = len(INGREDIENTS)
_COLOUR_OF: Final[list[int]] = [COLOURS.index(kind.colour) for kind in INGREDIENTS]


def _prospect(held: int, free: int, own: bool, luck: float) -> float:
    """What the cards of an ingredient will be worth, if each free one comes with this luck."""
    total = 0.0
    offered = free.bit_count()
    for extra in range(_HOLDINGS):
        if extra & ~free == 0:
            got = extra.bit_count()
            chance = luck**got * (1.0 - luck) ** (offered - got)
            total += chance * float(holding_points(held | extra, own))
    return total


def _prospects(luck: float) -> list[float]:
    """For another's ingredients, then for one's own: by held and by free cards."""
    return [
        0.0 if held & free else _prospect(held, free, own, luck)
        for own in (False, True)
        for held in range(_HOLDINGS)
        for free in range(_HOLDINGS)
    ]


_PROSPECTS: Final[list[list[float]]] = [
    _prospects(step / _STEPS) for step in range(int(_MOST_LUCK * _STEPS) + 1)
]
"""By luck in steps."""


class KettleStyle(Style):
    """The search of Kupferkessel Co. in all variants."""

    playing_on: float = 0.25
    """The exploration where matches are played on: one result tells little, so more are needed."""

    def __init__(self) -> None:
        self.exploration = 0.05
        self.leader = 0.5

    def exploring(self, state: State) -> float:
        """Little, for a judgement is nearly the same each time; more with recipes."""
        return self.playing_on if _has_recipes(state) else self.exploration

    def play_on(self, state: State, rng: Rng) -> None:
        """Stay where kettles can be judged; recipes cannot."""
        if _has_recipes(state):
            state.playout(rng)

    def points(self, state: State) -> list[float]:
        """What the cards in each kettle promise."""
        if state.over or not isinstance(state, KettleState):
            return [float(score) for score in state.scores()]
        free = [_ALL] * _KINDS
        for card in state.out:
            free[card >> 2] &= ~(1 << (card & 3))
        held = [holdings(kettle) for kettle in state.kettles]
        for kinds in held:
            for kind in range(_KINDS):
                free[kind] &= ~kinds[kind]
        prospects = _PROSPECTS[_luck(state)]
        points: list[float] = []
        for seat in range(state.players):
            kinds = held[seat]
            colour = state.variant.colours[seat]
            total = 0.0
            for kind in range(_KINDS):
                own = _HOLDINGS if _COLOUR_OF[kind] == colour else 0
                total += prospects[(own + kinds[kind]) * _HOLDINGS + free[kind]]
                if kinds[kind] & 1:
                    total += _ONE
            points.append(total)
        return points


def _has_recipes(state: State) -> bool:
    return isinstance(state, KettleState) and len(state.variant.recipes) > 0


def _luck(state: KettleState) -> int:
    """How likely a card that one wants is one's own in the end, in steps."""
    there = float(len(state.pile))
    for card in state.cells:
        if card != EMPTY:
            there += 1.0
    turns = max(1.0, (there - _LEFT_AT_THE_END) / float(state.players))
    return int(min(_MOST_LUCK, _EAGERNESS * turns / there) * _STEPS)
