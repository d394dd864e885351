"""One tree of errors: what a person can put right is a line, never a traceback."""

import ast
import importlib
import inspect
from pathlib import Path

from arena.errors import ArenaError

ROOT = Path(__file__).resolve().parents[2]
INSIDE = {"BotFault", "HostFault", "Leave", "NoGroups", "TimeIsUp", "Undo"}
"""Caught where matches are played, levels are tried, a bot is rated and a person is asked."""
ASSERTED = {"LawBroken"}
"""Fails the test of an author, who wants the traceback."""


def exceptions() -> dict[str, type]:
    """All exception classes of the tree, by name."""
    found: dict[str, type] = {}
    for top in ("arena", "leaderboard", "referee"):
        for path in (ROOT / top).rglob("*.py"):
            if {"migrations", "templates", "v1"} & {*path.parts}:
                continue
            body = ast.parse(path.read_text()).body
            names = [one.name for one in body if isinstance(one, ast.ClassDef)]
            if not any(name for name in names if not name.startswith("_")):
                continue
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if path.stem in {"__main__", "__init__"}:
                continue
            for _, one in inspect.getmembers(importlib.import_module(module), inspect.isclass):
                if issubclass(one, Exception) and one.__module__ == module:
                    found[one.__name__] = one
    return found


def test_every_error_is_for_people_or_never_leaves_its_room() -> None:
    found = exceptions()

    assert len(found) > 20
    assert {name for name, one in found.items() if not issubclass(one, ArenaError)} == (
        INSIDE | ASSERTED
    )


def test_every_error_for_people_has_a_documented_exit_code() -> None:
    codes = {
        name: one.exit_code for name, one in exceptions().items() if issubclass(one, ArenaError)
    }

    assert set(codes.values()) <= {1, 2, 4, 5}
    assert codes["UnknownBot"] == codes["NotFound"] == codes["SpecError"] == 2
    assert codes["BotError"] == 4
    assert codes["LaunchError"] == codes["DatabaseMissing"] == 1
