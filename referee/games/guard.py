"""In which form rules and search run: all of them compiled, or all of them from source.

Setting up compiles the modules named here with mypyc where a C compiler is at hand (`setup.py`),
and puts the binaries beside the sources. Python would prefer a binary even to a newer source, and
a compiled module beside an interpreted one does not know the other's classes. So the choice is
made here, once and for all modules, before any of them is imported: the shared library carries in
its name a digest of the sources it was made from, and only a library of the present sources runs.

Not compiled itself, and also run by `setup.py`, by its path: it imports nothing but the standard
library, and of that only what every Python has loaded before.
"""

# No pathlib: to import it would double the time this takes.
# ruff: noqa: PTH110, PTH118, PTH120, PTH123, PTH208

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType
from typing import Final, NamedTuple

PACKAGE: Final = "referee.games"
"""Where the library lies that the compiled modules share."""
MODULES: Final[tuple[str, ...]] = (
    "arena.sdk.search",
    "arena.sdk.search_kupferkessel",
    "arena.sdk.search_trapper",
    "referee.games.chance",
    "referee.games.state",
    "referee.games.kupferkessel.cards",
    "referee.games.kupferkessel.events",
    "referee.games.kupferkessel.rules",
    "referee.games.kupferkessel.scoring",
    "referee.games.kupferkessel.variant",
    "referee.games.trapper.actions",
    "referee.games.trapper.auction",
    "referee.games.trapper.board",
    "referee.games.trapper.cards",
    "referee.games.trapper.display",
    "referee.games.trapper.events",
    "referee.games.trapper.guess",
    "referee.games.trapper.rules",
    "referee.games.trapper.scoring",
    "referee.games.trapper.table",
    "referee.games.trapper.tiles",
    "referee.games.trapper.turns",
    "referee.games.trapper.variant",
)
"""What is compiled: the rules, and the search that calls them at every step.

The search may be imported first: its package imports the games, and so this guard, before it.
"""
INTERPRETED_INPUTS: Final[tuple[str, ...]] = (
    "referee.games.observation",
    "referee.games.kupferkessel.observation",
    "referee.games.trapper.observation",
)
"""What those import and is not compiled; a constant may have been taken over from there."""

SWITCH: Final = "ARENA_COMPILE"
"""The environment variable that is 0 where nothing compiled is wanted: at set-up, at run time."""

_LIBRARY: Final = "rules_"
_LIBRARY_END: Final = "__mypyc"  # mypyc's own ending for a library that modules share
_DIGEST_LENGTH: Final = 16


class Form(NamedTuple):
    """How the rules run."""

    compiled: bool
    reason: str
    """Why, in a sentence for people."""


def root_of(folder: str) -> str:
    """Where the packages lie, of which `folder` is this one."""
    return os.path.dirname(os.path.dirname(folder))


def decide(root: str) -> Form:
    """How the modules in the packages below `root` are to run."""
    if not wanted():
        return Form(False, f"interpreted, because {SWITCH}=0 is set")
    shared = f"{PACKAGE}.{library(digest(root))}{_LIBRARY_END}"
    if all(_binary(root, name) for name in (*MODULES, shared)):
        return Form(True, "compiled")
    names = os.listdir(_path(root, PACKAGE))
    endings = [name.partition(".")[2] for name in names if name.startswith(_LIBRARY)]
    if any("." + ending in EXTENSION_SUFFIXES for ending in endings):
        return Form(False, "interpreted, because the rules have changed since they were compiled")
    if endings:
        return Form(False, "interpreted, because the rules were compiled for another Python")
    return Form(False, "interpreted, because the rules were not compiled at set-up")


def wanted() -> bool:
    """Whether compiled rules are welcome here."""
    return os.environ.get(SWITCH) != "0"


def digest(root: str) -> str:
    """A short digest of everything that the binaries are made from."""
    result = hashlib.sha256()
    for name in (*MODULES, *INTERPRETED_INPUTS):
        with open(source(root, name), "rb") as file:
            result.update(b"%s\n%s\n" % (name.encode(), hashlib.sha256(file.read()).digest()))
    return result.hexdigest()[:_DIGEST_LENGTH]


def library(made_from: str) -> str:
    """What mypyc is told to call, within the package, a library of sources with this digest."""
    return _LIBRARY + made_from


def source(root: str, name: str) -> str:
    """The source of a module."""
    return _path(root, name) + ".py"


def enforce(form: Form, root: str) -> None:
    """Have all modules imported in this form, whatever lies beside them."""
    files = {
        name: _binary(root, name) if form.compiled else source(root, name) for name in MODULES
    }
    sys.meta_path.insert(0, _OneForm(files))


class _OneForm(MetaPathFinder):
    """Finds each of some modules in one certain file, and nothing else."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def _path(root: str, name: str) -> str:
    return os.path.join(root, *name.split("."))


def _binary(root: str, name: str) -> str:
    """The binary of a module for this Python, empty if there is none."""
    files = [_path(root, name) + suffix for suffix in EXTENSION_SUFFIXES]
    return next((file for file in files if os.path.exists(file)), "")
