"""Asks the bots of the arena about a position, as the wire would."""

from collections.abc import Sequence
from typing import Final

from arena.sdk.bot import Bot, Match
from arena.sdk.local import turn_of
from bots.heuristic import kupferkessel, trapper
from bots.mcts.main import Mcts
from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.games.kupferkessel import events
from referee.games.kupferkessel.rules import KettleState
from referee.games.state import Event, State
from referee.games.trapper.rules import TrapperState
from tests.games.kupferkessel_positions import GAME as KETTLE
from tests.games.trapper_positions import GAME as TRAPPER

BOTS: Final = ("heuristic", "mcts")
BUDGET: Final = 400
_SETTINGS: Final = {"iterations": str(BUDGET), "kupferkessel": "1", "trapper": "1", "other": "1"}


def decides(bot: str, state: State, seed: int = 1) -> str:
    """What a bot chooses in a position, in notation."""
    game, setup, told = _context(state)
    match = Match(game=game, setup=setup, seat=state.seat, settings=_SETTINGS, seed=seed, nodes=0)
    legal = tuple(state.legal_actions())
    giving_up = tuple(i for i, action in enumerate(legal) if state.gives_up(action))
    seen = state.observe(state.seat)
    turn = turn_of(match, Ask(state.seat, 1, legal, giving_up, seen, tuple(told)))
    if bot == "mcts":
        player: Bot = Mcts(match)
        return player.act(turn).text
    advice = kupferkessel.choose if game is KETTLE else trapper.choose
    return advice(turn).text


def _context(state: State) -> tuple[Game, Setup, Sequence[Event]]:
    if isinstance(state, KettleState):
        return KETTLE, KETTLE.setup(state.players), _history(state)
    assert isinstance(state, TrapperState)
    return TRAPPER, TRAPPER.setup(state.players, {"variant": state.variant.name}), ()


def _history(state: KettleState) -> list[Event]:
    """Some events after which the kettles hold what they hold and the rest is out."""
    told: list[Event] = []
    for seat, kettle in enumerate(state.kettles):
        told.append((events.START_CARD, seat, 0, kettle[0], 0))
        told += [(events.TAKEN, seat, 0, card, 0) for card in kettle[1:]]
    for card in state.out:
        told.append((events.TAKEN, 0, 0, card, 0))
        told.append((events.EXPLODED_OUT, 0, 0, card, 0))
    return told
