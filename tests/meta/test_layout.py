"""The shape of the tree: small modules, layers that hold, a kit that exports what it names."""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("arena", "bots", "leaderboard", "referee")
LONGEST = 400
LONGEST_FUNCTION = 60
GENERATED = ROOT / "referee" / "v1"
EXEMPT = {ROOT / "scripts" / "bootstrap.py"}
"""The set-up is one file on purpose."""


def modules() -> list[Path]:
    folders = [ROOT / name for name in (*PACKAGES, "scripts")]
    found = [path for folder in folders for path in folder.rglob("*.py")]
    return [path for path in found if GENERATED not in path.parents and path not in EXEMPT]


def test_modules_stay_under_400_lines() -> None:
    lines = {
        str(path.relative_to(ROOT)): len(path.read_bytes().splitlines()) for path in modules()
    }

    assert {name: count for name, count in lines.items() if count > LONGEST} == {}
    assert len(lines) > 50


def test_functions_stay_under_60_lines() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    lines = {
        f"{path.relative_to(ROOT)} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in modules()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, kinds)
    }

    assert {name: count for name, count in lines.items() if count > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize(
    ("planted_in", "line", "contract", "told"),
    [
        (
            "match/seeds.py",
            "from arena import version",
            "the referee knows neither arena, leaderboard nor bots BROKEN",
            "referee.match.seeds -> arena.version",
        ),
        (
            "match/plan.py",
            "from referee.bots import entry",
            "within the referee, downwards only BROKEN",
            "referee.match.plan -> referee.bots.entry",
        ),
        (
            "talk/link.py",
            "from referee.talk import protobuf",
            "a link knows neither the words nor the door BROKEN",
            "referee.talk.link -> referee.talk.protobuf",
        ),
        (
            "bots/pool.py",
            "import grpc",
            "grpc is seen in referee.talk and arena.sdk alone BROKEN",
            "referee.bots.pool -> grpc",
        ),
        (
            "loose.py",
            "",
            "within the referee, downwards only BROKEN",
            "referee.loose",
        ),
    ],
    ids=["arena", "bots", "words", "grpc", "outside"],
)
def test_an_import_that_goes_upwards_breaks_the_layers(
    tmp_path: Path, planted_in: str, line: str, contract: str, told: str
) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    planted = tmp_path / "referee" / planted_in
    before = planted.read_text() if planted.exists() else ""
    planted.write_text(f"{before}\n{line}\n")

    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert contract in done.stdout
    assert told in done.stdout


def test_everything_the_kit_names_can_be_imported_and_has_words() -> None:
    kit = importlib.import_module("arena.sdk")

    assert kit.__all__
    assert list(kit.__all__) == sorted(kit.__all__)
    for name in kit.__all__:
        assert getattr(kit, name).__doc__


def test_the_start_of_the_command_loads_nothing_heavy() -> None:
    code = "import arena.cli.main, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    heavy = {"grpc", "google.protobuf", "rich", "sqlalchemy", "sqlmodel", "pydantic", "alembic"}
    assert heavy & set(json.loads(done.stdout)) == set()


ENGINES = {"grpc", "google.protobuf", "sqlmodel", "pydantic", "alembic", "multiprocessing"}
"""What it takes to play, and to write."""


@pytest.mark.parametrize(
    "command",
    ["compare", "crosstable", "leaderboard", "logs", "matches", "replay", "show", "tournaments"],
)
def test_a_command_that_only_reads_loads_nothing_that_plays_or_writes(command: str) -> None:
    code = f"import arena.cli.{command}, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ENGINES & set(json.loads(done.stdout)) == set()


def test_a_ranking_loads_no_game() -> None:
    code = "import arena.cli.leaderboard, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert {"referee.games.registry", "referee.games"} & set(json.loads(done.stdout)) == set()
