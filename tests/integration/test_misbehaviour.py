"""Bots that misbehave lose, the sentence says why, and nothing of them is left."""

from pathlib import Path
from typing import Final

import pytest

from referee.match.plan import Played
from referee.match.verdict import Termination
from tests.entrants import entries
from tests.integration.playing import plan, play_all, play_one
from tests.leftovers import Ground

T = Termination
FAULTS: Final[dict[str, tuple[Termination, str]]] = {
    "exits_at_start": (T.START_FAILURE, "seat 1 exited with code 1 before it connected"),
    "exits_midway": (T.CRASH, "seat 1 exited with code 3"),
    "raises": (T.CRASH, "seat 1 exited with code 1"),
    "dies_slowly": (T.CRASH, "seat 1 exited with code 1"),
    "raises_at_start": (T.CRASH, "seat 1 exited with code 1"),
    "returns_nothing": (T.CRASH, "seat 1 exited with code 1"),
    "forks_a_child": (T.CRASH, "seat 1 exited with code 3"),
    "answers_999": (
        T.ILLEGAL_ACTION,
        "seat 1 answered index 999 at step 1, which was not legal",
    ),
    "answers_wrong_step": (
        T.PROTOCOL_ERROR,
        "seat 1 answered step 2 of match 1, which was not asked; due was step 1",
    ),
    "answers_other_match": (
        T.PROTOCOL_ERROR,
        "seat 1 answered step 1 of match 77, but has no such match; due was step 1",
    ),
    "answers_twice": (
        T.PROTOCOL_ERROR,
        "seat 1 answered step 1 of match 1, which was not asked; nothing was due",
    ),
    "sends_garbage": (T.PROTOCOL_ERROR, "seat 1 sent 4 bytes that are no PlayRequest"),
    "sends_too_much": (
        T.PROTOCOL_ERROR,
        "seat 1 sent a message of 2097152 bytes; 1048576 are allowed",
    ),
    "answers_before_ready": (
        T.PROTOCOL_ERROR,
        "seat 1 answered step 1 of match 1, which was not asked; due was a Ready for match 1",
    ),
    "sends_thousands": (
        T.PROTOCOL_ERROR,
        "seat 1 sent a Ready for match 1, which was not asked; due was step 1",
    ),
    "offers_other_games": (
        T.START_FAILURE,
        "seat 1 said in its Hello that it does not play kupferkessel",
    ),
    "closes_its_stream": (T.DISCONNECT, "seat 1 closed its stream"),
    "wrong_token": (
        T.START_FAILURE,
        "seat 1 exited with code 1 before it connected "
        "(turned away: the token is not the one in ARENA_TOKEN)",
    ),
    "garbage_first": (
        T.START_FAILURE,
        "seat 1 exited with code 1 before it connected "
        "(turned away: sent 4 bytes that are no PlayRequest)",
    ),
    "missing_program": (
        T.START_FAILURE,
        "seat 1 could not start: its program './nothing-here' is not there",
    ),
}

LAST_WORDS: Final = {
    "exits_at_start": "there is no model file",
    "exits_midway": "the model file is gone",
    "raises": "ValueError: no idea what to do",
    "raises_at_start": "ValueError: cannot prepare",
    "returns_nothing": "TypeError: act() returned None; return one of turn.legal",
    "forks_a_child": "left a child behind",
}
"""What is kept for the author and told to nobody else."""


def evidence(played: Played) -> str:
    return played.outcome.faults[0].fault.evidence


def assert_lost(played: Played, termination: Termination, reason: str) -> None:
    outcome = played.outcome
    assert (outcome.termination, outcome.reason) == (termination, reason)
    assert outcome.ranks == (2, 1)
    assert outcome.scores == (None, None)
    assert [one.seat for one in outcome.faults] == [0]
    assert played.attempts == 1


@pytest.mark.parametrize("word", FAULTS)
def test_a_bot_that_misbehaves_loses_and_one_sentence_says_why(ground: Ground, word: str) -> None:
    played = play_one(plan(word, "random"))

    assert_lost(played, *FAULTS[word])
    assert word not in LAST_WORDS or evidence(played) == LAST_WORDS[word]
    assert evidence(played) not in FAULTS[word][1] or not evidence(played)
    ground.assert_clean()


def test_a_bot_that_sleeps_forfeits_when_its_time_is_up(ground: Ground) -> None:
    played = play_one(plan("sleeps", "random", hang_s=1))

    step = played.outcome.faults[0].step
    reason = f"seat 1 gave no answer to step {step} within 1 s"
    assert_lost(played, Termination.TIME_FORFEIT, reason)
    ground.assert_clean()


def test_a_bot_that_never_connects_has_failed_to_start(ground: Ground) -> None:
    played = play_one(plan("never_connects", "random", startup_s=6))

    assert_lost(played, Termination.START_FAILURE, "seat 1 did not connect within 6 s")


def test_a_bot_that_never_gets_ready_has_failed_to_start(ground: Ground) -> None:
    played = play_one(plan("never_ready", "random", startup_s=6))

    reason = "seat 1 was not ready for the match within 6 s"
    assert_lost(played, Termination.START_FAILURE, reason)


def test_a_program_that_is_not_executable_is_told_how_to_become_so(ground: Ground) -> None:
    match = plan("not_executable", "random")

    played = play_one(match)

    program = entries(match)[0].manifest.home / "program"
    reason = f"seat 1 could not start: its program is not executable; run chmod +x {program}"
    assert_lost(played, Termination.START_FAILURE, reason)


def test_a_misbehaving_bot_loses_at_any_seat(ground: Ground) -> None:
    outcome = play_one(plan("random", "exits_midway")).outcome

    assert outcome.ranks == (1, 2)
    assert outcome.reason == "seat 2 exited with code 3"


def test_two_bots_that_do_not_start_share_the_blame_whoever_failed_first(ground: Ground) -> None:
    outcome = play_one(plan("missing_program", "exits_at_start")).outcome

    assert outcome.termination is Termination.START_FAILURE
    assert outcome.ranks == (1, 1)
    assert sorted(one.seat for one in outcome.faults) == [0, 1]


@pytest.mark.parametrize("word", ["killed", "ends_as_if_killed"])
def test_a_bot_that_is_killed_is_asked_once_more_and_both_ends_are_told(
    ground: Ground, word: str
) -> None:
    played = play_one(plan(word, "random"))

    assert played.outcome.termination is Termination.CRASH
    assert played.outcome.reason.startswith("seat 1 was killed by signal ")
    assert played.outcome.ranks == (2, 1)
    assert played.attempts == 2
    assert played.killed == played.outcome


def test_a_bot_that_was_killed_once_has_a_second_end(
    ground: Ground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))

    played = play_one(plan("killed_once", "random"), level="none")

    assert played.killed is not None
    assert played.killed.doubtful == (0,)
    assert played.killed.reason == "seat 1 was killed by signal 9 (SIGKILL)"
    assert played.outcome.termination is Termination.NORMAL
    assert played.attempts == 2


def test_the_same_exception_is_always_a_crash(ground: Ground) -> None:
    plans = [plan("raises", "random", deal=deal, pairing=deal) for deal in range(1, 31)]

    played = play_all(plans, fresh=True, at_once=6)  # enough at once to keep the machine busy

    assert {one.outcome.reason for one in played} == {"seat 1 exited with code 1"}
    assert {one.outcome.termination for one in played} == {Termination.CRASH}


# --- odd, but no fault ------------------------------------------------------------------------


def test_a_bot_that_prints_a_megabyte_plays_on_and_the_ends_of_it_are_kept(ground: Ground) -> None:
    played = play_one(plan("prints_a_megabyte", "random"))

    assert played.outcome.termination is Termination.NORMAL
    assert played.logs[0].startswith("first words\nxxx")
    assert "bytes dropped" in played.logs[0]
    assert played.logs[0].endswith("xxx\nlast words\n")
    assert len(played.logs[0]) < 200 * 1024
    assert played.logs[1] == ""


def test_a_bot_that_ignores_its_end_is_ended(ground: Ground) -> None:
    played = play_one(plan("ignores_everything", "random"))

    assert played.outcome.termination is Termination.NORMAL
    ground.assert_clean()


# --- larger tables ----------------------------------------------------------------------------


def test_at_a_table_of_three_the_others_play_on(ground: Ground) -> None:
    played = play_one(plan("random", "exits_midway", "random"))

    outcome = played.outcome
    assert outcome.termination is Termination.NORMAL
    assert outcome.ranks[1] == 3
    assert outcome.scores[1] is None
    assert outcome.scores[0] is not None
    assert outcome.reason.startswith("seat 2 exited with code 3; the match ended by the rules")


def test_at_a_table_of_three_a_bot_that_does_not_start_is_stood_in_for(ground: Ground) -> None:
    outcome = play_one(plan("missing_program", "random", "random")).outcome

    assert outcome.termination is Termination.NORMAL
    assert outcome.ranks[0] == 3
    assert outcome.faults[0].step == 0
