"""Where a bot connects that its author starts himself: `arena match ... --attach BOT` tells."""

import shlex
from pathlib import Path
from typing import Final

FILE_NAME: Final = ".env.arena"
"""Lies in the folder where the match waits, as long as it does."""


def read_invitation(folder: Path) -> dict[str, str]:
    """The variables of a match that waits in this folder or one above it; empty if none does."""
    for place in (folder, *folder.parents):
        try:
            text = (place / FILE_NAME).read_text(encoding="utf-8")
        except OSError:
            continue
        return dict(word.partition("=")[::2] for word in shlex.split(text))
    return {}
