"""Random matches, and everything a state holds."""

import os
from collections.abc import Iterator
from typing import Final

from referee.games.chance import Rng
from referee.games.state import Journal, State
from tests.laws.setups import Case

GAMES: Final = int(os.environ.get("ARENA_LAW_GAMES", "6"))
"""Matches for each variant and law; CI may raise it."""
SEEDS: Final = range(GAMES)


def dealt(case: Case, seed: int, journal: Journal | None = None) -> State:
    """The first decision of the match with this number."""
    return case.game.deal(case.setup, Rng(1000 + seed), journal)


def walk(case: Case, seed: int, journal: Journal | None = None) -> Iterator[State]:
    """One state that plays at random, at each decision and at the end."""
    state = dealt(case, seed, journal)
    rng = Rng(seed)
    while not state.over:
        yield state
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    yield state


def contents(state: State) -> dict[str, object]:
    """Everything a state holds but the journal, whether the rules are compiled or not."""
    values = {name: getattr(state, name) for name in dir(state) if not name.startswith("__")}
    del values["journal"]
    return {name: _frozen(value) for name, value in values.items() if not callable(value)}


def _frozen(value: object) -> object:
    """A copy that stays as it is when the state goes on."""
    return [_frozen(item) for item in value] if isinstance(value, list) else value
