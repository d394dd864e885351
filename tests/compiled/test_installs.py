"""Compiled where it can be, the same game either way, and never an old binary for a new source."""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.games import guard
from tests.compiled.conftest import needs_compiler
from tests.compiled.installs import GAMES, ROOT, Install, checked, copy_checkout, install

MODULES = guard.listed(str(ROOT), "referee.games").modules
both = pytest.mark.parametrize("installed", ["editable", "plain"], indirect=True)
FORMS = f"""
import sys
from importlib import import_module
from pathlib import Path
from referee import games
import referee.games.kupferkessel.game
modules = [import_module(name) for name in {MODULES!r}]
print(games.compiled(), len({{Path(module.__file__).suffix for module in modules}}), games.form())
"""
PLAY = """
from referee.games.chance import Rng
from referee.games.registry import get_game
game = get_game("kupferkessel")
state = game.deal(game.setup(3, {"recipes": "on"}), Rng(1))
state.playout(Rng(1))
print(state.turn, state.scores())
"""


@contextmanager
def edited(file: Path, old: str, new: str) -> Iterator[None]:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


@needs_compiler
@both
def test_with_a_compiler_rules_and_search_run_compiled(installed: Install) -> None:
    assert installed.run(FORMS) == "True 1 compiled"
    assert len(installed.binaries) == len(MODULES) + 1


@needs_compiler
@both
def test_an_edited_rule_runs_and_all_others_with_it_from_source(installed: Install) -> None:
    ask = "from referee.games.kupferkessel.rules import MAX_TURNS; print(MAX_TURNS)"
    before = installed.run(PLAY)

    with edited(
        installed.games / "kupferkessel/rules.py", "TURNS: Final = 400", "TURNS: Final = 7"
    ):
        form, limit, match = (installed.run(code) for code in (FORMS, ask, PLAY))

    assert form.startswith("False 1 interpreted, because the rules have changed")
    assert limit == "7"
    assert match.startswith("7 ")
    assert match != before
    assert installed.run(FORMS) == "True 1 compiled"


@needs_compiler
@both
def test_a_constant_that_the_rules_take_from_elsewhere_counts_as_a_rule(
    installed: Install,
) -> None:
    with edited(installed.games / "observation.py", "class Observation", "# \nclass Observation"):
        assert installed.run(FORMS).startswith("False 1 ")


@needs_compiler
@both
def test_an_edited_search_runs_from_source_even_if_it_is_imported_first(
    installed: Install,
) -> None:
    ask = "from arena.sdk import tree; print(tree.__file__.rpartition('.')[2], tree.NEW)"

    with edited(
        installed.root / "arena/sdk/tree.py", "_BETWEEN_LOOKS:", "NEW = 1\n_BETWEEN_LOOKS:"
    ):
        form, told = installed.run(FORMS), installed.run(ask)

    assert form.startswith("False 1 interpreted, because the rules have changed")
    assert told == "py 1"


@needs_compiler
@both
def test_an_edited_picture_leaves_the_rules_compiled(installed: Install) -> None:
    with edited(installed.games / "kupferkessel/view.py", '"""The table', '"""A table'):
        assert installed.run(FORMS) == "True 1 compiled"


@needs_compiler
@both
def test_with_one_binary_missing_none_is_used(installed: Install) -> None:
    binary = next(path for path in installed.binaries if path.name.startswith("scoring"))
    aside = binary.rename(binary.with_suffix(".aside"))

    form = installed.run(FORMS)
    aside.rename(binary)

    assert form.startswith("False 1 ")
    assert installed.run(FORMS) == "True 1 compiled"


@needs_compiler
def test_the_switch_works_at_run_time(plain: Install) -> None:
    form = plain.run(FORMS, ARENA_COMPILE="0")

    assert form == "False 1 interpreted, because ARENA_COMPILE=0 is set"
    assert plain.run(PLAY, ARENA_COMPILE="0") == plain.run(PLAY)


@needs_compiler
def test_both_forms_play_and_search_identical_matches_in_every_variant(editable: Install) -> None:
    def transcripts(**env: str) -> tuple[bool, object]:
        command = [str(editable.python), "-m", "tests.compiled.transcripts"]
        compiled, matches = json.loads(checked(command, editable.checkout, **env))
        return compiled, matches

    compiled, interpreted = transcripts(), transcripts(ARENA_COMPILE="0")

    assert compiled[0]
    assert not interpreted[0]
    assert compiled[1] == interpreted[1]


@needs_compiler
def test_the_tests_of_the_games_pass_with_compiled_rules(editable: Install) -> None:
    groups = [
        "tests/games/test_golden.py",
        "tests/laws",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    command = [str(editable.python), "-m", "pytest", *groups]

    checked(command, editable.checkout, ARENA_LAW_GAMES="1")


def without_compiler(folder: Path) -> str:
    """A PATH with Python alone."""
    folder.mkdir()
    (folder / "python3").symlink_to(sys.executable)
    return str(folder)


def test_without_a_compiler_it_installs_and_plays(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    path = without_compiler(tmp_path / "bin")

    installed = install(checkout, tmp_path / "env", PATH=path, CC="")

    assert installed.run(FORMS).startswith("False 1 interpreted, because the rules were not")
    assert installed.binaries == []
    assert installed.run(PLAY)


@needs_compiler
def test_with_a_compiler_that_fails_it_installs_and_plays(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    broken = shutil.which("false") or "false"

    installed = install(checkout, tmp_path / "env", CC=broken)

    assert installed.run(FORMS).startswith("False 1 interpreted, because the rules were not")
    assert installed.run(PLAY)


@needs_compiler
def test_the_switch_at_set_up_takes_earlier_binaries_away(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    old = (checkout / GAMES / "rules_0123456789abcdef__mypyc.so", checkout / "arena/sdk/tree.so")
    for binary in old:
        binary.write_bytes(b"old")

    installed = install(checkout, tmp_path / "env", "--editable", ARENA_COMPILE="0")

    assert not any(binary.exists() for binary in old)
    assert installed.run(FORMS).startswith("False 1 interpreted, because the rules were not")
