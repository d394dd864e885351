"""Laws of Kupferkessel Co. over thousands of random matches."""

import os
from typing import Final

import pytest

from referee.games.chance import Rng
from referee.games.kupferkessel import cards, events, scoring
from referee.games.kupferkessel.rules import MAX_TURNS, KettleState
from referee.games.state import Journal, State
from tests.games.kupferkessel_positions import GAME

MATCHES: Final = int(os.environ.get("ARENA_KUPFERKESSEL_MATCHES", "2000"))
SAMPLE: Final = 7
"""Every so many decisions a position is looked at."""
ALL_CARDS: Final = list(range(cards.CARDS))

VARIANTS: Final = {
    "2": (2, {}),
    "2 recipes": (2, {"recipes": "on"}),
    "3": (3, {}),
    "3 recipes": (3, {"recipes": "on"}),
    "2 outer lines": (2, {"outer_lines_end": "on"}),
    "3 symbols off": (3, {"third_colour_symbols": "off"}),
}
each_variant = pytest.mark.parametrize(("players", "options"), VARIANTS.values(), ids=VARIANTS)


def all_cards(state: KettleState) -> list[int]:
    """Every card of the position, wherever it is."""
    open_cards = [card for card in state.cells if card != cards.EMPTY]
    in_kettles = [card for kettle in state.kettles for card in kettle]
    return sorted(open_cards + state.pile + state.out + in_kettles)


def all_recipes(state: KettleState) -> list[int]:
    return sorted([recipe for hand in state.recipes for recipe in hand] + state.recipes_left)


@each_variant
def test_every_card_is_in_exactly_one_place_and_every_match_ends(
    players: int, options: dict[str, str]
) -> None:
    setup = GAME.setup(players, options)
    for seed in range(MATCHES):
        state = GAME.deal(setup, Rng(seed))
        rng = Rng(seed + 1)
        decisions = seed % SAMPLE
        while not state.over:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
            decisions += 1
            if decisions % SAMPLE == 0:
                assert all_cards(state) == ALL_CARDS

        assert all_cards(state) == ALL_CARDS
        assert state.turn < MAX_TURNS
        assert state.ending == "last_card"


@each_variant
def test_a_guess_keeps_all_cards_and_recipes(players: int, options: dict[str, str]) -> None:
    setup = GAME.setup(players, options)
    for seed in range(MATCHES // 50):
        state = GAME.deal(setup, Rng(seed))
        rng = Rng(seed + 1)
        while not state.over:
            guess = state.determinize(seed % players, rng)

            assert all_cards(guess) == ALL_CARDS
            assert all_recipes(guess) == state.variant.recipes
            assert [len(hand) for hand in guess.recipes] == [state.variant.hand] * players
            assert guess.recipes[seed % players] == state.recipes[seed % players]
            assert guess.pile[: guess.known] == state.pile[: state.known]

            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])


@each_variant
def test_what_the_rules_keep_count_of_agrees_with_the_table(
    players: int, options: dict[str, str]
) -> None:
    setup = GAME.setup(players, options)
    for seed in range(MATCHES // 20):
        state = GAME.deal(setup, Rng(seed))
        rng = Rng(seed + 1)
        while not state.over:
            sizes = [
                sum(state.cells[cell] != cards.EMPTY for cell in line) for line in cards.LINE_CELLS
            ]

            assert state.line_sizes == sizes
            assert min(sizes[line] for line in cards.INNER_LINES) > 0
            assert 0 <= state.known <= len(state.pile)
            assert len(set(state.pawns)) == players
            assert not state.pile or cards.EMPTY not in state.cells

            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])


@each_variant
def test_the_alternative_is_offered_exactly_where_it_makes_a_difference(
    players: int, options: dict[str, str]
) -> None:
    setup = GAME.setup(players, options)
    for seed in range(MATCHES // 50):
        state = GAME.deal(setup, Rng(seed))
        rng = Rng(seed + 1)
        while not state.over:
            legal = state.legal_actions()
            for cell in [action for action in legal if action < cards.CELLS]:
                plain, other = state.clone(), state.clone()
                plain.apply(cell)
                other.apply(cell + cards.CELLS)
                same = (
                    (plain.kettles, plain.seat, plain.pile, plain.out, plain.pawns)
                    == (other.kettles, other.seat, other.pile, other.out, other.pawns)
                )  # fmt: skip

                assert same == (cell + cards.CELLS not in legal)

            state.apply(legal[rng.below(len(legal))])


def test_a_recipe_is_told_to_its_owner_only() -> None:
    for players in GAME.players:
        for seed in range(50):
            journal = Journal()
            state = GAME.deal(GAME.setup(players, {"recipes": "on"}), Rng(seed), journal)
            state.playout(Rng(seed))

            for seat in range(players):
                heard = [event for event in journal.seen_by(seat) if event[0] == events.RECIPE]
                assert [(event[1], event[3]) for event in heard] == [
                    (seat, recipe) for recipe in state.recipes[seat]
                ]


def test_the_unseen_part_of_the_pile_shows_in_nothing_a_seat_gets() -> None:
    for players in GAME.players:
        setup = GAME.setup(players, {"recipes": "on"})
        for seed in range(50):
            journals = Journal(), Journal()
            state = GAME.deal(setup, Rng(seed))
            for _ in range(seed % 20):
                state.apply(state.legal_actions()[-1])
            seat = state.seat
            twin = state.determinize(seat, Rng(seed))
            twin.pile[-1:] = state.pile[-1:]
            state.journal, twin.journal = journals

            for each in (state, twin):
                each.apply(each.legal_actions()[0])

            first, second = (journal.seen_by(seat)[:2] for journal in journals)
            assert first == second


def test_the_fast_points_and_the_points_by_rule_agree() -> None:
    for seed in range(300):
        state = GAME.deal(GAME.setup(2 + seed % 2, {"recipes": "on"}), Rng(seed))
        state.playout(Rng(seed))

        by_rule = [sum(points for _, points in entries) for entries in state.breakdown()]

        assert by_rule == state.scores()
        assert all(len(scoring.holdings(kettle)) == 14 for kettle in state.kettles)


def test_a_playout_without_lists_draws_and_plays_as_one_by_lists() -> None:
    ways = ("off", "on")
    variants = [{"recipes": one, "outer_lines_end": two} for one in ways for two in ways]
    for number, options in enumerate(2 * variants):
        setup = GAME.setup(2 + number // 4, options)
        for seed in range(60):
            journals = Journal(), Journal()
            state = GAME.deal(setup, Rng(seed))
            twin = state.clone()
            state.journal, twin.journal = journals
            rngs = Rng(seed + 7), Rng(seed + 7)

            state.playout(rngs[0])
            State.playout(twin, rngs[1])

            assert rngs[0] == rngs[1]
            assert state.scores() == twin.scores()
            seen = [[journal.seen_by(seat) for seat in range(2)] for journal in journals]
            assert seen[0] == seen[1]
