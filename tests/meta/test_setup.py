"""The set-up behind `scripts/`: its decisions, its messages, and that old Pythons can read it."""

import ast
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "scripts" / "bootstrap.py"
DIGEST_INPUTS = ("pyproject.toml", "constraints.txt", "setup.py")


@pytest.fixture
def bootstrap() -> ModuleType:
    """A fresh copy, run from its text: an import would leave bytecode in `scripts/`."""
    module = ModuleType("bootstrap")
    module.__file__ = str(SOURCE)
    exec(compile(SOURCE.read_text(encoding="utf-8"), SOURCE, "exec"), module.__dict__)
    return module


def fake_python(
    folder: Path, name: str, version: str, *, level: str = "final", venv: bool = True
) -> Path:
    """An executable that answers as an interpreter of this version would."""
    path = folder / name
    folder.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{version}|{level}|{venv:d}|{path}'\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def broken_program(folder: Path, name: str) -> None:
    """A shim that stands for a version which is not installed."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\necho 'command not found' >&2\nexit 127\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is all of PATH; the interpreter of the tests does not count."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", "")
    return folder


# --- which Python -----------------------------------------------------------------------------


def test_the_newest_python_on_path_is_chosen(bootstrap: ModuleType, on_path: Path) -> None:
    fake_python(on_path, "python3", "3.11.7")
    newest = fake_python(on_path, "python3.13", "3.13.0")
    fake_python(on_path, "python3.12", "3.12.1")

    chosen = bootstrap.choose(bootstrap.find_interpreters())

    assert chosen.path == str(newest)
    assert chosen.version == (3, 13, 0)


def test_of_equal_versions_the_first_on_path_is_kept(
    bootstrap: ModuleType, on_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    later = tmp_path / "later"
    first = fake_python(on_path, "python3", "3.12.1")
    fake_python(later, "python3", "3.12.9")
    monkeypatch.setenv("PATH", f"{on_path}:{later}")

    chosen = bootstrap.choose(bootstrap.find_interpreters())

    assert chosen.path == str(first)


def test_a_shim_that_does_not_run_is_passed_over(bootstrap: ModuleType, on_path: Path) -> None:
    broken_program(on_path, "python3.13")
    working = fake_python(on_path, "python3.11", "3.11.7")

    chosen = bootstrap.choose(bootstrap.find_interpreters())

    assert chosen.path == str(working)


def test_a_preview_is_chosen_only_if_there_is_nothing_else(
    bootstrap: ModuleType, on_path: Path
) -> None:
    preview = fake_python(on_path, "python3.15", "3.15.0", level="alpha")
    alone = bootstrap.choose(bootstrap.find_interpreters())
    release = fake_python(on_path, "python3.11", "3.11.7")

    chosen = bootstrap.choose(bootstrap.find_interpreters())

    assert alone.path == str(preview)
    assert chosen.path == str(release)


def test_an_older_python_with_venv_beats_a_newer_one_without(
    bootstrap: ModuleType, on_path: Path
) -> None:
    fake_python(on_path, "python3.13", "3.13.0", venv=False)
    complete = fake_python(on_path, "python3.11", "3.11.7")

    chosen = bootstrap.choose(bootstrap.find_interpreters())

    assert chosen.path == str(complete)


def test_without_a_recent_python_one_line_says_what_is_there_and_what_helps(
    bootstrap: ModuleType, on_path: Path
) -> None:
    fake_python(on_path, "python3", "3.8.18")
    fake_python(on_path, "apt-get", "")

    with pytest.raises(bootstrap.SetupError) as refusal:
        bootstrap.choose(bootstrap.find_interpreters())

    assert str(refusal.value) == (
        "needs Python 3.11 or newer, found 3.8.18. "
        "Try: sudo apt install python3.11 python3.11-venv"
    )


def test_without_any_package_manager_the_advice_is_an_installer(
    bootstrap: ModuleType, on_path: Path
) -> None:
    assert not list(on_path.iterdir())

    with pytest.raises(bootstrap.SetupError, match=r"found none\. Install .* python\.org"):
        bootstrap.choose(bootstrap.find_interpreters())


def test_a_python_without_venv_is_told_the_package_of_its_version(
    bootstrap: ModuleType, on_path: Path
) -> None:
    fake_python(on_path, "python3", "3.12.3", venv=False)
    fake_python(on_path, "apt-get", "")

    with pytest.raises(bootstrap.SetupError, match=r"sudo apt install python3\.12-venv$"):
        bootstrap.choose(bootstrap.find_interpreters())


# --- what is to be done -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stamp", "todo"),
    [
        (["here", "abc", "core"], "nothing"),
        (["here", "abc", "dev"], "nothing"),
        (["here", "old", "core"], "update"),
        (["there", "abc", "core"], "build"),
        (["unfinished"], "build"),
        ([], "build"),
        (None, "adopt"),
    ],
)
def test_the_stamp_decides_what_is_done(
    bootstrap: ModuleType, stamp: list[str] | None, todo: str
) -> None:
    wish = ["here", "abc", "core"]

    assert bootstrap.plan(stamp, wish) == todo


def test_the_tests_add_to_an_environment_made_for_playing(bootstrap: ModuleType) -> None:
    stamp = ["here", "abc", "core"]

    assert bootstrap.plan(stamp, ["here", "abc", "dev"]) == "update"


@pytest.mark.parametrize("name", DIGEST_INPUTS)
def test_the_digest_changes_with_each_file_that_pip_reads(
    bootstrap: ModuleType, tmp_path: Path, name: str
) -> None:
    for each in DIGEST_INPUTS:
        (tmp_path / each).write_text("[project]\n", encoding="utf-8")
    before = bootstrap.digest(str(tmp_path))
    (tmp_path / name).write_text("[project]\nchanged\n", encoding="utf-8")

    after = bootstrap.digest(str(tmp_path))

    assert after != before


def test_settings_of_linters_ask_for_no_new_set_up(bootstrap: ModuleType) -> None:
    packaging = '[build-system]\nrequires = [\n  "a",\n]\n[project]\nname = "x"\n'
    linters = "[tool.ruff]\nline-length = 99\n[[tool.mypy.overrides]]\nmodule = []\n"
    setuptools = '[tool.setuptools.dynamic]\nversion = "1"\n'

    kept = bootstrap.packaging_part(packaging + linters + setuptools)

    assert kept == packaging + setuptools


def test_an_upgraded_interpreter_is_noticed(bootstrap: ModuleType, tmp_path: Path) -> None:
    config, python = tmp_path / "pyvenv.cfg", tmp_path / "python"
    python.touch()
    config.write_text("home = /usr/bin\nversion = 3.11.7\n", encoding="utf-8")
    before = bootstrap.interpreter_of(str(tmp_path), str(python))
    config.write_text("home = /usr/bin\nversion = 3.12.1\n", encoding="utf-8")

    after = bootstrap.interpreter_of(str(tmp_path), str(python))
    python.unlink()

    assert (before, after) == (f"3.11.7 {python}", f"3.12.1 {python}")
    assert bootstrap.interpreter_of(str(tmp_path), str(python)) == "none"


def test_the_locale_does_not_matter_to_the_stamp(bootstrap: ModuleType) -> None:
    decoded = "/home/\u00fc"
    as_seen_in_the_c_locale = decoded.encode().decode("ascii", "surrogateescape")

    assert bootstrap.fingerprint([decoded]) == bootstrap.fingerprint([as_seen_in_the_c_locale])


def test_a_changed_source_is_compiled_anew(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    source = tmp_path / "bots" / "random" / "bot.py"
    source.parent.mkdir(parents=True)
    source.write_text("", encoding="utf-8")
    _, before = bootstrap.survey()
    source.write_text("x = 1\n", encoding="utf-8")

    sources, after = bootstrap.survey()

    assert sources == [str(source)]
    assert after != before


# --- what is said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "cause"),
    [
        ("WARNING: Retrying: NewConnectionError(...)\nERROR: No matching", "no network?"),
        ("ERROR: Could not find setuptools (from versions: none)", "no network?"),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("SSL: CERTIFICATE_VERIFY_FAILED", "a certificate"),
        ("ERROR: first\n  error: the last\n", "the last"),
        ("", "see the log"),
    ],
)
def test_a_failure_is_explained_by_its_likely_cause(
    bootstrap: ModuleType, log: str, cause: str
) -> None:
    assert bootstrap.explain(log).startswith(cause)


SLOW = (
    *("compiled", "e2e", "faults", "golden", "hostile"),
    *("integration", "isolation", "leak", "lines", "load", "starters", "web"),
)
NOT_SLOW = ("-m", "not slow")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], ["tests", "-n", "auto", "--dist", "loadfile"]),
        (["-k", "scoring"], ["tests", "-k", "scoring"]),
        (["games", "-x"], ["tests/games", "-x"]),
        (["tests/games/test_a.py::test_b"], ["tests/games/test_a.py::test_b"]),
        (
            ["--fast"],
            ["tests", *(f"--ignore=tests/{name}" for name in SLOW), *NOT_SLOW, "-n", "auto"],
        ),
        (
            ["--fast", "-x"],
            [
                "tests",
                *(f"--ignore=tests/{name}" for name in SLOW),
                *NOT_SLOW,
                "-x",
            ],
        ),
    ],
)
def test_a_group_of_tests_becomes_its_folder(
    bootstrap: ModuleType, args: list[str], told: list[str]
) -> None:
    assert bootstrap.pytest_arguments(args, ["games", "hostile"]) == told


def test_an_unknown_group_of_tests_is_answered_with_the_known_ones(
    bootstrap: ModuleType,
) -> None:
    with pytest.raises(
        bootstrap.UsageError, match="'gmaes'; there are: games, hostile"
    ) as refusal:
        bootstrap.pytest_arguments(["gmaes"], ["games", "hostile"])

    assert refusal.value.code == 2


# --- who can read it --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bootstrap.py", "arena", "test", "check", "bench"])
def test_old_pythons_can_parse_the_scripts(name: str) -> None:
    text = (ROOT / "scripts" / name).read_text(encoding="ascii")

    tree = ast.parse(text, feature_version=(3, 5))

    nodes = [type(node) for node in ast.walk(tree)]
    assert not {ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef} & set(nodes)
    assert not [a for a in ast.walk(tree) if isinstance(a, ast.arg) and a.annotation]


@pytest.mark.parametrize("name", ["bootstrap.py", "arena", "test", "check", "bench"])
def test_the_scripts_import_the_standard_library_alone(name: str) -> None:
    tree = ast.parse((ROOT / "scripts" / name).read_text(encoding="utf-8"))

    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }

    assert imported - {"bootstrap"} <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ["arena", "test", "check", "bench"])
def test_the_commands_are_executable(name: str) -> None:
    assert (ROOT / "scripts" / name).stat().st_mode & 0o111 == 0o111
