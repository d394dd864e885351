"""Compiles rules and search where that is possible; everything else stands in `pyproject.toml`.

What is compiled stands in the lists of the packages (`compiled.txt`); how they are read, and how
the binaries are found again, is told in `referee/games/guard.py`. Compiling is never required:
without a C compiler, without mypy, after an error of either, or with ``ARENA_COMPILE=0`` the same
sources run interpreted.
"""

import os
import runpy
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar

# pip shows what is printed here only where it fails or is asked.
# ruff: noqa: T201
from setuptools import Command, Extension, setup
from setuptools.command.build import build

MYPY = "mypy==2.4.1"
ROOT = Path(__file__).resolve().parent
PACKAGE = "referee.games"
GUARD: dict[str, Any] = runpy.run_path(str(ROOT.joinpath(*PACKAGE.split("."), "guard.py")))
MODULES: tuple[str, ...] = GUARD["listed"](str(ROOT), PACKAGE).modules
SETTINGS = """[mypy]
[mypy-arena.sdk]
follow_imports = skip
"""
"""The package of the search imports gRPC, which need not be here and is not compiled."""
COMPILER_OPTIONS = [
    # Without it every call within the library goes the way of a call to another one.
    "-fno-semantic-interposition",
    # Interpreted, a product is rounded before a sum: the search must decide the same here.
    "-ffp-contract=off",
]
BUILDS = {"bdist_wheel", "build", "build_ext", "editable_wheel", "install"}
"""The commands that make something; the others only ask what there is."""


def possible() -> bool:
    """Whether it is worth while to fetch mypy."""
    compilers = [os.environ.get("CC", "").partition(" ")[0], "cc", "gcc", "clang", "cl"]
    return GUARD["wanted"]() and any(name and shutil.which(name) for name in compilers)


def extensions() -> list[Extension]:
    """Rules and search, translated to C; nothing if that fails."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - may be missing
    except ImportError:
        print("no mypy here: the rules will run interpreted", file=sys.stderr)
        return []
    sources = [GUARD["source"]("", name) for name in MODULES]
    library = GUARD["library"](GUARD["digest"](GUARD["listed"]("", PACKAGE)))
    with tempfile.TemporaryDirectory() as cache:
        settings = Path(cache, "mypy.ini")
        settings.write_text(SETTINGS, encoding="utf-8")
        options = [f"--config-file={settings}", f"--cache-dir={cache}"]
        try:
            result: list[Extension] = mypycify(
                options + sources, opt_level="3", group_name=f"{PACKAGE}.{library}"
            )
        except (Exception, SystemExit) as error:  # mypyc leaves by sys.exit
            print(f"mypyc failed ({error}): the rules will run interpreted", file=sys.stderr)
            return []
    for extension in result:
        extension.optional = True
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *COMPILER_OPTIONS]
    return result


class DropBinaries(Command):
    """Removes the binaries of earlier builds, which would be packed or run with the new ones."""

    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        self.build_lib: str | None = None
        self.editable_mode = False

    def finalize_options(self) -> None:
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        root = ROOT if self.editable_mode else Path(self.build_lib or "build")
        for name in MODULES:
            folder = Path(GUARD["source"](str(root), name)).parent
            for pattern in ("*.so", "*.pyd"):
                for binary in folder.glob(pattern):
                    binary.unlink()

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}

    def get_source_files(self) -> list[str]:
        return []


build.sub_commands.insert(0, ("drop_binaries", None))
os.chdir(ROOT)
setup(
    cmdclass={"drop_binaries": DropBinaries},
    ext_modules=extensions() if possible() and BUILDS & set(sys.argv) else [],
    setup_requires=[MYPY] if possible() else [],
)
