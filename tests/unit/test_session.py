"""One match as a state machine: its ordinary course, void matches, wrong order."""

from collections.abc import Callable

import pytest

from referee.games.state import Event
from referee.match.session import Ask, LaterChance, Move, Phase, Reply, Session
from referee.match.verdict import Termination
from tests.toy.game import DEALT, DREW, FOLD, MAX_TURNS
from tests.unit.toy_sessions import CRASH, begun, moves, play_on, session

# --- the ordinary course ----------------------------------------------------------------------


def test_a_match_by_the_rules_ends_with_scores_ranks_and_breakdown() -> None:
    match = begun(3)

    outcome = play_on(match)

    points = [sum(m.action for m in moves(match) if m.seat == seat) for seat in range(3)]
    assert match.phase is Phase.OVER
    assert outcome.termination is Termination.NORMAL
    assert outcome.reason == "the match ended by the rules (hands empty)"
    assert outcome.scores == tuple(points)
    assert outcome.ranks == tuple(1 + sum(p > own for p in points) for own in points)
    assert outcome.breakdown == tuple((("cards", own),) for own in points)
    assert outcome.turns == 9
    assert outcome.faults == ()
    assert not outcome.void


def test_a_match_that_reaches_the_cap_counts_as_it_stands() -> None:
    match = begun(2, refill="on")

    outcome = play_on(match)

    assert outcome.termination is Termination.MAX_TURNS
    assert outcome.reason == f"the match reached the cap of {MAX_TURNS} turns"
    assert outcome.turns == MAX_TURNS
    assert sorted(outcome.ranks) in ([1, 1], [1, 2])
    assert None not in outcome.scores


def test_a_question_shows_the_seat_its_own_view_and_what_it_may_do() -> None:
    match = begun(3)
    ask = match.due
    assert ask is not None

    assert (ask.seat, ask.step) == (0, 1)
    assert ask.legal[-1] == FOLD
    assert ask.gives_up == (len(ask.legal) - 1,)
    assert ask.observation.seat == 0
    assert ask.observation.columns()["hand"] == ask.legal[:-1]


def test_the_same_seed_and_answers_give_the_same_match() -> None:
    one, other = begun(4, refill="on"), begun(4, refill="on")

    assert one.deal == other.deal
    assert play_on(one) == play_on(other)
    assert one.history == other.history


def test_another_seed_gives_another_deal() -> None:
    assert session().deal != session(seed=bytes(32)).deal


def test_a_reply_is_kept_with_its_move() -> None:
    match = begun()
    reply = Reply(1, elapsed_us=1500, note="why not", eval=0.25)

    match.answer(reply)

    assert moves(match)[0].reply == reply
    assert moves(match)[0].step == 1


# --- what seats are told ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_is_told_each_event_it_may_see_exactly_once_and_in_order(players: int) -> None:
    match = begun(players, refill="on")
    told: list[list[Event]] = [[] for _ in range(players)]

    while (ask := match.due) is not None:
        told[ask.seat].extend(ask.events)
        match.answer(Reply(0))

    for seat in range(players):
        seen = match.events.seen_by(seat)
        assert told[seat] == seen[: len(told[seat])]
        assert len(told[seat]) > MAX_TURNS / 2


def test_a_seat_is_never_told_what_another_one_drew() -> None:
    match = begun(3, refill="on")
    secrets: set[tuple[int, int]] = set()

    while (ask := match.due) is not None:
        secrets |= {(ask.seat, event[1]) for event in ask.events if event[0] in (DEALT, DREW)}
        match.answer(Reply(0))

    assert secrets == {(0, 0), (1, 1), (2, 2)}


def test_a_seat_that_is_asked_again_at_once_is_told_only_what_is_new() -> None:
    match = begun(2)
    fold = match.due
    assert fold is not None
    match.answer(Reply(fold.gives_up[0]))
    second = match.due
    assert second is not None
    match.answer(Reply(0))
    third = match.due
    assert third is not None

    assert second.seat == third.seat == 1
    assert third.events == ((2, 1, second.legal[0]),)


# --- decisions without a choice ---------------------------------------------------------------


def test_a_decision_without_a_choice_is_carried_out_unasked_but_recorded() -> None:
    match = begun(2)
    asked: list[int] = []

    def note(ask: Ask) -> int:
        asked.append(ask.step)
        return 0

    play_on(match, note)

    assert asked == [1, 2, 3, 4]
    assert [move.step for move in moves(match)] == [1, 2, 3, 4, 5, 6]
    assert [move.turn for move in moves(match)] == [1, 2, 3, 4, 5, 6]
    assert [move.stand_in for move in moves(match)] == [False] * 6


def test_later_chance_is_recorded_before_the_move_that_draws_from_it() -> None:
    match = begun(4, refill="on")
    play_on(match)
    places = [i for i, one in enumerate(match.history) if isinstance(one, LaterChance)]

    # Four seats leave four cards in the pile: the fifth move draws from a new one.
    assert places[0] == 4
    assert isinstance(match.history[5], Move)
    assert match.history[5].step == 5
    chance = [one for one in match.history if isinstance(one, LaterChance)]
    assert [one.stream for one in chance] == [f"reshuffle {i + 1}" for i in range(len(chance))]
    # Next card first: what comes first is what seat 1 drew with that very move.
    drawn = [event[2] for event in match.events.seen_by(0) if event[0] == DREW]
    assert chance[0].result[0] == drawn[1]


# --- illegal answers --------------------------------------------------------------------------


@pytest.mark.parametrize("index", [999, 4, -1])
def test_an_index_out_of_range_is_named_with_what_was_allowed(index: int) -> None:
    match = begun()

    match.answer(Reply(index))

    outcome = match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.ILLEGAL_ACTION
    assert outcome.reason == f"seat 1 answered index {index} at step 1, which was not legal"
    assert (
        outcome.faults[0].fault.evidence
        == "4 actions were legal, indices 0 to 3: the first has index 0"
    )
    assert outcome.ranks == (2, 1)


# --- void, and wrong order --------------------------------------------------------------------


@pytest.mark.parametrize("start", [session, begun])
def test_a_void_match_has_no_ranks_and_no_scores(start: Callable[[], Session]) -> None:
    match = start()

    match.void(Termination.HOST_FAULT, "the disk is full")

    outcome = match.outcome
    assert outcome is not None
    assert outcome.void
    assert (outcome.ranks, outcome.scores, outcome.breakdown) == ((), (), ())
    assert outcome.reason == "the disk is full"
    assert match.due is None


def test_a_match_that_has_begun_cannot_begin_again() -> None:
    match = begun()

    with pytest.raises(RuntimeError, match="the match is playing, not seating"):
        match.begin()


def test_nothing_can_be_answered_before_the_match_has_begun() -> None:
    with pytest.raises(RuntimeError, match="the match is seating, not playing"):
        session().answer(Reply(0))


def test_nothing_can_happen_once_the_match_is_over() -> None:
    match = begun()
    play_on(match)

    with pytest.raises(RuntimeError, match="the match is over, not playing"):
        match.answer(Reply(0))
    with pytest.raises(RuntimeError, match="seat 0 is not playing"):
        match.fault(0, CRASH)
    with pytest.raises(RuntimeError, match="the match is over"):
        match.void(Termination.INTERRUPTED, "stopped")


def test_a_seat_cannot_fail_twice() -> None:
    match = begun(3)
    match.fault(1, CRASH)

    with pytest.raises(RuntimeError, match="seat 1 is not playing"):
        match.fault(1, CRASH)
