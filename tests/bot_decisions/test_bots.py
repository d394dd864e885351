"""The bots as a whole: repeatable, and in the order of strength."""

import json
from collections.abc import Sequence

import pytest

from arena.sdk import Action, Bot, Match, Turn, play_locally
from bots.heuristic import kupferkessel, trapper
from bots.mcts.main import Mcts, usual_budget
from bots.random.main import Random
from referee.bots.entry import built_in_bots
from referee.bots.manifest import read_manifest
from referee.games.registry import get_game

ADVICE = {"kupferkessel": kupferkessel.choose, "trapper": trapper.choose}


class Heuristic(Bot):
    def act(self, turn: Turn) -> Action:
        return ADVICE[self.match.game.name](turn)


def quick(match: Match) -> Bot:
    defaults = read_manifest(built_in_bots()["mcts"]).options
    match.settings = {name: option.default for name, option in defaults.items()}
    match.nodes = 40
    return Mcts(match)


@pytest.mark.parametrize(
    ("game", "players", "option"),
    [
        ("kupferkessel", 2, "kupferkessel"),
        ("kupferkessel", 3, "kupferkessel"),
        ("trapper", 2, "trapper"),
        ("trapper", 4, "trapper_many"),
    ],
)
def test_the_search_has_a_budget_for_each_game_and_for_full_tables(
    game: str, players: int, option: str
) -> None:
    rules = get_game(game)
    options = read_manifest(built_in_bots()["mcts"]).options
    settings = {name: one.default for name, one in options.items()}
    match = Match(rules, rules.setup(players), seat=0, settings=settings, seed=1, nodes=0)

    assert usual_budget(match) == int(settings[option])


def score(one: object, other: object, game: str, blocks: int) -> float:
    """What `one` scores against `other` in duplicate blocks."""
    total = 0.0
    for seed in range(blocks):
        for own in (0, 1):
            bots: Sequence[object] = (one, other) if own == 0 else (other, one)
            ranks = play_locally(bots, game, seed=seed).ranks  # type: ignore[arg-type]
            total += 0.5 if ranks[0] == ranks[1] else float(ranks[own] == 1)
    return total / (2 * blocks)


@pytest.mark.parametrize("game", ["kupferkessel", "trapper"])
def test_advice_beats_chance(game: str) -> None:
    assert score(Heuristic, Random, game, 10) >= 0.9


def test_even_a_short_search_beats_chance() -> None:
    assert score(quick, Random, "kupferkessel", 2) >= 0.75


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("kupferkessel", 3, {"recipes": "on"}),
        ("trapper", 3, {"variant": "tactical"}),
        ("trapper", 4, {"variant": "young"}),
    ],
)
def test_every_bot_finishes_every_variant(
    game: str, players: int, options: dict[str, str]
) -> None:
    bots = [Heuristic, Random, Heuristic, Random][:players]

    assert play_locally(bots, game, options=options, seed=1).termination == "normal"


@pytest.mark.parametrize("game", ["kupferkessel", "trapper"])
def test_a_search_with_exact_iterations_plays_the_same_match_again(game: str) -> None:
    def record() -> str:
        seen: list[object] = []
        play_locally(
            [quick, Heuristic],
            game,
            seed=5,
            watch=lambda turn, action: seen.append([turn.step, action.text, turn.eval]),
        )
        return json.dumps(seen)

    assert record() == record()


def test_a_search_tells_what_it_saw() -> None:
    evals: list[float | None] = []
    play_locally([quick, Random], seed=1, watch=lambda turn, _: evals.append(turn.eval))

    assert all(0 <= value <= 1 for value in evals if value is not None)
    assert any(value is not None for value in evals)


@pytest.mark.parametrize("name", ["random", "heuristic", "mcts"])
def test_every_bot_has_a_manifest_and_a_page(name: str) -> None:
    home = built_in_bots()[name]
    manifest = read_manifest(home)
    page = (home / "README.md").read_text(encoding="utf-8")

    assert manifest.name == name
    assert manifest.summary
    assert all(option.help for option in manifest.options.values())
    for option in manifest.options.values():
        assert f"`{option.name}`" in page
    assert len(page.splitlines()) <= 60
