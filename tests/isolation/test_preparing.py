"""Bots that come as source: what is fetched, how they are built, and what a build may not do."""

import os
from pathlib import Path

import pytest

from referee.bots.manifest import BotError, read_manifest
from referee.bots.preparing import built, fetch, is_built, is_fetched, store_of_built
from tests.leftovers import Ground
from tests.tournament.arena_command import answer

BOT = """
from arena.sdk import Bot, run

class First(Bot):
    def act(self, turn):
        return turn.legal[ANSWER]

run(First)
"""


def source(folder: Path, build: str, version: str = "1") -> Path:
    """A bot whose program is made by a line of shell from `main.in`."""
    home = folder / "made"
    home.mkdir(exist_ok=True)
    (home / "main.in").write_text(BOT)
    (home / "build.sh").write_text(build)
    (home / "bot.toml").write_text(
        f'name = "made"\nversion = "{version}"\nbuild = ["sh", "build.sh"]\n'
        'command = ["{python}", "main.py"]\n'
    )
    return home


GOOD = "sed s/ANSWER/0/ main.in > main.py\n"


def test_a_bot_that_is_built_first_plays_and_its_source_is_left_alone(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source(tmp_path, GOOD)

    first = answer(tmp_path, "match", "./made", "random", "--seed", "3")
    again = answer(tmp_path, "match", "./made", "random", "--seed", "3")

    assert first["termination"] == again["termination"] == "normal"
    assert first["seats"] == again["seats"]
    left = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert left == ["bot.toml", "build.sh", "main.in"]


def test_who_has_no_home_is_told_where_built_bots_could_be_kept() -> None:
    with pytest.raises(BotError, match="set XDG_CACHE_HOME"):
        store_of_built({"PATH": "/usr/bin"})


def test_a_version_is_built_once(ground: Ground, sandbox: str, tmp_path: Path) -> None:
    store = tmp_path / "store"
    home = source(tmp_path, GOOD + "date +%N > when\n")

    first = built(read_manifest(home), store)
    again = built(read_manifest(home), store)
    source(tmp_path, GOOD + "date +%N > when\n", version="2")
    other = built(read_manifest(home), store)

    assert first.made is not None
    assert again.made == first.made
    assert other.made != first.made
    assert (first.made / "main.py").read_text() == BOT.replace("ANSWER", "0")
    assert len(list(store.iterdir())) == 2


def test_a_build_that_fails_is_told_in_one_line_and_leaves_nothing(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    manifest = read_manifest(source(tmp_path, "echo no such header >&2\nexit 7\n"))

    with pytest.raises(BotError) as caught:
        built(manifest, store)

    assert str(caught.value) == "made could not be built (exit code 7): no such header"
    assert not is_built(manifest, store)


def test_a_build_has_no_network_and_sees_only_its_own_files(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    probe = (
        f"cat {tmp_path}/secret {Path(__file__).resolve()} >seen 2>/dev/null\n"
        "ls /sys/class/net /proc/net/dev >>seen 2>/dev/null\n"
        "grep -v '|\\|lo:' /proc/net/dev >>seen\n"
        "pwd >where\n"
    )
    manifest = read_manifest(source(tmp_path, probe + GOOD))

    made = built(manifest, tmp_path / "store").made

    assert made is not None
    seen = (made / "seen").read_text().split()
    assert seen in ([], ["/proc/net/dev"])
    assert (made / "where").read_text() == "/tmp/made\n"


def test_an_archive_that_leads_out_of_its_folder_is_refused(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    manifest = read_manifest(source(tmp_path, GOOD + "ln -s /etc/passwd main.lnk\n"))

    with pytest.raises(BotError, match="cannot be kept"):
        built(manifest, tmp_path / "store")

    assert not is_built(manifest, tmp_path / "store")


def test_a_lock_file_decides_what_is_fetched_and_nothing_of_the_bot_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = source(tmp_path, "touch built-too-early\n")
    (home / "go.sum").write_text("")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "go").write_text('#!/bin/sh\nmkdir -p vendor && echo "$@" > vendor/called\n')
    (tools / "go").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")

    assert not is_fetched(read_manifest(home))
    fetch(read_manifest(home))

    assert is_fetched(read_manifest(home))
    assert (home / "vendor/called").read_text() == "mod vendor\n"
    assert not (home / "built-too-early").exists()


def test_what_was_fetched_is_there_when_it_is_built(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    home = source(tmp_path, "cat vendor/part > main.py\n")
    (home / "go.sum").write_text("")
    (home / "vendor").mkdir()
    (home / "vendor/part").write_text("pass\n")

    made = built(read_manifest(home), tmp_path / "store").made

    assert made is not None
    assert (made / "main.py").read_text() == "pass\n"


def test_what_a_lock_file_names_and_cannot_be_fetched_is_said(tmp_path: Path) -> None:
    home = source(tmp_path, GOOD)
    (home / "requirements.lock").write_text("nothing-of-that-name\n")  # without its hash

    with pytest.raises(BotError, match=r"could not fetch what requirements\.lock names"):
        fetch(read_manifest(home))


def test_two_lock_files_are_refused(tmp_path: Path) -> None:
    home = source(tmp_path, GOOD)
    for name in ("go.sum", "package-lock.json"):
        (home / name).write_text("")

    with pytest.raises(BotError, match=r"go\.sum and package-lock\.json"):
        fetch(read_manifest(home))
