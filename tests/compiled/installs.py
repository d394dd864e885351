"""Real installs of a copy of the checkout, into environments that borrow the tools of this one."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
GAMES: Final = Path("referee", "games")
PARTS: Final = ("arena", "bots", "leaderboard", "referee", "tests")
FILES: Final = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "constraints.txt")


@dataclass(frozen=True)
class Install:
    """A copy of the checkout and an environment it was installed into."""

    checkout: Path
    python: Path
    said: str
    """What pip said."""

    def run(self, code: str, *, cwd: Path | None = None, **env: str) -> str:
        """What a program prints that runs in the environment."""
        command = [str(self.python), "-c", code]
        return checked(command, cwd or self.python.parent, **env)

    @property
    def games(self) -> Path:
        """Where the rules lie that the environment imports."""
        return Path(self.run("import referee.games; print(referee.games.__path__[0])"))

    @property
    def root(self) -> Path:
        """Where the packages lie."""
        return self.games.parent.parent

    @property
    def binaries(self) -> list[Path]:
        folders = (self.games, self.root / "arena" / "sdk")
        files = [path for folder in folders for path in folder.rglob("*")]
        return [path for path in files if path.suffix in (".so", ".pyd")]


def copy_checkout(folder: Path) -> Path:
    """The sources, without anything that was built."""
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    for file in FILES:
        if (ROOT / file).exists():
            shutil.copy(ROOT / file, folder)
    return folder


def install(checkout: Path, environment: Path, *options: str, **env: str) -> Install:
    """Install `checkout`; pip and what it needs come from the present environment."""
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = environment / scripts / Path(sys.executable).name
    own = checked([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    borrowed = Path(own) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [str(python), "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index"]
    said = checked([*pip, "--ignore-installed", "-v", *options, str(checkout)], checkout, **env)
    return Install(checkout, python, said)


def checked(command: list[str], cwd: Path = ROOT, **env: str) -> str:
    """What a program says; a failure is an error with all of it."""
    known = {name: value for name, value in os.environ.items() if name != "ARENA_COMPILE"}
    known.pop("PYTHONPATH", None)
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**known, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout.strip()
