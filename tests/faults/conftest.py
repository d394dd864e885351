"""A finished tournament to do harm to, made once."""

from pathlib import Path

import pytest

from tests.faults.commands import Command, commander
from tests.tournament.arena_command import run

MINE = (
    "from arena.sdk import Bot, run\n"
    "class Mine(Bot):\n"
    "    def act(self, turn):\n"
    "        turn.note('first')\n"
    "        return turn.legal[0]\n"
    "run(Mine)\n"
)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot and a finished tournament of 12 matches, not to be changed."""
    folder = tmp_path_factory.mktemp("faults")
    (folder / "mine").mkdir()
    (folder / "mine" / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "mine.py"]\n')
    (folder / "mine" / "mine.py").write_text(MINE)
    done = run(
        folder,
        *("tournament", "random", "./mine", "random:as=twin", "--game", "kupferkessel"),
        *("--rounds", "2", "--name", "autumn", "--isolation", "process", "--workers", "1"),
        "--quiet",
    )
    assert done.returncode == 0, done.stderr
    assert run(folder, "export", "--out", "autumn.ndjson").returncode == 0
    return folder


@pytest.fixture
def arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command, in an empty folder."""
    return commander(tmp_path, monkeypatch, capsys)
