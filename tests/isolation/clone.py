"""A copy of the arena as somebody else would have it: in a closed folder, with an environment."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("arena", "bots", "leaderboard", "referee")
USER: Final = 12345
"""Somebody without an account."""


def make_clone(place: Path, python: str = sys.executable) -> Path:
    """The checkout and its environment below `place`, which only its owner enters."""
    place.chmod(0o700)
    clone = place / "clone"
    clone.mkdir()
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "target")
        shutil.copytree(ROOT / name, clone / name, ignore=ignored, symlinks=True)
    venv = clone / ".venv"
    subprocess.run([python, "-m", "venv", "--without-pip", venv], check=True)
    (packages,) = venv.glob("lib/python3.*/site-packages")
    for name in sorted(_needed("arena")):
        for folder in _top_folders(name):
            _copy(folder, packages / folder.name)
    (packages / "clone.pth").write_text(f"{clone}\n")
    return clone


def system_python() -> str | None:
    """An interpreter that every user can start and that these packages were made for."""
    for name in ("/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(name).exists():
            asked = [name, "-c", "import sys, venv; print(sys.version_info[:2])"]
            told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
            if told.strip() == str(sys.version_info[:2]):
                return name
    return None


def give_to(user: int, folder: Path) -> None:
    """Make somebody the owner of everything in a folder."""
    os.chown(folder, user, user)
    for path in folder.rglob("*"):
        os.chown(path, user, user, follow_symlinks=False)


def _needed(name: str) -> set[str]:
    """A distribution's dependencies, and theirs, without extras."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        try:
            requires = distribution(waiting.pop()).requires or []
        except PackageNotFoundError:
            continue  # for another platform
        for line in requires:
            wanted = re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]
            if "extra ==" not in line and wanted not in found:
                found.add(wanted)
                waiting.append(wanted)
    return found


def _top_folders(name: str) -> set[Path]:
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return set()
    tops = {file.parts[0] for file in files if file.parts[0] not in ("..", "__pycache__")}
    base = Path(str(distribution(name).locate_file("")))
    return {base / top for top in tops}


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
    elif source.exists():
        shutil.copy(source, target)
