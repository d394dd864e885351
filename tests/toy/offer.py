"""How the toy is offered: as another package would, by an entry point."""

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OFFERED: Final = Path(__file__).resolve().parent / "offered"
"""On the path, this folder makes the registry find the toy."""


def python_path() -> str:
    """PYTHONPATH of a process that knows the toy."""
    return os.pathsep.join((str(ROOT), str(OFFERED)))
