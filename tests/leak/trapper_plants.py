"""Leaks to be planted in Trapper: each makes one message depend on one secret."""

from collections.abc import Iterable
from typing import Final

import pytest

from referee.games.chance import Chance
from referee.games.contract import Setup
from referee.games.state import EVERYONE, Journal
from referee.games.trapper import deal, events
from referee.games.trapper.cards import hand_of
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.tiles import FACE_DOWN
from referee.match.session import Ask
from tests.leak.planting import (
    END,
    LINE,
    REQUEST,
    START,
    Plant,
    choice,
    in_ask,
    in_fault,
    in_lines,
    in_reason,
    in_start,
    in_text,
    named,
    observation,
)


def _mixed(items: Iterable[int]) -> int:
    """A number that changes with nearly every change of the items or of their order."""
    return sum((2 * place + 1) * item for place, item in enumerate(items)) % 97


def face_down_tiles(state: TrapperState, seat: int) -> int:
    return _mixed(tile for tile in state.cells if tile >= FACE_DOWN)


def removed_tiles(state: TrapperState, seat: int) -> int:
    return _mixed(sorted(state.out))


def foreign_hand(state: TrapperState, seat: int) -> int:
    return _mixed(hand_of(state, (seat - 1) % state.players))


def pile_order(state: TrapperState, seat: int) -> int:
    return _mixed(state.pile)


def next_reshuffle(state: TrapperState, seat: int) -> int:
    stream = f"reshuffle {state.reshuffles + 1}"
    return _mixed(state.chance.copy().shuffled(stream, list(range(8))))


SECRETS: Final = (face_down_tiles, removed_tiles, foreign_hand, pile_order, next_reshuffle)
LASTING: Final = (face_down_tiles, pile_order, next_reshuffle)
"""What is often still secret when a match ends without a fault."""


def _event(ask: Ask, secret: int) -> Ask:
    told = (events.DREW, 0, 0, 0, 0, 0, secret, 0, 0, 0, 0)
    return ask._replace(events=(*ask.events, told))


IN_ASKS: Final = (observation, _event, choice)


def _deal_told_to_all(told: str) -> Plant:
    """The deal is announced with something that belongs to nobody, or to one seat."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = deal.deal

        def leaky(setup: Setup, chance: Chance, journal: Journal | None) -> TrapperState:
            state = honest(setup, chance, journal)
            if journal is not None and told == "hands":
                for seat in range(state.players):
                    cards = hand_of(state, seat)
                    drawn = (events.DRAWN, seat, 0, 0, 0, 0, sum(cards), *cards)
                    journal.add(EVERYONE, drawn)
            elif journal is not None:
                cell = next(cell for cell, tile in enumerate(state.cells) if tile >= FACE_DOWN)
                tile = state.cells[cell] - FACE_DOWN if told == "board" else state.out[0]
                journal.add(EVERYONE, (events.REVEALED, 0, 0, cell, tile, *[0] * 6))
            return state

        monkeypatch.setattr("referee.games.trapper.game.deal", leaky)

    return Plant(f"deal events: {told}", REQUEST, plant)


_TOLD: Final = "referee.games.trapper.told:TrapperTold"
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
    *(Plant(named("end", secret), END, in_reason(secret)) for secret in LASTING),
    *(Plant(named("fault", secret), END[1:], in_fault(secret)) for secret in SECRETS),
    *(_deal_told_to_all(told) for told in ("hands", "board", "removed")),
)
