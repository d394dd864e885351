"""Bots that fail: at a table of two it is over, at a larger one a stand-in plays on."""

import pytest

from referee.match.session import Reply
from referee.match.verdict import Fault, Termination
from tests.toy.game import FOLD
from tests.unit.toy_sessions import CRASH, GONE, answer_until, begun, moves, play_on, session

# --- faults at a table of two -----------------------------------------------------------------


def test_a_fault_ends_a_match_of_two_and_there_is_no_score() -> None:
    match = begun()
    answer_until(match, 1)

    match.fault(1, CRASH)

    outcome = match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.CRASH
    assert outcome.reason == "seat 2 exited with code 3"
    assert outcome.ranks == (1, 2)
    assert outcome.scores == (None, None)
    assert outcome.breakdown == ()
    assert [(one.seat, one.step, one.fault) for one in outcome.faults] == [(1, 2, CRASH)]
    assert match.due is None


def test_a_bot_may_fail_before_the_first_decision() -> None:
    match = session()

    match.fault(0, Fault(Termination.START_FAILURE, "did not connect within 30 s"))
    match.begin()

    assert match.outcome is not None
    assert match.outcome.termination is Termination.START_FAILURE
    assert match.outcome.ranks == (2, 1)
    assert match.outcome.faults[0].step == 0


def test_a_bot_may_fail_while_the_other_one_is_asked() -> None:
    match = begun()

    match.fault(1, GONE)

    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)


# --- faults at larger tables ------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_a_stand_in_makes_the_decision_that_was_due_and_plays_on(players: int) -> None:
    match = begun(players)
    due = answer_until(match, 1)

    match.fault(1, CRASH)
    outcome = play_on(match)

    of_seat = [move for move in moves(match) if move.seat == 1]
    assert [move.step for move in moves(match)] == list(range(1, 3 * players + 1))
    assert of_seat[0].step == due.step
    assert all(move.stand_in for move in of_seat)
    assert not any(move.stand_in for move in moves(match) if move.seat != 1)
    assert outcome.termination is Termination.NORMAL
    assert outcome.ranks[1] == players
    assert outcome.scores[1] is None
    assert None not in (*outcome.scores[:1], *outcome.scores[2:])
    assert "seat 2 exited with code 3; the match ended by the rules" in outcome.reason
    assert [one.seat for one in outcome.faults] == [1]


def test_a_stand_in_never_gives_up() -> None:
    for number in range(20):
        match = begun(3, seed=bytes([number]) * 32)
        match.fault(0, CRASH)
        play_on(match)

        assert FOLD not in {move.action for move in moves(match) if move.seat == 0}


def test_a_stand_in_plays_the_same_for_the_same_seed_and_not_always_the_first_action() -> None:
    def of_stand_in(number: int) -> list[int]:
        match = begun(4, refill="on", seed=bytes([number]) * 32)
        match.fault(2, CRASH)
        play_on(match)
        return [move.reply.chosen for move in moves(match) if move.stand_in]

    for number in range(5):
        assert of_stand_in(number) == of_stand_in(number)
    assert len({index for number in range(5) for index in of_stand_in(number)}) > 1


def test_a_seat_that_fails_while_another_is_asked_leaves_the_question_as_it_is() -> None:
    match = begun(3)
    before = match.due

    match.fault(2, GONE)

    assert match.due is before
    assert match.outcome is None


def test_a_seat_that_never_started_is_played_from_the_first_decision_on() -> None:
    match = session(3)

    match.fault(0, CRASH)
    match.begin()

    assert match.due is not None
    assert (match.due.seat, match.due.step) == (1, 2)
    assert moves(match)[0].stand_in


def test_an_illegal_answer_at_a_larger_table_brings_in_the_stand_in() -> None:
    match = begun(3)

    match.answer(Reply(999))

    assert match.outcome is None
    assert match.due is not None
    assert (match.due.seat, match.due.step) == (1, 2)


def test_several_faulty_seats_rank_by_how_long_they_lasted() -> None:
    match = begun(4)

    match.fault(2, CRASH)
    answer_until(match, 0)
    match.fault(0, GONE)
    outcome = play_on(match)

    assert outcome.ranks[2] == 4
    assert outcome.ranks[0] == 3
    assert sorted(outcome.ranks)[:2] in ([1, 1], [1, 2])
    assert [one.seat for one in outcome.faults] == [2, 0]


def test_the_last_honest_seat_wins_at_once() -> None:
    match = begun(4)

    match.fault(3, CRASH)
    match.fault(1, CRASH)
    match.fault(0, GONE)

    outcome = match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.DISCONNECT
    assert outcome.ranks == (2, 3, 1, 4)
    assert outcome.scores == (None,) * 4
    assert outcome.reason == (
        "seat 4 exited with code 3; seat 2 exited with code 3; seat 1 closed its stream"
    )


def test_bots_that_all_fail_before_the_first_decision_share_the_place() -> None:
    match = session()
    failed = Fault(Termination.START_FAILURE, "did not connect within 30 s")

    match.fault(1, failed)
    match.fault(0, failed)
    match.begin()

    assert match.outcome is not None
    assert match.outcome.termination is Termination.START_FAILURE
    assert match.outcome.ranks == (1, 1)
    assert match.outcome.scores == (None, None)
