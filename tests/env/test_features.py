"""What learners are shown follows from what a seat may know, keeps its bounds, and is true."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arena.env.arrays import split
from arena.env.describe import page
from arena.sdk.kupferkessel import KettleView
from referee.games.chance import Rng, Streams
from referee.games.contract import Game, Setup
from referee.games.course import Course
from referee.games.features import Block
from referee.games.kupferkessel import cards
from referee.games.kupferkessel.rules import KettleState
from referee.games.registry import get_game
from referee.games.state import State
from referee.games.trapper.board import reach
from referee.games.trapper.rules import TrapperState
from tests.laws.setups import CASES, Case
from tests.sdk.questions import turns_of

CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def positions(game: Game, setup: Setup, seed: int) -> Iterator[Course]:
    """A random match, decision by decision, to its end."""
    course, rng = Course(game, setup, Streams(seed.to_bytes(32, "big"))), Rng(seed)
    while not course.over:
        yield course
        keen = [one for one in course.legal if not course.state.gives_up(one)] or course.legal
        course.decide(keen[rng.below(len(keen))])
    yield course


@CASE
def test_every_byte_keeps_its_bounds_and_rows_are_rows(case: Case) -> None:
    game, setup = case.game, case.setup
    features = game.features()
    blocks = features.blocks(setup)
    high = np.array([place.high for b in blocks for _ in range(b.rows) for place in b.places])

    for course in positions(game, setup, 5):
        state = course.state
        rows = [np.frombuffer(features.row(state, s), np.uint8) for s in range(setup.players)]
        for row in rows:
            assert row.shape == high.shape
            assert (row <= high).all(), _beyond(blocks, row, high)
        assert features.rows([state, state]) == 2 * features.row(state, state.seat)


@CASE
def test_the_truth_a_rebuilt_state_and_any_guess_show_the_same(case: Case) -> None:
    """The law of hidden information: a row depends on what its seat knows, and nothing else."""
    game, setup = case.game, case.setup
    features = game.features()

    for number, course in enumerate(positions(game, setup, 6)):
        if number % 5:
            continue
        state = course.state
        for seat in range(setup.players):
            row = features.row(state, seat)
            told = course.events.seen_by(seat)
            rebuilt = game.rebuild(setup, seat, state.observe(seat), told)

            assert features.row(rebuilt, seat) == row
            assert features.row(state.determinize(seat, Rng(number)), seat) == row


def test_a_row_that_told_a_secret_would_be_found() -> None:
    """The check above sees what differs: with the secrets of another seat rows are not equal."""
    game = get_game("kupferkessel")
    setup = game.setup(2, {"recipes": "on"})
    features = game.features()
    state = next(positions(game, setup, 6)).state
    others = [state.determinize(0, Rng(number)) for number in range(9)]

    assert {features.row(other, 0) for other in others} == {features.row(state, 0)}
    assert len({features.row(other, 1) for other in others}) > 5


@pytest.mark.parametrize("players", [2, 3])
def test_cells_and_ingredients_of_kupferkessel_say_what_the_view_says(players: int) -> None:
    game = get_game("kupferkessel")
    setup = game.setup(players, {"recipes": "on"})
    for turn, state in turns_of(game, players, 3, {"recipes": "on"}):
        assert isinstance(state, KettleState)
        seen = named(game, setup, state)
        view: KettleView = turn.view
        unseen = set(state.pile[state.known :])
        table = {card.id for card in view.square.values()}
        seats = [view.me, *view.opponents]
        for kind, ingredient in enumerate(cards.INGREDIENTS):
            told = seen["ingredients"][kind]
            for place, player in enumerate(seats):
                assert told[f"colour_{place}"] == (player.colour == ingredient.colour)
                held = {value for value in range(1, 5) if told[f"held_{place}_{value}"]}
                assert held == set(player.holding(ingredient.key))
            for value in range(1, 5):
                card = 4 * kind + value - 1
                assert told[f"unseen_{value}"] == (card in unseen)
                assert told[f"open_{value}"] == (card in table)
            wanted = sum(ingredient.key in recipe.ingredients for recipe in view.recipes)
            assert told["wanted"] == wanted
        for cell, card in enumerate(state.cells):
            told = seen["cells"][cell]
            assert told["there"] == (card != cards.EMPTY)
            if card != cards.EMPTY:
                assert told[f"value_{cards.VALUE[card]}"] == 1
                assert told[cards.INGREDIENTS[card // 4].key] == 1
            for steps in range(1, 5):
                there = cell in cards.FACED[view.landing(view.me, steps)]
                assert told[f"reach_{steps}"] == there
            assert told["here"] == (cell in cards.FACED[view.me.space])
            for place, player in enumerate(seats[1:], 1):
                there = cell in cards.FACED[view.landing(player, player.top.value)]
                assert told[f"next_{place}"] == there


def test_points_without_recipes_are_those_of_the_rules() -> None:
    game = get_game("kupferkessel")
    for players in game.players:
        setup = game.setup(players)
        for course in positions(game, setup, 4):
            state = course.state
            seats = named(game, setup, state)["seats"]
            scores = state.scores()
            for place in range(players):
                expected = scores[(state.seat + place) % players] + 128
                assert seats[place]["points"] == max(0, min(255, expected))


def test_trapper_says_who_can_take_what_and_what_lies_where() -> None:
    game = get_game("trapper")
    for players in game.players:
        setup = game.setup(players)
        for course in positions(game, setup, 2):
            state = course.state
            assert isinstance(state, TrapperState)
            seen, look = named(game, setup, state), state.observe(state.seat)
            for cell, told in enumerate(seen["cells"]):
                assert told["hidden"] == (look.board[cell] == -2)
                assert told["open"] == (look.board[cell] >= 0)
                for number, colour in enumerate(("green", "blue", "beige", "violet")):
                    assert told[f"reach_{colour}"] == (cell in reach(state, number))
                    assert told[f"trapper_{colour}"] == (look.trappers[number] == cell)
            for tile, told in enumerate(seen["tiles"]):
                holder = look.tile_seat[tile]
                if holder >= 0:
                    assert told["where"] == 3 + (holder - state.seat) % players
                assert told["canoe"] == look.tile_canoe[tile] + 1
            for place, told in enumerate(seen["seats"]):
                seat = (state.seat + place) % players
                assert told["hand"] == look.hand_sizes[seat]
                assert told["coins"] == min(255, look.coins[seat])
            table = seen["table"][0]
            assert tuple(table[f"hand_{c}"] for c in ("green", "blue", "beige", "violet")) == (
                look.hand
            )


def named(game: Game, setup: Setup, state: State) -> dict[str, list[dict[str, int]]]:
    """What the seat to act is shown, with names."""
    features = game.features()
    blocks = features.blocks(setup)
    arrays = split(np.frombuffer(features.row(state, state.seat), np.uint8), blocks)
    return {
        block.name: [
            dict(zip([place.name for place in block.places], map(int, line), strict=True))
            for line in arrays[block.name].reshape(block.rows, -1)
        ]
        for block in blocks
    }


def _beyond(blocks: object, row: object, high: object) -> str:
    assert isinstance(blocks, tuple)
    assert isinstance(row, np.ndarray)
    places = [
        f"{block.name}[{number}].{place.name}"
        for block in blocks
        if isinstance(block, Block)
        for number in range(block.rows)
        for place in block.places
    ]
    return ", ".join(places[at] for at in np.flatnonzero(row > high))


def test_the_page_of_features_is_what_the_games_say() -> None:
    shown = Path(__file__).parents[2] / "docs" / "features.md"

    assert shown.read_text(encoding="utf-8") == page(), (
        "python -m arena.env.describe > docs/features.md"
    )
