"""What a game is: a rule book that can deal, and everything people and bots need to follow it.

The rules themselves are in the game's `State` (`referee.games.state`). Here stands what does not
change during a match: seats, options, components, the names of columns, notation, pictures.
Ids travel in columns, in the order and under the names that a game declares here; a game that
brings typed messages has fields of the same names, any other travels in a generic form. What else
a game brings (view, style, swapper) is told in its `parts`: nobody else has a list of games.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from arena.errors import Misuse
from referee.games.chance import Chance
from referee.games.observation import Observation
from referee.games.parts import Parts, load
from referee.games.picture import Picture, stacked
from referee.games.state import Event, Journal, State
from referee.games.style import Style

if TYPE_CHECKING:
    from referee.games.asked import AskedTurn
    from referee.games.features import Features
    from referee.games.guide import Guide
    from referee.games.swapper import Swapper


class SetupError(Misuse):
    """A number of players or an option that the game does not take."""


@dataclass(frozen=True)
class Option:
    """A choice between variants of the rules."""

    name: str
    values: tuple[str, ...]
    """The default comes first."""
    meaning: str
    """One sentence for people."""
    players: tuple[int, ...]
    """The numbers of players with which it exists; with others it is refused, not ignored."""


@dataclass(frozen=True)
class Setup:
    """The variant that is played: made by `Game.setup`, complete and checked."""

    players: int
    options: Mapping[str, str] = field(hash=False)
    """Every option that exists with this number of players, in the order of the game."""


class Game(ABC):
    """A rule book. Stateless; one instance serves all matches."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    """Changes whenever the same deal and actions could give another match."""
    summary: ClassVar[str]
    """The rules in a few sentences, for somebody who has never heard of the game."""
    players: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]
    num_actions: ClassVar[int]
    max_turns: ClassVar[int]
    """A match that has completed this turn ends, and counts as it stands."""
    event_kinds: ClassVar[tuple[str, ...]]
    """What the kinds 1, 2, ... of events are called."""
    event_columns: ClassVar[tuple[str, ...]]
    """The columns of an event after its kind."""
    action_columns: ClassVar[tuple[str, ...]]
    """The columns that spell out an action."""
    observation_type: ClassVar[type[Observation]]
    parts: ClassVar[Parts] = Parts()
    """What the game brings besides its rules."""

    def setup(self, players: int, chosen: Mapping[str, str] | None = None) -> Setup:
        """The variant with these choices, defaults filled in; SetupError says what is wrong."""
        if players not in self.players:
            allowed = " or ".join(map(str, self.players))
            raise SetupError(f"{self.title} takes {allowed} players, not {players}")
        chosen = chosen or {}
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise SetupError(
                    f"{self.name} has no option '{name}'; it has {', '.join(known) or 'none'}"
                )
            if players not in known[name].players:
                only = " or ".join(map(str, known[name].players))
                raise SetupError(f"option '{name}' exists with {only} players only")
            if value not in known[name].values:
                allowed = ", ".join(known[name].values)
                raise SetupError(f"option '{name}' is one of {allowed}, not '{value}'")
        options = {
            option.name: chosen.get(option.name, option.values[0])
            for option in self.options
            if players in option.players
        }
        return Setup(players, options)

    def turn_cap(self, setup: Setup) -> int:
        """The last turn of this variant; `max_turns` is the most of all variants."""
        return self.max_turns

    @abstractmethod
    def deal(self, setup: Setup, chance: Chance, journal: Journal | None = None) -> State:
        """The first decision of a match; what is dealt openly is announced in `journal`."""

    @abstractmethod
    def rebuild(
        self, setup: Setup, seat: int, observation: Observation, memory: Sequence[Event]
    ) -> State:
        """Some full state that `seat` cannot tell from the true one.

        `memory` holds every event this seat was told since the deal.
        """

    @abstractmethod
    def components(self, setup: Setup) -> Mapping[str, Sequence[int] | Sequence[str]]:
        """What ids mean: named columns, one place for each id."""

    @abstractmethod
    def action_fields(self, action: int) -> tuple[int, ...]:
        """The values of `action_columns` for an action id."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """The notation of an action; different actions have different texts."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """The action with this notation; ValueError if there is none."""

    @abstractmethod
    def picture(self, setup: Setup, observation: Observation) -> Picture:
        """The table as this seat sees it, for people."""

    def table(self, setup: Setup, state: State) -> Picture:
        """The whole table with all that is hidden: for people who watch, never for a seat.

        A game that draws none shows what each seat sees, one below the other.
        """
        seats = range(setup.players)
        return stacked(
            [
                (f"Seat {seat + 1} sees:", self.picture(setup, state.observe(seat)))
                for seat in seats
            ]
        )

    @abstractmethod
    def event_text(self, setup: Setup, event: Event) -> str:
        """An event in words, for people."""

    @abstractmethod
    def deal_in_words(self, state: State) -> Mapping[str, object]:
        """Everything chance decided in a freshly dealt state, by name; next card first."""

    def chance_in_words(self, stream: str, result: Sequence[int]) -> list[str]:
        """What a later shuffle gave, by name; next card first."""
        raise NotImplementedError(f"{self.name} has no chance after the deal")

    def view(self, turn: "AskedTurn") -> object:
        """The table with names, as the seat that is asked knows it; LookupError without a view."""
        if not self.parts.view:
            raise LookupError(f"there is no view of {self.name}; use turn.observation")
        view: object = load(self.parts.view)(turn)
        return view

    def style(self) -> Style:
        """How it is searched."""
        style = load(self.parts.style)() if self.parts.style else Style()
        if not isinstance(style, Style):
            raise TypeError(f"{self.parts.style} is no Style")
        return style

    def features(self) -> "Features":
        """What a learner is shown of it; Misuse if it brings none."""
        # Features know the contract, and no match needs them.
        from referee.games.features import Features  # noqa: PLC0415

        if not self.parts.features:
            raise Misuse(
                f"{self.name} brings no features, so it cannot be learned: name them in its parts"
            )
        features = load(self.parts.features)()
        if not isinstance(features, Features):
            raise TypeError(f"{self.parts.features} is no Features")
        return features

    def guide(self) -> "Guide":
        """Who explains it to a person at the table."""
        from referee.games.guide import Guide  # noqa: PLC0415 - knows the contract, as above

        guide = load(self.parts.guide)() if self.parts.guide else Guide()
        if not isinstance(guide, Guide):
            raise TypeError(f"{self.parts.guide} is no Guide")
        return guide

    def swapper(self) -> "Swapper":
        """Who knows what in it, for the leak check; LookupError if nobody has told."""
        # A swapper knows the contract, and no match needs one.
        from referee.games.swapper import Swapper  # noqa: PLC0415

        if not self.parts.swapper:
            raise LookupError(f"{self.name} brings no swapper, so it cannot be checked for leaks")
        swapper = load(self.parts.swapper)()
        if not isinstance(swapper, Swapper):
            raise TypeError(f"{self.parts.swapper} is no Swapper")
        return swapper
