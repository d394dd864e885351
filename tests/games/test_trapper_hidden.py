"""What a seat of Trapper cannot know: drawn cards, face-down tiles, reshuffles, hands."""

import pytest

from referee.games.chance import Rng, Streams
from referee.games.state import Journal
from referee.games.trapper import events
from referee.games.trapper.cards import able, hand_of
from referee.games.trapper.rules import TrapperState
from referee.match.session import LaterChance, Reply, Session
from tests.games.test_trapper_laws import all_cards, all_tiles, keen_match, setup_of
from tests.games.trapper_positions import ALL_CARDS, GAME, hand, play, position

SEED = bytes(range(32))


def next_action(state: TrapperState, rng: Rng) -> int:
    legal = state.legal_actions()
    keen = [one for one in legal if not state.gives_up(one)] or legal
    return keen[rng.below(len(keen))]


def test_cards_are_told_to_whoever_draws_them_and_their_number_to_all() -> None:
    journal = Journal()
    state = GAME.deal(GAME.setup(3), Rng(1), journal)
    rng = Rng(2)
    while not state.over:
        state.apply(next_action(state, rng))

    for seat in range(3):
        heard = journal.seen_by(seat)
        drawn = [event for event in heard if event[0] == events.DRAWN]
        counted = [event for event in heard if event[0] == events.DREW]

        assert {event[1] for event in drawn} == {seat}
        assert all(sum(event[-4:]) == event[6] for event in drawn)
        assert [event[1:] for event in counted if event[1] == seat] == [
            (*event[1:-4], 0, 0, 0, 0) for event in drawn
        ]


@pytest.mark.parametrize("variant", ["base", "young", "tactical"])
def test_a_guess_keeps_tiles_and_cards_and_lets_every_bidder_pay(variant: str) -> None:
    bids = 0
    for players in (2, 3, 4):
        for seed in range(12):
            rng = Rng(seed)
            for state in keen_match(setup_of(players, variant), seed):
                for seat in range(players):
                    guess = state.determinize(seat, rng)

                    assert all_tiles(guess) == list(range(64))
                    assert all_cards(guess) == ALL_CARDS
                    for other in range(players):
                        bids += guess.bids[other] > 1
                        assert able(hand_of(guess, other), guess.colour) >= guess.bids[other]
    assert bids > 100 or variant != "tactical"


def test_even_a_bid_that_takes_nearly_all_cards_can_be_paid_in_every_guess() -> None:
    state = position("v" * 8, "ee", "e" * 14 + "ggbb", board={"e6": "elk 1"}, variant="tactical")
    play(state, "open:beige:4", "drop", "raise:16", "drop")
    hands = set()
    for seed in range(40):
        guess = state.determinize(0, Rng(seed))

        assert able(hand_of(guess, 2), 2) >= 16
        assert sum(hand_of(guess, 1)) == 2
        hands.add(tuple(hand_of(guess, 2)))
    assert len(hands) > 1


def test_several_bids_are_paid_from_one_pool() -> None:
    state = position("v" * 8, "e" * 8, "e" * 8 + "g", board={"e6": "elk 1"}, variant="tactical")
    play(state, "open:beige:4", "raise:7", "raise:8")
    for seed in range(40):
        guess = state.determinize(0, Rng(seed))

        assert able(hand_of(guess, 1), 2) >= 7
        assert able(hand_of(guess, 2), 2) >= 8


def test_after_a_reshuffle_two_players_know_the_other_hand() -> None:
    state = position(
        "gg", "bbee", board={"a1": "elk 1"}, pile="vv", discards="g" * 14 + "v" * 14 + "b" * 14
    )
    state.discards[2] = 14
    play(state, "pass", "pass")  # the second pass draws from the shuffled discards

    assert state.reshuffles == 1
    for seed in range(20):
        guess = state.determinize(0, Rng(seed))

        assert all(
            held >= known for held, known in zip(guess.hands[4:], hand("bbee"), strict=True)
        )

    play(state, "pass", "blue:a1:beige")

    assert state.floors[:4] == hand("bb")


def test_what_a_seat_knows_of_other_hands_is_true() -> None:
    for players in (2, 3, 4):
        for variant in ("base", "tactical"):
            for seed in range(25):
                for state in keen_match(setup_of(players, variant), seed):
                    for seat in range(players):
                        for colour in range(4):
                            others = sum(state.hands[colour::4]) - state.hands[4 * seat + colour]
                            assert 0 <= state.floors[4 * seat + colour] <= others


def test_a_clone_shuffles_like_its_origin_and_disturbs_nothing() -> None:
    for chance in (Streams(SEED), Rng(7)):
        state = position(
            "", "", board={"a1": "elk 1"}, pile="", discards="gggbbbeeevvv", chance=chance
        )
        clone = state.clone()
        play(clone, "pass", "pass")
        play(state, "pass", "pass")

        assert clone.pile == state.pile
        assert clone.hands == state.hands


def test_a_guess_shuffles_in_its_own_way() -> None:
    state = position(
        "",
        "",
        board={"a1": "elk 1"},
        pile="",
        discards="ggggbbbbeeeevvvv",
        chance=Streams(SEED),
    )
    piles = set()
    for seed in range(10):
        guess = state.determinize(0, Rng(seed))
        play(guess, "pass")
        piles.add(tuple(guess.pile))

    assert len(piles) > 1


def test_reshuffles_are_recorded_once_and_told_in_words() -> None:
    session = Session(GAME, GAME.setup(2), SEED)
    session.begin()
    rng = Rng(1)
    while (ask := session.due) is not None:
        keen = [i for i in range(len(ask.legal)) if i not in ask.gives_up]
        session._state.determinize(ask.seat, Rng(1)).playout(Rng(2))
        session._state.clone().playout(Rng(3))
        session.answer(Reply(keen[rng.below(len(keen))]))

    later = [entry for entry in session.history if isinstance(entry, LaterChance)]
    names = [entry.stream for entry in later]

    assert names == [f"reshuffle {i}" for i in range(1, len(names) + 1)]
    assert names
    words = GAME.chance_in_words(later[0].stream, later[0].result)
    assert len(words) == len(later[0].result)
    assert set(words) <= {"green", "blue", "beige", "violet"}


def test_the_next_card_of_the_words_is_the_next_card_drawn() -> None:
    state = GAME.deal(GAME.setup(2), Streams(SEED))
    pile = GAME.deal_in_words(state)["pile"]
    assert isinstance(pile, list)
    before = state.hands[:4]

    state.apply(GAME.parse_action("pass"))

    drawn = [new - old for new, old in zip(state.hands[:4], before, strict=True)]
    names = ["green", "blue", "beige", "violet"]
    assert drawn == [pile[:2].count(name) for name in names]


def test_moved_face_down_tiles_show_in_nothing_a_seat_gets() -> None:
    for seed in range(30):
        state = GAME.deal(GAME.setup(3), Rng(seed))
        for _ in range(seed):
            state.apply(next_action(state, Rng(seed)))
        for seat in range(3):
            twin = state.determinize(seat, Rng(seed))

            assert twin.observe(seat) == state.observe(seat)
            if seat == state.seat:
                assert twin.legal_actions() == state.legal_actions()
