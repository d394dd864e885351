"""Bots of one file, written where a test wants them."""

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

FIRST: Final = """
import sys
for line in sys.stdin:
    if line.startswith('{"type":"act"'):
        print(0)
"""
"""Takes the first action."""
IN_TURN: Final = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        texts = sorted(one["text"] for one in told["actions"] if not one["gives_up"])
        print(texts[told["step"] % len(texts)])
"""
"""Takes one action after the other, as their texts are sorted."""
NODE: Final = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "act") console.log(told.actions[0].text);
});
"""
BASH: Final = """
while read -r line; do
  [[ $line == '{"type":"act"'* ]] && echo 0
done
"""
PERL: Final = """
$| = 1;
while (<STDIN>) { print "0\\n" if /^\\{"type":"act"/; }
"""


def written(folder: Path, name: str, text: str, *, executable: bool = False) -> str:
    """A file in a folder, as it is named on the command line."""
    path = folder / name
    path.write_text(text)
    if executable:
        path.chmod(0o755)
    return str(path)


def in_folder(folder: Path, name: str, program: str, *lines: str) -> str:
    """A folder with a program of Python and a manifest that has these lines, too."""
    home = folder / name
    home.mkdir()
    (home / "main.py").write_text(program)
    command = 'command = ["{python}", "main.py"]'
    text = "\n".join([f'name = "{name}"', command, 'protocol = "lines"', *lines])
    (home / "bot.toml").write_text(text)
    return str(home)


def needs(program: str) -> None:
    """A skip on a user's machine that lacks a program, a failure on CI."""
    if shutil.which(program) is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(f"{program} is not installed")
