"""The package outside the tree, installed with pip and without network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent / "package"


def installed(folder: Path, **env: str) -> Path:
    """The package below `folder`; built from a copy, for a build leaves things behind."""
    unwanted = shutil.ignore_patterns("__pycache__")
    sources = shutil.copytree(PACKAGE, folder / "sources", ignore=unwanted)
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet"]
    done = subprocess.run(
        [*pip, "--no-build-isolation", "--target", str(target), str(sources)],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target
