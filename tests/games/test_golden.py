"""Recorded matches replay to the letter."""

import json
from typing import Any

import pytest

from referee.games.chance import Streams
from tests.games.golden_matches import FOLDER, GOLDEN_CASES, golden_path, play_golden
from tests.laws.setups import Case

each_case = pytest.mark.parametrize("case", GOLDEN_CASES, ids=[case.name for case in GOLDEN_CASES])


def recorded(case: Case) -> dict[str, Any]:
    match: dict[str, Any] = json.loads(golden_path(case).read_text(encoding="utf-8"))
    return match


def test_every_variant_has_a_recorded_match_and_no_record_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {case.name for case in GOLDEN_CASES}


@each_case
def test_the_match_of_a_variant_is_the_recorded_one(case: Case) -> None:
    match = json.loads(json.dumps(play_golden(case)))

    assert match == recorded(case)


@each_case
def test_a_recorded_match_can_be_replayed_from_its_seed_and_its_moves(case: Case) -> None:
    match = recorded(case)
    setup = case.game.setup(match["players"], match["options"])
    state = case.game.deal(setup, Streams(bytes.fromhex(match["seed"])))

    for text in match["moves"].split():
        action = case.game.parse_action(text)
        assert action in state.legal_actions()
        state.apply(action)

    assert state.over
    assert state.scores() == match["scores"]
    assert [dict(entries) for entries in state.breakdown()] == match["breakdown"]
