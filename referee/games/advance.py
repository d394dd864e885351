"""Decisions carried out for those who drive many matches at once: learners."""

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from referee.games.state import State


def settled(state: State) -> list[int]:
    """Carry out what comes without a choice, as the referee does; the actions to choose from.

    They are empty once the match is over.
    """
    while not state.over:
        legal = state.legal_actions()
        if len(legal) > 1:
            return legal
        state.apply(legal[0])
    return []


def advance(states: list[State], actions: list[int], legal: list[list[int]]) -> list[int]:
    """Carry out an action in each state, and write what is legal then; the places that ended."""
    ended: list[int] = []
    for place in range(len(states)):
        state = states[place]
        state.apply(actions[place])
        legal[place] = settled(state)
        if state.over:
            ended.append(place)
    return ended


def asked(states: list[State], legal: list[list[int]], num_actions: int) -> tuple[bytes, bytes]:
    """Who is to act in each state, a byte each, and where in a mask of all states the ones stand.

    These places are counted through all rows of the mask, in eight bytes each, the lowest first.
    """
    seats = BytesWriter()
    places = BytesWriter()
    first: i64 = 0
    for state in states:
        seats.append(state.seat)
    for actions in legal:
        for action in actions:
            write_i64_le(places, first + i64(action))
        first += num_actions
    return seats.getvalue(), places.getvalue()
