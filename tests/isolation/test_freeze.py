"""Bots that are not on turn stand still, and are told what they are charged."""

from dataclasses import replace

from referee.match.clock import SECOND_US, Control
from referee.match.plan import MatchPlan, Played
from referee.match.session import Move
from referee.match.verdict import Termination
from tests.integration.playing import plan, play_all, play_one
from tests.leftovers import Ground

TIMED = Control(move_us=10 * SECOND_US)


def timed(*bots: str, deal: int = 1) -> MatchPlan:
    return replace(plan(*bots, deal=deal, pairing=deal), control=TIMED)


def notes(played: Played, seat: int) -> list[str]:
    assert played.outcome.termination is Termination.NORMAL
    return [
        one.reply.note
        for one in played.session.history
        if isinstance(one, Move) and one.seat == seat and one.reply.note
    ]


def pondered(played: Played) -> int:
    """How much thinking the first seat got done on the other's time."""
    return sum(map(int, notes(played, 0)[1:]))


def test_a_frozen_bot_does_not_think_while_the_other_is_on_turn(
    ground: Ground, sandbox: str
) -> None:
    running = play_one(timed("ponders", "dawdles"), level=sandbox)
    frozen = play_one(timed("ponders", "dawdles"), level=sandbox, freeze=True)

    assert pondered(frozen) * 4 < pondered(running)


def test_frozen_bots_play_match_after_match_and_side_by_side(ground: Ground, sandbox: str) -> None:
    plans = [plan("random", "remembers", deal=deal, pairing=deal) for deal in range(1, 9)]

    frozen = play_all(plans, level=sandbox, at_once=4, freeze=True)

    running = play_all(plans, level=sandbox)
    assert [one.outcome for one in frozen] == [one.outcome for one in running]
    assert {one.attempts for one in frozen} == {1}


def test_a_frozen_bot_still_hears_how_its_match_ended(ground: Ground, sandbox: str) -> None:
    (played,) = play_all([plan("reports", "random")], level=sandbox, fresh=True, freeze=True)

    assert played.logs[0].startswith("normal ")


def test_a_bot_in_timed_play_is_told_the_processor_time_of_its_last_answer(
    ground: Ground, sandbox: str
) -> None:
    played = play_one(timed("dawdles", "random"), level=sandbox)

    charges = [tuple(map(float, note.split())) for note in notes(played, 0)]
    assert charges[0] == (0.0, 0.0)
    for wall_s, cpu_s in charges[1:]:
        assert wall_s > 0.05
        assert wall_s > cpu_s > 0
