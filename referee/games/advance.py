"""Decisions carried out for those who drive many matches at once: learners."""

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
