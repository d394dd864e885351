"""A record played again shows every seat what it saw then."""

from dataclasses import replace

import pytest

from referee.bots.entry import parse_entries
from referee.games.contract import Game
from referee.games.registry import get_game
from referee.match.clock import Control
from referee.match.plan import Played, plan_match
from referee.match.record import Record, record
from referee.match.replay import OtherRules, Replay
from referee.match.session import Ask, Reply, Session
from referee.match.verdict import Fault, Termination


def play(game: Game, players: int) -> tuple[list[Ask], Record]:
    """A match in which the last of three seats fails; what was asked, and the record."""
    plan = plan_match(
        match="test-1",
        game=game,
        setup=game.setup(players),
        seats=parse_entries(["random"] * players),
        control=Control(),
        seed=7,
        deal=1,
        pairing=1,
    )
    session = Session(game, plan.setup, plan.seeds.match)
    session.begin()
    asked = []
    while (ask := session.due) is not None:
        if ask.seat == 2:
            session.fault(2, Fault(Termination.CRASH, "is gone"))
            continue
        asked.append(ask)
        session.answer(Reply(ask.step % len(ask.legal)))
    assert session.outcome is not None
    nothing = ("",) * players
    played = Played(plan, session, session.outcome, nothing, (False,) * players, 1)
    return asked, record(played, {})


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_what_a_bot_was_asked_is_there_again(name: str, players: int) -> None:
    asked, stored = play(get_game(name), players)

    positions = list(Replay(stored).positions())

    again = [(one.step, one.seat, one.observation) for one in positions if one.asked]
    assert again == [(ask.step, ask.seat, ask.observation) for ask in asked]
    assert [one.step for one in positions] == list(range(1, len(positions) + 1))


def test_whoever_goes_through_a_replay_can_see_the_whole_table_at_every_step() -> None:
    game = get_game("trapper")
    _, stored = play(game, 2)
    replay = Replay(stored)

    seen = [replay.table() for _ in replay.positions()]

    assert len(set(seen)) > len(seen) / 2
    assert all("??" not in table.plain() for table in seen)
    assert replay.table() != seen[-1]


def test_a_match_by_rules_that_are_not_here_cannot_be_shown() -> None:
    _, stored = play(get_game("kupferkessel"), 2)

    with pytest.raises(OtherRules, match="played by rules 0 of kupferkessel, here are rules 1"):
        Replay(replace(stored, rules="0"))
