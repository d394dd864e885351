"""The bot of ten lines as a newcomer pastes it."""

from pathlib import Path
from typing import Final

PROGRAM: Final = """\
from arena.sdk import Action, Bot, Turn, run


class First(Bot):
    def act(self, turn: Turn) -> Action:
        return turn.legal[0]


if __name__ == "__main__":
    run(First)
"""
MANIFEST: Final = """\
name = "mybot"
command = ["{python}", "mybot.py"]
"""


def paste(folder: Path) -> Path:
    """Make the bot in an empty folder."""
    folder.mkdir()
    (folder / "mybot.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "bot.toml").write_text(MANIFEST, encoding="utf-8")
    return folder
