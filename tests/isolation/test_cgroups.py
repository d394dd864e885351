"""Control groups against recorded trees: what is written where, in both forms."""

import os
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.cgroups import REFEREES, NoGroups, find_groups
from referee.isolation.limits import Limits

LIMITS: Final = Limits(memory_mb=100, processes=20, cpus=0.5)


def host(folder: Path, mounts: dict[str, str], cgroup: str) -> Path:
    """A /proc whose control groups are mounted below `folder`."""
    proc = folder / "proc"
    (proc / "self").mkdir(parents=True)
    lines = []
    for number, (name, kind) in enumerate(mounts.items()):
        (folder / name).mkdir(parents=True, exist_ok=True)
        source, options = ("cgroup2", "rw") if kind == "cgroup2" else ("cgroup", f"rw,{kind}")
        lines.append(f"{number} 1 0:{number} / {folder / name} rw - {source} x {options}")
    (proc / "self/mountinfo").write_text("\n".join(lines))
    (proc / "self/cgroup").write_text(cgroup)
    return proc


def v1(folder: Path) -> Path:
    mounts = {name: name for name in ("memory", "pids", "cpu", "cpuacct", "freezer")}
    return host(folder, mounts, "\n".join(f"{n}:{k}:/" for n, k in enumerate(mounts, 1)))


def v2(folder: Path, controllers: str = "cpu memory pids", own: str = "scope") -> Path:
    proc = host(folder, {"unified": "cgroup2"}, f"0::/{own}")
    group = folder / "unified" / own
    group.mkdir(parents=True)
    for place in {group, group.parent}:
        (place / "cgroup.controllers").write_text(controllers)
        (place / "cgroup.subtree_control").write_text("")
        (place / "cgroup.procs").write_text("")
    (group / "cgroup.type").write_text("domain")
    return proc


def test_the_older_form_gets_every_limit_in_its_own_folder(tmp_path: Path) -> None:
    groups = find_groups(v1(tmp_path))

    group = groups.make(LIMITS)

    name = group.name
    assert (tmp_path / "memory" / name / "memory.limit_in_bytes").read_text() == str(100 << 20)
    assert (tmp_path / "pids" / name / "pids.max").read_text() == "20"
    assert (tmp_path / "cpu" / name / "cpu.cfs_quota_us").read_text() == "50000"
    assert (tmp_path / "cpu" / name / "cpu.cfs_period_us").read_text() == "100000"
    assert groups.proven


def test_the_older_form_freezes_and_counts_with_its_helpers(tmp_path: Path) -> None:
    group = find_groups(v1(tmp_path)).make(LIMITS)
    (tmp_path / "cpuacct" / group.name / "cpuacct.usage").write_text("5000000\n")
    (tmp_path / "memory" / group.name / "memory.oom_control").write_text("oom_kill 1\n")

    group.freeze(frozen=True)

    assert (tmp_path / "freezer" / group.name / "freezer.state").read_text() == "FROZEN"
    assert group.resources().cpu_us == 5000
    assert group.resources().exceeded == "used more than 100 MB of memory"


def test_the_unified_form_gets_all_limits_in_one_folder(tmp_path: Path) -> None:
    groups = find_groups(v2(tmp_path))

    group = groups.make(LIMITS)

    (folder,) = group.folders
    assert folder.parent == tmp_path / "unified" / "scope"
    assert (folder / "memory.max").read_text() == str(100 << 20)
    assert (folder / "pids.max").read_text() == "20"
    assert (folder / "cpu.max").read_text() == "50000 100000"
    assert (folder.parent / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    assert not groups.proven


def test_in_the_unified_form_the_referee_moves_to_a_leaf_first(tmp_path: Path) -> None:
    proc = v2(tmp_path)
    scope = tmp_path / "unified" / "scope"
    (scope / "cgroup.procs").write_text(f"{os.getpid()}\n")

    find_groups(proc)

    assert (scope / REFEREES / "cgroup.procs").read_text() == str(os.getpid())


def test_a_worker_that_was_born_in_the_leaf_makes_its_groups_beside_it(tmp_path: Path) -> None:
    groups = find_groups(v2(tmp_path, own=f"scope/{REFEREES}"))

    assert groups.unified == tmp_path / "unified" / "scope"


def test_a_hybrid_host_takes_limits_from_the_old_and_the_rest_from_the_new(
    tmp_path: Path,
) -> None:
    kinds = {"memory": "memory", "pids": "pids", "cpu": "cpu", "unified": "cgroup2"}
    lines = "3:memory:/deep\n2:pids:/\n1:cpu:/\n0::/\n"
    proc = host(tmp_path, kinds, lines)
    (tmp_path / "memory" / "deep").mkdir()
    (tmp_path / "unified" / "cgroup.controllers").write_text("hugetlb")

    groups = find_groups(proc)
    group = groups.make(LIMITS)
    (tmp_path / "unified" / group.name / "cpu.stat").write_text("usage_usec 77\n")
    group.freeze(frozen=True)

    assert groups.v1["memory"] == tmp_path / "memory" / "deep"
    assert (tmp_path / "unified" / group.name / "cgroup.freeze").read_text() == "1"
    assert group.resources().cpu_us == 77


def test_a_container_that_is_shown_a_part_of_the_hierarchy_finds_its_place(tmp_path: Path) -> None:
    proc = v1(tmp_path)
    mountinfo = (proc / "self/mountinfo").read_text().replace(" / /", " /docker/abc /")
    (proc / "self/mountinfo").write_text(mountinfo)
    names = ("memory", "pids", "cpu", "cpuacct", "freezer")
    lines = "\n".join(f"{number}:{name}:/docker/abc" for number, name in enumerate(names, 1))
    (proc / "self/cgroup").write_text(lines)

    assert find_groups(proc).v1["memory"] == tmp_path / "memory"


def test_missing_controllers_are_named(tmp_path: Path) -> None:
    proc = host(tmp_path, {"cpu": "cpu"}, "1:cpu:/\n")

    with pytest.raises(NoGroups, match="no control group for memory, pids"):
        find_groups(proc)


def test_a_group_that_is_not_delegated_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proc = v2(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(NoGroups, match="is not delegated to this user"):
        find_groups(proc)
