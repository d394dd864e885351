"""Processes that play several matches: cheaper, and the results are the same."""

from typing import Any

from referee.match.plan import Played
from referee.match.session import Move
from referee.match.verdict import Termination
from tests.integration.playing import plan, play_all, play_one
from tests.leftovers import Ground
from tests.toy.game import Toy
from tests.toy.offer import python_path


def first_notes(played: Played, seat: int) -> tuple[str, str]:
    """What a bot that remembers noted at its first decision: its process, and new or again."""
    notes = [
        one.reply.note
        for one in played.session.history
        if isinstance(one, Move) and one.seat == seat and one.reply.note
    ]
    pid, _, met = notes[0].partition(" ")
    return pid, met


def verdict(played: Played) -> tuple[Any, ...]:
    """Everything about a match that reuse must not change."""
    history = [
        (one.step, one.seat, one.action) for one in played.session.history if isinstance(one, Move)
    ]
    return (*vars(played.outcome).values(), history)


def test_a_process_plays_many_deals(ground: Ground) -> None:
    played = play_all([plan("remembers", "random", deal=deal) for deal in range(1, 6)])

    noted = [first_notes(one, 0) for one in played]
    assert len({pid for pid, _ in noted}) == 1
    assert {met for _, met in noted} == {"new"}


def test_a_process_never_meets_a_deal_twice(ground: Ground) -> None:
    deals = [1, 2, 1, 2, 3, 3]
    plans = [plan("remembers", "random", deal=deal, pairing=i) for i, deal in enumerate(deals, 1)]

    for at_once in (1, 3):
        noted = [first_notes(one, 0) for one in play_all(plans, at_once=at_once)]

        assert {met for _, met in noted} == {"new"}
        assert 1 < len({pid for pid, _ in noted}) < len(deals)


def test_both_seats_of_a_bot_against_itself_have_processes_of_their_own(ground: Ground) -> None:
    played = play_one(plan("remembers", "remembers"))

    (one, met), (other, met_other) = first_notes(played, 0), first_notes(played, 1)
    assert one != other
    assert (met, met_other) == ("new", "new")


def test_fresh_makes_a_new_process_for_every_match(ground: Ground) -> None:
    plans = [plan("remembers", "random", deal=deal) for deal in range(1, 4)]

    noted = [first_notes(one, 0) for one in play_all(plans, fresh=True)]

    assert len({pid for pid, _ in noted}) == len(plans)


def test_a_bot_that_dies_when_reused_gets_the_verdicts_it_gets_when_fresh(ground: Ground) -> None:
    plans = [plan("tires", "random", deal=deal) for deal in range(1, 5)]

    fresh = play_all(plans, fresh=True)
    reused = play_all(plans)

    assert [verdict(one) for one in reused] == [verdict(one) for one in fresh]
    assert {one.attempts for one in fresh} == {1}
    assert {one.attempts for one in reused} == {1, 2}


def test_a_fault_of_a_reused_process_voids_the_match_and_it_is_played_again_alone(
    ground: Ground,
) -> None:
    plans = [plan("stumbles", "random", deal=deal) for deal in range(1, 4)]

    played = play_all(plans)

    assert [one.attempts for one in played] == [1, 2, 1]  # after that it is not reused
    assert {one.outcome.termination for one in played} == {Termination.NORMAL}
    assert [verdict(one) for one in played] == [
        verdict(one) for one in play_all(plans, fresh=True)
    ]


def test_matches_side_by_side_give_the_same_results_as_one_after_another(ground: Ground) -> None:
    plans = [plan("random", "random:as=twin", deal=deal, pairing=deal) for deal in range(1, 17)]

    alone = play_all(plans)
    together = play_all(plans, at_once=16)

    assert [verdict(one) for one in together] == [verdict(one) for one in alone]
    assert {one.attempts for one in together} == {1}
    assert any(any(one.shared_logs) for one in together)
    assert not any(any(one.shared_logs) for one in alone)


def test_a_bot_that_fails_beside_others_voids_them_and_each_gets_its_own_verdict(
    ground: Ground,
) -> None:
    plans = [plan("tires", "remembers", deal=deal, pairing=deal) for deal in (1, 2, 3)]

    together = play_all(plans, at_once=3)

    assert [verdict(one) for one in together] == [
        verdict(one) for one in play_all(plans, fresh=True)
    ]


def test_a_bot_is_told_how_its_match_ended_even_if_it_was_its_last(ground: Ground) -> None:
    (played,) = play_all([plan("reports", "random")], fresh=True)

    outcome = played.outcome
    told = f"normal {outcome.ranks} {outcome.scores}: {outcome.reason}\n"
    assert played.logs[0] == told


def test_a_game_of_another_package_is_played_by_four_bots_that_know_it(
    ground: Ground, monkeypatch: Any
) -> None:
    monkeypatch.setenv("PYTHONPATH", python_path())
    names = ["random", "random:as=b", "random:as=c", "exits_midway"]

    played = play_one(plan(*names, game=Toy()), level="none")

    assert played.outcome.termination is Termination.NORMAL
    assert played.outcome.ranks[3] in (1, 2, 3, 4)
    assert played.outcome.scores[0] is not None
