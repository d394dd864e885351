"""What a stranger wrote is read in time that grows with its length, and told in one line."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest
from referee.bots.preparing import locks
from referee.bots.source import _matches
from referee.bots.toml import toml_of

HEAD = 'name = "mybot"\ncommand = ["./run"]\n'
OPTION = f'{HEAD}[options.depth]\ntype = "integer"\ndefault = 3\n'


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}files = {'[' * 5000}",
        f"{HEAD}games = {'9' * 5000}",
        f"{HEAD}{'.'.join('a' * 50_000)} = 1",
        HEAD + " . ".join(["'a'"] * 30_000) + " = 1",
        f"{OPTION}minimum = {'9' * 400}",
        f"{OPTION}maximum = nan",
        f"{OPTION}minimum = -inf",
        f'{HEAD}build = ["make", "a\\u0000b"]',
        f'{HEAD}files = ["a\\u0000b"]',
        f"{HEAD}files = {json.dumps(['**'] * 10_000)}",
        "\N{BYTE ORDER MARK}",
    ],
    ids=lambda text: text[len(HEAD) :][:30],
)
def test_a_manifest_that_cannot_be_meant_is_refused_at_once_in_a_line(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "bot.toml").write_text(text)

    with pytest.raises(BotError) as caught:
        read_manifest(tmp_path)

    assert str(caught.value).startswith(f"{tmp_path / 'bot.toml'}: ")
    assert "\n" not in str(caught.value)


def test_words_with_dots_in_a_text_are_no_names() -> None:
    assert toml_of('summary = "1.2.3 and a.b.c"\n[options."a.b".c]\nx = 1.5\n')["summary"]


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (locks.cargo_hashes, f"x = {'[' * 100_000}"),
        (locks.cargo_hashes, f"x = {'9' * 5000}"),
        (locks.cargo_hashes, f"{'.'.join('a' * 500_000)} = 1"),
        (locks.cargo_hashes, "[[package]]\nname = 'x'\nversion = '1'\nsource = 7"),
        (locks.pip_hashes, f"six==1.0 ;{' ' * 1_000_000}x"),
        (locks.pip_hashes, f"six==1.0 {'; a ' * 250_000}"),
        (locks.pip_hashes, f"six==1.0 --hash=sha256:{'0' * 64} -e . --hash=sha256:{'0' * 64}"),
        (locks.npm_hashes, "[" * 1_000_000),
        (locks.go_hashes, f"a v{'1' * 1_000_000} h1"),
        (locks.arena_hashes, " " * 1_000_000),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else value.__name__,
)
def test_a_lock_that_cannot_be_meant_is_refused_at_once(
    reader: Callable[[str], object], text: str
) -> None:
    with pytest.raises(ValueError, match=r"is no|is not|holds no"):
        reader(text)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("six==1.0", 2),
        ("six == 1.0", 1),
        ("six[a, b]==1.0 ; python_version < '4'", 1),
    ],
)
def test_what_pip_writes_is_understood(line: str, number: int) -> None:
    hashes = [f"--hash=sha256:{digit * 64}" for digit in "01"[:number]]

    assert len(locks.pip_hashes(" \\\n    ".join([line, *hashes]))) == number


def test_patterns_with_many_folders_are_tried_at_once() -> None:
    deep = ("a",) * 60
    began = time.process_time()

    assert not _matches(deep, ("**", "a") * 25 + ("b",))
    assert _matches(deep, ("**", "a") * 25)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("path", "pattern", "fits"),
    [
        ("a", "**", True),
        ("a/b/c", "**", True),
        ("a/b/c", "a/**", True),
        ("a", "a/**", False),
        ("a/b/c", "**/c", True),
        ("c", "**/c", True),
        ("a/b/c", "a/**/c", True),
        ("a/c", "a/**/c", True),
        ("a/b/d", "a/**/c", False),
        ("a/b", "*", False),
        ("a/b", "*/*", True),
        ("a/b", "**/**/b", True),
        ("a/b.py", "**/*.py", True),
    ],
)
def test_two_stars_are_any_folders(path: str, pattern: str, *, fits: bool) -> None:
    assert _matches(tuple(path.split("/")), tuple(pattern.split("/"))) is fits
