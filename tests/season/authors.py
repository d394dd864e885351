"""What a course hands in: bots in several languages, by lines and gRPC, some of them broken."""

import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PYTHON: Final = """
import json, sys
on = False
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        on = told["options"].get("recipes") == "on"
        {START}
    if told["type"] == "act":
        fits = [i for i, one in enumerate(told["actions"]) if not one["gives_up"]]
        {ACT}
        print(fits[told["step"] * {K} % len(fits)], flush=True)
"""
_NODE: Final = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type !== "act") return;
  const fits = [...told.actions.keys()].filter((one) => !told.actions[one].gives_up);
  console.log(fits[(told.step * {K}) % fits.length]);
});
"""
_BASH: Final = """
while read -r line; do
  [[ $line == '{"type":"act"'* ]] || continue
  [[ $line =~ \\"step\\":([0-9]+) ]] && step=${BASH_REMATCH[1]}
  [[ $line =~ \\"count\\":([0-9]+) ]] && echo $((step * {K} % BASH_REMATCH[1]))
done
"""
_CPP: Final = """
#include <iostream>
#include <string>
static long after(const std::string &line, const char *key) {
  return std::stol(line.substr(line.find(key) + std::string(key).size()));
}
int main() {
  for (std::string line; std::getline(std::cin, line);)
    if (line.rfind("{\\"type\\":\\"act\\"", 0) == 0)
      std::cout << after(line, "\\"step\\":") * {K} % after(line, "\\"count\\":") << std::endl;
}
"""
_KIT: Final = """
from arena.sdk import Action, Bot, Turn, run


class Kit(Bot):
    def act(self, turn: Turn) -> Action:
        return turn.legal[turn.step * {K} % len(turn.legal)]


run(Kit)
"""
_LINES: Final = 'protocol = "lines"\n'
_MAKE: Final = _LINES + 'build = ["g++", "-O1", "-o", "bot", "main.cpp"]\n'


@dataclass(frozen=True)
class Kind:
    """A language and a way to be spoken to."""

    file: str
    program: str
    command: str
    more: str = _LINES


KINDS: Final = (
    Kind("main.py", _PYTHON.replace("{START}", "pass").replace("{ACT}", "pass"), '"{python}"'),
    Kind("main.js", _NODE, '"node"'),
    Kind("main.py", _KIT, '"{python}"', ""),
    Kind("main.sh", _BASH, '"bash"'),
)
BUILT: Final = Kind("main.cpp", _CPP, "", _MAKE)


def honest(folder: Path, number: int, version: int = 1, *, kind: Kind | None = None) -> Path:
    """A bot that plays by the rules; each number and version in a way of its own."""
    chosen = kind or KINDS[number % len(KINDS)]
    steps = str(1 + number * 7 + version * 3)
    return _folder(folder, f"bot{number}", version, chosen, chosen.program.replace("{K}", steps))


def _folder(folder: Path, name: str, version: int, kind: Kind, program: str) -> Path:
    home = folder / f"{name}-{version}"
    home.mkdir(parents=True)
    (home / kind.file).write_text(program)
    words = f'{kind.command}, "{kind.file}"' if kind.command else '"./bot"'
    (home / "bot.toml").write_text(
        f'name = "{name}"\nversion = "{version}"\ncommand = [{words}]\n'
        f"{kind.more}deterministic = true\n"
    )
    return home


def _failing(start: str = "pass", act: str = "pass") -> str:
    program = _PYTHON.replace("{START}", start).replace("{ACT}", act)
    return program.replace("{K}", "3")


def crashing(folder: Path, name: str, version: int = 1) -> Path:
    """Passes the check and crashes in the variant that is played."""
    text = _failing(act="if on: raise SystemExit(3)")
    return _folder(folder, name, version, KINDS[0], text)


def cheating(folder: Path, name: str, version: int = 1) -> Path:
    """Passes the check and then answers what is not legal."""
    text = _failing(act='if on: print("everything", flush=True); continue')
    return _folder(folder, name, version, KINDS[0], text)


def chattering(folder: Path, name: str, version: int = 1) -> Path:
    """Passes the check and then prints something else where answers belong."""
    text = _failing(start='if on: print("hello, world", flush=True)')
    return _folder(folder, name, version, KINDS[0], text)


def dead(folder: Path, name: str, version: int = 1) -> Path:
    """Ends as soon as it is started."""
    return _folder(folder, name, version, KINDS[0], "raise SystemExit('no model')")


def archive_of_nothing(folder: Path, name: str, version: int = 1) -> Path:
    """An archive without a manifest."""
    text = folder / f"{name}-{version}.txt"
    text.write_text("my homework")
    archive = folder / f"{name}-{version}.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(text, arcname="notes.txt")
    return archive


BROKEN: Final[tuple[Callable[[Path, str], Path], ...]] = (
    crashing,
    archive_of_nothing,
    cheating,
    dead,
)
"""Each broken in a way of its own."""
