"""One position of a match, and the journal of what was announced on the way to it.

The laws every state obeys; `referee.games.laws` tries these and more on any game:

- `legal_actions` is sorted, without doubles, within ``range(num_actions)`` and never empty
  before the end; every match ends.
- A clone and its origin never change each other.
- With or without a journal it is the same game.
- `observe` of one seat is equal for states that this seat cannot tell apart, and `determinize`
  gives equal states for them from equal generators.
"""

from typing import Final, Self, TypeAlias

from mypy_extensions import mypyc_attr

from referee.games.chance import Rng
from referee.games.observation import Observation

Event: TypeAlias = tuple[int, ...]
"""What was announced: its kind, then the game's event columns; a column without meaning is 0."""

EVERYONE: Final = -1
"""The set of all seats, as a bit mask; seat `s` alone is ``1 << s``."""


class Journal:
    """The events of a match in order, each with the set of seats that may see it."""

    def __init__(self) -> None:
        self._seats: list[int] = []
        self._events: list[Event] = []

    def __len__(self) -> int:
        return len(self._events)

    def add(self, seats: int, event: Event) -> None:
        """Announce `event` to `seats`, a bit mask."""
        self._seats.append(seats)
        self._events.append(event)

    def seen_by(self, seat: int, since: int = 0) -> list[Event]:
        """What `seat` may see of the events from number `since` on."""
        bit = 1 << seat
        return [
            self._events[number]
            for number in range(since, len(self._events))
            if self._seats[number] & bit
        ]

    def audiences(self, since: int = 0) -> list[tuple[Event, int]]:
        """All events from number `since` on, each with its set of seats: for people who watch."""
        return list(zip(self._events[since:], self._seats[since:], strict=True))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position: mutable and cheap to clone. `apply` trusts its caller."""

    players: int
    """The number of seats."""
    seat: int
    """Whose decision it is; without meaning once the match is over."""
    over: bool
    """Whether the match has ended; then `ending` says how."""
    turn: int
    """The game's own turn, counted from 1."""
    ending: str
    """Why the match ended, as a word of the game; ``max_turns`` is the cap; empty until then."""
    journal: Journal | None
    """Where events go; None while searching."""

    def clone(self) -> Self:
        """An independent copy without a journal."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """What `seat` may choose, ascending."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Carry out a legal action and go on to the next decision, or to the end."""
        raise NotImplementedError

    def gives_up(self, action: int) -> bool:
        """Whether a legal action leaves the match while it offers more."""
        return False

    def scores(self) -> list[int]:
        """Points of each seat, as if the match ended here."""
        raise NotImplementedError

    def breakdown(self) -> list[list[tuple[str, int]]]:
        """Each seat's points by scoring rule; they add up to its score."""
        raise NotImplementedError

    def ranks(self) -> list[int]:
        """Place of each seat by points: 1 is best, ties share (1, 1, 3)."""
        scores = self.scores()
        return [1 + sum(1 for other in scores if other > score) for score in scores]

    def observe(self, seat: int) -> Observation:
        """What lies open to `seat` now, and no more."""
        raise NotImplementedError

    def determinize(self, seat: int, rng: Rng) -> Self:
        """A full state drawn from all that `seat`, who forgets nothing, holds possible."""
        raise NotImplementedError

    def playout(self, rng: Rng) -> None:
        """Play on to the end, uniformly at random among the actions that do not give up."""
        while not self.over:
            actions = self.legal_actions()
            action = actions[rng.below(len(actions))]
            if self.gives_up(action):
                keen = [other for other in actions if not self.gives_up(other)]
                if keen:
                    action = keen[rng.below(len(keen))]
            self.apply(action)
