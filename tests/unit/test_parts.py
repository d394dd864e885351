"""A game brings its parts: named in one place, loaded where they are used, none of them needed."""

import json
import subprocess
import sys

import pytest

from arena.sdk.bot import Action, Match, Turn
from arena.sdk.local import turn_of
from arena.sdk.search import style_for
from referee.games.chance import Streams
from referee.games.contract import Game
from referee.games.course import Course
from referee.games.parts import Parts
from referee.games.registry import UnknownGame, game_names, get_game
from referee.games.style import Style
from referee.games.swapper import Swapper
from referee.proofs import leakcheck
from tests.toy.game import Toy


def first_turn(game: Game) -> Turn:
    setup = game.setup(2)
    match = Match(game=game, setup=setup, seat=0, settings={}, seed=1, nodes=0)
    return turn_of(match, Course(game, setup, Streams(bytes(32))).ask())


@pytest.mark.parametrize("name", game_names())
def test_every_game_of_the_arena_brings_every_part(name: str) -> None:
    game = get_game(name)

    assert game.parts.messages is not None
    assert type(game.style()) is not Style
    assert isinstance(game.swapper(), Swapper)
    assert type(first_turn(game).view).__name__ == game.parts.view.partition(":")[2]
    assert type(style_for(name)) is type(game.style())


def test_a_game_without_parts_is_searched_plainly_and_says_what_it_lacks() -> None:
    game = Toy()

    assert type(game.style()) is Style
    with pytest.raises(LookupError, match=r"no view of toy; use turn\.observation"):
        _ = first_turn(game).view
    with pytest.raises(LookupError, match="toy brings no swapper"):
        game.swapper()


def test_a_part_that_is_something_else_is_refused_by_name() -> None:
    class Mixed(Toy):
        parts = Parts(style="tests.toy.game:Toy", swapper="tests.toy.game:Toy")

    with pytest.raises(TypeError, match=r"tests\.toy\.game:Toy is no Style"):
        Mixed().style()
    with pytest.raises(TypeError, match=r"tests\.toy\.game:Toy is no Swapper"):
        Mixed().swapper()


def test_the_style_of_an_unknown_game_is_not_guessed() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        style_for("chess")


def test_the_leak_check_of_a_game_without_a_swapper_is_a_wrong_call(
    toy_is_offered: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        leakcheck.main(["--game", "toy"])

    assert ended.value.code == 2
    assert "toy brings no swapper" in capsys.readouterr().err


@pytest.mark.parametrize("name", game_names())
def test_no_part_is_loaded_before_it_is_used(name: str) -> None:
    code = f"""
import json, sys
from referee.games.chance import Rng
from referee.games.registry import get_game
game = get_game({name!r})
game.deal(game.setup(2), Rng(1)).playout(Rng(1))
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))

    own = {f"referee.games.{name}.{part}" for part in ("named", "style", "swapper")}
    assert loaded & {*own, "google.protobuf", "referee.v1", "referee.games.swapper"} == set()


def test_a_turn_knows_the_type_of_its_view_if_it_is_told() -> None:
    def act(turn: Turn[str]) -> Action:
        return turn.named(turn.view.lower())  # mypy knows `lower`

    class Worded(Toy):
        parts = Parts(view="builtins:repr")

    with pytest.raises(LookupError, match="is not legal here"):
        act(first_turn(Worded()))
