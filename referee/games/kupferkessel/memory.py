"""The way back: a full state from what one seat sees and was told."""

from collections.abc import Sequence

from referee.games.kupferkessel import cards, events
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.rules import NOBODY, KettleState, new_state
from referee.games.kupferkessel.variant import Variant
from referee.games.state import Event


class Memory:
    """What a seat that forgets nothing knows beyond the table."""

    def __init__(self, players: int) -> None:
        self.kettles: list[list[int]] = [[] for _ in range(players)]
        self.bottom: list[int] = []
        """The known lower part of the pile, lowest first."""
        self.pile = cards.CARDS - cards.CELLS
        self.out: list[int] = []
        self.ender = NOBODY
        self.ending = ""

    def hear(self, event: Event) -> None:
        """Take in the next event."""
        kind, seat, _, card, _ = event
        match kind:
            case events.START_REJECTED:
                self.bottom.insert(0, card)
            case events.START_CARD:
                self.kettles[seat].append(card)
                self._draw()
            case events.TAKEN:
                self.kettles[seat].append(card)
            case events.EXPLODED:
                self.bottom.insert(0, self.kettles[seat].pop())
                self.pile += 1
            case events.EXPLODED_OUT:
                self.out.append(self.kettles[seat].pop())
            case events.REFILLED:
                self._draw()
            case events.LAST_KEPT | events.LAST_ASIDE:
                (self.out if kind == events.LAST_ASIDE else self.kettles[seat]).append(card)
                self.ender = seat
                self.ending = "last_card"
            case events.TURN_LIMIT:
                self.ending = "max_turns"
            case _:
                pass  # the rest lies open on the table

    def _draw(self) -> None:
        self.pile -= 1
        if len(self.bottom) > self.pile:
            self.bottom.pop()

    def unseen(self, grid: Sequence[int]) -> list[int]:
        """The cards nobody has seen yet, ascending."""
        seen = {*grid, *self.bottom, *self.out}.union(*self.kettles)
        return [card for card in range(cards.CARDS) if card not in seen]


def rebuild(
    variant: Variant, seat: int, observation: KettleObservation, told: Sequence[Event]
) -> KettleState:
    """Some state that `seat` cannot tell from the true one."""
    memory = Memory(len(variant.colours))
    for event in told:
        memory.hear(event)
    state = new_state(
        variant,
        cells=list(observation.grid),
        line_sizes=line_sizes(observation.grid),
        pile=memory.bottom + memory.unseen(observation.grid),
        kettles=memory.kettles,
        pawns=list(observation.pawns),
    )
    state.known = len(memory.bottom)
    state.out = memory.out
    own = list(observation.recipes)
    state.deal_recipes(seat, own, [recipe for recipe in variant.recipes if recipe not in own])
    state.extra = observation.extra_turn == 1
    state.ender = memory.ender
    state.seat = observation.to_act
    state.turn = observation.turn
    state.ending = memory.ending
    state.over = memory.ending != ""
    return state


def line_sizes(grid: Sequence[int]) -> list[int]:
    """How many cards each row and column holds."""
    return [sum(grid[cell] != cards.EMPTY for cell in line) for line in cards.LINE_CELLS]
