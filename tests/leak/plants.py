"""Leaks to be planted in Kupferkessel Co.: each makes one message depend on one secret."""

import hashlib
from collections.abc import Callable
from typing import Any, Final

import pytest

from referee.games.chance import Streams
from referee.games.kupferkessel import deal, events
from referee.games.kupferkessel.game import Kupferkessel
from referee.games.kupferkessel.rules import KettleState
from referee.games.state import EVERYONE, Journal
from referee.match import seeds
from referee.match.session import Ask
from referee.proofs.leak import transcript
from referee.v1 import play_pb2
from tests.leak.planting import (
    END,
    LINE,
    REQUEST,
    START,
    Plant,
    Planting,
    choice,
    gives_up,
    in_ask,
    in_fault,
    in_lines,
    in_reason,
    in_start,
    in_text,
    named,
    observation,
    order,
    step,
)


def next_card(state: KettleState, seat: int) -> int:
    return state.pile[-1] if len(state.pile) > state.known else 0


def last_unseen_card(state: KettleState, seat: int) -> int:
    return state.pile[state.known] if len(state.pile) > state.known else 0


def foreign_recipe(state: KettleState, seat: int) -> int:
    return sum([0, *state.recipes[seat - 1]])


def undealt_recipe(state: KettleState, seat: int) -> int:
    return sum([0, *state.recipes_left])


_KEYED: Final = seeds.bot_seed
SECRETS: Final = (next_card, last_unseen_card, foreign_recipe, undealt_recipe)


def _event(ask: Ask, secret: int) -> Ask:
    return ask._replace(events=(*ask.events, (events.MOVED, 0, secret, 0, 0)))


def _size(ask: Ask, secret: int) -> Ask:
    told = (events.EXTRA_TURN, 0, 0, 0, 0)
    return ask._replace(events=(*ask.events, *[told] * (secret % 3)))


IN_ASKS: Final = (observation, _event, _size, order, choice, gives_up, step)


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


def _components_in_the_order_of_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    honest_components, honest_start = Kupferkessel.components, transcript._start
    told = {"seed": b""}

    def listen(game: Any, setup: Any, seat: int, *seeds: bytes) -> play_pb2.MatchStart:
        told["seed"] = seeds[-1]
        return honest_start(game, setup, seat, *seeds)

    def leaky(self: Kupferkessel, setup: Any) -> Any:
        state = self.deal(setup, Streams(told["seed"]))
        return {**honest_components(self, setup), "card_value": state.pile[::-1]}

    monkeypatch.setattr(transcript, "_start", listen)
    monkeypatch.setattr(Kupferkessel, "components", leaky)


def _bare_hash_as_seed(secret: bytes, match: bytes, pairing: int, seat: int) -> int:
    text = b"bot\n%s\n%d\n%d" % (match.hex().encode(), pairing, seat)
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def _mostly_bare_hash_as_seed(secret: bytes, match: bytes, pairing: int, seat: int) -> int:
    keyed = _KEYED(secret, match, pairing, seat)
    return _bare_hash_as_seed(secret, match, pairing, seat) >> 16 << 16 | keyed & 0xFFFF


def _bot_seed(seed: Callable[[bytes, bytes, int, int], int]) -> Planting:
    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seeds, "bot_seed", seed)

    return plant


_SEED: Final = ("bot's seed",)
_TOLD: Final = "referee.games.kupferkessel.told:KettleTold"
PLANTS: Final = (
    *(
        Plant(named(change.__name__, secret), REQUEST, in_ask(change, secret))
        for change in IN_ASKS
        for secret in SECRETS
    ),
    *(
        Plant(named(f"text of {part}", secret), REQUEST, in_text(part, secret))
        for part in ("table", "actions")
        for secret in SECRETS
    ),
    *(Plant(named("lines", secret), LINE, in_lines(_TOLD, secret)) for secret in SECRETS),
    *(Plant(named("start", secret), START, in_start(secret)) for secret in SECRETS),
    *(Plant(named("end", secret), END, in_reason(secret)) for secret in SECRETS[2:]),
    *(Plant(named("fault", secret), END[1:], in_fault(secret)) for secret in SECRETS),
    Plant("deal events: recipes", REQUEST, _recipes_told_to_all),
    Plant("deal events: pile", REQUEST, _pile_told_at_the_deal),
    Plant("components: pile", START, _components_in_the_order_of_the_pile),
    Plant("bot's seed: bare hash", _SEED, _bot_seed(_bare_hash_as_seed)),
    Plant("bot's seed: mostly bare hash", _SEED, _bot_seed(_mostly_bare_hash_as_seed)),
)
