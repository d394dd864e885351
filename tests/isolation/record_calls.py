"""``python -m tests.isolation.record_calls [FOLDER ...]``: record the calls each runtime makes.

Every program of `runtimes/` runs once under strace, outside any sandbox. Folders are put on the
ways by which Python and Node find packages: numpy and @grpc/grpc-js, which the arena does not
need. A bot on the arena's own kit plays a match, for grpcio. What is recorded is added to what is
known, since no run makes every call.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.isolation.test_runtimes import RECORDED, RUNTIMES, made

_CALL: Final = re.compile(r"^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)", re.MULTILINE)
_KIT: Final = "python-grpcio"
_SETTINGS: Final = {
    "JAVA_TOOL_OPTIONS": "-XX:MaxRAM=192m -XX:ActiveProcessorCount=1 -XX:-UsePerfData",
    "NODE_OPTIONS": "--max-old-space-size=160",
    "GOMAXPROCS": "1",
}


def traced(command: tuple[str, ...], folder: Path, environment: dict[str, str]) -> set[str]:
    """The calls that a program makes after it was started."""
    trace = folder / "trace"
    words = ["strace", "-f", "-qq", "-o", str(trace), *command]
    subprocess.run(words, cwd=folder, env={**os.environ, **environment}, check=True)
    return set(_CALL.findall(trace.read_text(errors="replace")))


def of_runtime(name: str, packages: str) -> set[str]:
    """What the program of a runtime calls."""
    with made(name) as launch:
        told = {"ARENA_SOCKET": str(launch.socket), **_SETTINGS}
        told |= {"PYTHONPATH": packages, "NODE_PATH": packages}
        return traced(launch.command, launch.home, told)


def of_kit() -> set[str]:
    """What a bot on `arena.sdk` calls while it plays."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        bot, trace = Path(name), Path(name) / "trace"
        shutil.copytree(Path("bots/random"), bot, dirs_exist_ok=True)
        manifest = bot / "bot.toml"
        words = f'"strace", "-f", "-qq", "-o", "{trace}", "{{python}}"'
        manifest.write_text(manifest.read_text().replace('"{python}"', words))
        match = ("match", str(bot), "random:as=twin", "--game", "kupferkessel")
        subprocess.run(
            [sys.executable, "-m", "arena.cli", *match, "--isolation", "process"],
            cwd=bot,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
            check=True,
        )
        return set(_CALL.findall(trace.read_text(errors="replace")))


def main() -> None:
    """Record what can be run here."""
    packages = os.pathsep.join(sys.argv[1:])
    known: dict[str, list[str]] = json.loads(RECORDED.read_text())
    made_here = {name: of_runtime(name, packages) for name in RUNTIMES} | {_KIT: of_kit()}
    for name, calls in made_here.items():
        known[name] = sorted({*known.get(name, ()), *calls})
    RECORDED.write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
