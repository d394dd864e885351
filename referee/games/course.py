"""The course of play: a deal, and one decision after the other, as every match goes.

Whoever plays a match (the referee, the kit right here, a record that is looked at again) drives
one of these. It deals, counts the decisions from 1, carries out those without a choice, and gives
each seat, when it is asked, the events it may see and was not told yet. Who decides, and what a
decision costs, is the driver's affair.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.chance import Chance
from referee.games.contract import Game, Setup
from referee.games.observation import Observation
from referee.games.state import Event, Journal, State


class Ask(NamedTuple):
    """A decision that is due."""

    seat: int
    step: int
    legal: tuple[int, ...]
    """Action ids, in the order in which answers index them."""
    gives_up: tuple[int, ...]
    """Indices into `legal`."""
    observation: Observation
    events: tuple[Event, ...]
    """What this seat was told since it was last asked."""


class Decision(NamedTuple):
    """A decision that was carried out."""

    step: int
    turn: int
    seat: int
    action: int


class Course:
    """One match from its deal on."""

    def __init__(self, game: Game, setup: Setup, chance: Chance) -> None:
        self.events = Journal()
        """Everything that was announced so far."""
        self.state: State = game.deal(setup, chance, self.events)
        self.legal = self._looked_up()
        """What may be decided now, ascending; nothing once the match is over."""
        self.steps = 0
        """How many decisions were carried out."""
        self._told = [0] * setup.players

    @property
    def over(self) -> bool:
        """Whether the match has ended by the rules."""
        return self.state.over

    def unasked(self) -> Iterator[Decision]:
        """Carry out, one at a time, the decisions without a choice that come next."""
        while len(self.legal) == 1:
            yield self.decide(self.legal[0])

    def ask(self) -> Ask:
        """The decision that is due, put to its seat, which is told the news with it."""
        state, seat = self.state, self.state.seat
        since, self._told[seat] = self._told[seat], len(self.events)
        return Ask(
            seat=seat,
            step=self.steps + 1,
            legal=tuple(self.legal),
            gives_up=tuple(i for i, one in enumerate(self.legal) if state.gives_up(one)),
            observation=state.observe(seat),
            events=tuple(self.events.seen_by(seat, since)),
        )

    def decide(self, action: int) -> Decision:
        """Carry out a legal action."""
        if action not in self.legal:
            raise ValueError(f"action {action} is not legal here")
        state = self.state
        self.steps += 1
        made = Decision(self.steps, state.turn, state.seat, action)
        state.apply(action)
        self.legal = self._looked_up()
        return made

    def _looked_up(self) -> list[int]:
        return [] if self.over else self.state.legal_actions()
