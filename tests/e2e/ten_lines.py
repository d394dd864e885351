"""The bot of ten lines as a newcomer pastes it from the README."""

import re
from pathlib import Path
from typing import Final

_README: Final = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def _block(language: str) -> str:
    """The first block of a language in the README."""
    found = re.search(rf"```{language}\n(.*?)```", _README, re.DOTALL)
    assert found is not None
    return found.group(1)


PROGRAM: Final = _block("python")
MANIFEST: Final = _block("toml")


def paste(folder: Path) -> Path:
    """Make the bot in an empty folder."""
    folder.mkdir()
    (folder / "mybot.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "bot.toml").write_text(MANIFEST, encoding="utf-8")
    return folder
