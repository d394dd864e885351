"""A record played again by the rules, to look at: the table at every step."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import ArenaError
from referee.games.chance import Chance, Streams
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
    """What it could choose."""
    action: int
    """Which of them was chosen."""
    move: MoveRecord
    """The same as the record has it."""


class Replay:
    """One record; it is played on by whoever goes through its positions.

    `chance` is what is dealt from in place of the seed: for checks, never for people.
    """

    def __init__(self, record: Record, chance: Chance | None = None) -> None:
        self.game: Game = get_game(record.game)
        if self.game.rules_version != record.rules:
            raise OtherRules(
                f"the match was played by rules {record.rules} of {self.game.name}, here are "
                f"rules {self.game.rules_version}: its table cannot be shown; "
                "its record can, by arena replay --text"
            )
        self.setup: Setup = self.game.setup(record.players, record.options)
        self._course = Course(self.game, self.setup, chance or _streams(record))
        self.events = self._course.events
        """What was announced so far."""
        self._moves = [move for move in record.moves if isinstance(move, MoveRecord)]

    def table(self) -> Picture:
        """The whole table where the match stands now, with all that is hidden."""
        return self.game.table(self.setup, self._course.state)

    def seen(self, seat: int) -> Observation:
        """What lies open to a seat where the match stands now."""
        return self._course.state.observe(seat)

    @property
    def turn(self) -> int:
        """The turn that the match has come to."""
        return self._course.state.turn

    def scores(self) -> list[int]:
        """The points of each seat if the match ended here, secret ones included."""
        return self._course.state.scores()

    def positions(self) -> Iterator[Position]:
        """The table before each move of the record; after the last the match stands at its end."""
        state = self._course.state
        for move in self._moves:
            legal, action = tuple(self._course.legal), self.game.parse_action(move.action)
            asked = len(legal) > 1 and not move.stand_in
            seen = state.observe(state.seat)
            yield Position(move.step, state.seat, seen, asked, legal, action, move)
            self._course.decide(action)


def _streams(record: Record) -> Streams:
    if record.match_seed is None:
        raise ValueError("a record without its seed cannot be dealt again")
    return Streams(bytes.fromhex(record.match_seed))
