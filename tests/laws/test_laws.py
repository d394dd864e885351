"""The laws of the contract, over all games, variants and numbers of players."""

import os
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.laws import LAWS, Law, check
from referee.games.state import EVERYONE, Journal
from tests.laws.setups import CASES, Case

MATCHES: Final = int(os.environ.get("ARENA_LAW_GAMES", "6"))
"""Matches for each variant and law; CI may raise it."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_variant_of_every_game_keeps_the_law(case: Case, law: Law) -> None:
    check(law, case, MATCHES)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(text=st.text(max_size=6))
def test_what_is_no_action_is_refused_by_name(text: str) -> None:
    for game in {case.game.name: case.game for case in CASES}.values():
        if text in map(game.action_text, range(game.num_actions)):
            continue

        with pytest.raises(ValueError, match="action"):
            game.parse_action(text)


@settings(derandomize=True, deadline=None, max_examples=5 * MATCHES)
@given(data=st.data())
def test_any_choice_of_actions_leads_to_an_end(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    state = case.dealt(data.draw(st.integers(0, 10**6)))
    taste = data.draw(st.lists(st.integers(0, 99), min_size=1, max_size=30))

    decisions = 0
    while not state.over:
        legal = state.legal_actions()
        state.apply(legal[taste[decisions % len(taste)] % len(legal)])
        decisions += 1

    assert state.turn <= case.game.max_turns


def test_everyone_is_a_mask_that_holds_any_seat() -> None:
    journal = Journal()
    journal.add(EVERYONE, (1,))
    journal.add(1 << 2, (2,))

    assert journal.seen_by(2) == [(1,), (2,)]
    assert journal.seen_by(0) == [(1,)]
    assert journal.seen_by(2, since=1) == [(2,)]
