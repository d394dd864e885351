"""The bots beside this file, each complete in a folder of its own, as a sandbox wants them.

In the repository they share a program. A sandboxed bot sees nothing but its own folder, so tests
play copies with the program put in.
"""

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

_SOURCE: Final = Path(__file__).resolve().parent
_SHARED: Final = "{bot}/../"


@lru_cache(maxsize=1)
def _place() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="bots-", dir="/tmp")


@lru_cache(maxsize=1)
def assembled() -> Path:
    """A folder with all of them; gone with this process."""
    place = Path(_place().name).resolve()
    place.chmod(0o755)
    programs = [path for path in _SOURCE.glob("*.py") if path.name != Path(__file__).name]
    for manifest in _SOURCE.glob("*/bot.toml"):
        folder = place / manifest.parent.name
        shutil.copytree(manifest.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = manifest.read_text()
        (folder / "bot.toml").write_text(text.replace(_SHARED, "{bot}/"))
        for program in programs:
            if f"{_SHARED}{program.name}" in text:
                shutil.copy(program, folder)
    return place
