"""The choice between binaries and sources, and what belongs to the rules."""

import ast
import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from referee import games
from referee.games import guard, registry
from tests.compiled.installs import ROOT, checked

OURS = ("arena.", "referee.")
BUILD = guard.listed(str(ROOT), "referee.games")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources with a full set of binaries."""
    monkeypatch.delenv(guard.SWITCH, raising=False)
    for name in (*BUILD.modules, *BUILD.inputs):
        source = Path(guard.source(str(tmp_path), name))
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(f"# {name}\n", encoding="utf-8")
    for name in BUILD.modules:
        source = Path(guard.source(str(tmp_path), name))
        source.with_suffix(EXTENSION_SUFFIXES[0]).touch()
    library(tmp_path, EXTENSION_SUFFIXES[0]).touch()
    return tmp_path


def build(folder: Path) -> guard.Build:
    return BUILD._replace(root=str(folder))


def library(folder: Path, suffix: str) -> Path:
    name = f"{guard.library(guard.digest(build(folder)))}__mypyc{suffix}"
    return folder / "referee" / "games" / name


def test_binaries_of_the_present_sources_run(folder: Path) -> None:
    assert guard.decide(build(folder)) == (True, "compiled")


@pytest.mark.parametrize("name", [*BUILD.modules, *BUILD.inputs])
def test_a_change_in_any_source_makes_all_run_from_source(folder: Path, name: str) -> None:
    with Path(guard.source(str(folder), name)).open("a", encoding="utf-8") as source:
        source.write("#\n")

    form = guard.decide(build(folder))

    assert not form.compiled
    assert "have changed" in form.reason


@pytest.mark.parametrize("name", BUILD.modules)
def test_a_missing_binary_makes_all_run_from_source(folder: Path, name: str) -> None:
    Path(guard.source(str(folder), name)).with_suffix(EXTENSION_SUFFIXES[0]).unlink()

    assert not guard.decide(build(folder)).compiled


def test_binaries_for_another_python_do_not_count(folder: Path) -> None:
    library(folder, EXTENSION_SUFFIXES[0]).rename(library(folder, ".cpython-299.so"))

    form = guard.decide(build(folder))

    assert not form.compiled
    assert "another Python" in form.reason


def test_the_switch_decides_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(guard.SWITCH, "0")

    assert guard.decide(build(folder)) == (False, "interpreted, because ARENA_COMPILE=0 is set")


def test_the_package_tells_its_form() -> None:
    assert games.form().startswith("compiled" if games.compiled() else "interpreted")


@pytest.mark.parametrize("name", BUILD.modules)
def test_what_a_compiled_module_imports_is_in_the_digest(name: str) -> None:
    covered = {*BUILD.modules, *BUILD.inputs}
    tree = ast.parse(Path(guard.source(str(ROOT), name)).read_text(encoding="utf-8"))

    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
            module = node.module or ""
            names = {module} & covered or {f"{module}.{alias.name}" for alias in node.names}
            assert names <= covered
        elif isinstance(node, ast.Import):
            assert not any(alias.name.startswith(OURS) for alias in node.names)


@pytest.mark.parametrize("package", sorted({name.rpartition(".")[0] for name in BUILD.modules}))
def test_a_package_has_the_guard_before_its_compiled_modules_can_be_found(package: str) -> None:
    code = f"import sys, {package}; print('referee.games.guard' in sys.modules)"

    assert checked([sys.executable, "-c", code]) == "True"


@pytest.mark.parametrize("folder", sorted((ROOT / "referee" / "games").glob("*/")))
def test_a_game_lists_modules_of_its_own_folder_alone(folder: Path) -> None:
    lines = (
        (folder / guard.LIST).read_text().splitlines() if (folder / guard.LIST).exists() else []
    )

    package = f"referee.games.{folder.name}."
    names = [line.removeprefix("uses ") for line in lines if not line.startswith("#")]
    assert [name for name in names if not name.startswith(package)] == []


def test_every_game_of_the_arena_has_compiled_rules() -> None:
    for name in registry._OWN:
        assert f"referee.games.{name}.rules" in BUILD.modules
        assert f"referee.games.{name}.style" in BUILD.modules


def test_setup_asks_for_the_mypy_that_the_checks_use() -> None:
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()

    pins = re.findall(r'"(mypy==[^"]+)"', setup)

    assert len(pins) == 1
    assert pins[0] in constraints
