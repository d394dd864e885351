"""Matches of the toy, driven by hand."""

from collections.abc import Callable

from referee.match.session import Ask, Move, Reply, Session
from referee.match.verdict import Fault, Outcome, Termination
from tests.toy.game import Toy

SEED = bytes(range(32))
CRASH = Fault(Termination.CRASH, "exited with code 3")
GONE = Fault(Termination.DISCONNECT, "closed its stream")
Choice = Callable[[Ask], int]


def session(players: int = 2, *, refill: str = "off", seed: bytes = SEED) -> Session:
    game = Toy()
    return Session(game, game.setup(players, {"refill": refill}), seed)


def begun(players: int = 2, *, refill: str = "off", seed: bytes = SEED) -> Session:
    match = session(players, refill=refill, seed=seed)
    match.begin()
    return match


def first(ask: Ask) -> int:
    return 0


def play_on(match: Session, choose: Choice = first) -> Outcome:
    """Answer everything until the match is over."""
    while match.due is not None:
        match.answer(Reply(choose(match.due)))
    assert match.outcome is not None
    return match.outcome


def answer_until(match: Session, seat: int) -> Ask:
    """Answer until `seat` is asked."""
    while match.due is not None and match.due.seat != seat:
        match.answer(Reply(0))
    assert match.due is not None
    return match.due


def moves(match: Session) -> list[Move]:
    return [one for one in match.history if isinstance(one, Move)]
