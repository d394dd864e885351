"""What the pages and docstrings of the kit show is what happens."""

import ast
import dataclasses
import doctest
import importlib
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from arena import sdk
from arena.sdk import Bot, play_locally, trapper
from arena.sdk import kupferkessel as kettle
from tests.sdk.bots import Random

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"
MODULES = ("", ".kupferkessel", ".local", ".search", ".timing", ".trapper")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    module: ModuleType = importlib.import_module(f"arena.sdk{name}")
    path = ROOT / "arena" / "sdk" / f"{name.strip('.') or '__init__'}.py"
    runner = doctest.DocTestRunner()

    # From the source, because a compiled module has lost its docstrings.
    for number, text in enumerate(docstrings(path)):
        examples = doctest.DocTestParser().get_doctest(
            text, dict(vars(module)), f"{path.name} {number}", str(path), 0
        )
        runner.run(examples)

    assert runner.tries > 0
    assert runner.failures == 0


def docstrings(path: Path) -> list[str]:
    """Of a module, its classes and its functions."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, documented)
    ]
    return [text for node in nodes if (text := ast.get_docstring(node))]


def test_examples_on_the_page_are_true() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)

    assert result.attempted > 10
    assert result.failed == 0


def test_everything_offered_is_there() -> None:
    for name in sdk.__all__:
        assert getattr(sdk, name) is not None

    with pytest.raises(AttributeError, match="no attribute 'rum'"):
        _ = sdk.rum


def newcomer(folder: Path, name: str = "Collector") -> Callable[..., Bot]:
    """A bot of the page, pasted into a file."""
    sources = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (source,) = [one for one in sources if f"class {name}" in one]
    assert source.startswith("from arena.sdk import")
    path = folder / "mybot.py"
    path.write_text(source, encoding="utf-8")
    (made,) = [
        value
        for value in runpy.run_path(str(path)).values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    ]
    return made


@pytest.mark.parametrize(("name", "game"), [("Collector", "kupferkessel"), ("Trader", "trapper")])
def test_the_bots_of_the_page_beat_random(tmp_path: Path, name: str, game: str) -> None:
    bot = newcomer(tmp_path, name)
    points = 0.0
    matches = 0
    for seed in range(20):
        for own, bots in enumerate(([bot, Random], [Random, bot])):
            ranks = play_locally(bots, game, seed=seed).ranks
            points += 0.5 if ranks[0] == ranks[1] else float(ranks[own] == 1)
            matches += 1

    assert points / matches > 0.9


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("KettleView", (kettle.KettleView, kettle.Player, kettle.Card, kettle.Recipe)),
        (
            "TrapperView",
            (trapper.TrapperView, trapper.Move, trapper.Player, trapper.Canoe, trapper.Tile),
        ),
    ],
)
def test_the_page_names_everything_a_view_has_and_nothing_else(
    title: str, kinds: tuple[type, ...]
) -> None:
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].split("\n## ")[0]
    view, rest = section.split("| of a |")
    told = set(re.findall(r"`view\.(\w+)", view))
    assert told == offered(kinds[0])
    rows = dict(re.findall(r"^\| (\w+) \| (.*) \|$", rest, re.MULTILINE))
    for kind in kinds[1:]:
        words = re.sub(r"\((?:`\w+`, )*`\w+`\)", "", rows[kind.__name__.lower()])
        assert set(re.findall(r"`(\w+)", words)) == offered(kind), kind


def offered(kind: type) -> set[str]:
    """What a class has for whoever uses it."""
    names = {name for name in vars(kind) if not name.startswith("_")}
    if dataclasses.is_dataclass(kind):
        return names | {one.name for one in dataclasses.fields(kind)}
    return names | {"turn", "seen"}  # set when it is made
