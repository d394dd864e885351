"""A game of another package has everything a game of the arena has, and no line here knows it."""

import json
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from arena.sdk import Action, Bot, Turn, play_locally
from arena.sdk.search import Tree, style_for
from bots.mcts.main import Mcts
from referee.games import guard
from referee.games.chance import Rng, Streams
from referee.games.contract import Game
from referee.games.course import Ask, Course
from referee.games.laws import cases, check_game
from referee.games.parts import Messages, Parts
from referee.games.registry import game_names, get_game
from referee.proofs import leakcheck
from referee.talk.wire import components_to_pb, position
from referee.v1 import play_pb2
from tests.sdk.questions import read_ask
from tests.tournament.arena_command import run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
NAME = "lanterns"
TREE = ("arena", "bots", "leaderboard", "protos", "referee", "setup.py", "pyproject.toml")
SETTINGS = {"iterations": "30", "other": "30"}


@pytest.fixture
def game(outside: Path) -> Game:
    return get_game(NAME)


def asks(game: Game, seed: int = 1) -> list[Ask]:
    """Every question of a match."""
    course = Course(game, game.setup(3), Streams(seed.to_bytes(32, "big")))
    rng, asked = Rng(seed), []
    while not course.over:
        asked.append(course.ask())
        course.decide(course.legal[rng.below(len(course.legal))])
    return asked


def request_of(game: Game, ask: Ask) -> play_pb2.ActRequest:
    request = play_pb2.ActRequest(step=ask.step, gives_up=ask.gives_up)
    return play_pb2.ActRequest.FromString(request.SerializeToString() + position(game, ask))


def test_no_line_of_the_tree_knows_its_name() -> None:
    places = [ROOT / name for name in TREE]
    files = [
        path for place in places for path in (place.rglob("*") if place.is_dir() else [place])
    ]
    texts = [path for path in files if path.suffix in (".py", ".proto", ".toml", ".txt", ".md")]

    assert len(texts) > 200
    assert [path for path in texts if b"lantern" in path.read_bytes().lower()] == []


def test_it_is_offered_beside_the_games_of_the_arena(game: Game) -> None:
    assert game_names()[-1] == NAME
    assert type(game).__module__ == "lanterns.game"


def test_it_keeps_every_law(game: Game) -> None:
    check_game(game)


def test_nothing_leaks_and_every_secret_was_looked_at(game: Game) -> None:
    tally = leakcheck.check(NAME, 400, seed=1)

    assert tally.leaks == []
    assert leakcheck.too_rare(tally) == []
    assert set(tally.possible) == set(game.swapper().kinds(game.setup(2)))
    assert len(tally.variants) == 2 * 2 + 2 * 3


def test_the_leak_check_finds_what_it_gives_away(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game.deal(game.setup(2), Rng(1))
    observe = type(state).observe

    def telling(self: object, seat: int) -> object:
        seen = observe(self, seat)  # type: ignore[arg-type]
        hands = self.hands  # type: ignore[attr-defined]
        return type(seen)(**{**seen.columns(), "gone": tuple(hands[1 - seat])})  # type: ignore[arg-type]

    monkeypatch.setattr(type(game), "players", (2,))
    monkeypatch.setattr(type(state), "observe", telling)

    tally = leakcheck.check(NAME, 40, seed=1)

    assert tally.leaking > 0
    assert {leak.message for leak in tally.leaks} == {"request"}


def test_the_leak_check_is_a_command_for_it_as_well(outside: Path) -> None:
    words = ["--game", NAME, "--pairs", "500", "--workers", "2", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "referee.proofs.leakcheck", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["differences"] == 0


def test_it_travels_in_its_own_messages_and_a_bot_reads_what_was_written(game: Game) -> None:
    for ask in asks(game):
        request = request_of(game, ask)

        assert request.WhichOneof("position") == "typed"
        assert request.typed.type_url.endswith("/lanterns.v1.LanternsPosition")
        assert read_ask(game, request) == ask


def test_its_components_are_explained_in_its_own_message(game: Game) -> None:
    start = play_pb2.MatchStart()
    components_to_pb(game, game.setup(2), start)
    assert game.parts.messages is not None
    message = game.parts.messages.components()

    assert start.WhichOneof("components") == "typed"
    assert start.typed.Unpack(message)
    assert {field.name: list(value) for field, value in message.ListFields()} == {
        name: list(column) for name, column in game.components(game.setup(2)).items()
    }


def test_messages_that_the_bots_side_does_not_know_are_refused(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_of(game, asks(game)[0])

    monkeypatch.setattr(type(game), "parts", Parts())
    with pytest.raises(LookupError, match="lanterns came in messages of its own"):
        read_ask(game, request)

    monkeypatch.setattr(type(game), "parts", Parts(Messages("referee.v1.trapper_pb2", "Trapper")))
    with pytest.raises(TypeError, match=r"lanterns\.v1\.LanternsPosition is no message of"):
        read_ask(game, request)


def test_without_messages_it_travels_in_the_generic_form(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game), "parts", Parts())
    ask = asks(game)[0]

    request = request_of(game, ask)

    assert request.WhichOneof("position") == "generic"
    assert read_ask(game, request) == ask


def test_it_is_searched_in_its_own_style(game: Game) -> None:
    style = style_for(NAME)
    for case in cases(game):
        state = case.dealt(1)
        tree = Tree(state, state.seat, Rng(1), style)
        tree.grow(60)

        assert tree.best() in state.legal_actions()
    assert type(style).__name__ == "LanternStyle"


class _Outshines(Bot):
    """Lights the least that wins, by the view of the game."""

    def act(self, turn: Turn) -> Action:
        view = turn.view
        assert type(view).__name__ == "LanternView"
        winning = [action for action in turn.legal if view.wins(action)]
        return min(winning or turn.legal, key=lambda action: action.id)


def test_bots_of_the_arena_and_its_own_view_play_it_here(game: Game) -> None:
    points = [0, 0]
    for seed in range(10):
        result = play_locally(
            [Mcts, _Outshines], NAME, seed=seed, settings=[SETTINGS, {}], options={"lowest": "off"}
        )
        points = [had + got for had, got in zip(points, result.scores, strict=True)]

    assert min(points) > 0


def test_it_plays_a_tournament_by_the_command(outside: Path, tmp_path: Path) -> None:
    field = ("mcts:iterations=20", "random", "--game", NAME, "--rounds", "3", "--seed", "4")
    where = ("--isolation", "none", "--quiet")

    done = run(tmp_path, "tournament", *field, *where)
    shown = run(tmp_path, "replay", "last", "--watch")
    listed = run(tmp_path, "games", NAME)

    assert done.returncode == 0, done.stderr
    assert "Hand   L" in shown.stdout
    assert "ended by the rules (all lit)" in shown.stdout
    assert "Lanterns" in listed.stdout


def test_its_rules_stand_under_the_same_guard(
    outside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(guard.SWITCH, raising=False)
    build = guard.listed(str(outside), NAME)._replace(root=str(tmp_path))
    (tmp_path / NAME).mkdir()
    for name in (*build.modules, *build.inputs):
        Path(guard.source(str(tmp_path), name)).write_text("# as it was\n")
    for name in build.modules:
        Path(guard.source(str(tmp_path), name)).with_suffix(EXTENSION_SUFFIXES[0]).touch()
    library = f"{guard.library(guard.digest(build))}__mypyc{EXTENSION_SUFFIXES[0]}"
    (tmp_path / NAME / library).touch()

    assert build.modules == ("lanterns.rounds",)
    assert guard.decide(build) == (True, "compiled")

    Path(guard.source(str(tmp_path), "lanterns.rounds")).write_text("# another\n")
    assert not guard.decide(build).compiled
    assert "have changed" in guard.decide(build).reason
