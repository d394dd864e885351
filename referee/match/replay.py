"""A record played again by the rules, to look at: the table at every step."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import ArenaError
from referee.games.chance import Streams
from referee.games.contract import Game, Setup
from referee.games.course import Course
from referee.games.observation import Observation
from referee.games.picture import Picture
from referee.games.registry import get_game
from referee.match.record import MoveRecord, Record


class OtherRules(ArenaError):
    """The match was played by a rule book that is not here any more."""


@dataclass(frozen=True)
class Position:
    """The table when a decision was due."""

    step: int
    seat: int
    observation: Observation
    """What the seat could see."""
    asked: bool
    """Whether its bot had a choice and made it."""
    legal: tuple[int, ...]
    action: int
    """Which of them was chosen."""


class Replay:
    """One record; it is played on by whoever goes through its positions."""

    def __init__(self, record: Record) -> None:
        self.game: Game = get_game(record.game)
        if self.game.rules_version != record.rules:
            raise OtherRules(
                f"the match was played by rules {record.rules} of {self.game.name}, here are "
                f"rules {self.game.rules_version}: its table cannot be shown; "
                "its record can, by arena replay --text"
            )
        self.setup: Setup = self.game.setup(record.players, record.options)
        if record.match_seed is None:
            raise ValueError("a record without its seed cannot be dealt again")
        seed = bytes.fromhex(record.match_seed)
        self._course = Course(self.game, self.setup, Streams(seed))
        self.events = self._course.events
        """What was announced so far."""
        self._moves = [move for move in record.moves if isinstance(move, MoveRecord)]

    def table(self) -> Picture:
        """The whole table where the match stands now, with all that is hidden."""
        return self.game.table(self.setup, self._course.state)

    def positions(self) -> Iterator[Position]:
        """The table before each move of the record; after the last the match stands at its end."""
        state = self._course.state
        for move in self._moves:
            legal, action = tuple(self._course.legal), self.game.parse_action(move.action)
            asked = len(legal) > 1 and not move.stand_in
            seen = state.observe(state.seat)
            yield Position(move.step, state.seat, seen, asked, legal, action)
            self._course.decide(action)
