"""`arena new` and `arena protos` as people type them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from arena.starters.catalogue import STARTERS, find, readiness
from arena.starters.writing import write_starter
from referee.bots.manifest import read_manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.fetching import lock_of
from tests.tournament.arena_command import run

ROOT: Final = Path(__file__).resolve().parents[2]
NAMES: Final = [starter.name for starter in STARTERS]
LONGEST_README: Final = 60


def test_a_new_bot_says_what_to_edit_and_what_to_type_next(tmp_path: Path) -> None:
    done = run(tmp_path, "new", "mybot", "--lang", "golang")

    assert done.returncode == 0
    assert re.fullmatch(r"mybot is a bot in Go, \d+ files; edit main\.go\.\n", done.stdout)
    assert "arena match ./mybot random --watch" in done.stderr
    assert (tmp_path / "mybot" / "main.go").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mybot"]


@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_what_is_there_already_is_left_alone(tmp_path: Path, there: str) -> None:
    place = tmp_path / "mybot"
    if there == "file":
        place.write_text("mine")
    elif there == "folder":
        place.mkdir()
    else:
        place.symlink_to("nowhere")

    done = run(tmp_path, "new", "mybot", "--lang", "python")

    assert done.returncode == 2
    assert done.stderr.strip().endswith(
        "mybot is there already; choose another name, or remove it"
    )
    assert not place.is_dir() or not list(place.iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mybot",), "--lang is missing; it is one of python, typescript, go"),
        (("mybot", "--lang", "lines"), "lines-python, lines-javascript, lines-cpp, lines-bash"),
        (("mybot", "--lang", "pyhton"), "did you mean 'python'?"),
        (("mybot", "--lang", "cobol"), "there is no starter for 'cobol'"),
        (("9lives", "--lang", "go"), "name '9lives' is not 1 to 40 letters"),
        (("my bot", "--lang", "go"), "name 'my bot' is not 1 to 40 letters"),
        (("no/where/mybot", "--lang", "go"), "there is no folder no/where; make it first"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_leaves_nothing(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    done = run(tmp_path, "new", *words)

    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_is_not_ready_is_told_with_the_fix_and_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))

    listed = run(tmp_path, "new", "--json")
    made = run(tmp_path, "new", "mybot", "--lang", "rust")

    states = {one["lang"]: one for one in json.loads(listed.stdout)}
    assert sorted(states) == sorted(NAMES)
    assert "go is not installed (https://go.dev/dl)" in states["go"]["missing"]
    assert not states["cpp"]["ready"]
    assert made.returncode == 0
    told = " ".join(made.stderr.split())
    assert "It cannot be built here yet: cargo is not installed (https://rustup.rs" in told


def test_a_tool_that_is_too_old_is_told_with_both_versions(tmp_path: Path) -> None:
    old = tmp_path / "go"
    old.write_text("#!/bin/sh\necho go1.19.8\n")
    old.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    operator = Operator({**os.environ, "PATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")})

    (found,) = readiness((find("go"),), operator, lambda: None)

    assert found.missing == ("go is 1.19 and should be 1.24 or later (https://go.dev/dl)",)


def test_the_list_fits_the_screen(tmp_path: Path) -> None:
    done = run(tmp_path, "new")

    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines() if line[0] != " "] == NAMES
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_a_starter_is_whole(tmp_path: Path, name: str) -> None:
    starter = find(name)
    home = tmp_path / "Some-Bot_1"

    write_starter(starter, home)

    manifest = read_manifest(home)
    assert manifest.name == "Some-Bot_1"
    assert manifest.games == ("kupferkessel", "trapper")
    named = {"/".join(parts) for parts in manifest.source.names()}
    assert starter.edit in named
    assert manifest.deterministic
    assert manifest.speaks == (starter.speaks == "lines")
    assert bool(manifest.build) == starter.built
    assert "choose" in (home / starter.edit).read_text()
    for path in home.rglob("*"):
        assert path.is_dir() or "@NAME@" not in path.read_text()
    assert (home / ".gitignore").is_file()
    readme = (home / "README.md").read_text()
    assert readme.startswith("# Some-Bot_1\n")
    assert len(readme.splitlines()) <= LONGEST_README
    assert f"`{starter.edit}`" in readme
    if starter.speaks == "gRPC":
        assert "protos/referee/v1/play.proto" in named
        assert (lock_of(manifest) is None) == (name == "cpp")
    ours = {"README.md", ".gitignore", "pyproject.toml"}
    files = {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}
    assert files - named <= ours


def test_the_contract_can_be_copied_alone(tmp_path: Path) -> None:
    done = run(tmp_path, "protos", "mine/protos")

    assert done.returncode == 0
    ours = ROOT / "protos" / "referee" / "v1"
    theirs = tmp_path / "mine" / "protos" / "referee" / "v1"
    assert {path.name: path.read_text() for path in theirs.iterdir()} == {
        path.name: path.read_text() for path in ours.glob("*.proto")
    }
    for path in theirs.iterdir():
        for option in ("go_package", "java_package", "java_multiple_files", "csharp_namespace"):
            assert f"option {option} = " in path.read_text()


def test_the_contract_cannot_be_copied_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")

    done = run(tmp_path, "protos", "mine")

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_what_is_installed_has_the_templates_and_the_contract(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "ARENA_COMPILE": "0"},
        capture_output=True,
        check=True,
    )

    for folder in ("arena/starters", "protos/referee"):
        assert files_below(tmp_path / folder) == files_below(ROOT / folder)
    assert "templates/typescript/package-lock.json" in files_below(tmp_path / "arena/starters")


def files_below(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
