"""A database on a network's file system is refused, whatever the file system is called."""

import errno
import fcntl
import mmap
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leaderboard import database, errors
from leaderboard.file_system import mount_of, refuse_network, shares_memory_and_locks

ROOT = "21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw"


def _never(folder: Path) -> bool:
    pytest.fail(f"{folder} is tried")


def _mounts(folder: Path, *lines: str) -> Path:
    told = folder / "mountinfo"
    told.write_text("\n".join((ROOT, *lines, "no line at all", "")))
    return told


@pytest.mark.parametrize(
    "tail",
    [
        "nfs4 files.example.org:/home rw,vers=4.2",
        "cifs //files.example.org/home rw",
        "fuse.sshfs me@files.example.org:/home rw",
        "fuse.unheard files.example.org:/home rw",
        "unheard //files.example.org/home rw",
        "lustre 10.0.0.1@tcp:/scratch rw",
    ],
)
def test_a_network_is_refused_with_two_ways_out(tmp_path: Path, tail: str) -> None:
    mounts = _mounts(tmp_path, f"36 21 0:45 / {tmp_path} rw - {tail}")

    with pytest.raises(errors.NetworkDatabase) as caught:
        refuse_network(tmp_path / "arena.db", mounts, lambda folder: True)

    told = str(caught.value)
    assert "\n" not in told
    assert "--db" in told
    assert "postgresql://" in told


@pytest.mark.parametrize(
    "line",
    [
        "36 21 254:16 / @ rw - xfs /dev/vdb rw",
        "36 21 0:45 / @ rw - tmpfs tmpfs rw",
        "36 21 0:45 / @ rw shared:3 master:1 - overlay overlay rw,lowerdir=a:/b",
        "36 21 0:45 /sub @ rw - btrfs /dev/vda2 rw",
    ],
)
def test_what_is_local_is_not_even_tried(tmp_path: Path, line: str) -> None:
    mounts = _mounts(tmp_path, line.replace("@", str(tmp_path)))

    refuse_network(tmp_path / "arena.db", mounts, _never)


@pytest.mark.parametrize("works", [True, False])
def test_of_what_nobody_knows_it_is_tried_out(tmp_path: Path, works: bool) -> None:
    mounts = _mounts(tmp_path, f"36 21 0:45 / {tmp_path} rw - virtiofs shared rw")

    def look() -> None:
        refuse_network(tmp_path / "arena.db", mounts, lambda folder: works)

    if works:
        look()
    else:
        with pytest.raises(errors.NetworkDatabase, match="shared memory or locks"):
            look()


def test_the_nearest_mount_counts_and_the_last_one_at_a_place(tmp_path: Path) -> None:
    told = "\n".join(
        (
            ROOT,
            "36 21 0:45 / /data rw - nfs host:/a rw",
            "37 36 0:46 / /data/with\\040space rw - tmpfs tmpfs rw",
            "38 36 254:3 / /data/twice rw - ext4 /dev/vdc rw",
            "39 38 0:47 / /data/twice rw - nfs host:/b rw",
        )
    )

    kinds = {
        folder: getattr(mount_of(Path(folder), told), "kind", None)
        for folder in ("/", "/database", "/data/x", "/data/with space/y", "/data/twice")
    }

    assert list(kinds.values()) == ["ext4", "ext4", "nfs", "tmpfs", "nfs"]


def test_memory_and_locks_are_shared_here_and_nothing_is_left(tmp_path: Path) -> None:
    assert shares_memory_and_locks(tmp_path)
    assert list(tmp_path.iterdir()) == []


def _no_locks(descriptor: int, command: int, what: Any) -> bytes:
    raise OSError(errno.ENOLCK, "no locks available")


def _locks_that_hold_nobody(descriptor: int, command: int, what: Any) -> bytes:
    return b""


@pytest.mark.parametrize("locking", [_no_locks, _locks_that_hold_nobody])
def test_locks_that_do_not_work_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locking: Callable[..., bytes]
) -> None:
    monkeypatch.setattr(fcntl, "fcntl", locking)

    assert not shares_memory_and_locks(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_memory_that_cannot_be_shared_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(errno.ENODEV, "no such device")

    monkeypatch.setattr(mmap, "mmap", refuse)

    assert not shares_memory_and_locks(tmp_path)


def test_a_database_is_not_made_there_but_one_can_be_read(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = shutil.copy(filled, filled.with_name("other.db"))

    def refuse(path: Path) -> None:
        raise errors.NetworkDatabase(str(path))

    monkeypatch.setattr(database, "refuse_network", refuse)

    for place in (Path(other), filled.with_name("new.db")):
        with pytest.raises(errors.NetworkDatabase):
            database.open_database(place, write=True)
    assert not filled.with_name("new.db").exists()
    database.open_database(Path(other), write=False).close()
