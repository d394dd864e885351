"""In which form rules and search run: all of them compiled, or all of them from source.

Setting up compiles with mypyc, where a C compiler is at hand (`setup.py`), and puts the binaries
beside the sources. Python would prefer a binary even to a newer source, and a compiled module
beside an interpreted one does not know the other's classes. So the choice is made here, once and
for all modules of a build, before any of them is imported: the shared library carries in its name
a digest of the sources it was made from, and only a library of the present sources runs.

What is compiled is listed in a file `compiled.txt` of the package, and in one of each package
directly below it, so that a game lists its own modules in its own folder. A line is the full name
of a module; ``uses NAME`` names one that those import and that is not compiled, for a constant may
have been taken over from there.

A package outside the arena that compiles its rules says ``guard.settle(__path__[0], __name__)``
before it imports any of them, and has the same guard. What it compiles are functions over ints and
lists; its `State` and `Style` stay in source, for a class that is compiled apart from its base
does not share the base's fields.

Not compiled itself, and also run by `setup.py`, by its path: it imports nothing but the standard
library, and of that only what every Python has loaded before.
"""

# No pathlib: to import it would double the time this takes.
# ruff: noqa: PTH110, PTH118, PTH120, PTH123, PTH208

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType
from typing import Final, NamedTuple

LIST: Final = "compiled.txt"
"""What the file is called in which a package lists its compiled modules."""
SWITCH: Final = "ARENA_COMPILE"
"""The environment variable that is 0 where nothing compiled is wanted: at set-up, at run time."""

_LIBRARY: Final = "rules_"
_LIBRARY_END: Final = "__mypyc"  # mypyc's own ending for a library that modules share
_DIGEST_LENGTH: Final = 16
_USES: Final = "uses "


class Build(NamedTuple):
    """What is compiled together, and lies below one folder."""

    root: str
    """Where the packages lie."""
    package: str
    """The package in which the library lies that the compiled modules share."""
    modules: tuple[str, ...]
    inputs: tuple[str, ...]
    """What those import and is not compiled."""


class Form(NamedTuple):
    """How the rules run."""

    compiled: bool
    reason: str
    """Why, in a sentence for people."""


def settle(folder: str, package: str) -> Form:
    """Decide for the package that lies in `folder`, and have its modules imported in that form."""
    root = folder
    for _ in package.split("."):
        root = os.path.dirname(root)
    build = listed(root, package)
    form = decide(build)
    enforce(form, build)
    return form


def listed(root: str, package: str) -> Build:
    """What a package below `root`, and each package directly below it, wants compiled."""
    own = _path(root, package)
    folders = [own, *sorted(os.path.join(own, name) for name in os.listdir(own))]
    lines = [line for folder in folders for line in _lines(os.path.join(folder, LIST))]
    modules = [line for line in lines if not line.startswith(_USES)]
    inputs = [line[len(_USES) :] for line in lines if line.startswith(_USES)]
    return Build(root, package, tuple(modules), tuple(inputs))


def decide(build: Build) -> Form:
    """How the modules of a build are to run."""
    if not wanted():
        return Form(False, f"interpreted, because {SWITCH}=0 is set")
    shared = f"{build.package}.{library(digest(build))}{_LIBRARY_END}"
    if all(_binary(build.root, name) for name in (*build.modules, shared)):
        return Form(True, "compiled")
    names = os.listdir(_path(build.root, build.package))
    endings = [name.partition(".")[2] for name in names if name.startswith(_LIBRARY)]
    if any("." + ending in EXTENSION_SUFFIXES for ending in endings):
        return Form(False, "interpreted, because the rules have changed since they were compiled")
    if endings:
        return Form(False, "interpreted, because the rules were compiled for another Python")
    return Form(False, "interpreted, because the rules were not compiled at set-up")


def wanted() -> bool:
    """Whether compiled rules are welcome here."""
    return os.environ.get(SWITCH) != "0"


def digest(build: Build) -> str:
    """A short digest of everything that the binaries are made from."""
    result = hashlib.sha256()
    for name in (*build.modules, *build.inputs):
        with open(source(build.root, name), "rb") as file:
            result.update(b"%s\n%s\n" % (name.encode(), hashlib.sha256(file.read()).digest()))
    return result.hexdigest()[:_DIGEST_LENGTH]


def library(made_from: str) -> str:
    """What mypyc is told to call, within the package, a library of sources with this digest."""
    return _LIBRARY + made_from


def source(root: str, name: str) -> str:
    """The source of a module."""
    return _path(root, name) + ".py"


def enforce(form: Form, build: Build) -> None:
    """Have all modules imported in this form, whatever lies beside them."""
    find = _binary if form.compiled else source
    files = {name: find(build.root, name) for name in build.modules}
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


def _lines(file: str) -> Iterator[str]:
    """What a list says, without remarks; nothing if there is none."""
    if os.path.exists(file):
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    yield line.strip()
