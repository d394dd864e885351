"""Views tell the truth with names, from what the seat was told alone."""

import pytest

from arena.sdk.kupferkessel import CARDS, KettleView, set_points
from arena.sdk.trapper import TILES, TrapperView
from referee.games.kupferkessel import cards, scoring
from referee.games.kupferkessel.rules import KettleState
from referee.games.registry import get_game
from referee.games.trapper import tiles
from referee.games.trapper.board import reach
from referee.games.trapper.rules import TrapperState
from tests.sdk.questions import turns_of


@pytest.mark.parametrize("players", [2, 3])
def test_a_kettle_is_remembered_card_by_card(players: int) -> None:
    for turn, state in turns_of(get_game("kupferkessel"), players, 1):
        assert isinstance(state, KettleState)
        view: KettleView = turn.view

        for player in view.players:
            assert [card.id for card in player.kettle] == state.kettles[player.seat]
        assert view.me.seat == state.seat
        assert view.opponents[0].seat == (state.seat + 1) % players


def test_actions_name_the_card_they_take_and_what_its_symbol_does() -> None:
    symbols = set()
    ends = 0
    for seed in range(3):
        for turn, state in turns_of(get_game("kupferkessel"), 2, seed):
            assert isinstance(state, KettleState)
            view = KettleView(turn)
            for action in turn.legal:
                after = state.clone()
                after.apply(action.id)

                assert view.card(action).id == state.cells[action.id % cards.CELLS]
                assert view.ends_match(action) == (after.ending == "last_card")
                assert view.square[view.cell(action)] == view.card(action)
                symbols.add(view.symbol(action))
                ends += view.ends_match(action)

    assert symbols == {"", "Hat", "Explosion"}
    assert ends > 0


def test_a_landing_is_where_the_pawn_really_comes_to() -> None:
    for turn, state in turns_of(get_game("kupferkessel"), 2, 5):
        assert isinstance(state, KettleState)
        view: KettleView = turn.view
        (other,) = view.opponents
        for action in turn.legal:
            if view.symbol(action) or view.ends_match(action):
                continue
            after = state.clone()
            after.apply(action.id)
            if after.turn == state.turn + 1:  # no corner in between
                assert view.landing(other, other.top.value) == after.pawns[other.seat]


def test_points_for_sets_are_those_of_the_rules() -> None:
    for ingredient in (0, 4):  # white, which is doubled for seat 0, and grey
        for holding in range(1, 16):
            kettle = [4 * ingredient + bit for bit in range(4) if holding >> bit & 1]
            named = [CARDS[card].value for card in kettle]
            rules = dict(scoring.breakdown([kettle, []], [0, 1], [[], []], -1)[0])

            own = ingredient == 0
            assert set_points(named, own=own) == rules[cards.INGREDIENTS[ingredient].key]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["base", "tactical"])
def test_displays_hold_what_the_seats_took(players: int, variant: str) -> None:
    game = get_game("trapper")
    for turn, state in turns_of(game, players, 2, {"variant": variant}):
        assert isinstance(state, TrapperState)
        view = TrapperView(turn)

        assert len(view.players) == players
        for player in view.players:
            held = [tile for tile, seat in enumerate(state.tile_seat) if seat == player.seat]
            shown = [tile.id for tile in player.singles]
            for canoe in (*player.canoes, *player.scored):
                shown += [canoe.tile.id, *(tile.id for tile in canoe.load)]
                assert (
                    canoe.missing == canoe.tile.value - state.loads[tiles.CANOE_OF[canoe.tile.id]]
                )
            if state.taken >= 0 and tiles.KIND[state.taken] != tiles.CANOE:
                held = [tile for tile in held if tile != state.taken or tile in shown]
            assert sorted(shown) == held


def test_a_trapper_reaches_what_the_rules_let_him_take() -> None:
    jumps = 0
    for seed in range(4):
        for turn, state in turns_of(get_game("trapper"), 2, seed):
            assert isinstance(state, TrapperState)
            if state.phase != 1:
                continue
            view = TrapperView(turn)
            for colour, name in enumerate(tiles.COLOURS):
                expected = [TILES[state.cells[cell]] for cell in reach(state, colour)]

                assert {view.board[cell] for cell in view.reach(name)} == set(expected)
                jumps += len(expected) > 4

    assert jumps > 0


def test_moves_of_trapper_have_names() -> None:
    kinds = set()
    for variant in ("base", "tactical"):
        for turn, _ in turns_of(get_game("trapper"), 3, 3, {"variant": variant}):
            view = TrapperView(turn)
            for action in turn.legal:
                move = view.move(action)
                kinds.add(move.kind)
                assert action.text.startswith(move.kind) or move.kind == "take"
                if move.kind in ("take", "catch"):
                    assert move.tile == view.board[move.cell]

    assert kinds >= {"take", "end", "pass", "retire", "join", "open", "raise", "drop", "pay"}


def test_a_view_of_the_wrong_game_is_refused() -> None:
    ((turn, _), *_) = turns_of(get_game("trapper"), 2, 1)

    with pytest.raises(TypeError, match="another game"):
        KettleView(turn)
