"""How a leak is planted: one message is made to depend on one secret of the state."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from referee.games.chance import Streams
from referee.games.parts import load
from referee.games.told import Told
from referee.match.session import Ask, Session
from referee.match.verdict import Fault
from referee.proofs.leak import transcript
from referee.v1 import play_pb2

Secret = Callable[[Any, int], int]
"""What a state hides from a seat, as a number."""
Change = Callable[[Ask, int], Ask]
"""A question changed by a secret."""
Planting = Callable[[pytest.MonkeyPatch], None]

START: Final = ("start",)
REQUEST: Final = ("request", "play")
LINE: Final = ("line",)
END: Final = ("end", "end after a fault")


@dataclass(frozen=True)
class Plant:
    """One leak: where it shows, and how it is planted."""

    name: str
    messages: tuple[str, ...]
    plant: Planting


def in_ask(change: Change, secret: Secret) -> Planting:
    """What a session asks is changed by a secret of its state."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session._ask

        def leaky(self: Session) -> None:
            honest(self)
            state = self._state
            assert self.due is not None
            self.due = change(self.due, secret(state, state.seat))

        monkeypatch.setattr(Session, "_ask", leaky)

    return plant


def observation(ask: Ask, secret: int) -> Ask:
    seen = dataclasses.replace(ask.observation, turn=ask.observation.turn + secret)
    return ask._replace(observation=seen)


def order(ask: Ask, secret: int) -> Ask:
    turned = secret % len(ask.legal)
    return ask._replace(legal=ask.legal[turned:] + ask.legal[:turned])


def choice(ask: Ask, secret: int) -> Ask:
    """One legal action fewer; never the last two."""
    fewer = ask.legal[:-1] if secret % 2 and len(ask.legal) > 2 else ask.legal
    return ask._replace(legal=fewer)


def gives_up(ask: Ask, secret: int) -> Ask:
    return ask._replace(gives_up=(secret % len(ask.legal),))


def step(ask: Ask, secret: int) -> Ask:
    return ask._replace(step=ask.step + 100 * secret)


def in_text(part: str, secret: Secret) -> Planting:
    """The text of a request gives a secret away; bots that want no text never see it."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        told: dict[str, int] = {}
        honest_ask, honest_request = Session._ask, transcript.request_of

        def listen(self: Session) -> None:
            honest_ask(self)
            state = self._state
            told["secret"] = secret(state, state.seat)

        def leaky(*args: Any, **options: Any) -> play_pb2.ActRequest:
            request = honest_request(*args, **options)
            if part == "table":
                request.table_text += " " * told["secret"]
            else:
                request.action_texts[0] += str(told["secret"])
            return request

        monkeypatch.setattr(Session, "_ask", listen)
        monkeypatch.setattr("referee.proofs.leak.transcript.request_of", leaky)

    return plant


def in_start(secret: Secret) -> Planting:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = transcript._start

        def leaky(game: Any, setup: Any, seat: int, *seeds: bytes) -> play_pb2.MatchStart:
            start = honest(game, setup, seat, *seeds)
            state = game.deal(setup, Streams(seeds[-1]))
            start.rules += str(secret(state, seat))
            return start

        monkeypatch.setattr(transcript, "_start", leaky)

    return plant


def in_reason(secret: Secret) -> Planting:
    """The sentence of the end, after a fault the error text, names a secret."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session._reason

        def leaky(self: Session, ending: str) -> str:
            state = self._state
            return f"{honest(self, ending)} {secret(state, 0)} {secret(state, 1)}"

        monkeypatch.setattr(Session, "_reason", leaky)

    return plant


def in_fault(secret: Secret) -> Planting:
    """An illegal answer is told what would have been revealed."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session.fault

        def leaky(self: Session, seat: int, fault: Fault) -> None:
            state = self._state
            hint = f"{fault.text} {secret(state, 0)} {secret(state, 1)}"
            honest(self, seat, dataclasses.replace(fault, text=hint))

        monkeypatch.setattr(Session, "fault", leaky)

    return plant


def named(what: str, secret: Secret) -> str:
    return f"{what.strip('_').replace('_', ' ')}: {secret.__name__.replace('_', ' ')}"


def in_lines(told: str, secret: Secret) -> Planting:
    """What a bot that reads lines is told of the table is changed by a secret of the state."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest_ask, secrets = Session._ask, [0]
        kind: type[Told] = load(told)
        honest_table = kind.table

        def overheard(self: Session) -> None:
            secrets[0] = secret(self._state, self._state.seat)
            honest_ask(self)

        def leaky(self: Told) -> dict[str, Any]:
            return honest_table(self) | {"secret": secrets[0]}

        monkeypatch.setattr(Session, "_ask", overheard)
        monkeypatch.setattr(kind, "table", leaky)

    return plant
