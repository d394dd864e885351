"""What a bot sees: the match it plays, the turn it is asked about, the actions it may choose."""

import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, Self, cast

from arena.sdk.timing import Budget, Clock, Control, think
from referee.games.contract import Game, Setup
from referee.games.observation import Observation
from referee.games.state import Event, State

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # knows defaults, as `typing` does from 3.13 on

    View = TypeVar("View", default=Any)
else:
    View = typing.TypeVar("View")


_MOST_UNREAD: Final = 64
"""A question is kept until its events are read, so there is an end to that."""


@dataclass
class Match:
    """One match, from this bot's seat."""

    game: Game
    setup: Setup
    seat: int
    settings: Mapping[str, str]
    """The bot's own options, as its manifest names them, as texts."""
    seed: int
    """For the bot's own chance; the same match gives the same seed."""
    nodes: int
    """How many nodes to look at for one answer; 0 leaves it to the bot."""
    control: Control = field(default_factory=Control)
    """The clock of the match."""
    random: Random = field(init=False)
    """The bot's own chance: with it the bot plays the same match again."""
    asked: int = field(default=0, init=False)
    """How many decisions this bot was asked for, the present one included."""
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    """What views remember between turns."""
    _heard: list[Event] = field(default_factory=list, init=False, repr=False)
    _unread: "list[Asked]" = field(default_factory=list, init=False, repr=False)
    """Questions whose events nobody has looked at yet."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - a game, not a secret

    @property
    def memory(self) -> list[Event]:
        """Everything this seat was told since the deal, in order."""
        for asked in self._unread:
            self._heard.extend(asked.events)
        self._unread.clear()
        return self._heard

    def hear(self, asked: "Asked") -> None:
        """Remember what comes with a question."""
        self.asked += 1
        self._unread.append(asked)
        if len(self._unread) == _MOST_UNREAD:
            _ = self.memory

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.setup.players

    def text(self, option: str) -> str:
        """The value of one of the bot's own options."""
        if option not in self.settings:
            there = ", ".join(self.settings) or "none"
            raise LookupError(f"the bot was told no option '{option}', but {there}")
        return self.settings[option]

    def integer(self, option: str) -> int:
        """The value of an option that is a whole number."""
        return int(self.text(option))

    def number(self, option: str) -> float:
        """The value of an option that is a number."""
        return float(self.text(option))

    def flag(self, option: str) -> bool:
        """The value of an option that is on or off."""
        return self.text(option) == "on"


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


@dataclass(frozen=True)
class Announcement:
    """An event with names."""

    kind: str
    """What happened, as the game's page calls it."""
    fields: Mapping[str, int]
    """The columns of the event by name."""
    text: str
    """The same in a sentence."""


class _Actions(dict[tuple[int, int], Action]):
    """Actions that go on, by index and id: every decision offers some that were there before."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, place: tuple[int, int]) -> Action:
        if len(self) == _MOST_KEPT:
            self.clear()
        index, action = place
        self[place] = made = Action(index, action, gives_up=False, game=self._game)
        return made


_MOST_KEPT: Final = 1 << 14
_known: Final = cache(_Actions)


class Asked(Protocol):
    """A question as it came; what the bot does not look at need not be read."""

    @property
    def step(self) -> int: ...

    @property
    def legal(self) -> Sequence[int]: ...

    @property
    def gives_up(self) -> Sequence[int]: ...

    @property
    def observation(self) -> Observation: ...

    @property
    def events(self) -> Sequence[Event]: ...


class Turn(Generic[View]):
    """A decision the bot is asked to make; in a `Turn[KettleView]` the view has its type."""

    def __init__(
        self, match: Match, asked: Asked, clock: Clock, now: Callable[[], float] = monotonic
    ) -> None:
        self.match = match
        self.step = asked.step
        """The decision's number in the match, all seats counted."""
        self.clock = clock
        self.eval: float | None = None
        """May be set: the result this bot expects, from 0 (last) to 1 (sole first)."""
        self.received = now()
        """When the question arrived, by `now`."""
        self.now = now
        """The clock that budgets are measured by, in seconds."""
        self._asked = asked
        self._legal: tuple[Action, ...] = ()
        self._notes: list[str] = []

    @classmethod
    def put(cls, match: Match, asked: Asked, clock: Clock) -> Self:
        """The question `asked`, which the bot of this match is put now and remembers."""
        turn = cls(match, asked, clock)
        match.hear(asked)
        return turn

    @property
    def legal(self) -> tuple[Action, ...]:
        """At least two, without a fixed order of merit."""
        if not self._legal:
            game, asked = self.match.game, self._asked
            legal = [*map(_known(game).__getitem__, enumerate(asked.legal))]
            for index in asked.gives_up:
                legal[index] = Action(index, legal[index].id, gives_up=True, game=game)
            self._legal = tuple(legal)
        return self._legal

    @cached_property
    def events(self) -> Sequence[Event]:
        """What was announced since this bot was last asked; `announcements` has it with names."""
        return self._asked.events

    @cached_property
    def observation(self) -> Observation:
        """What lies open to this seat in columns of ids; `view` has the same with names."""
        return self._asked.observation

    def note(self, text: str) -> None:
        """Leave a remark in the record of this step; `arena logs` shows it."""
        self._notes.append(text)

    @property
    def notes(self) -> str:
        """The remarks so far, a line each."""
        return "\n".join(self._notes)

    @cached_property
    def view(self) -> View:
        """The table with names, as the game brings it: a `KettleView` or a `TrapperView`."""
        return cast("View", self.match.game.view(self))

    @property
    def announcements(self) -> list[Announcement]:
        """What was announced since this bot was last asked, with names."""
        game, setup = self.match.game, self.match.setup
        return [
            Announcement(
                kind=game.event_kinds[event[0] - 1],
                fields=dict(zip(game.event_columns, event[1:], strict=True)),
                text=game.event_text(setup, event),
            )
            for event in self.events
        ]

    def named(self, text: str) -> Action:
        """The legal action with this notation."""
        for action in self.legal:
            if action.text == text:
                return action
        there = ", ".join(action.text for action in self.legal)
        raise LookupError(f"'{text}' is not legal here; legal is {there}")

    def with_id(self, action: int) -> Action:
        """The legal action with this id, as rules and searches know it."""
        for each in self.legal:
            if each.id == action:
                return each
        raise LookupError(f"action {action} is not legal here")

    def to_state(self) -> State:
        """A full state that fits everything this bot knows; determinize it to get another."""
        match = self.match
        return match.game.rebuild(match.setup, match.seat, self.observation, match.memory)

    def budget(self, default: int, own: int = 0) -> Budget:
        """How much to think about this decision.

        `own` is what the organiser set as an option of this bot, 0 if nothing; it wins over the
        match's wish, which wins over `default`. With a clock only an option limits the nodes.
        """
        match = self.match
        nodes = own or (0 if match.control.timed else match.nodes or default)
        seconds = think(self.clock, match.control, match.asked)
        return Budget(nodes, self.received + seconds, self.now)


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
