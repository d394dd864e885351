"""What laws are tried on: every variant of a game, random matches, all that a state holds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.games.chance import Rng
from referee.games.contract import Game, Setup
from referee.games.state import Journal, State

Choice = Callable[[int, list[int]], int]
"""By the number of a decision and what is legal, the index of an action."""

_DEALS: Final = 1000
"""Deals are drawn from other numbers than the actions of the same match."""
_LONGEST_TURN: Final = 1000
"""In decisions: a match that never ends is to be found, not waited for."""


class LawBroken(AssertionError):
    """A game does not keep a law of the contract; the text says which, and where."""


@dataclass(frozen=True)
class Case:
    """One variant of one game."""

    game: Game
    setup: Setup
    name: str

    def dealt(self, seed: int, journal: Journal | None = None) -> State:
        """The first decision of the match with this number."""
        return self.game.deal(self.setup, Rng(_DEALS + seed), journal)

    def walk(
        self, seed: int, journal: Journal | None = None, choose: Choice | None = None
    ) -> Iterator[State]:
        """One state that plays, at random unless told how, at each decision and at the end."""
        state = self.dealt(seed, journal)
        rng = Rng(seed)
        step = 0
        while not state.over:
            yield state
            legal = state.legal_actions()
            index = choose(step, legal) if choose else rng.below(len(legal))
            state.apply(legal[index])
            step += 1
        yield state


def cases(game: Game) -> Iterator[Case]:
    """Per number of players: the defaults, each option changed alone, all options changed."""
    for players in game.players:
        yield _case(game, players, {})
        offered = [option for option in game.options if players in option.players]
        for option in offered:
            for value in option.values[1:]:
                yield _case(game, players, {option.name: value})
        if len(offered) > 1:
            yield _case(game, players, {option.name: option.values[-1] for option in offered})


def _case(game: Game, players: int, chosen: dict[str, str]) -> Case:
    words = [game.name, str(players), *(f"{name}-{value}" for name, value in chosen.items())]
    return Case(game, game.setup(players, chosen), "-".join(words).replace("_", "-"))


class Trial:
    """A case under one law; it knows where the law has got to."""

    def __init__(self, case: Case, matches: int) -> None:
        self.case = case
        self.game = case.game
        self.setup = case.setup
        self.seats = range(case.setup.players)
        self._matches = matches
        self._seed = self._step = -1

    @property
    def place(self) -> str:
        """Where the law has got to, in words."""
        seed = f", seed {self._seed}" if self._seed >= 0 else ""
        step = f", step {self._step}" if self._step >= 0 else ""
        return f"{self.case.name}{seed}{step}"

    def seeds(self) -> Iterator[int]:
        """The numbers of the matches to look at."""
        for seed in range(self._matches):
            self._seed, self._step = seed, -1
            yield seed

    def states(
        self, journal: Journal | None = None, choose: Choice | None = None
    ) -> Iterator[tuple[int, State]]:
        """The state of the present match at each decision and at the end, with its step."""
        turn = begun = 0
        for step, state in enumerate(self.case.walk(self._seed, journal, choose)):
            self._step = step
            if state.turn != turn:
                turn, begun = state.turn, step
            self.require(turn <= self.game.max_turns, f"turn {turn} is beyond `max_turns`")
            self.require(step - begun < _LONGEST_TURN, f"turn {turn} does not come to its end")
            yield step, state

    def last(self, journal: Journal | None = None) -> State:
        """The present match at its end."""
        *_, (_, state) = self.states(journal)
        return state

    def require(self, holds: object, otherwise: str) -> None:
        """Go on if it holds; LawBroken says what is the case otherwise, and where."""
        if not holds:
            raise LawBroken(f"{self.place}: {otherwise}")


def contents(state: State) -> dict[str, object]:
    """Everything a state holds but the journal, whether the rules are compiled or not."""
    values = {name: getattr(state, name) for name in dir(state) if not name.startswith("__")}
    del values["journal"]
    return {name: _frozen(value) for name, value in values.items() if not callable(value)}


def _frozen(value: object) -> object:
    """A copy that stays as it is when the state goes on."""
    if isinstance(value, list):
        return [_frozen(item) for item in value]
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return set(value) if isinstance(value, set) else value
