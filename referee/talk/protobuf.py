"""The contract in `protos/` as the words of a link: what is said becomes bytes, and back.

A message that carries several parts is the bytes of the parts one after another: that is how
protobuf joins them, in every language.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from google.protobuf import text_format
from google.protobuf.message import DecodeError, Message

from referee.games.contract import Game, Setup
from referee.match.clock import Control, SeatClock
from referee.match.port import Start
from referee.match.session import Ask
from referee.match.verdict import BotFault, Outcome
from referee.talk.columns import opening, varint
from referee.talk.guest import Guest
from referee.talk.link import Link
from referee.talk.messages import end_message, question_bytes, start_message
from referee.talk.speech import Answer, Heard, Ready, Welcome, broken
from referee.talk.trace import Trace
from referee.talk.wire import settings_to_pb
from referee.v1 import play_pb2

MESSAGE_BYTES: Final = 1024 * 1024
"""The largest message of a bot that is taken."""
_WORD: Final = 100
"""What is kept of a word by which a bot describes itself."""
_STARTS: Final = opening(play_pb2.PlayResponse.STARTS_FIELD_NUMBER)
_REQUESTS: Final = opening(play_pb2.PlayResponse.REQUESTS_FIELD_NUMBER)
"""What stands before a start and a question in a `PlayResponse`."""


@dataclass(frozen=True)
class ProtobufWording:
    """What a bot is told, as parts of a `PlayResponse`."""

    want_text: bool = False
    """Whether questions come in words, too."""

    def welcome(self, welcome: Welcome) -> bytes:
        message = play_pb2.Welcome(
            arena_version=welcome.arena_version, settings=settings_to_pb(welcome.settings)
        )
        return play_pb2.PlayResponse(welcome=message).SerializeToString()

    def start(self, match: int, start: Start) -> bytes:
        own = play_pb2.MatchStart(match=match, seat=start.seat, seed=start.seed)
        told = own.SerializeToString() + _start(start.game, start.setup, start.control)
        return _STARTS + varint(len(told)) + told

    def question(self, match: int, start: Start, ask: Ask, clock: SeatClock) -> bytes:
        told = question_bytes(
            start.game, start.setup, clock, ask, number=match, want_text=self.want_text
        )
        return _REQUESTS + varint(len(told)) + told

    def end(self, match: int, outcome: Outcome) -> bytes:
        return play_pb2.PlayResponse(ends=[end_message(match, outcome)]).SerializeToString()


@lru_cache(maxsize=64)
def _start(game: Game, setup: Setup, control: Control) -> bytes:
    """What the starts of all matches of a variant have in common, most of a start."""
    return start_message(game, setup, control, number=0, seat=0, seed=0).SerializeToString()


def parsed(data: bytes) -> play_pb2.PlayRequest:
    """What a bot has sent; BotFault if that is no message."""
    if len(data) > MESSAGE_BYTES:
        raise broken(f"sent a message of {len(data)} bytes; {MESSAGE_BYTES} are allowed")
    try:
        return play_pb2.PlayRequest.FromString(data)
    except DecodeError as error:
        raise broken(f"sent {len(data)} bytes that are no PlayRequest") from error


def heard(message: play_pb2.PlayRequest) -> Iterator[Heard]:
    """The parts of a bot's message, one by one; BotFault if it cannot have any."""
    if message.HasField("hello"):
        raise broken("said Hello a second time; it is said once")
    if not message.readies and not message.answers:
        raise broken("sent an empty message; a message carries a Ready or an Answer")
    for ready in message.readies:
        yield Ready(ready.match)
    for answer in message.answers:
        expects = answer.eval if answer.HasField("eval") else None
        yield Answer(answer.match, answer.step, answer.action, answer.note, expects)


def guest(hello: play_pb2.Hello, link: Link) -> Guest:
    """The bot that has introduced itself with `hello`."""
    words = (hello.name, hello.version, hello.sdk and f"({hello.sdk})")
    return Guest(
        link,
        client=" ".join(word[:_WORD] for word in words if word),
        games=tuple(hello.games),
        wished_matches=hello.matches_at_once,
    )


def tell_sent(trace: Trace, data: bytes) -> None:
    """Let those who read along see what a bot is told."""
    message = play_pb2.PlayResponse.FromString(data)
    if message.HasField("welcome"):
        trace.sent("welcome", _text(message.welcome))
    for start in message.starts:
        trace.sent("start", _text(start), start.match)
    for request in message.requests:
        trace.sent("request", _text(request), request.match, request.step)
    for end in message.ends:
        trace.sent("end", _text(end), end.match)


def tell_heard(trace: Trace, data: bytes) -> None:
    """Let those who read along see what a bot has said, whatever it is."""
    try:
        message = parsed(data)
    except BotFault as error:
        trace.note(f"the bot {error}")
        return
    if message.HasField("hello"):
        said = play_pb2.Hello()
        said.CopyFrom(message.hello)
        said.ClearField("token")  # its own or another one
        trace.heard("hello", _text(said))
    for ready in message.readies:
        trace.heard("ready", _text(ready), ready.match)
    for answer in message.answers:
        trace.heard("answer", _text(answer), answer.match, answer.step)


def _text(message: Message) -> str:
    return text_format.MessageToString(
        message, as_one_line=True, use_short_repeated_primitives=True
    ).strip()
