"""The one course of play: it counts, carries out what nobody decides, and tells each seat once."""

import pytest

from referee.games.chance import Streams
from referee.games.course import Course
from tests.toy.game import FOLD, Toy

GAME = Toy()


def course(players: int = 2, refill: str = "off", seed: int = 0) -> Course:
    setup = GAME.setup(players, {"refill": refill})
    return Course(GAME, setup, Streams(seed.to_bytes(32, "big")))


def test_decisions_are_counted_from_1_and_say_where_they_stood() -> None:
    match = course()
    first = match.ask()
    made = match.decide(first.legal[1])
    second = match.ask()

    assert (first.step, made.step, second.step) == (1, 1, 2)
    assert (made.seat, made.turn, made.action) == (0, 1, first.legal[1])


def test_what_leaves_no_choice_is_carried_out_one_at_a_time_and_counted() -> None:
    match = course()
    while len(match.legal) > 1:
        assert list(match.unasked()) == []
        match.decide(match.legal[0])
    before = match.steps

    steps = [(one.step, match.steps) for one in match.unasked()]

    assert steps == [(before + 1, before + 1), (before + 2, before + 2)]
    assert match.over
    assert match.legal == []


def test_each_seat_is_told_every_event_it_may_see_exactly_once() -> None:
    match = course(3, refill="on")
    told: list[list[tuple[int, ...]]] = [[], [], []]
    for _ in range(30):
        ask = match.ask()
        told[ask.seat] += ask.events
        assert told[ask.seat] == match.events.seen_by(ask.seat)
        match.decide(ask.legal[0])


def test_a_question_marks_what_gives_up() -> None:
    ask = course().ask()

    assert [ask.legal[index] for index in ask.gives_up] == [FOLD]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    match = course()
    foreign = next(card for card in range(FOLD) if card not in match.legal)

    with pytest.raises(ValueError, match="is not legal here"):
        match.decide(foreign)
    assert match.state.turn == 1
