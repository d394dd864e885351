"""What a bot sees: the match it plays, the turn it is asked about, the actions it may choose."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from referee.games.contract import Game, Setup
from referee.games.observation import Observation
from referee.games.state import Event, State


@dataclass(frozen=True)
class Clock:
    """How long a bot may think, in seconds."""

    budget_s: float
    """The longest time this answer may take."""
    bank_s: float
    """What is left for the whole match; 0 if there is no bank."""
    charged_s: float
    """What the last answer was charged."""


@dataclass
class Match:
    """One match, from this bot's seat."""

    game: Game
    setup: Setup
    seat: int
    settings: Mapping[str, str]
    """The bot's own options, as its manifest names them."""
    seed: int
    """For the bot's own chance; the same match gives the same seed."""
    nodes: int
    """How many nodes to look at for one answer; 0 leaves it to the bot."""
    random: Random = field(init=False)
    """The bot's own chance: with it the bot plays the same match again."""
    memory: list[Event] = field(default_factory=list)
    """Everything this seat was told since the deal, in order."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - a game, not a secret

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players


@dataclass(frozen=True)
class Action:
    """Something the bot may do now."""

    index: int
    """Its place in the list of legal actions."""
    id: int
    """The same for the same action in every position."""
    gives_up: bool
    """Whether it leaves the match while it offers more."""
    game: Game = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """Its notation, as in records."""
        return self.game.action_text(self.id)

    @property
    def fields(self) -> Mapping[str, int]:
        """Its parts by name, as the game's page explains them."""
        return dict(zip(self.game.action_columns, self.game.action_fields(self.id), strict=True))


@dataclass
class Turn:
    """A decision the bot is asked to make."""

    match: Match
    step: int
    """The decision's number in the match, all seats counted."""
    observation: Observation
    """What lies open to this seat; the fields are on the game's page."""
    events: Sequence[Event]
    """What was announced since this bot was last asked."""
    legal: tuple[Action, ...]
    """At least two, without a fixed order of merit."""
    clock: Clock
    eval: float | None = None
    """May be set: the result this bot expects, from 0 (last) to 1 (sole first)."""
    _notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Leave a remark in the record of this step; `arena logs` shows it."""
        self._notes.append(text)

    @property
    def notes(self) -> str:
        """The remarks so far, a line each."""
        return "\n".join(self._notes)

    def to_state(self) -> State:
        """A full state that fits everything this bot knows; determinize it to get another."""
        match = self.match
        return match.game.rebuild(match.setup, match.seat, self.observation, match.memory)


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    termination: str
    reason: str
    ranks: tuple[int, ...]
    """Of each seat, 1 is best; empty if the match is void."""
    scores: tuple[int, ...]
    """Of each seat; empty if there is no result by the rules."""


class Bot(ABC):
    """Plays one match; a new one is made for each. Only `act` must be written."""

    matches_at_once: ClassVar[int] = 1
    """How many matches one process of the bot can play side by side."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def start(self) -> None:  # noqa: B027 - most bots need none
        """Prepare for the match, off the clock."""

    @abstractmethod
    def act(self, turn: Turn) -> Action:
        """Choose one of `turn.legal`."""

    def end(self, result: Result) -> None:  # noqa: B027 - most bots need none
        """Take note of how the match ended."""
