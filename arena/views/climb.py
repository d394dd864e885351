"""How a bot does against the yardsticks while it is being rated."""

from collections import Counter
from dataclasses import dataclass, field

from arena.tournament.events import BotBenched, Event, MatchFinished, TournamentStarted
from arena.tournament.yardsticks import yardstick_of


@dataclass
class Climb:
    """What was scored so far, match by match: a hint while it goes, and no verdict."""

    bot: str = ""
    matches: int = 0
    faults: int = 0
    _halves: Counter[tuple[str, str]] = field(default_factory=Counter)
    _compared: Counter[tuple[str, str]] = field(default_factory=Counter)
    _games: tuple[str, ...] = ()
    _benched: bool = False

    def take(self, event: Event) -> None:
        """Count an event."""
        match event:
            case TournamentStarted():
                self.bot, self._games = event.entries[0].bot, event.games
            case MatchFinished():
                self._count(event)
            case BotBenched():
                self._benched = True
            case _:
                pass

    def lines(self) -> list[str]:
        """A line for each game: the yardsticks met so far."""
        return [f"{game}: {', '.join(self._told(game)) or 'begins'}" for game in self._games]

    def _count(self, event: MatchFinished) -> None:
        mine = next(seat for seat in event.seats if seat.bot == self.bot)
        self.matches += 1
        self.faults += mine.fault is not None
        if mine.rank is None:
            return
        for other in event.seats:
            if other.bot != self.bot and other.rank is not None:
                met = event.game, yardstick_of(other.bot)
                drawn = mine.rank == other.rank
                self._halves[met] += 1 if drawn else 2 * (mine.rank < other.rank)
                self._compared[met] += 1

    def _told(self, game: str) -> list[str]:
        return [
            f"{yardstick} {50 * self._halves[of, yardstick] / compared:.0f} %"
            for (of, yardstick), compared in self._compared.items()
            if of == game
        ]
