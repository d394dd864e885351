"""Whether a file system does what a database in a file needs from it.

SQLite's log ahead keeps its index in memory that all who use the file share, and it trusts locks.
Over a network neither holds between machines, and results would be lost in silence. So the mount
is asked first: what lies on a block device is local, what names another machine, or is known to be
a network's, is not. Of anything else, as a layer in user space or between a virtual machine and
its host, it is tried out whether memory and locks are shared.
"""

import errno
import fcntl
import mmap
import os
import re
import struct
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.errors import NetworkDatabase

MOUNTS: Final = Path("/proc/self/mountinfo")
_LOCAL: Final = frozenset({"btrfs", "overlay", "ramfs", "tmpfs", "zfs", "bcachefs"})
"""Without a device of their own, and local."""
_REMOTE: Final = frozenset(
    {
        *("afs", "beegfs", "ceph", "cifs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "orangefs"),
        *("smb3", "smbfs", "fuse.ceph", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
        *("fuse.sshfs", "fuse.cephfs", "fuse.gcsfuse"),
    }
)
_ELSEWHERE: Final = re.compile(r"//|[^/\s]+:/")
"""A source that names a machine: //host/share, host:/folder."""
_LOCK: Final = struct.Struct("hhqqi4x")


@dataclass(frozen=True, slots=True)
class Mount:
    """Where a file lies."""

    point: str
    kind: str
    source: str
    block: bool
    """Whether it is on a block device."""


def refuse_network(
    path: Path, mounts: Path = MOUNTS, shares: "Callable[[Path], bool] | None" = None
) -> None:
    """NetworkDatabase if the file of a database cannot safely lie at `path`."""
    folder = path.resolve().parent
    try:
        mount = mount_of(folder, mounts.read_text(errors="surrogateescape"))
    except OSError:
        return  # no Linux: nothing to ask
    if mount is None or mount.block or mount.kind in _LOCAL:
        return
    if mount.kind in _REMOTE or _ELSEWHERE.match(mount.source):
        raise _refusal(path, mount, "a network")
    if not (shares or shares_memory_and_locks)(folder):
        raise _refusal(path, mount, "a file system without shared memory or locks")


def mount_of(folder: Path, told: str) -> Mount | None:
    """The mount of a folder, from what the kernel tells of all of them."""
    found: Mount | None = None
    for line in told.splitlines():
        head, _, tail = line.partition(" - ")
        try:
            _, _, device, _, point, *_ = head.split()
            kind, source, *_ = tail.split()
        except ValueError:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda one: chr(int(one[1], 8)), point)
        # The longest point is nearest; of several at one place the last lies on top.
        if folder.is_relative_to(point) and (found is None or len(point) >= len(found.point)):
            found = Mount(point, kind, source, block=not device.startswith("0:"))
    return found


def shares_memory_and_locks(folder: Path) -> bool:
    """Whether what one writes another one reads, and what one locks another one cannot."""
    with ExitStack() as stack:
        try:
            one = stack.enter_context(tempfile.NamedTemporaryFile(dir=folder, prefix=".arena-"))
            other = stack.enter_context(Path(one.name).open("r+b"))
            one.truncate(mmap.PAGESIZE)
            memory = [
                stack.enter_context(mmap.mmap(each.fileno(), mmap.PAGESIZE))
                for each in (one, other)
            ]
        except OSError:
            return not os.access(folder, os.W_OK)  # that is another trouble, told elsewhere
        memory[0][:5] = b"arena"
        if memory[1][:5] != b"arena" or os.pread(other.fileno(), 5, 0) != b"arena":
            return False
        return _locks(one.fileno()) is not False and _locks(other.fileno()) is not True


def _locks(descriptor: int) -> bool | None:
    """Whether a lock was had; None if the kernel knows no such locks at all."""
    wanted = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    except OSError as error:
        return None if error.errno == errno.EINVAL else False
    return True


def _refusal(path: Path, mount: Mount, what: str) -> NetworkDatabase:
    return NetworkDatabase(
        f"{path} lies on {what} ({mount.kind} at {mount.point}), where results would be lost: "
        "name a file on a disk of this machine with --db, or a server (postgresql://HOST/NAME)"
    )
