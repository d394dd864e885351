"""What a sandboxed bot may see of the host's files: this list and nothing else, read-only.

Everything lies where it lies on the host, so that a program finds its libraries, a traceback
names files its author knows, and an environment made for one place works. What is shown:

- the system's programs and libraries (`/usr`, and what a distribution keeps beside it),
- the bot's own folder, without the arena's database if that lies in it,
- a program outside `/usr` that the bot's command names, with the `lib` beside its `bin`,
- for a bot on the arena's Python: the interpreter, the packages of its environment, and of the
  arena itself `arena/` and `referee/`; not the other bots, and not the leaderboard.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.isolation.port import Launch, LaunchError

_SYSTEM: Final = Path("/usr")
_MERGED: Final = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SETTINGS: Final = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime")
_PACKAGES: Final = ("arena", "referee")
_NOT_FOR_BOTS: Final = ("bots", "leaderboard")
_TOO_WIDE: Final = tuple(map(Path, ("/", "/home", "/root", "/tmp", "/var")))  # noqa: S108


@dataclass
class View:
    """Places of the host's file system, each shown where it is."""

    shown: list[Path] = field(default_factory=list)
    links: list[tuple[Path, str]] = field(default_factory=list)
    """Symbolic links: where, and what they say."""
    masked: list[Path] = field(default_factory=list)
    """Folders within what is shown that appear empty."""
    late: list[Path] = field(default_factory=list)
    """Shown after the masks, since they may lie within one."""
    instead: dict[Path, Path] = field(default_factory=dict)
    """What is shown at a place of `late`, if it is not what lies there."""

    def source(self, path: Path) -> Path:
        """What is shown there."""
        return self.instead.get(path, path)

    def show(self, path: Path) -> None:
        """Show a file or folder and, if it is a link, where it leads."""
        if _in_system(path) or path in self.shown:
            return
        if path.is_symlink():
            target = Path(os.readlink(path))  # noqa: PTH115 - as it is written, not resolved
            self.links.append((path, str(target)))
            self.show(Path(os.path.normpath(path.parent / target)))
        elif path.exists():
            self.shown.append(path)


def view_of(launch: Launch) -> View:
    """What the program of `launch` sees beside the system."""
    view = View()
    if launch.python:
        _add_python(view)
    elif (program := _program(launch)) is not None:
        _add_program(view, program)
    for path in launch.shown:
        view.show(path)
    _add_own_folder(view, launch)
    return view


@lru_cache(maxsize=1)
def system() -> tuple[tuple[Path, ...], tuple[tuple[Path, str], ...]]:
    """The system's folders, and the links in `/` that lead into them."""
    shown = [_SYSTEM]
    links: list[tuple[Path, str]] = []
    for name in _MERGED:
        path = Path("/") / name
        if path.is_symlink():
            links.append((path, os.readlink(path)))  # noqa: PTH115 - as it is written
        elif path.is_dir():
            shown.append(path)
    settings = [Path("/etc") / name for name in _SETTINGS]
    settings += sorted(Path("/etc").glob("java*"))
    shown += [path for path in settings if path.exists()]
    return tuple(shown), tuple(links)


def _in_system(path: Path) -> bool:
    """Whether a path lies in a folder of the system, perhaps by a link as /bin is one."""
    real = path.parent.resolve() / path.name
    return any(real.is_relative_to(folder) for folder in system()[0])


def _add_own_folder(view: View, launch: Launch) -> None:
    """The bot's folder, or what it sees in its place."""
    for path in _own_folder(launch):
        if launch.content is not None:
            source = launch.content / path.relative_to(launch.home)
            if not source.exists():
                continue
            view.instead[path] = source
        view.late.append(path)


def _own_folder(launch: Launch) -> Iterator[Path]:
    """The bot's folder, or if something in it is hidden, all the rest of it."""
    home = launch.home
    if launch.sole:
        yield home / launch.sole
        return
    if home in _TOO_WIDE:
        raise LaunchError(f"its folder is {home}; move it into a folder of its own")
    within = [path for path in launch.hidden if path.is_relative_to(home)]
    if not within:
        yield home
        return
    for child in sorted(home.iterdir()):
        if not any(_covers(child, path) for path in within):
            yield child


def _covers(child: Path, hidden: Path) -> bool:
    """Whether showing `child` would show `hidden`, or a journal beside it."""
    return hidden.is_relative_to(child) or (
        child.parent == hidden.parent and child.name.startswith(f"{hidden.name}-")
    )


def _program(launch: Launch) -> Path | None:
    """The program of the command, if it is found by its bare name."""
    word = launch.command[0]
    found = shutil.which(word) if "/" not in word else word if word.startswith("/") else None
    return Path(found) if found is not None else None


def _add_program(view: View, program: Path) -> None:
    """A program with the libraries beside it."""
    view.show(program)
    real = program.resolve()
    view.show(real)
    prefix = real.parent.parent
    if real.parent.name == "bin" and prefix not in _TOO_WIDE:
        for name in ("lib", "lib64"):
            view.show(prefix / name)


def _add_python(view: View) -> None:
    """The interpreter this process runs on, with its packages."""
    for executable in dict.fromkeys((sys.executable, sys._base_executable)):  # type: ignore[attr-defined]
        _add_program(view, Path(executable))
    base = Path(sys.base_prefix)
    for name in ("lib", "lib64"):
        view.show(base / name)
    environment = Path(sys.prefix)
    view.show(environment / "pyvenv.cfg")
    for entry in map(Path, sys.path):
        if entry.name in ("site-packages", "dist-packages") and entry.is_dir():
            view.show(entry)
    for package in _PACKAGES:
        for folder in _folders(package):
            if not any(folder.is_relative_to(one) for one in view.shown):
                view.show(folder)
    for package in _NOT_FOR_BOTS:
        for folder in _folders(package):
            if any(folder.is_relative_to(one) for one in view.shown):
                view.masked.append(folder)


def _folders(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(one) for one in spec.submodule_search_locations or ()] if spec else []
