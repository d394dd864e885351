"""Worked examples of the rules, by their number: tiles, trappers, cards, auctions, the end."""

import pytest

from referee.games.chance import Rng
from referee.games.state import Journal
from referee.games.trapper import events, tiles
from referee.games.trapper.board import reach
from referee.games.trapper.rules import TrapperState
from tests.games.trapper_positions import (
    CELLS,
    GAME,
    actions,
    hand,
    lies_with,
    owner,
    play,
    position,
    tile,
    told,
)


def sizes(state: TrapperState) -> tuple[int, ...]:
    return state.observe(0).hand_sizes


@pytest.mark.parametrize(("variant", "cards"), [("base", 6), ("young", 6), ("tactical", 8)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_t01_a_match_starts_with_60_tiles_of_which_8_lie_open(
    players: int, variant: str, cards: int
) -> None:
    for seed in range(20):
        state = GAME.deal(GAME.setup(players, {"variant": variant}), Rng(seed))
        board = state.observe(0).board

        assert sum(each >= 0 for each in board) == 8
        assert board.count(-2) == 52
        assert len(state.out) == 4
        assert sizes(state) == (cards,) * players
        assert len(state.pile) == 64 - players * cards


def test_t04_a_turn_of_three_takes_costs_four_cards_and_draws_two() -> None:
    state = position(
        "ggbbe",
        "",
        board={
            "d5": "bear 4",
            "c4": "mushroom 5",
            "b4": "bear canoe 3",
            "a4": "lynx 1",
            "b3": "elk 1",
            "d6": "bear 2 e",
        },
        trappers=("d4", "a1", "h8", "h1"),
    )

    assert "green:d5" not in actions(state)

    play(state, "green:c4", "green:b4")

    assert reach(state, 0) == state.open_cells

    play(state, "green:d5:blue")

    assert [owner(state, name) for name in ("mushroom 5", "bear canoe 3", "bear 4")] == [0, 0, 0]
    assert [lies_with(state, name) for name in ("mushroom 5", "bear 4")] == ["bear canoe 3"] * 2
    assert hand("e") == state.hands[:4]
    assert state.trappers[0] == CELLS["d5"]
    assert actions(state) == ["end"]

    play(state, "end")

    assert sizes(state) == (3, 0)
    assert state.seat == 1


def test_t12_a_price_is_paid_in_cards_and_pairs() -> None:
    rich = position("eeeggbb", "", board={"e6": "elk 1"}, variant="tactical")
    poor = position("eeegb", "", board={"e6": "elk 1"}, variant="tactical")

    play(rich, "open:beige:5", "drop")

    assert actions(rich) == ["pay:beige:green1+blue1"]
    assert "open:beige:5" not in actions(poor)
    assert "open:beige:3" in actions(poor)
    assert "open:beige:4" not in actions(poor)

    play(rich, "pay:beige:green1+blue1")

    assert sizes(rich) == (0, 0)
    assert rich.discards == [2, 2, 3, 0]


def auction_of_the_rule_book() -> TrapperState:
    return position(
        "eeeee",
        "eeegg",
        "eeeggbb",
        board={"e6": "mink 2 e", "e7": "mink 2 s", "e8": "mink 3 w", "a1": "elk 1", "h1": "elk 4"},
        variant="tactical",
    )


def test_t13_the_highest_bidder_takes_the_tile_and_the_marker_stays() -> None:
    state = auction_of_the_rule_book()

    play(state, "open:beige:2", "drop", "raise:3", "raise:4", "raise:5")

    assert state.seat == 0

    play(state, "drop")

    assert state.seat == 2

    play(state, "pay:beige:green1+blue1", "catch:e6")

    assert owner(state, "mink 2 e") == 2
    assert state.trappers[2] == CELLS["e6"]
    assert sizes(state) == (5, 5, 0)
    assert (state.holder, state.seat) == (0, 0)


def test_t14_the_holder_opens_auctions_of_one_colour_until_he_ends() -> None:
    state = auction_of_the_rule_book()
    play(state, "open:beige:2", "drop", "raise:3", "raise:4", "raise:5", "drop")
    play(state, "pay:beige:green1+blue1", "catch:e6")

    assert actions(state) == ["end", *(f"open:beige:{number}" for number in range(1, 6))]

    play(state, "open:beige:1", "raise:3", "drop", "drop", "pay:beige", "catch:e7")

    assert owner(state, "mink 2 s") == 1
    assert state.seat == 0

    play(state, "open:beige:1", "drop", "drop", "pay:beige", "catch:e8")
    play(state, "open:beige:1", "drop", "drop", "pay:beige", "catch:a1")

    assert [owner(state, name) for name in ("mink 3 w", "elk 1")] == [0, 0]

    play(state, "end")

    assert sizes(state) == (5 - 2 + 4, 2, 0)
    assert (state.holder, state.seat) == (1, 1)
    assert "open:green:2" in actions(state)


def test_t18_water_towards_the_trapper_blocks() -> None:
    for name, open_ in (("elk 1", False), ("mink 1", True)):  # water south, water north
        state = position("g", "", board={"d3": name, "c4": "lynx canoe 1"})

        assert ("green:d3" in actions(state)) == open_
        assert "green:c4" in actions(state)


def test_t19_a_trapper_beside_a_trapper_and_gaps_is_isolated() -> None:
    state = position(
        "g", "", board={"a1": "elk 1", "h8": "elk 4"}, trappers=("d4", "e4", "a2", "h1")
    )

    assert actions(state) == ["green:a1", "green:h8", "pass", "retire"]


def test_t21_a_pair_of_another_colour_is_allowed_but_must_be_of_one_colour() -> None:
    pair = position("bee", "", board={"e3": "mink 1", "a1": "elk 1"})
    mixed = position("eg", "", board={"e3": "mink 1", "a1": "elk 1"})

    assert [text for text in actions(pair) if text.startswith("blue")] == [
        "blue:e3",
        "blue:e3:beige",
    ]
    assert not [text for text in actions(mixed) if text.startswith("blue")]


def test_t22_an_empty_pile_is_filled_from_the_discards() -> None:
    state = position("g", "", board={"a1": "elk 1"}, pile="", discards="bbbee")

    play(state, "pass")

    assert sizes(state) == (3, 0)
    assert len(state.pile) == 3
    assert state.discards == [0, 0, 0, 0]


def test_t23_the_tiles() -> None:
    animals = [
        [tiles.VALUE[each] for each in tiles.ANIMALS_OF[species]]
        for species in range(len(tiles.SPECIES))
    ]
    loot = [tiles.VALUE[i] for i in range(tiles.TILES) if tiles.KIND[i] != tiles.CANOE]

    assert animals == [[1, 2, 2, 3, 3, 4]] * 6
    assert len(tiles.KIND) == tiles.TILES == tiles.CELLS == 64
    assert len(tiles.CANOE_TILE) == tiles.CANOES == 18
    assert (len(tiles.COLOURS), len(tiles.SPECIES)) == (tiles.TRAPPERS, tiles.KINDS_OF_SPECIES)
    assert tiles.CAPACITY == [1, 2, 3] * 6
    assert [tiles.WATER.count(side) for side in range(4)] == [16] * 4
    assert sum(loot) == 120
    assert (tile("mink 4"), tile("elk canoe 3"), tile("salmon 1"), tile("herb 5")) == (
        5,
        26,
        45,
        63,
    )


def test_t25_an_isolated_trapper_may_take_the_tile_that_blocked_him() -> None:
    state = position("g", "", board={"d3": "elk 1", "a1": "elk 4"})

    assert actions(state)[:2] == ["green:a1", "green:d3"]

    play(state, "green:d3")

    assert owner(state, "elk 1") == 0


def test_t27_a_round_of_passes_without_cards_ends_the_match() -> None:
    dry = position("g", "b", board={"a1": "elk 1"}, pile="")

    play(dry, "pass")
    assert (dry.over, dry.dry) == (False, 1)
    play(dry, "pass")

    assert (dry.over, dry.ending) == (True, "no_cards")

    state = position("g", "b", board={"a1": "elk 1"}, pile="", displays=[["mink canoe 1: mink 1"]])

    play(state, "exchange:mink", "pass", "pass")
    assert (state.over, state.dry) == (False, 1)
    play(state, "pass")

    assert (state.over, state.ending) == (True, "no_cards")


@pytest.mark.parametrize(
    ("rest", "species"),
    [
        (["exchange:mink", "end"], 0),
        (["end", "exchange:mink"], 0),
        (["end", "retire"], -1),
    ],
)
def test_t28_after_the_last_tile_only_exchanges_are_left(rest: list[str], species: int) -> None:
    state = position("gbb", "bb", board={"d3": "mink 2 e"}, displays=[["mink canoe 1: mink 1"]])

    play(state, "green:d3")

    assert actions(state) == ["end", "exchange:mink"]

    if rest[0] == "end":
        heard = told(state, "end")

        assert heard[3:] == [
            "Seat 2 can do nothing more and is out, with 2 blue in hand.",
            "Turn 2: Seat 1.",
        ]
        assert actions(state) == ["retire", "exchange:mink"]
        assert not state.gives_up(state.legal_actions()[0])
        play(state, rest[1])
    else:
        play(state, *rest)

    assert (state.over, state.ending) == (True, "board_empty")
    assert state.species_tiles[0] == species


def test_t29_a_forced_drop_is_told_like_a_chosen_one() -> None:
    heard = []
    for cards in ("", "eeee"):
        state = position("ee", cards, "ee", board={"e6": "mink 2 e"}, variant="tactical")
        play(state, "open:beige:1")
        state.journal = Journal()

        assert actions(state)[-1] == "drop"
        assert len(actions(state)) == (1 if cards == "" else 4)

        play(state, "drop")
        heard.append(state.journal.seen_by(2))

    assert heard[0] == heard[1]
    assert [event[:2] for event in heard[0]] == [(events.DROPPED, 1)]


def test_t30_ties_share_a_place() -> None:
    state = position("", "", "", "")
    state.coins = [40, 40, 17, 3]

    assert state.scores() == [40, 40, 17, 3]
    assert state.ranks() == [1, 1, 3, 4]
