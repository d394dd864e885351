"""Attacks on what lies in files, environments and descriptors."""

import os
import subprocess
from pathlib import Path

from referee.proofs.attacks.attempt import MARK, Found, Targets, all_of, attempt


def read_database(targets: Targets) -> Found:
    """Read the file in which seeds and results are kept."""
    return attempt(lambda: Path(targets["database"]).read_text()[:80])


def read_neighbour(targets: Targets) -> Found:
    """Read another bot's program."""
    return attempt(lambda: Path(targets["neighbour_source"]).read_text()[:80])


def read_environments(targets: Targets) -> Found:
    """Look for secrets in the environment of the referee, and of everybody."""
    looked = [Path(f"/proc/{targets['referee']}/environ"), *Path("/proc").glob("[0-9]*/environ")]
    return _secret_in([path for path in looked if path.parent.name != str(os.getpid())])


def own_environment(targets: Targets) -> Found:
    """Look for secrets in what was inherited."""
    del targets
    found = _secret_in([Path("/proc/self/environ"), Path("/proc/1/environ")])
    own = [name for name, value in os.environ.items() if MARK in value]
    return Found(True, ", ".join(own)) if own else found


def descriptors(targets: Targets) -> Found:
    """Look for descriptors beside the usual three."""
    del targets
    found = []
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - an iterator would open one more
        try:
            target = os.readlink(f"/proc/self/fd/{name}")  # noqa: PTH115 - of a descriptor
        except OSError:
            continue  # the one that this listing needed
        if int(name) > 2:
            found.append(target)
    return Found(bool(found), ", ".join(found) or "0, 1 and 2 only")


def replace_socket(targets: Targets) -> Found:
    """Remove the own socket, rename it, put something beside it."""
    del targets
    socket = Path(os.environ["ARENA_SOCKET"])
    return all_of(
        beside=attempt(socket.with_name("other").touch),
        rename=attempt(lambda: socket.rename(socket.with_name("gone"))),
        unlink=attempt(socket.unlink),
    )


def setuid(targets: Targets) -> Found:
    """Run a program that belongs to root and is marked to run as root."""
    done = subprocess.run([targets["setuid"], "-u"], capture_output=True, text=True, check=False)
    return Found(done.stdout.strip() == "0" and os.getuid() != 0, f"uid {done.stdout.strip()}")


def _secret_in(paths: list[Path]) -> Found:
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError:
            continue
        for word in content.split(b"\0"):
            if MARK.encode() in word:
                return Found(True, word.decode(errors="replace"))
    return Found(False, f"nothing in {len(paths)} environments")
