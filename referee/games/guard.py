"""In which form the rules run: all of them compiled, or all of them from source.

Setting up compiles the modules named here with mypyc where a C compiler is at hand (`setup.py`),
and puts the binaries beside the sources. Python would prefer a binary even to a newer source, and
a compiled module beside an interpreted one does not know the other's classes. So the choice is
made here, once and for all modules, before any of them is imported: the shared library carries in
its name a digest of the sources it was made from, and only a library of the present sources runs.

Not compiled itself, and also run by `setup.py`, by its path: it imports nothing but the standard
library, and of that only what every Python has loaded before.
"""

# No pathlib: to import it would double the time this takes.
# ruff: noqa: PTH110, PTH118, PTH123, PTH208

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
MODULES: Final[tuple[str, ...]] = (
    "chance",
    "state",
    "kupferkessel.cards",
    "kupferkessel.events",
    "kupferkessel.rules",
    "kupferkessel.scoring",
    "kupferkessel.variant",
    "trapper.actions",
    "trapper.auction",
    "trapper.board",
    "trapper.cards",
    "trapper.display",
    "trapper.events",
    "trapper.guess",
    "trapper.rules",
    "trapper.scoring",
    "trapper.table",
    "trapper.tiles",
    "trapper.turns",
    "trapper.variant",
)
"""What is compiled."""
INTERPRETED_INPUTS: Final[tuple[str, ...]] = (
    "observation",
    "kupferkessel.observation",
    "trapper.observation",
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


def decide(folder: str) -> Form:
    """How the rules in `folder` are to run."""
    if not wanted():
        return Form(False, f"interpreted, because {SWITCH}=0 is set")
    if all(_binary(folder, name) for name in (*MODULES, library(digest(folder)) + _LIBRARY_END)):
        return Form(True, "compiled")
    endings = [name.partition(".")[2] for name in os.listdir(folder) if name.startswith(_LIBRARY)]
    if any("." + ending in EXTENSION_SUFFIXES for ending in endings):
        return Form(False, "interpreted, because the rules have changed since they were compiled")
    if endings:
        return Form(False, "interpreted, because the rules were compiled for another Python")
    return Form(False, "interpreted, because the rules were not compiled at set-up")


def wanted() -> bool:
    """Whether compiled rules are welcome here."""
    return os.environ.get(SWITCH) != "0"


def digest(folder: str) -> str:
    """A short digest of everything that the binaries are made from."""
    result = hashlib.sha256()
    for name in (*MODULES, *INTERPRETED_INPUTS):
        with open(source(folder, name), "rb") as file:
            result.update(b"%s\n%s\n" % (name.encode(), hashlib.sha256(file.read()).digest()))
    return result.hexdigest()[:_DIGEST_LENGTH]


def library(made_from: str) -> str:
    """What mypyc is told to call, within the package, a library of sources with this digest."""
    return _LIBRARY + made_from


def source(folder: str, name: str) -> str:
    """The source of a module of the package."""
    return os.path.join(folder, *name.split(".")) + ".py"


def enforce(form: Form, folder: str) -> None:
    """Have all modules imported in this form, whatever lies beside them."""
    files = {
        f"{PACKAGE}.{name}": _binary(folder, name) if form.compiled else source(folder, name)
        for name in MODULES
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


def _binary(folder: str, name: str) -> str:
    """The binary of a module for this Python, empty if there is none."""
    base = os.path.join(folder, *name.split("."))
    files = [base + suffix for suffix in EXTENSION_SUFFIXES]
    return next((file for file in files if os.path.exists(file)), "")
