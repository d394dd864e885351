"""Bots that are put on a shelf in tests."""

from dataclasses import replace
from pathlib import Path

from referee.bots.manifest import read_manifest
from referee.bots.shelf import FolderShelf, Kept
from referee.bots.single_file import read_single_file

PLAYS = """\
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        print(json.dumps({"match": told["match"], "action": 0}), flush=True)
"""
"""A bot that speaks lines and takes the first action."""


def written(home: Path, *, name: str = "mybot", version: str = "1.0", more: str = "") -> Path:
    """A folder with a bot."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "bot.toml").write_text(
        f'name = "{name}"\nversion = "{version}"\ncommand = ["{{python}}", "main.py"]\n'
        f'protocol = "lines"\n{more}'
    )
    (home / "main.py").write_text(PLAYS)
    return home


def put(shelf: FolderShelf, place: Path, at_us: int = 1, **told: str) -> Kept:
    """Put the bot in a folder or file on the shelf."""
    manifest = read_manifest(place) if place.is_dir() else read_single_file(place)
    kept = Kept(
        name=manifest.name,
        fingerprint=manifest.fingerprint,
        declared=manifest.declared_version,
        submitted_us=at_us,
        sole=manifest.sole,
        **told,  # type: ignore[arg-type]
    )
    return shelf.keep(replace(manifest), kept)
