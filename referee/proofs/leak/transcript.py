"""One match as it was sent, and the same match in another world.

A *world* is what chance decided. The first match is played at random, and everything sent to
anybody is kept. A twin is dealt from changed orders and follows the first match action by action
as long as the seat that is looked at cannot tell them apart; all it is sent is compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from referee.games.chance import Chance, Rng, Streams
from referee.games.contract import Game, Setup
from referee.games.state import State
from referee.games.swapper import Orders, Past
from referee.match import seeds
from referee.match.clock import Control, SeatClock
from referee.match.port import Start
from referee.match.session import Ask, Move, Reply, Session
from referee.match.verdict import Fault, Termination
from referee.talk.lines import LinesWording
from referee.talk.messages import end_message, question_bytes, start_message
from referee.v1 import play_pb2

FAULTS: Final = (
    None,  # an answer that the session itself finds illegal
    Fault(Termination.TIME_FORFEIT, "gave no answer in time"),
    Fault(Termination.CRASH, "ended with code 1", "its last words"),
)
_FAULTY: Final = 4  # one match in so many has a fault
_GIVES_UP: Final = 4  # one draw in so many of an action that gives up counts
_ILLEGAL: Final = 999
_NUMBER: Final = 1
_PAIRING: Final = 1
_CONTROL: Final = Control()


class Remembered(Chance):
    """The referee's chance, with all it gave."""

    def __init__(self, seed: bytes) -> None:
        self._streams = Streams(seed)
        self.given: list[tuple[str, list[int]]] = []

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        result = self._streams.shuffled(stream, items)
        self.given.append((stream, result))
        return result

    def copy(self) -> Chance:
        return self._streams.copy()


class OpenSession(Session):
    """A session whose true state can be looked at."""

    @property
    def state(self) -> State:
        """The position itself."""
        return self._state


@dataclass(frozen=True)
class World:
    """What chance decided, and from what."""

    seed: bytes
    secret: bytes
    chance: Chance

    def start(self, game: Game, setup: Setup, seat: int) -> play_pb2.MatchStart:
        """What `seat` is sent before the first decision."""
        return _start(game, setup, seat, self.secret, self.seed)

    def start_with(
        self, secret: bytes, game: Game, setup: Setup, seat: int
    ) -> play_pb2.MatchStart:
        """The same under another secret."""
        return _start(game, setup, seat, secret, self.seed)


class Reader:
    """A bot at one seat that is told everything in lines; what it was told before is in them."""

    def __init__(self, game: Game, setup: Setup, seat: int) -> None:
        # Its own seed follows from the match's in every world: how it is made is checked apart.
        self._start = Start(game, setup, _CONTROL, seat, seed=0)
        self._wording = LinesWording({})
        self._wording.start(_NUMBER, self._start)

    def asked(self, ask: Ask) -> bytes:
        """The line of a question."""
        return self._wording.question(_NUMBER, self._start, ask, SeatClock(_CONTROL))


@dataclass(frozen=True)
class Moment:
    """A decision of the first match."""

    ask: Ask
    state: State
    decided: int
    """How many decisions and shuffles of the record came before it."""
    shuffles: int
    """How many shuffles had been made before it."""
    request: play_pb2.ActRequest
    sent: bytes
    line: bytes
    """The same question to a bot that reads lines; empty if nobody looks at that."""
    action: int
    """What was decided; -1 if the seat failed here."""


@dataclass(frozen=True)
class Transcript:
    """The first match."""

    game: Game
    setup: Setup
    world: World
    moments: tuple[Moment, ...]
    fault: Fault | None
    given: tuple[tuple[str, list[int]], ...]
    session: OpenSession

    def orders(self, shuffles: int) -> Orders:
        """A copy of what the first so many shuffles gave."""
        return {stream: list(order) for stream, order in self.given[:shuffles]}

    def past(self, moment: Moment) -> Past:
        """How the match came to one of its moments."""
        history = self.session.history[: moment.decided]
        moves = [entry for entry in history if isinstance(entry, Move)]
        return Past(self.game, self.setup, moves, moment.state)


def play(
    game: Game, setup: Setup, seed: bytes, secret: bytes, rng: Rng, *, lines: bool
) -> Transcript:
    """A match at random, in some cases with a bot that fails; `lines` are told on request."""
    chance = Remembered(seed)
    session = OpenSession(game, setup, seed, chance)
    # Where the fault comes, counted in questions; mostly never.
    failing = rng.below(30) if rng.below(_FAULTY) == 0 else -1
    fault = FAULTS[rng.below(len(FAULTS))]
    moments: list[Moment] = []
    readers = [Reader(game, setup, seat) for seat in range(setup.players)]
    session.begin()
    while (ask := session.due) is not None:
        action = -1 if len(moments) == failing else _any_action(ask, rng)
        request = request_of(game, setup, ask)
        moments.append(
            Moment(
                ask,
                session.state.clone(),
                len(session.history),
                len(chance.given),
                request,
                as_sent(request),
                readers[ask.seat].asked(ask) if lines else b"",
                action,
            )
        )
        decide(session, ask, action, fault)
    world = World(seed, secret, chance)
    return Transcript(game, setup, world, tuple(moments), fault, tuple(chance.given), session)


def _any_action(ask: Ask, rng: Rng) -> int:
    """A legal action; seldom one that gives up, or few matches would get beyond their middle."""
    index = rng.below(len(ask.legal))
    if index in ask.gives_up and rng.below(_GIVES_UP):
        keen = [i for i in range(len(ask.legal)) if i not in ask.gives_up] or [index]
        index = keen[rng.below(len(keen))]
    return ask.legal[index]


def follow(transcript: Transcript, twin: OpenSession) -> Iterator[tuple[Moment, Ask]]:
    """Let `twin` decide as the first match did; gives each question both have in common."""
    twin.begin()
    for moment in transcript.moments:
        ask = twin.due
        if ask is None or (len(twin.history), ask.seat) != (moment.decided, moment.ask.seat):
            return
        yield moment, ask
        if moment.action not in ask.legal and moment.action >= 0:
            return  # another seat has other possibilities in this world
        decide(twin, ask, moment.action, transcript.fault)


def decide(session: Session, ask: Ask, action: int, fault: Fault | None) -> None:
    """Answer what is due, or fail if there is no `action`."""
    if action >= 0:
        session.answer(Reply(ask.legal.index(action)))
    elif fault is None:
        session.answer(Reply(_ILLEGAL))
    else:
        session.fault(ask.seat, fault)


def request_of(game: Game, setup: Setup, ask: Ask) -> play_pb2.ActRequest:
    """The question as it is sent to a bot that wants everything."""
    clock = SeatClock(_CONTROL)  # time is no secret, and the same in both worlds
    sent = question_bytes(game, setup, clock, ask, number=_NUMBER, want_text=True)
    return play_pb2.ActRequest.FromString(sent)


def end_of(session: Session) -> play_pb2.MatchEnd:
    """The end as all bots are told it."""
    if session.outcome is None:
        raise RuntimeError("the match is not over")
    return end_message(_NUMBER, session.outcome)


def as_sent(message: Message) -> bytes:
    """The bytes of a message."""
    return message.SerializeToString(deterministic=True)


def _start(game: Game, setup: Setup, seat: int, secret: bytes, seed: bytes) -> play_pb2.MatchStart:
    return start_message(
        game,
        setup,
        _CONTROL,
        number=_NUMBER,
        seat=seat,
        seed=seeds.bot_seed(secret, seed, _PAIRING, seat),
    )
