"""A checkout with its environment: this one, one of another revision, or a compiled copy."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent


@dataclass(frozen=True)
class Tree:
    """What is measured."""

    name: str
    root: Path
    python: Path

    def environment(self, *, compiled: bool = True) -> dict[str, str]:
        """That of a process which runs these sources, and can import the bench."""
        path = os.pathsep.join([str(self.root), str(SCRIPTS)])
        env = dict(os.environ, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1")
        env.pop("ARENA_COMPILE", None)
        env.pop("ARENA_DB", None)
        return env if compiled else env | {"ARENA_COMPILE": "0"}

    def command(self, *words: str) -> list[str]:
        """Python of this tree, with nothing of the caller's folder to import."""
        return [str(self.python), "-P", *words]

    def form(self) -> str:
        """In which form the rules run, in words."""
        code = "from referee import games; print(games.form())"
        env = self.environment()
        done = subprocess.run(self.command("-c", code), env=env, capture_output=True, check=False)
        return done.stdout.decode().strip() or "unknown"


def this_tree() -> Tree:
    """The checkout that this bench belongs to."""
    return Tree("here", ROOT, Path(sys.executable))


@contextmanager
def checked_out(revision: str) -> Iterator[Tree]:
    """Another revision, in a folder and an environment of its own for as long as the block."""
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        root = Path(folder) / "tree"
        _git("worktree", "add", "--detach", str(root), commit)
        try:
            say(f"Setting up {revision} in {root} (about a minute) ...")
            begun = subprocess.run(
                [sys.executable, str(root / "scripts" / "arena"), "--version"],
                stdout=subprocess.DEVNULL,
                check=False,
            )
            if begun.returncode:
                raise SystemExit(f"{revision} could not be set up")
            yield Tree(revision, root, root / ".venv" / "bin" / "python")
        finally:
            _git("worktree", "remove", "--force", str(root))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"scripts/bench: git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


@contextmanager
def with_binaries(tree: Tree) -> Iterator[Tree]:
    """The tree with its rules compiled: itself, or a copy if its binaries are missing or stale."""
    if tree.form() == "compiled":
        yield tree
        return
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        for package in ("arena", "referee"):
            shutil.copytree(tree.root / package, folder / package, ignore=ignore)
        shutil.copy(tree.root / "setup.py", folder)
        say("Compiling a copy of the rules (about 25 s) ...")
        # The checkout's own Python: what builds may be missing in the other environment.
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode or not list(folder.rglob("rules_*")):
            raise SystemExit(f"the rules could not be compiled:\n{done.stderr[-2000:]}")
        yield Tree(tree.name, folder, tree.python)


def say(line: str) -> None:
    """To whoever waits; standard output belongs to the report."""
    print(line, file=sys.stderr, flush=True)
