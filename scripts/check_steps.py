"""The steps of `scripts/check`, each with its result and its time; one failure fails the whole.

Runs in the environment that `bootstrap.py` made, in the root of the checkout.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that must hold."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    missing: str = ""
    """Why the command cannot run here. A skip for people, a failure on CI."""


def steps() -> list[Step]:
    """All of them, the quick ones first."""
    return [
        Step("ruff format", (tool("ruff"), "format", "--check", ".")),
        Step("ruff check", (tool("ruff"), "check", "--output-format=concise", ".")),
        Step("imports", (tool("lint-imports"), "--no-logo")),
        Step("stubs current", (sys.executable, "scripts/gen_protos.py", "--check")),
        buf_lint(),
        Step("mypy", (tool("mypy"),)),
    ]


def fixes() -> list[Step]:
    """What `--fix` does first."""
    return [
        Step("fix: ruff check", (tool("ruff"), "check", "--fix", "--exit-zero", ".")),
        Step("fix: ruff format", (tool("ruff"), "format", ".")),
    ]


def tool(name: str) -> str:
    """A program of this environment, whatever PATH says."""
    return str(BIN / name)


def buf_lint() -> Step:
    """The rules of the wire; buf is no Python package and may not be here."""
    local = ROOT / "node_modules" / ".bin" / "buf"
    buf = str(local) if local.exists() else shutil.which("buf")
    hint = "" if buf else "no buf here; `npm install --no-save @bufbuild/buf` fetches it"
    return Step("buf lint", (buf or "buf", "lint"), ROOT / "protos", missing=hint)


def passes(step: Step, *, on_ci: bool) -> bool:
    """Run one step and tell how it went."""
    print(f"{step.name:<17}", end="", flush=True)
    if step.missing:
        print(f"{'FAILED' if on_ci else 'skipped'}  {step.missing}", flush=True)
        return not on_ci
    begun = time.monotonic()
    done = subprocess.run(
        step.command,
        cwd=step.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = "ok" if done.returncode == 0 else "FAILED"
    print(f"{verdict:<7} {time.monotonic() - begun:5.1f} s", flush=True)
    if done.returncode != 0:
        print(done.stdout.rstrip(), flush=True)
    return done.returncode == 0


def main() -> int:
    """All steps, even after a failure: one run shows everything there is to mend."""
    parser = argparse.ArgumentParser(
        prog="scripts/check", description="Lint, types, imports, stubs."
    )
    parser.add_argument("--fix", action="store_true", help="let ruff mend what it can, first")
    chosen = [*(fixes() if parser.parse_args().fix else []), *steps()]
    on_ci = os.environ.get("CI") == "true"
    failed = [step.name for step in chosen if not passes(step, on_ci=on_ci)]
    print(f"Failed: {', '.join(failed)}." if failed else "All checks pass.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
