"""The worked examples of the rules, by their number."""

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
    points,
    position,
    tile,
    told,
)


def canoe_tiles_of(state: TrapperState, seat: int = 0) -> list[int]:
    return [tiles.CANOE_BONUS[i] for i, who in enumerate(state.canoe_tiles) if who == seat]


def give_canoe_tiles(state: TrapperState, seat: int, *numbers: int) -> None:
    for number in numbers:
        state.canoe_tiles[tiles.CANOE_BONUS.index(number)] = seat


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


@pytest.mark.parametrize(
    ("taken", "expected"), [((), [26]), ((26,), [24]), ((26, 24), []), ((24,), [26])]
)
def test_t02_a_bear_canoe_closes_with_the_third_bear(
    taken: tuple[int, ...], expected: list[int]
) -> None:
    state = position(
        "g",
        "",
        board={"d3": "bear 2 n", "a1": "elk 1"},
        displays=[["bear canoe 3: bear 4, bear 1, mushroom 5, herb 1"]],
    )
    give_canoe_tiles(state, 1, *taken)

    play(state, "green:d3")

    assert state.coins == [26, 0]
    assert canoe_tiles_of(state) == expected


def test_t03_a_mink_canoe_for_one_closes_with_one_mink() -> None:
    state = position(
        "ggg",
        "",
        board={"d3": "mink 3 n", "d2": "mink 4", "d1": "herb 1"},
        displays=[["mink canoe 1"]],
    )

    play(state, "green:d3")

    assert state.coins == [6, 0]
    assert canoe_tiles_of(state) == []

    play(state, "green:d2", "green:d1")

    assert state.coins == [6, 0]
    assert lies_with(state, "mink 4") == ""
    assert lies_with(state, "herb 1") == ""


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


def test_t05_four_species_bring_tile_4_and_the_fifth_canoe_stays() -> None:
    state = position(
        "",
        "",
        board={"a1": "wolf 1"},
        displays=[
            [
                "bear canoe 2: bear 1, bear 2",
                "bear canoe 1: bear 3",
                "elk canoe 3: elk 1, elk 2, elk 3",
                "salmon canoe 2: salmon 1, salmon 2",
                "mink canoe 1: mink 1",
            ]
        ],
    )
    offered = [text for text in actions(state) if text.startswith("exchange")]

    assert max(text.count("+") + 1 for text in offered) == 4

    play(state, "exchange:mink+elk+bear+salmon")

    assert state.species_tiles == [-1, -1, -1, 0, -1, -1]
    assert [tiles.tile_name(canoe) for canoe in state.observe(0).scored] == ["bear canoe 2"]
    assert [owner(state, name) for name in ("bear canoe 1", "bear 3", "elk 2")] == [-2, -2, -2]
    assert not [text for text in actions(state) if text.startswith("exchange")]

    play(state, "pass", "pass")

    assert [text for text in actions(state) if text.startswith("exchange")] == ["exchange:bear"]

    state.species_tiles[0] = 1

    assert not [text for text in actions(state) if text.startswith("exchange")]


def test_t06_an_incomplete_series_brings_its_values_once() -> None:
    state = position("", "", displays=[["bear canoe 2: mushroom 3"]])

    assert points(state)["incomplete_series"] == 3
    assert state.scores() == [3, 0]


def test_t07_single_tiles_cost_their_value() -> None:
    state = position("", "", displays=[["mink canoe 3", "bear 3"]])

    assert points(state)["singles"] == -6
    assert state.scores() == [-6, 0]


def test_t08_bears_do_not_fit_a_wolf_canoe() -> None:
    state = position(
        "gg",
        "",
        board={"d3": "bear 2 n", "d2": "bear 3 w", "a1": "elk 1"},
        displays=[["wolf canoe 2"]],
    )

    play(state, "green:d3", "green:d2")

    assert [lies_with(state, name) for name in ("bear 2 n", "bear 3 w")] == ["", ""]
    assert points(state)["singles"] == -2 - 2 - 3


def test_t09_plants_alone_make_a_series_that_is_still_open() -> None:
    state = position(
        "gg",
        "",
        board={"d3": "lynx canoe 1", "d2": "lynx 4 s"},
        displays=[["mushroom 2", "herb 3"]],
    )

    play(state, "green:d3")

    assert [lies_with(state, name) for name in ("mushroom 2", "herb 3")] == ["lynx canoe 1"] * 2
    assert points(state)["incomplete_series"] == 5
    assert state.observe(0).scored == ()

    play(state, "green:d2")

    assert state.coins[0] == 2 * 9


def test_t10_a_canoe_takes_one_mushroom() -> None:
    for displays, expected in (
        (["bear canoe 3: bear 1, bear 2"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: mushroom 4"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: elk 1"], ""),
        (["bear canoe 3: bear 1, bear 2", "elk canoe 1: herb 1"], "elk canoe 1"),
    ):
        state = position(
            "gg",
            "",
            board={"d3": "mushroom 2", "d2": "mushroom 3", "a1": "elk 2"},
            displays=[displays],
        )

        play(state, "green:d3")
        if expected:
            assert actions(state) == ["join:ElC1n", "join:BeC3w"]
            play(state, "join:BeC3w")

        assert lies_with(state, "mushroom 2") == "bear canoe 3"

        play(state, "green:d2")

        assert lies_with(state, "mushroom 3") == expected


def test_t11_bonus_tiles_are_paid_by_rank_of_the_tile() -> None:
    state = position("", "", "")
    give_canoe_tiles(state, 0, 30, 24)
    give_canoe_tiles(state, 1, 26, 18)
    give_canoe_tiles(state, 2, 20, 16)

    assert [points(state, seat)["canoe_tiles"] for seat in range(3)] == [12 + 5, 8 + 2, 3]
    assert [points(state, seat)["species_tiles"] for seat in range(3)] == [0, 0, 0]


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


def with_bear_4_on_board(load: str, *taken: int) -> TrapperState:
    """A bear canoe for three waits for the bear of 4 that green can reach."""
    state = position(
        "g",
        "",
        board={"d5": "bear 4", "a1": "elk 1"},
        displays=[[f"bear canoe 3: {load}"]],
        trappers=("e5", "a8", "b8", "c8"),
    )
    give_canoe_tiles(state, 1, *taken)
    return state


def test_t15_three_good_bears_and_the_best_herb_bring_30() -> None:
    state = with_bear_4_on_board("bear 3, bear 3, herb 5")

    play(state, "green:d5")

    assert state.coins[0] == 30
    assert canoe_tiles_of(state) == [30]


@pytest.mark.parametrize(("taken", "expected"), [((), [36]), ((36,), [34]), ((36, 34), [])])
def test_t16_a_canoe_above_36_counts_as_36(taken: tuple[int, ...], expected: list[int]) -> None:
    state = with_bear_4_on_board("bear 3, bear 3, mushroom 5, herb 5", *taken)

    play(state, "green:d5")

    assert state.coins[0] == 40
    assert canoe_tiles_of(state) == expected


@pytest.mark.parametrize(("taken", "expected"), [((), [16]), ((16,), [])])
def test_t17_below_tile_16_there_is_none(taken: tuple[int, ...], expected: list[int]) -> None:
    state = with_bear_4_on_board("bear 1, bear 3", *taken)

    play(state, "green:d5")

    assert state.coins[0] == 16
    assert canoe_tiles_of(state) == expected


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


def test_t20_a_new_canoe_takes_plants_first_and_its_owner_picks_the_animal() -> None:
    state = position(
        "g",
        "",
        board={"d3": "wolf canoe 1", "a1": "elk 1"},
        displays=[["wolf 4", "wolf 2", "mushroom 3"]],
        trappers=("d2", "e4", "e5", "d5"),
    )
    play(state, "green:d3")

    assert lies_with(state, "mushroom 3") == "wolf canoe 1"
    assert actions(state) == ["join:Wo2e", "join:Wo4e"]
    assert state.trappers[0] == CELLS["d2"]

    play(state, "join:Wo4e")

    assert state.coins[0] == 14
    assert lies_with(state, "wolf 2") == ""
    assert state.trappers[0] == CELLS["d3"]


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


def test_t24_young_trappers_swim_and_win_no_bonus_tiles() -> None:
    board = {"d3": "elk 1", "c4": "bear 4", "a1": "elk 4"}
    canoe = "bear canoe 3: bear 3, bear 3, herb 5"
    state = position("gg", "", board=board, displays=[[canoe]], variant="young")

    assert {"green:d3", "green:c4"} <= set(actions(state))

    play(state, "green:c4")

    assert state.coins[0] == 30
    assert canoe_tiles_of(state) == []
    assert list(points(state)) == ["scored_canoes", "incomplete_series", "singles"]
    assert not [text for text in actions(state) if text.startswith("exchange")]


def test_t25_an_isolated_trapper_may_take_the_tile_that_blocked_him() -> None:
    state = position("g", "", board={"d3": "elk 1", "a1": "elk 4"})

    assert actions(state)[:2] == ["green:a1", "green:d3"]

    play(state, "green:d3")

    assert owner(state, "elk 1") == 0


def test_t26_a_canoe_is_paid_before_the_neighbours_turn_up() -> None:
    rows = {f"{column}{row}": name for (column, row), name in zip(
        [(c, r) for r in (1, 2, 3) for c in "cde"],
        ["mink 1", "mink 2 e", "mink 2 s", "mink 3 w", "elk 4", "mink 4", "bear 1", "lynx 2 w",
         "bear 4"],
        strict=True,
    )}  # fmt: skip
    state = position("g", "", board=rows, displays=[["lynx canoe 1"]])

    assert state.cells[CELLS["d2"]] == tile("elk 4") + tiles.FACE_DOWN

    heard = told(state, "green:d3")

    assert heard == [
        "Seat 1 pays 1 green for a tile with green.",
        "Seat 1 takes lynx 2 from d3 with green.",
        "Seat 1 lays lynx 2 with the lynx canoe 1.",
        "Seat 1 fills the lynx canoe 1: 4 coins.",
        "d2 shows elk 4, water west.",
    ]


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
