"""Records of matches that were played by hand, without a bot."""

import random
from typing import Any

from referee.bots.entry import parse_entries
from referee.games.contract import Game
from referee.match.clock import Control
from referee.match.plan import Played, plan_match
from referee.match.record import record
from referee.match.seeds import secret_of
from referee.match.session import Reply, Session
from referee.match.verdict import Fault, Termination

SEED = 7
CRASH = Fault(Termination.CRASH, "exited with code 3")


def played_record(
    game: Game,
    players: int = 2,
    *,
    faults: dict[int, int] | None = None,
    void_after: int | None = None,
    chance: int = 1,
    **options: str,
) -> dict[str, Any]:
    """The JSON of a random match, seeds revealed; `faults` are steps by seat, 0 before the first.

    A seat fails when it is asked at that step or later.
    """
    rng = random.Random(chance)
    setup = game.setup(players, options)
    plan = plan_match(
        match="test-1",
        game=game,
        setup=setup,
        seats=parse_entries(["random"] * players),
        control=Control(),
        seed=SEED,
        deal=chance,
        pairing=1,
    )
    session = Session(game, setup, plan.seeds.match)
    due = dict(faults or {})
    for seat in sorted(seat for seat, step in due.items() if step == 0):
        del due[seat]
        session.fault(seat, CRASH)
    session.begin()
    while (ask := session.due) is not None:
        if void_after is not None and ask.step > void_after:
            session.void(Termination.HOST_FAULT, "void: the host failed")
        elif ask.step >= due.get(ask.seat, 10**9):
            del due[ask.seat]
            session.fault(ask.seat, CRASH)
        else:
            index = rng.randrange(len(ask.legal))
            session.answer(Reply(index, ask.step, f"choice {index}", index / 7))
    assert session.outcome is not None
    nothing = ("",) * players
    whole = record(
        Played(plan, session, session.outcome, nothing, (False,) * players, 1), {"level": "none"}
    )
    return whole.revealed(SEED, secret_of(SEED).hex()).to_json()
