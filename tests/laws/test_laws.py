"""The laws of the contract, over all games, variants and numbers of players."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.chance import Rng
from referee.games.state import EVERYONE, Journal
from tests.laws.setups import CASES, Case
from tests.laws.walks import GAMES, SEEDS, contents, dealt, walk

WIDEST_PICTURE = 80


def test_every_match_ends_within_the_turns_allowed_and_says_how(case: Case) -> None:
    for seed in SEEDS:
        *_, last = walk(case, seed)

        assert last.over
        assert last.ending
        assert 1 <= last.turn <= case.game.max_turns


def test_legal_actions_are_sorted_unique_in_range_and_never_lacking(case: Case) -> None:
    for seed in SEEDS:
        for state in walk(case, seed):
            if state.over:
                continue
            legal = state.legal_actions()

            assert legal
            assert legal == sorted(set(legal))
            assert set(legal) <= set(range(case.game.num_actions))
            assert state.seat in range(case.setup.players)


def test_the_turn_never_goes_back_and_nothing_ended_has_an_ending_yet(case: Case) -> None:
    for seed in SEEDS:
        turn = 1
        for state in walk(case, seed):
            assert state.turn >= turn
            assert bool(state.ending) == state.over
            turn = state.turn


def test_a_clone_and_its_origin_never_change_each_other(case: Case) -> None:
    for seed in SEEDS:
        for step, state in enumerate(walk(case, seed)):
            before = contents(state)
            played, kept = state.clone(), state.clone()

            assert contents(played) == before

            if state.over or step % 5:
                continue
            played.playout(Rng(step))

            assert contents(state) == before
            assert contents(kept) == before

            state.clone().apply(state.legal_actions()[0])

            assert contents(state) == before


def test_a_clone_survives_the_end_of_its_origin(case: Case) -> None:
    for seed in SEEDS:
        origin = dealt(case, seed)
        clone = origin.clone()
        before = contents(clone)

        origin.playout(Rng(seed))

        assert contents(clone) == before


def test_a_clone_has_no_journal(case: Case) -> None:
    state = dealt(case, 0, Journal())

    assert state.journal is not None
    assert state.clone().journal is None


def test_the_same_chance_and_actions_give_the_same_match(case: Case) -> None:
    for seed in SEEDS:
        first = [contents(state) for state in walk(case, seed)]
        second = [contents(state) for state in walk(case, seed)]

        assert first == second


def test_a_match_is_the_same_with_and_without_a_journal(case: Case) -> None:
    for seed in SEEDS:
        journal = Journal()

        with_journal = [contents(state) for state in walk(case, seed, journal)]
        without = [contents(state) for state in walk(case, seed)]

        assert with_journal == without
        assert len(journal) > 0


def test_ranks_follow_exactly_from_scores(case: Case) -> None:
    for seed in SEEDS:
        *_, last = walk(case, seed)
        scores, ranks = last.scores(), last.ranks()

        assert len(scores) == len(ranks) == case.setup.players
        assert ranks == [1 + sum(other > score for other in scores) for score in scores]


def test_the_breakdown_adds_up_to_the_score_at_any_time(case: Case) -> None:
    for seed in SEEDS:
        for state in walk(case, seed):
            sums = [sum(points for _, points in entries) for entries in state.breakdown()]

            assert sums == state.scores()


def test_every_action_has_its_own_text_and_fields_and_the_text_leads_back(case: Case) -> None:
    game = case.game
    texts = [game.action_text(action) for action in range(game.num_actions)]
    fields = [game.action_fields(action) for action in range(game.num_actions)]

    assert [game.parse_action(text) for text in texts] == list(range(game.num_actions))
    assert len(set(fields)) == game.num_actions
    assert {len(values) for values in fields} == {len(game.action_columns)}


@settings(derandomize=True, deadline=None, max_examples=50)
@given(text=st.text(max_size=6))
def test_what_is_no_action_is_refused_by_name(text: str) -> None:
    for game in {case.game.name: case.game for case in CASES}.values():
        if text in map(game.action_text, range(game.num_actions)):
            continue

        with pytest.raises(ValueError, match="action"):
            game.parse_action(text)


def test_events_fit_their_columns_and_can_be_told_in_words(case: Case) -> None:
    game = case.game
    for seed in SEEDS:
        journal = Journal()
        *_, _last = walk(case, seed, journal)
        for seat in range(case.setup.players):
            for event in journal.seen_by(seat):
                assert event[0] in range(1, len(game.event_kinds) + 1)
                assert len(event) == 1 + len(game.event_columns)
                assert game.event_text(case.setup, event)


def test_observations_are_columns_of_ints_that_begin_with_the_common_ones(case: Case) -> None:
    for state in walk(case, 0):
        for seat in range(case.setup.players):
            seen = state.observe(seat)
            columns = seen.columns()

            assert type(seen) is case.game.observation_type
            assert list(columns)[:3] == ["seat", "to_act", "turn"]
            assert (seen.seat, seen.to_act, seen.turn) == (seat, state.seat, state.turn)
            for column in columns.values():
                assert all(type(i) is int for i in (column if type(column) is tuple else [column]))


def test_a_state_rebuilt_from_memory_looks_the_same_and_determinizes_the_same(case: Case) -> None:
    for seed in SEEDS:
        journal = Journal()
        for step, state in enumerate(walk(case, seed, journal)):
            for seat in range(case.setup.players):
                seen = state.observe(seat)
                rebuilt = case.game.rebuild(case.setup, seat, seen, journal.seen_by(seat))
                true_guess = state.determinize(seat, Rng(step))
                own_guess = rebuilt.determinize(seat, Rng(step))

                assert rebuilt.observe(seat) == seen
                assert contents(own_guess) == contents(true_guess)


def test_a_determinized_state_differs_in_nothing_the_seat_can_see(case: Case) -> None:
    for seed in SEEDS:
        for step, state in enumerate(walk(case, seed)):
            before = contents(state)
            for seat in range(case.setup.players):
                guess = state.determinize(seat, Rng(step))

                assert guess.observe(seat) == state.observe(seat)
                assert contents(state) == before
                if not state.over and seat == state.seat:
                    assert guess.legal_actions() == state.legal_actions()


def test_a_second_determinization_forgets_the_first(case: Case) -> None:
    for seed in SEEDS:
        for step, state in enumerate(walk(case, seed)):
            for seat in range(case.setup.players):
                once = state.determinize(seat, Rng(step))
                twice = state.determinize(seat, Rng(step + 77)).determinize(seat, Rng(step))

                assert contents(twice) == contents(once)


def test_a_determinized_state_can_be_played_to_its_end(case: Case) -> None:
    for seed in SEEDS:
        for step, state in enumerate(walk(case, seed)):
            if state.over or step % 5:
                continue
            guess = state.determinize(state.seat, Rng(step))
            guess.playout(Rng(step))

            assert guess.over


def test_pictures_fit_the_screen_and_depend_on_the_observation_alone(case: Case) -> None:
    for seed in SEEDS:
        for step, state in enumerate(walk(case, seed)):
            if step % 3 and not state.over:
                continue
            for seat in range(case.setup.players):
                picture = case.game.picture(case.setup, state.observe(seat))
                other = state.determinize(seat, Rng(step)).observe(seat)

                assert case.game.picture(case.setup, other) == picture
                for line in picture.lines:
                    assert sum(len(ink.text) for ink in line) <= WIDEST_PICTURE
                    assert "\n" not in "".join(ink.text for ink in line)


def test_the_deal_in_words_is_plain_data_and_tells_deals_apart(case: Case) -> None:
    words = [json.dumps(case.game.deal_in_words(dealt(case, seed))) for seed in range(5)]

    assert len(set(words)) == len(words)


def test_components_are_named_columns_of_one_type(case: Case) -> None:
    for name, column in case.game.components(case.setup).items():
        assert name.isidentifier()
        assert len({type(item) for item in column}) == 1
        assert isinstance(column[0], int | str)


@settings(derandomize=True, deadline=None, max_examples=5 * GAMES)
@given(data=st.data())
def test_any_choice_of_actions_leads_to_an_end(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    state = dealt(case, data.draw(st.integers(0, 10**6)))
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
