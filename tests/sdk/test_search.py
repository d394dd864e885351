"""The search: repeatable, honest about what it knows, fit for every game and table."""

import time

import pytest

from arena.sdk.search import Style, Tree, style_for, worth
from referee.games.chance import Rng, Streams
from referee.games.kupferkessel.cards import card_name
from referee.games.kupferkessel.rules import KettleState
from referee.games.registry import get_game
from referee.games.state import State
from referee.games.trapper.rules import TrapperState
from tests.toy.game import FOLD, Toy

SETUPS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("kupferkessel", 2, {}),
    ("kupferkessel", 3, {"recipes": "on"}),
    ("trapper", 2, {}),
    ("trapper", 4, {"variant": "young"}),
    ("trapper", 3, {"variant": "tactical"}),
)


def dealt(game: str, players: int, options: dict[str, str], seed: int = 1) -> State:
    rules = get_game(game)
    return rules.deal(rules.setup(players, options), Streams(seed.to_bytes(32, "big")))


def card(ingredient: str, value: int) -> int:
    return next(card for card in range(56) if card_name(card) == f"{ingredient} {value}")


def grown(state: State, game: str, iterations: int, seed: int = 1) -> Tree:
    tree = Tree(state, state.seat, Rng(seed), style_for(game))
    tree.grow(iterations)
    return tree


def shape(tree: Tree) -> list[tuple[int, float, float]]:
    return [(node.action, node.visits, node.total) for node in tree.root.children.values()]


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_the_same_seed_grows_the_same_tree(
    game: str, players: int, options: dict[str, str]
) -> None:
    state = dealt(game, players, options)

    first = grown(state, game, 60)
    second = grown(state, game, 60)

    assert shape(first) == shape(second)
    assert first.principal_variation() == second.principal_variation()
    assert first.iterations == 60


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_a_search_depends_on_nothing_its_seat_cannot_know(
    game: str, players: int, options: dict[str, str]
) -> None:
    state = dealt(game, players, options)
    other = state.determinize(state.seat, Rng(99))

    assert shape(grown(state, game, 40)) == shape(grown(other, game, 40))


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_a_whole_match_can_be_played_by_search(
    game: str, players: int, options: dict[str, str]
) -> None:
    state = dealt(game, players, options)
    steps = 0
    while not state.over:
        legal = state.legal_actions()
        if len(legal) > 1:
            best = grown(state, game, 2).best()
            assert best in legal
            assert not state.gives_up(best)
            state.apply(best)
        else:
            state.apply(legal[0])
        steps += 1

    assert steps > 20


def test_portions_add_up_and_a_deadline_ends_the_search() -> None:
    state = dealt("kupferkessel", 2, {})
    tree = Tree(state, 0, Rng(1), style_for("kupferkessel"))
    tree.grow(30)
    tree.grow(30)
    assert shape(tree) == shape(grown(state, "kupferkessel", 60))

    begun = time.monotonic()
    tree.grow(0, deadline=begun + 0.05)

    assert tree.iterations > 60
    assert time.monotonic() - begun < 5.0
    with pytest.raises(ValueError, match="iterations or a deadline"):
        tree.grow(0)


def test_every_iteration_is_counted_once_at_the_root() -> None:
    tree = grown(dealt("kupferkessel", 3, {}), "kupferkessel", 80)

    assert tree.root.visits == 80
    assert sum(node.visits for node in tree.root.children.values()) == 80
    for node in tree.root.children.values():
        assert node.offered >= node.visits
        assert 0.0 <= node.value <= 1.0
    assert 0.0 <= tree.value() <= 1.0


def test_results_follow_rank_and_lead() -> None:
    assert worth([30.0, 10.0], 0.0, 20.0) == [1.0, 0.0]
    assert worth([10.0, 10.0], 0.0, 20.0) == [0.5, 0.5]
    narrow = worth([11.0, 10.0], 0.5, 20.0)
    wide = worth([50.0, 10.0], 0.5, 20.0)
    assert 0.5 < narrow[0] < wide[0] < 1.0
    first, second, third, fourth = worth([40.0, 30.0, 20.0, 10.0], 0.5, 20.0)
    assert first > second > third > fourth


def test_kettles_are_judged_by_what_their_sets_may_become() -> None:
    state = dealt("kupferkessel", 2, {})
    style = style_for("kupferkessel")
    assert isinstance(state, KettleState)
    one, two, three = card("roots", 1), card("roots", 3), card("roots", 4)

    def judged(*kettle: int) -> float:
        position = state.clone()
        position.kettles[0] = list(kettle)
        return style.points(position)[0]

    assert judged(three) < judged(two, three) < judged(one, two, three)


def test_without_recipes_a_kettle_is_judged_and_with_them_the_match_is_played_on() -> None:
    style = style_for("kupferkessel")
    plain = dealt("kupferkessel", 2, {})
    secret = dealt("kupferkessel", 2, {"recipes": "on"})

    style.play_on(plain, Rng(1))
    style.play_on(secret, Rng(1))

    assert not plain.over
    assert secret.over


def test_more_is_explored_where_matches_are_played_on() -> None:
    style = style_for("kupferkessel")

    judged = style.exploring(dealt("kupferkessel", 2, {}))
    played_on = style.exploring(dealt("kupferkessel", 2, {"recipes": "on"}))

    assert judged < played_on


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_trapper_the_seat_on_turn_is_better_off_and_who_played_last_is_worse(
    players: int,
) -> None:
    state = dealt("trapper", players, {})
    assert isinstance(state, TrapperState)
    judged = style_for("trapper").points(state)

    assert state.holder == 0
    assert judged == sorted(judged, reverse=True)
    assert judged[0] > judged[-1]


def test_any_game_of_the_contract_is_searched_without_giving_up() -> None:
    game = Toy()
    state = game.deal(game.setup(3), Streams(bytes(32)))

    tree = Tree(state, state.seat, Rng(1), game.style())
    tree.grow(50)

    assert tree.best() in state.legal_actions()
    assert FOLD not in tree.root.children


def test_nothing_is_best_before_the_first_iteration() -> None:
    tree = Tree(dealt("kupferkessel", 2, {}), 0, Rng(1), Style())

    assert tree.principal_variation() == []
    with pytest.raises(ValueError, match="nothing was searched"):
        tree.best()
