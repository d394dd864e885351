"""The sandbox works from a clone below a closed folder, for root and for everybody else."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.isolation.cgroups import find_groups
from referee.isolation.guardian import empty
from tests.isolation.clone import USER, give_to, make_clone, system_python
from tests.leftovers import Ground

MATCH = ("match", "random", "random:as=twin", "--game", "kupferkessel", "--isolation", "sandbox")


def arena(clone: Path, *words: str, entering: str = "", **options: Any) -> dict[str, Any]:
    """What a command of the clone answers."""
    command = [str(clone / ".venv/bin/python"), "-P", "-m", "arena.cli", *words, "--json"]
    if entering:
        command = ["/bin/sh", "-c", f'{entering} exec "$@"', "sh", *command]
    done = subprocess.run(
        command,
        cwd=clone,
        env={"PATH": os.defpath, "TMPDIR": str(clone.parent), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@contextmanager
def closed_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="closed-", dir="/tmp") as name:
        yield Path(name)


def assert_left_clean(clone: Path) -> None:
    assert [path.name for path in clone.parent.iterdir()] == ["clone"]


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_clone_below_a_closed_folder_plays_in_the_sandbox(
    ground: Ground, sandbox: str, mask: int
) -> None:
    before = os.umask(mask)
    try:
        with closed_folder() as place:
            clone = make_clone(place)

            played = arena(clone, *MATCH)

            assert played["termination"] == "normal", played["reason"]
            assert played["run"]["isolation"] == "sandbox"
            assert_left_clean(clone)
    finally:
        os.umask(before)


def plain_clone(place: Path) -> Path:
    python = system_python()
    if python is None:
        pytest.skip("no interpreter here that other users can start")
    clone = make_clone(place, python)
    give_to(USER, place)
    return clone


AS_USER: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []}


def test_a_plain_user_plays_in_the_sandbox_without_limits(
    ground: Ground, as_root: None, sandbox: str
) -> None:
    with closed_folder() as place:
        clone = plain_clone(place)

        played = arena(clone, *MATCH, **AS_USER)
        tried = arena(clone, "doctor", "--attack", "--isolation", "sandbox", **AS_USER)

        assert played["termination"] == "normal", played["reason"]
        assert played["run"]["isolation"] == "sandbox-nolimits"
        assert tried["contained"] == tried["tried"]
        assert tried["tried"] > 20
        assert_left_clean(clone)


def test_a_plain_user_with_control_groups_of_its_own_has_limits(
    ground: Ground, as_root: None, sandbox: str
) -> None:
    with closed_folder() as place, ExitStack() as stack:
        clone = plain_clone(place)
        entering = ""
        for folder in find_groups().folders():
            own = folder / f"test-{os.getpid()}"
            own.mkdir()
            stack.callback(empty, own)
            give_to(USER, own)
            entering += f"echo $$ > {own}/cgroup.procs; "
        become = f"exec setpriv --reuid={USER} --regid={USER} --clear-groups "

        words = (*MATCH, "--limit", "memory_mb=200")
        played = arena(clone, *words, entering=f'{entering}set -- {become[5:]}"$@";')
        tried = arena(clone, "doctor", "--attack", entering=f'{entering}set -- {become[5:]}"$@";')

        assert played["run"]["isolation"] == "sandbox"
        assert played["run"]["limits"]["memory_mb"] == 200
        assert tried["level"] == "sandbox"
        assert tried["contained"] == tried["tried"]
        assert_left_clean(clone)
