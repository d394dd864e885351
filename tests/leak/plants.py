"""Leaks to be planted: each makes one message depend on one secret."""

import dataclasses
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from referee import messages, seeds
from referee.games.chance import Streams
from referee.games.kupferkessel import deal, events
from referee.games.kupferkessel.game import Kupferkessel
from referee.games.kupferkessel.rules import KettleState
from referee.games.state import EVERYONE, Journal
from referee.session import Ask, Session
from referee.v1 import play_pb2
from referee.verdict import Fault

Secret = Callable[[KettleState, int], int]


def next_card(state: KettleState, seat: int) -> int:
    return state.pile[-1] if len(state.pile) > state.known else 0


def last_unseen_card(state: KettleState, seat: int) -> int:
    return state.pile[state.known] if len(state.pile) > state.known else 0


def foreign_recipe(state: KettleState, seat: int) -> int:
    return sum([0, *state.recipes[seat - 1]])


def undealt_recipe(state: KettleState, seat: int) -> int:
    return sum([0, *state.recipes_left])


SECRETS: Final = (next_card, last_unseen_card, foreign_recipe, undealt_recipe)


@dataclass(frozen=True)
class Plant:
    """One leak: where it shows, and how it is planted."""

    name: str
    messages: tuple[str, ...]
    plant: Callable[[pytest.MonkeyPatch], None]


def _in_ask(change: Callable[[Ask, int], Ask], secret: Secret) -> Callable[..., None]:
    """What a session asks is changed by a secret of its state."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session._ask

        def leaky(self: Session, legal: list[int]) -> None:
            honest(self, legal)
            state = self._state
            assert isinstance(state, KettleState)
            assert self.due is not None
            self.due = change(self.due, secret(state, state.seat))

        monkeypatch.setattr(Session, "_ask", leaky)

    return plant


def _observation(ask: Ask, secret: int) -> Ask:
    seen = dataclasses.replace(ask.observation, turn=ask.observation.turn + secret)
    return dataclasses.replace(ask, observation=seen)


def _event(ask: Ask, secret: int) -> Ask:
    return dataclasses.replace(ask, events=(*ask.events, (events.MOVED, 0, secret, 0, 0)))


def _size(ask: Ask, secret: int) -> Ask:
    told = (events.EXTRA_TURN, 0, 0, 0, 0)
    return dataclasses.replace(ask, events=(*ask.events, *[told] * (secret % 3)))


def _order(ask: Ask, secret: int) -> Ask:
    turned = secret % len(ask.legal)
    return dataclasses.replace(ask, legal=ask.legal[turned:] + ask.legal[:turned])


def _choice(ask: Ask, secret: int) -> Ask:
    """One legal action fewer; never the last two."""
    fewer = ask.legal[:-1] if secret % 2 and len(ask.legal) > 2 else ask.legal
    return dataclasses.replace(ask, legal=fewer)


def _gives_up(ask: Ask, secret: int) -> Ask:
    return dataclasses.replace(ask, gives_up=(secret % len(ask.legal),))


def _step(ask: Ask, secret: int) -> Ask:
    return dataclasses.replace(ask, step=ask.step + 100 * secret)


IN_ASKS: Final = (_observation, _event, _size, _order, _choice, _gives_up, _step)


def _in_text(part: str, secret: Secret) -> Callable[..., None]:
    """The text of a request gives a secret away; bots that want no text never see it."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        told: dict[str, int] = {}
        honest_ask, honest_request = Session._ask, messages.request_message

        def listen(self: Session, legal: list[int]) -> None:
            honest_ask(self, legal)
            state = self._state
            assert isinstance(state, KettleState)
            told["secret"] = secret(state, state.seat)

        def leaky(*args: Any, **options: Any) -> play_pb2.ActRequest:
            request = honest_request(*args, **options)
            if part == "table":
                request.table_text += " " * told["secret"]
            else:
                request.action_texts[0] += str(told["secret"])
            return request

        monkeypatch.setattr(Session, "_ask", listen)
        monkeypatch.setattr("referee.leak.transcript.request_message", leaky)

    return plant


def _recipes_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = deal._announce_deal

    def leaky(state: KettleState, draws: list[Any], journal: Journal) -> None:
        honest(state, draws, journal)
        for seat, hand in enumerate(state.recipes):
            for recipe in hand:
                journal.add(EVERYONE, (events.RECIPE, seat, 0, recipe, 0))

    monkeypatch.setattr(deal, "_announce_deal", leaky)


def _pile_told_at_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = deal._announce_deal

    def leaky(state: KettleState, draws: list[Any], journal: Journal) -> None:
        honest(state, draws, journal)
        journal.add(EVERYONE, (events.REFILLED, 0, 0, last_unseen_card(state, 0), 0))

    monkeypatch.setattr(deal, "_announce_deal", leaky)


def _in_start(secret: Secret) -> Callable[..., None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = messages.start_message

        def leaky(game: Any, setup: Any, *args: Any, **options: Any) -> play_pb2.MatchStart:
            start = honest(game, setup, *args, **options)
            state = game.deal(setup, Streams(options["match_seed"]))
            start.rules += str(secret(state, options["seat"]))
            return start

        monkeypatch.setattr("referee.leak.transcript.start_message", leaky)

    return plant


def _components_in_the_order_of_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    honest_components, honest_start = Kupferkessel.components, messages.start_message
    told = {"seed": b""}

    def listen(*args: Any, **options: Any) -> play_pb2.MatchStart:
        told["seed"] = options["match_seed"]
        return honest_start(*args, **options)

    def leaky(self: Kupferkessel, setup: Any) -> Any:
        state = self.deal(setup, Streams(told["seed"]))
        return {**honest_components(self, setup), "card_value": state.pile[::-1]}

    monkeypatch.setattr("referee.leak.transcript.start_message", listen)
    monkeypatch.setattr(Kupferkessel, "components", leaky)


def _bare_hash_as_seed(secret: bytes, match: bytes, pairing: int, seat: int) -> int:
    text = b"bot\n%s\n%d\n%d" % (match.hex().encode(), pairing, seat)
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def _mostly_bare_hash_as_seed(secret: bytes, match: bytes, pairing: int, seat: int) -> int:
    keyed = seeds.bot_seed(secret, match, pairing, seat)
    return _bare_hash_as_seed(secret, match, pairing, seat) >> 16 << 16 | keyed & 0xFFFF


def _bot_seed(seed: Callable[[bytes, bytes, int, int], int]) -> Callable[..., None]:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("referee.messages.bot_seed", seed)

    return plant


def _in_reason(secret: Secret) -> Callable[..., None]:
    """The sentence of the end, after a fault the error text, names a secret."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session._reason

        def leaky(self: Session, ending: str) -> str:
            state = self._state
            assert isinstance(state, KettleState)
            return f"{honest(self, ending)} {secret(state, 0)} {secret(state, 1)}"

        monkeypatch.setattr(Session, "_reason", leaky)

    return plant


def _in_fault(secret: Secret) -> Callable[..., None]:
    """An illegal answer is told what would have been revealed."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = Session.fault

        def leaky(self: Session, seat: int, fault: Fault) -> None:
            state = self._state
            assert isinstance(state, KettleState)
            hint = f"{fault.text} {secret(state, 0)} {secret(state, 1)}"
            honest(self, seat, dataclasses.replace(fault, text=hint))

        monkeypatch.setattr(Session, "fault", leaky)

    return plant


def _named(what: str, secret: Secret) -> str:
    return f"{what.strip('_').replace('_', ' ')}: {secret.__name__.replace('_', ' ')}"


_START: Final = ("start",)
_REQUEST: Final = ("request", "play")
_END: Final = ("end", "end after a fault")
_SEED: Final = ("bot's seed",)
PLANTS: Final = (
    *(
        Plant(_named(change.__name__, secret), _REQUEST, _in_ask(change, secret))
        for change in IN_ASKS
        for secret in SECRETS
    ),
    *(
        Plant(_named(f"text of {part}", secret), _REQUEST, _in_text(part, secret))
        for part in ("table", "actions")
        for secret in SECRETS
    ),
    *(Plant(_named("start", secret), _START, _in_start(secret)) for secret in SECRETS),
    *(Plant(_named("end", secret), _END, _in_reason(secret)) for secret in SECRETS[2:]),
    *(Plant(_named("fault", secret), _END[1:], _in_fault(secret)) for secret in SECRETS),
    Plant("deal events: recipes", _REQUEST, _recipes_told_to_all),
    Plant("deal events: pile", _REQUEST, _pile_told_at_the_deal),
    Plant("components: pile", _START, _components_in_the_order_of_the_pile),
    Plant("bot's seed: bare hash", _SEED, _bot_seed(_bare_hash_as_seed)),
    Plant("bot's seed: mostly bare hash", _SEED, _bot_seed(_mostly_bare_hash_as_seed)),
)
