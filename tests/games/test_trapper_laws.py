"""Laws of Trapper over thousands of random matches."""

import os
from collections.abc import Iterator
from typing import Final

import pytest

from referee.games.chance import Rng
from referee.games.contract import Setup
from referee.games.trapper import table, tiles
from referee.games.trapper.actions import NUM_ACTIONS
from referee.games.trapper.board import reach
from referee.games.trapper.rules import TrapperState
from tests.games.trapper_positions import ALL_CARDS, GAME

pytestmark = pytest.mark.slow

MATCHES: Final = int(os.environ.get("ARENA_TRAPPER_MATCHES", "500"))
SAMPLE: Final = 23
"""Every so many decisions a position is looked at."""
MOST_DECISIONS: Final = 3000
EVERY_TILE: Final = list(range(tiles.TILES))

each_variant = pytest.mark.parametrize("variant", ["base", "young", "tactical"])
each_number = pytest.mark.parametrize("players", [2, 3, 4])


def setup_of(players: int, variant: str) -> Setup:
    return GAME.setup(players, {"variant": variant})


def keen_match(setup: Setup, seed: int) -> Iterator[TrapperState]:
    """A random match in which nobody retires while tiles are left: every decision, the end."""
    state = GAME.deal(setup, Rng(seed))
    rng = Rng(seed + 1)
    decisions = 0
    while not state.over:
        yield state
        legal = state.legal_actions()
        action = legal[rng.below(len(legal))]
        if state.gives_up(action):
            action = legal[0]  # a take, an end or a pass comes before retiring
        state.apply(action)
        decisions += 1
        assert decisions < MOST_DECISIONS
    yield state


def all_tiles(state: TrapperState) -> list[int]:
    """Every tile of the position, wherever it is."""
    on_board = [each % tiles.FACE_DOWN for each in state.cells if each != tiles.NO_TILE]
    with_seats = [each for each in EVERY_TILE if state.tile_seat[each] != table.NOBODY]
    return sorted(on_board + state.out + with_seats)


def all_cards(state: TrapperState) -> list[int]:
    """Every card of the position by colour, wherever it is."""
    return [
        sum(state.hands[colour::4]) + state.discards[colour] + state.pile.count(colour)
        for colour in range(tiles.TRAPPERS)
    ]


def beside_a_gap(state: TrapperState, cell: int) -> bool:
    return any(state.cells[beside] == tiles.NO_TILE for beside, _ in tiles.STEPS[cell])


def check_board(state: TrapperState) -> None:
    with_tile = [cell for cell in range(tiles.CELLS) if state.cells[cell] != tiles.NO_TILE]

    assert state.open_cells == [c for c in with_tile if state.cells[c] < tiles.FACE_DOWN]
    assert len(set(state.trappers)) == tiles.TRAPPERS
    assert not set(state.trappers) & set(with_tile)
    if state.phase != table.JOIN:  # while a tile is being joined its neighbours wait
        assert state.open_cells == [cell for cell in with_tile if beside_a_gap(state, cell)]
        for trapper in range(tiles.TRAPPERS):
            assert bool(reach(state, trapper)) == bool(with_tile)


def check_displays(state: TrapperState) -> None:
    """Canoes carry what they may, and nothing lies single that could be joined."""
    for canoe, canoe_tile in enumerate(tiles.CANOE_TILE):
        load = [each for each in EVERY_TILE if state.tile_canoe[each] == canoe_tile]
        animals = [each for each in load if tiles.KIND[each] == tiles.ANIMAL]
        plants = [tiles.KIND[each] for each in load if tiles.KIND[each] != tiles.ANIMAL]

        assert {state.tile_seat[each] for each in load} <= {state.tile_seat[canoe_tile]}
        assert {tiles.SPECIES_OF[each] for each in animals} <= {tiles.SPECIES_OF[canoe_tile]}
        assert len(set(plants)) == len(plants)
        assert len(animals) == state.loads[canoe] <= tiles.CAPACITY[canoe]
        assert state.worths[canoe] == sum(tiles.VALUE[each] for each in load)
        if state.phase != table.JOIN and len(animals) < tiles.CAPACITY[canoe]:
            assert not _joinable(state, canoe_tile, set(plants))


def _joinable(state: TrapperState, canoe_tile: int, plants: set[int]) -> list[int]:
    seat = state.tile_seat[canoe_tile]
    return [
        each
        for each in EVERY_TILE
        if seat >= 0
        and state.tile_seat[each] == seat
        and state.tile_canoe[each] == table.NOTHING
        and (
            tiles.SPECIES_OF[each] == tiles.SPECIES_OF[canoe_tile]
            if tiles.KIND[each] == tiles.ANIMAL
            else tiles.KIND[each] not in {*plants, tiles.CANOE}
        )
    ]


def check_coins(state: TrapperState) -> None:
    scored = [c for c in range(tiles.CANOES) if state.loads[c] == tiles.CAPACITY[c]]

    assert sum(state.coins) == sum(2 * state.worths[canoe] for canoe in scored)
    assert state.scores() == [sum(coins for _, coins in each) for each in state.breakdown()]


def check_bonus_tiles(state: TrapperState) -> None:
    given = [*state.canoe_tiles, *state.species_tiles]

    assert len(state.canoe_tiles) == 11
    assert len(state.species_tiles) == 6
    assert set(given) <= {table.NOBODY, *range(state.players)}
    if not state.variant.bonus:
        assert set(given) == {table.NOBODY}


def given_for_good(state: TrapperState) -> list[int]:
    """What never changes once it is set: joined tiles, returned tiles, bonus tiles."""
    in_box = [-1 if seat != table.IN_BOX else 0 for seat in state.tile_seat]
    return [*state.tile_canoe, *in_box, *state.canoe_tiles, *state.species_tiles]


def check_seat_to_act(state: TrapperState) -> None:
    assert not state.retired[state.seat]
    assert not state.dropped[state.seat]
    assert min(state.hands) >= 0


@each_number
@each_variant
def test_what_must_always_hold_holds_and_every_match_empties_the_board(
    variant: str, players: int
) -> None:
    setup = setup_of(players, variant)
    for seed in range(MATCHES):
        before = [-1] * (2 * tiles.TILES + 17)
        for decision, state in enumerate(keen_match(setup, seed), start=seed):
            if decision % SAMPLE and not state.over:
                continue
            now = given_for_good(state)

            assert all(old in (-1, new) for old, new in zip(before, now, strict=True))
            assert all_tiles(state) == EVERY_TILE
            assert all_cards(state) == ALL_CARDS
            check_board(state)
            check_displays(state)
            check_coins(state)
            check_bonus_tiles(state)
            if not state.over:
                check_seat_to_act(state)
            before = now

        assert state.ending == "board_empty"
        assert state.turn < state.variant.max_turns


@each_number
@each_variant
def test_whatever_is_chosen_a_match_comes_to_an_end(variant: str, players: int) -> None:
    setup = setup_of(players, variant)
    endings = set()
    for seed in range(MATCHES // 5):
        state = GAME.deal(setup, Rng(seed))
        rng = Rng(seed + 1)
        while not state.over:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
        endings.add(state.ending)

        assert state.turn < state.variant.max_turns
        assert all(state.retired) or state.ending != "all_retired"
    assert endings <= {"board_empty", "all_retired"}


@each_number
@each_variant
def test_whoever_always_passes_meets_the_end_of_cards(variant: str, players: int) -> None:
    state = GAME.deal(setup_of(players, variant), Rng(1))
    while not state.over:
        state.apply(GAME.parse_action("pass"))

    assert state.ending == "no_cards"
    assert not state.pile
    assert state.dry == players


@each_variant
def test_a_match_that_goes_on_and_on_is_capped(variant: str) -> None:
    setup = setup_of(2, variant)
    state = GAME.deal(setup, Rng(1))
    state.turn = GAME.turn_cap(setup) - 1

    state.apply(GAME.parse_action("pass"))

    assert not state.over

    state.apply(GAME.parse_action("pass"))

    assert (state.over, state.ending) == (True, "max_turns")
    assert state.turn == GAME.turn_cap(setup) <= GAME.max_turns


@each_number
def test_a_retired_seat_is_passed_over(players: int) -> None:
    for variant in ("base", "tactical"):
        state = GAME.deal(setup_of(players, variant), Rng(2))
        state.apply(GAME.parse_action("retire"))
        rng = Rng(3)
        while not state.over:
            assert state.seat != 0
            assert sum(state.hands[:4]) == 0
            legal = [one for one in state.legal_actions() if not state.gives_up(one)]
            state.apply((legal or state.legal_actions())[rng.below(len(legal) or 1)])


def test_only_retiring_while_tiles_are_left_gives_up() -> None:
    retire = GAME.parse_action("retire")
    state = GAME.deal(GAME.setup(2), Rng(1))

    assert [one for one in range(NUM_ACTIONS) if state.gives_up(one)] == [retire]

    state.open_cells = []

    assert not state.gives_up(retire)
