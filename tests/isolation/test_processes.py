"""One way to read the tree of processes, and one to empty a control group."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from referee.isolation import guardian
from referee.isolation.cgroups import find_groups
from referee.isolation.limits import Limits
from referee.isolation.processes import family, kin, parent

PARENT: Final = "import subprocess; subprocess.run(['sleep', '600'])"


@pytest.fixture
def couple() -> "subprocess.Popen[bytes]":
    """A process with one child."""
    return subprocess.Popen([sys.executable, "-c", PARENT], start_new_session=True)


def until_two(root: int) -> list[int]:
    while len(found := list(family(root))) < 2:
        os.sched_yield()
    return found


def test_a_family_is_a_process_and_what_descends_from_it(
    couple: "subprocess.Popen[bytes]",
) -> None:
    root, child = until_two(couple.pid)
    os.killpg(couple.pid, signal.SIGKILL)
    couple.wait()

    assert root == couple.pid
    assert parent(child) != couple.pid
    assert parent(couple.pid) == 0


def test_kin_are_ancestors_and_what_they_started_but_no_strangers() -> None:
    sibling = subprocess.Popen(["sleep", "600"])
    own, above = os.getpid(), os.getppid()

    found = list(kin(own, [above, sibling.pid, own, 1]))

    sibling.kill()
    sibling.wait()
    assert found == [above, sibling.pid, own]


def test_a_process_that_cannot_be_seen_from_here_is_no_member(tmp_path: Path) -> None:
    (tmp_path / "cgroup.procs").write_text("0\n17\n0\n")

    assert guardian.members(tmp_path) == [17]
    assert guardian.members(tmp_path / "gone") == []


def test_a_group_is_emptied_even_if_it_is_frozen(sandbox: str) -> None:
    group = find_groups().own().make(Limits())
    sleeper = subprocess.Popen(["sleep", "600"])
    group.add(sleeper.pid)
    group.freeze(frozen=True)

    group.remove()

    assert sleeper.wait() == -signal.SIGKILL
    assert not any(folder.exists() for folder in group.folders)


def test_what_is_no_group_is_empty_at_once(tmp_path: Path) -> None:
    begun = time.monotonic()

    guardian.empty(tmp_path / "gone")

    assert guardian.try_empty(tmp_path / "gone")
    assert time.monotonic() - begun < guardian.PATIENCE_S
