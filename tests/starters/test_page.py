"""docs/writing-a-bot.md is true: its commands run in its order, its tables name what there is."""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from arena.starters.catalogue import STARTERS
from referee.bots.preparing.kinds import KINDS
from tests.tournament.arena_command import run

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "writing-a-bot.md").read_text()


def test_the_commands_of_the_page_run_in_their_order(
    tmp_path: Path, sandbox: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = request.config.cache
    assert kept is not None
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.mkdir("starters")))
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    commands = re.findall(r"^\$ arena (.*)$", "".join(blocks), re.MULTILINE)

    for words in commands:
        done = run(tmp_path, *shlex.split(words))
        assert done.returncode == 0, (words, done.stderr)
        assert done.stdout or done.stderr

    assert len(commands) == len("".join(blocks).strip().splitlines()) > 5


def test_every_starter_is_in_the_table_of_times() -> None:
    rows = re.findall(r"^\| (\S+), (\w+) \| \d+ s \| \d+ s \| \d+ s \|$", PAGE, re.MULTILINE)

    assert sorted(rows) == sorted((one.language, one.speaks) for one in STARTERS)


def test_every_lock_is_in_the_table_of_locks() -> None:
    locks = re.findall(r"^\| [\w, +]+ \| `([\w.-]+)` \| ", PAGE, re.MULTILINE)

    assert sorted(locks) == sorted(kind.lock for kind in KINDS)
