"""Bots that misbehave, one for each word: ``misbehaving.py WORD``.

Each folder beside this file has a manifest that starts one of them. Those made with the kit are
honest until they are not; the others speak to the referee on a bare stream.
"""

import atexit
import os
import queue
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import grpc

from arena.sdk import Action, Bot, Result, Turn, run
from referee.v1 import play_pb2

FOREVER_S: Final = 600
Send = Callable[[play_pb2.ActRequest], list[play_pb2.PlayRequest | bytes]]


class Honest(Bot):
    """Plays its first action; `decided` counts the decisions of the process."""

    decided = 0

    def act(self, turn: Turn) -> Action:
        type(self).decided += 1
        self.misbehave(turn)
        return turn.legal[0]

    def misbehave(self, turn: Turn) -> None:
        """What makes it special."""


class ExitsMidway(Honest):
    def misbehave(self, turn: Turn) -> None:
        if self.decided == 3:
            print("the model file is gone")
            os._exit(3)


class Killed(Honest):
    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            os.kill(os.getpid(), signal.SIGKILL)


class EndsAsIfKilled(Honest):
    """Sends itself the signal by which others are asked to end."""

    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(FOREVER_S)


class KilledOnce(Honest):
    """Leaves a sign when it kills itself, and plays on where it finds one."""

    def misbehave(self, turn: Turn) -> None:
        sign = Path(os.environ["SIGN"])
        if self.decided == 2 and not sign.exists():
            sign.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class Sleeps(Honest):
    """Leaves a sign in its folder for temporary files when it has fallen asleep."""

    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            Path(tempfile.gettempdir(), "asleep").touch()
            time.sleep(FOREVER_S)


class Raises(Honest):
    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            raise ValueError("no idea what to do")


class DiesSlowly(Honest):
    """As an interpreter on a busy machine: its stream is gone long before it is."""

    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            atexit.register(time.sleep, 3)
            raise ValueError("no idea what to do")


class RaisesAtStart(Honest):
    def start(self) -> None:
        raise ValueError("cannot prepare")


class ReturnsNothing(Honest):
    def act(self, turn: Turn) -> Action:
        return None  # type: ignore[return-value]


class NeverReady(Honest):
    def start(self) -> None:
        time.sleep(FOREVER_S)


class PrintsAMegabyte(Honest):
    def misbehave(self, turn: Turn) -> None:
        if self.decided == 1:
            print("first words")
            print("x" * 1024 * 1024)
            print("last words")


class Reports(Honest):
    """Prints how its match ended, with its last breath."""

    def end(self, result: Result) -> None:
        print(f"{result.termination} {result.ranks} {result.scores}: {result.reason}")


class TellsItsEnvironment(Honest):
    def misbehave(self, turn: Turn) -> None:
        turn.note(" ".join(sorted(os.environ)))


class ForksAChild(Honest):
    """Its child keeps the pipe for output open after its end."""

    def misbehave(self, turn: Turn) -> None:
        if self.decided == 2:
            subprocess.Popen(["sleep", str(FOREVER_S)])
            print("left a child behind")
            sys.stdout.flush()
            os._exit(3)


def messages(first: bytes, outgoing: "queue.SimpleQueue[bytes | None]") -> Iterator[bytes]:
    yield first
    yield from iter(outgoing.get, None)


def ready(start: play_pb2.MatchStart) -> play_pb2.PlayRequest:
    return play_pb2.PlayRequest(readies=[play_pb2.Ready(match=start.match)])


def converse(
    send: Send,
    *,
    token: str = "",
    hello: bytes | None = None,
    begin: Callable[[play_pb2.MatchStart], play_pb2.PlayRequest] = ready,
) -> None:
    """Say Hello, `begin` every match, and send what `send` makes of a request."""
    greeting = play_pb2.PlayRequest(
        hello=play_pb2.Hello(token=token or os.environ["ARENA_TOKEN"], name="bare")
    )
    outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"])
    call = channel.stream_stream(
        "/referee.v1.RefereeService/Play",
        request_serializer=bytes,
        response_deserializer=play_pb2.PlayResponse.FromString,
    )(messages(greeting.SerializeToString() if hello is None else hello, outgoing))
    try:
        for response in call:
            for start in response.starts:
                outgoing.put(begin(start).SerializeToString())
            for request in response.requests:
                for message in send(request):
                    raw = message if isinstance(message, bytes) else message.SerializeToString()
                    outgoing.put(raw)
    finally:
        outgoing.put(None)
        call.cancel()
        channel.close()


def answer(request: play_pb2.ActRequest, *, match: int = 0, step: int = 0) -> play_pb2.PlayRequest:
    """The first action, perhaps for something else than what was asked."""
    given = play_pb2.Answer(match=match or request.match, step=step or request.step)
    return play_pb2.PlayRequest(answers=[given])


def answer_at_once(start: play_pb2.MatchStart) -> play_pb2.PlayRequest:
    return play_pb2.PlayRequest(answers=[play_pb2.Answer(match=start.match, step=1)])


def send_thousands(request: play_pb2.ActRequest) -> list[play_pb2.PlayRequest | bytes]:
    tiny = play_pb2.PlayRequest(readies=[play_pb2.Ready(match=request.match)])
    return [tiny] * 5000


def greeting(*, want_text: bool = False, games: tuple[str, ...] = ()) -> bytes:
    hello = play_pb2.Hello(token=os.environ["ARENA_TOKEN"], want_text=want_text, games=games)
    return play_pb2.PlayRequest(hello=hello).SerializeToString()


def repeat_text(request: play_pb2.ActRequest) -> list[play_pb2.PlayRequest | bytes]:
    """Note the text of the first action, and how the table begins."""
    message = answer(request)
    message.answers[0].note = "|".join((*request.action_texts[:1], request.table_text[:20]))
    return [message]


def index_999(request: play_pb2.ActRequest) -> list[play_pb2.PlayRequest | bytes]:
    message = answer(request)
    message.answers[0].action = 999
    return [message]


def close_stream(request: play_pb2.ActRequest) -> list[play_pb2.PlayRequest | bytes]:
    """Close the connection behind the kit's back, and live on."""
    os.closerange(3, 1000)
    time.sleep(FOREVER_S)
    return []


def ignore_everything() -> None:
    """Play honestly, but outlive the stream and every signal that can be ignored."""
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    try:
        run(Honest)
    finally:
        time.sleep(FOREVER_S)


def exit_at_start() -> None:
    sys.exit("there is no model file")


WORDS: Final[dict[str, Callable[[], None]]] = {
    "honest": lambda: run(Honest),
    "exits_at_start": exit_at_start,
    "exits_midway": lambda: run(ExitsMidway),
    "killed": lambda: run(Killed),
    "killed_once": lambda: run(KilledOnce),
    "ends_as_if_killed": lambda: run(EndsAsIfKilled),
    "sleeps": lambda: run(Sleeps),
    "raises": lambda: run(Raises),
    "dies_slowly": lambda: run(DiesSlowly),
    "raises_at_start": lambda: run(RaisesAtStart),
    "returns_nothing": lambda: run(ReturnsNothing),
    "never_ready": lambda: run(NeverReady),
    "never_connects": lambda: time.sleep(FOREVER_S),
    "prints_a_megabyte": lambda: run(PrintsAMegabyte),
    "reports": lambda: run(Reports),
    "tells_its_environment": lambda: run(TellsItsEnvironment),
    "wants_text": lambda: converse(repeat_text, hello=greeting(want_text=True)),
    "wants_no_text": lambda: converse(repeat_text, hello=greeting(want_text=False)),
    "forks_a_child": lambda: run(ForksAChild),
    "ignores_everything": ignore_everything,
    "wrong_token": lambda: converse(lambda _: [], token="guessed"),
    "garbage_first": lambda: converse(lambda _: [], hello=b"\xff\xff\xff\xff"),
    "answers_999": lambda: converse(index_999),
    "answers_wrong_step": lambda: converse(lambda one: [answer(one, step=one.step + 1)]),
    "answers_other_match": lambda: converse(lambda one: [answer(one, match=77)]),
    "answers_twice": lambda: converse(lambda one: [answer(one), answer(one)]),
    "sends_garbage": lambda: converse(lambda _: [b"\xff\xff\xff\xff"]),
    "sends_too_much": lambda: converse(lambda _: [b"\x00" * (2 * 1024 * 1024)]),
    "closes_its_stream": lambda: converse(close_stream),
    "answers_before_ready": lambda: converse(lambda _: [], begin=answer_at_once),
    "sends_thousands": lambda: converse(send_thousands),
    "offers_other_games": lambda: converse(lambda _: [], hello=greeting(games=("go", "chess"))),
}

if __name__ == "__main__":
    WORDS[sys.argv[1]]()
