"""A bot's process at a table, for one match: what the match needs of it."""

from referee.bots.process import BotProcess
from referee.match.clock import SeatClock
from referee.match.port import Answered, Start
from referee.match.session import Ask, Reply
from referee.match.verdict import BotFault, HostFault, Outcome


class Seat:
    """A process that plays one match, among others or alone."""

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self._sat_down = process.output.size
        self._told: tuple[int, Start] | None = None
        """What it was told of the match, and the match's number on its stream."""

    @property
    def client(self) -> str:
        return self._process.guest.client

    @property
    def games(self) -> tuple[str, ...]:
        return self._process.guest.games

    @property
    def begun_matches(self) -> int:
        return self._process.begun_matches

    @property
    def open_matches(self) -> int:
        return self._process.open_matches

    @property
    def log(self) -> str:
        return self._process.output.since(self._sat_down)

    async def start(self, start: Start) -> None:
        number = self._process.link.open_match()
        self._told = number, start
        try:
            await self._process.link.start(number, start)
        except BotFault as error:
            raise self._explained(error, starting=True) from None

    def ask(self, ask: Ask, clock: SeatClock, answered: Answered) -> None:
        if self._told is None:
            raise RuntimeError(f"{self._process.entry.name} was not told of the match")
        told = answered if self._process.speaking is None else self._explaining(answered)
        self._process.link.ask(*self._told, ask, clock, told)

    def _explaining(self, answered: Answered) -> Answered:
        """The same, told of a fault with the mistake behind it where that can be told."""

        def told(said: Reply | BotFault | HostFault) -> None:
            answered(self._explained(said) if isinstance(said, BotFault) else said)

        return told

    def _explained(self, error: BotFault, *, starting: bool = False) -> BotFault:
        first = starting and self._process.begun_matches == 1
        return BotFault.of(self._process.explained(error.fault, starting=first), log=error.log)

    def end(self, outcome: Outcome) -> None:
        if self._told is not None:
            self._process.link.end(self._told[0], outcome)

    def leave(self) -> None:
        """Get up from the table: nobody waits for an answer any more."""
        if self._told is not None:
            self._process.link.forget(self._told[0])
