"""A package outside the tree compiles its own rules under the guard of the arena."""

import sys
from pathlib import Path

from tests.compiled.conftest import needs_compiler
from tests.compiled.installs import checked
from tests.outside.installing import installed

TRY = """
import lanterns, lanterns.rounds
from referee.games.laws import check_game
from referee.games.registry import get_game
check_game(get_game("lanterns"))
print(lanterns.FORM.compiled, lanterns.rounds.__file__.rpartition(".")[2], lanterns.FORM.reason)
"""


@needs_compiler
def test_its_compiled_rules_keep_the_laws_and_an_edit_runs_from_source(tmp_path: Path) -> None:
    site = installed(tmp_path)
    command = [sys.executable, "-c", TRY]

    before = checked(command, PYTHONPATH=str(site))
    with (site / "lanterns" / "rounds.py").open("a", encoding="utf-8") as source:
        source.write("# edited\n")
    after = checked(command, PYTHONPATH=str(site))

    assert before in ("True so compiled", "True pyd compiled")
    assert after.startswith("False py interpreted, because the rules have changed")
