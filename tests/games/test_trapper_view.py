"""What people see of Trapper, and what the rule book refuses."""

from typing import Any

import pytest

from referee.games.chance import Rng
from referee.games.observation import Observation
from referee.games.state import State
from referee.games.trapper import notation, tiles
from referee.games.trapper.cards import hand_of
from referee.games.trapper.rules import TrapperState
from tests.games.trapper_positions import GAME, play, position, told


def lines(state: TrapperState, seat: int = 0) -> list[str]:
    setup = GAME.setup(state.players, {"variant": state.variant.name})
    return GAME.picture(setup, state.observe(seat)).plain().splitlines()


def test_the_board_shows_tiles_water_trappers_gaps_and_what_is_hidden() -> None:
    corner = {"a1": "elk 1", "a2": "bear canoe 3", "b1": "mink 1", "b2": "herb 5"}
    state = position("g", "", board=corner)

    board = lines(state)[2:]

    assert board[1].startswith("1  ??    Mi1n  .     ")
    assert board[2].startswith("2  BeC3w He5w  .     ")
    assert board[4].startswith("4  .     .     .     [G]   [B]   .")
    assert board[5].startswith("5  .     .     .     [V]   [E]   .")
    assert board[1].endswith("B blue   e4: any open")


def test_without_water_no_side_is_drawn() -> None:
    state = position("g", "", board={"d3": "elk 1"}, variant="young")

    assert any("El1 " in line for line in lines(state))
    assert not any("water" in line or "species" in line for line in lines(state))


def test_the_hand_is_shown_to_its_owner_only() -> None:
    state = position("gge", "v", board={"a1": "elk 1"})

    assert "Seat 1 (you): 0 coins, 3 cards: 2 green 1 beige" in lines(state)
    assert "Seat 1: 0 coins, 3 cards" in lines(state, 1)
    assert "Seat 2 (you): 0 coins, 1 card: 1 violet" in lines(state, 1)


def test_displays_show_series_single_tiles_scored_canoes_and_bonus_tiles() -> None:
    display = ["mink canoe 2: mink 3, herb 2", "bear 4", "elk canoe 1: elk 4", "wolf canoe 3"]
    state = position("", "", board={"a1": "elk 1"}, displays=[display])
    state.canoe_tiles[3] = 0
    state.species_tiles[1] = 0

    assert lines(state)[13:17] == [
        "  series  MiC2(Mi3 He2)",
        "  single  Be4  WoC3",
        "  scored  ElC1",
        "  bonus   canoe 22  species 2",
    ]


def test_a_long_display_goes_on_in_the_next_line() -> None:
    names = ["mink", "lynx", "elk", "bear", "wolf", "salmon"]
    singles = [f"{name} {value}" for name in names for value in (1, 2, 3, 4)]
    state = position("", "", board={"a1": "herb 1"}, displays=[singles])

    drawn = lines(state)

    assert max(map(len, drawn)) <= 80
    assert sum(line.startswith(("  single", "          ")) for line in drawn) == 2


def test_the_headline_says_what_is_to_be_decided() -> None:
    state = position("g", "", board={"a1": "elk 1", "a2": "elk 4"}, pile="")
    play(state, "pass")

    assert lines(state)[0] == "Turn 2: Seat 2 to play, passes without cards: 1"

    state = position(
        "g",
        "",
        board={"d3": "wolf canoe 1"},
        displays=[["wolf 4", "wolf 1"]],
        trappers=("d2",) * 4,
    )
    play(state, "green:d3")

    assert lines(state)[0] == "Turn 1: Seat 1 chooses what joins WoC1, trapper green"


def test_an_auction_is_shown_with_its_bids() -> None:
    state = position("ee", "eee", "eee", board={"e6": "mink 2 e"}, variant="tactical")
    play(state, "open:beige:1", "raise:2")

    assert lines(state)[:2] == [
        "Turn 1: Seat 3 to bid, trapper beige (turn of Seat 1)",
        "Auction: Seat 2 bids 2",
    ]

    play(state, "drop", "drop")

    assert lines(state)[:2] == [
        "Turn 1: Seat 2 to pay 2, trapper beige (turn of Seat 1)",
        "Auction: Seat 2 bids 2; out: Seat 1, Seat 3",
    ]


def test_an_auction_is_told_step_by_step() -> None:
    state = position("ee", "eee", board={"e6": "mink 2 e", "a1": "elk 1"}, variant="tactical")

    heard = told(
        state, "open:beige:1", "raise:2", "drop", "pay:beige", "catch:e6", "end", "retire", seat=1
    )

    assert heard == [
        "Seat 1 opens an auction for beige: 1.",
        "Seat 2 raises to 2.",
        "Seat 1 drops out.",
        "Seat 2 pays 2 beige for a tile with beige.",
        "Seat 2 takes mink 2 from e6 with beige.",
        "Seat 1 ends the turn.",
        "Seat 1 draws 4 cards.",
        "Turn 2: Seat 2.",
        "Seat 2 retires, with 1 beige in hand.",
        "Turn 3: Seat 1.",
    ]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("green:d3", (1, 0, 19, 0, 0, 0, 1, 0, 0, 0)),
        ("green:d3:blue", (1, 0, 19, 0, 0, 0, 0, 2, 0, 0)),
        ("exchange:mink+elk", (5, 0, 0, 0, 2, 5, 0, 0, 0, 0)),
        ("join:MiC2w", (6, 0, 0, 7, 0, 0, 0, 0, 0, 0)),
        ("open:violet:40", (7, 3, 0, 0, 40, 0, 0, 0, 0, 0)),
        ("raise:2", (8, 0, 0, 0, 2, 0, 0, 0, 0, 0)),
        ("pay:green:blue2+violet1", (10, 0, 0, 0, 0, 0, 0, 4, 0, 2)),
        ("catch:h8", (11, 0, 63, 0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_actions_are_spelled_out_in_columns(text: str, fields: tuple[int, ...]) -> None:
    assert GAME.action_fields(GAME.parse_action(text)) == fields
    assert len(notation.COLUMNS) == len(fields)


def test_no_action_and_nothing_of_another_game_is_taken() -> None:
    with pytest.raises(ValueError, match="'green:d9' is no action"):
        GAME.parse_action("green:d9")
    with pytest.raises(TypeError, match="no state of Trapper"):
        GAME.deal_in_words(State())
    with pytest.raises(TypeError, match="no observation of Trapper"):
        GAME.picture(GAME.setup(2), Observation(0, 0, 1))


def test_the_deal_in_words_names_every_tile_and_card() -> None:
    words = GAME.deal_in_words(GAME.deal(GAME.setup(4), Rng(3)))
    board, removed, hands, pile = (words[name] for name in ("board", "removed", "hands", "pile"))

    assert isinstance(board, dict)
    assert isinstance(removed, list)
    assert isinstance(hands, list)
    assert isinstance(pile, list)
    assert (len(board), len(removed), len(pile)) == (60, 4, 40)
    assert [len(hand) for hand in hands] == [6] * 4
    assert sorted(pile + [card for hand in hands for card in hand]) == sorted(
        ["green", "blue", "beige", "violet"] * 16
    )


def test_who_watches_sees_all_hands_what_lies_face_down_and_what_comes_next() -> None:
    corner = {"a1": "elk 1", "a2": "bear canoe 3", "b1": "mink 1", "b2": "herb 5"}
    state = position("gge", "vv", board=corner)
    state.pile = [0, 1, 2, 3]
    setup = GAME.setup(2, {"variant": state.variant.name})

    table = GAME.table(setup, state).plain().splitlines()

    assert "Seat 1: 0 coins, 3 cards: 2 green 1 beige" in table
    assert "Seat 2: 0 coins, 2 cards: 2 violet" in table
    assert "  next    VEBG" in table
    assert table[3].startswith("1  el1s  Mi1n  .     ")
    assert not any("(you)" in line or "??" in line for line in table)
    assert all(notation.tile_text(tile) in " ".join(table) for tile in state.out)


def test_no_two_tiles_of_a_deal_have_the_same_words() -> None:
    for variant in ("base", "young", "tactical"):
        setup = GAME.setup(2, {"variant": variant})
        deal = GAME.deal_in_words(GAME.deal(setup, Rng(1)))
        board, removed = deal["board"], deal["removed"]
        assert isinstance(board, dict)
        assert isinstance(removed, list)

        assert len({*board.values(), *removed}) == 64


def test_a_deal_can_be_laid_out_again_from_its_words() -> None:
    ids = {f"{tiles.tile_name(tile)} {tiles.water_side(tile)}": tile for tile in range(64)}
    for seed in range(20):
        state = GAME.deal(GAME.setup(3), Rng(seed))
        words: dict[str, Any] = dict(GAME.deal_in_words(state))

        cells = [words["board"].get(notation.cell_text(cell)) for cell in range(64)]
        board = [ids[name] if name else tiles.NO_TILE for name in cells]
        assert board == [tile % 64 if tile >= 0 else tile for tile in state.cells]
        assert [ids[name] for name in words["removed"]] == state.out
        assert [tiles.COLOURS.index(name) for name in words["pile"]] == state.pile[::-1]
        assert [[hand.count(colour) for colour in tiles.COLOURS] for hand in words["hands"]] == [
            hand_of(state, seat) for seat in range(3)
        ]
