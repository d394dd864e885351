"""Compiles what the package lists in `compiled.txt`, where that is possible and wanted."""

from setuptools import Extension, setup

from referee.games import guard

PACKAGE = "lanterns"


def extensions() -> list[Extension]:
    """The listed modules, translated to C and bound to a digest of their sources."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - may be missing
    except ImportError:
        return []
    build = guard.listed("", PACKAGE)
    sources = [guard.source("", name) for name in build.modules]
    library = f"{PACKAGE}.{guard.library(guard.digest(build))}"
    # What is compiled knows nothing of the arena, which mypy need not find here.
    options = ["--ignore-missing-imports"]
    result: list[Extension] = mypycify(options + sources, group_name=library)
    return result


setup(ext_modules=extensions() if guard.wanted() else [])
