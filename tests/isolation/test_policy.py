"""A trained policy is built from its lock, and plays where a bot has neither network nor files."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.isolation.test_toolchains import missing
from tests.leftovers import Ground

TRAINED: Final = Path(__file__).parents[2] / "examples" / "train" / "trained" / "policy.onnx"
PROGRAM: Final = Path(sys.executable).with_name("arena")


@pytest.mark.usefixtures("sandbox")
def test_it_is_fetched_built_and_plays_in_the_sandbox(tmp_path: Path, ground: Ground) -> None:
    def arena(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [PROGRAM, *words],
            cwd=tmp_path,
            env={**os.environ, "TMPDIR": str(ground.folder)},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    assert arena("new", "learner", "--from-policy", str(TRAINED)).returncode == 0
    done = arena("match", "./learner", "random", "--isolation", "sandbox", "--json")
    if done.returncode != 0 and "registr" in done.stderr:
        missing(f"pip cannot reach its registry: {done.stderr[-300:]}")

    assert done.returncode == 0, done.stderr
    played: Any = json.loads(done.stdout)
    assert [seat["fault"] for seat in played["seats"]] == [None, None]
