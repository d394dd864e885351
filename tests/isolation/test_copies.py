"""What is run is what was hashed: a sandboxed bot sees the files of its version and no others."""

import os
import sys
from pathlib import Path

import pytest

from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from referee.bots.conditions import Conditions
from referee.bots.entry import Entry, parse_entry
from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest
from referee.bots.preparing.copies import with_copy
from referee.isolation.levels import isolation
from referee.isolation.port import Launch
from tests.isolation.test_sandbox import place, run
from tests.leftovers import Ground

LOOK = """
import os, sys
found = []
for folder, folders, files in os.walk("."):
    found += [os.path.relpath(os.path.join(folder, one), ".") for one in files]
print(os.getcwd(), sorted(found))
"""


def bot(home: Path, more: str = "") -> Path:
    home.mkdir(exist_ok=True)
    (home / "main.py").write_text(LOOK)
    (home / "bot.toml").write_text(f'name = "mybot"\ncommand = ["x"]\n{more}')
    return home


def prepared(home: Path, cache: Path, level: str = "sandbox") -> Entry:
    surroundings = Surroundings({"XDG_CACHE_HOME": str(cache), "PATH": "/usr/bin"})
    entries = (parse_entry(str(home)),)
    return prepare(entries, Conditions(), Run(level=level), surroundings).entries[0]


def seen(entry: Entry, command: str = "import runpy; runpy.run_path('main.py')") -> str:
    """What the bot's program prints at `sandbox`."""
    manifest = entry.manifest
    with place() as spare:
        launch = Launch(
            (sys.executable, "-I", "-c", command),
            manifest.folder,
            spare.parent / "socket",
            spare.parent,
            {},
            python=True,
            hidden=(manifest.home / "results",),
            content=manifest.copy,
        )
        level = isolation("sandbox", {})
        return run(launch, level)[1]


def test_a_bot_sees_the_files_of_its_version_where_they_lie_and_nothing_beside_them(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    home = bot(tmp_path / "bot", 'files = ["*.py"]\n')
    (home / "__pycache__").mkdir()
    for name in ("notes.txt", ".hidden", "__pycache__/main.cpython-311.pyc", "arena.db"):
        (home / name).write_text("not part of it")

    said = seen(prepared(home, tmp_path / "cache"))

    assert said == f"{home} ['bot.toml', 'main.py']"


def test_what_is_put_there_after_it_was_hashed_is_not_run(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    home = bot(tmp_path / "bot")
    (home / "target").mkdir()
    (home / "target/program").write_text("honest")
    entry = prepared(home, tmp_path / "cache")
    (home / "target/program").write_text("others")
    (home / "main.py").write_text("print('others')")

    assert seen(entry, "print(open('target/program').read())") == "honest"
    assert "main.py" in seen(entry)


def test_a_database_of_any_name_is_hidden_in_the_copy_too(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    home = bot(tmp_path / "bot")
    (home / "results").write_text("seeds")

    assert seen(prepared(home, tmp_path / "cache")) == f"{home} ['bot.toml', 'main.py']"


def test_a_copy_that_was_changed_is_noticed(tmp_path: Path) -> None:
    home = bot(tmp_path / "bot")
    copy = with_copy(read_manifest(home), tmp_path / "cache").copy
    assert copy is not None
    assert with_copy(read_manifest(home), tmp_path / "cache").copy == copy
    (copy / "main.py").write_text("print('others')")

    with pytest.raises(BotError, match="is not what it was; remove it"):
        with_copy(read_manifest(home), tmp_path / "cache")


def test_a_program_that_is_made_executable_later_is_copied_as_that(tmp_path: Path) -> None:
    home = bot(tmp_path / "bot")
    (home / "run").write_text("#!/bin/sh\n")
    assert with_copy(read_manifest(home), tmp_path / "cache").copy is not None
    (home / "run").chmod(0o755)

    copy = with_copy(read_manifest(home), tmp_path / "cache").copy

    assert copy is not None
    assert os.access(copy / "run", os.X_OK)


def test_a_bot_that_changes_while_it_is_copied_is_refused(tmp_path: Path) -> None:
    home = bot(tmp_path / "bot")
    manifest = read_manifest(home)
    assert manifest.version
    (home / "more.py").write_text("")

    with pytest.raises(BotError, match="changed while mybot was made ready"):
        with_copy(manifest, tmp_path / "cache")
    assert [path.name for path in (tmp_path / "cache/copies").iterdir()] == []


def test_copies_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    with_copy(read_manifest(bot(tmp_path / "bot")), tmp_path / "cache")

    assert (tmp_path / "cache/copies").stat().st_mode & 0o077 == 0


def test_levels_that_show_no_files_run_a_bot_where_it_lies(tmp_path: Path) -> None:
    entry = prepared(bot(tmp_path / "bot"), tmp_path / "cache", "process")

    assert entry.manifest.copy is None
    assert not (tmp_path / "cache").exists()


def test_bots_of_the_arena_are_not_copied(sandbox: str, tmp_path: Path) -> None:
    surroundings = Surroundings({"PATH": "/usr/bin"})  # there is no place for copies
    entries = (parse_entry("random"),)

    found = prepare(entries, Conditions(), Run(level="sandbox"), surroundings).entries

    assert found == entries


def test_copies_that_nobody_has_needed_for_long_are_forgotten(tmp_path: Path) -> None:
    home, cache = bot(tmp_path / "bot"), tmp_path / "cache"
    old = with_copy(read_manifest(home), cache).copy
    (home / "main.py").write_text("second")
    recent = with_copy(read_manifest(home), cache).copy
    other = cache / "copies" / "mybot-two-0000"
    other.mkdir()
    assert old is not None
    for unused in (old, other):
        os.utime(unused, (1, 1))
    (home / "main.py").write_text("third")

    new = with_copy(read_manifest(home), cache).copy

    assert set((cache / "copies").iterdir()) == {recent, new, other}
