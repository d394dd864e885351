"""Attacks that use up what others need."""

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.proofs.attacks.attempt import Found, Targets

_MB: Final = 1024 * 1024
_FORKS: Final = 300
_MEMORY_MB: Final = 1024
_DISK_MB: Final = 300
_FILES: Final = 50_000
_SPIN_S: Final = 1.0
_SPINNERS: Final = 4
_DESCRIPTORS: Final = 30_000
_PLACES: Final = ("/tmp", "/dev/shm", "/dev", "/", "/run/arena", "/var/tmp", ".")  # noqa: S108


def forks(targets: Targets) -> Found:
    """Fork until it is refused."""
    del targets
    children: list[int] = []
    refused = "the cap of the attack"
    while len(children) < _FORKS:
        try:
            child = os.fork()
        except OSError as error:
            refused = os.strerror(error.errno or 0)
            break
        if child == 0:
            signal.pause()
            os._exit(0)
        children.append(child)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return Found(len(children) > 100, f"{len(children)} forks, then {refused}")


def memory(targets: Targets) -> Found:
    """Fill a gigabyte; where a limit holds, this does not return."""
    del targets
    held = []
    for _ in range(_MEMORY_MB // 32):
        try:
            held.append(b"\x01" * (32 * _MB))
        except MemoryError:
            break
    return Found(len(held) * 32 > 512, f"{len(held) * 32} MB")


def disk(targets: Targets) -> Found:
    """Write everywhere, in many files."""
    del targets
    told = []
    total = 0
    for place in _PLACES:
        written = _fill(Path(place))
        total += written
        if written:
            told.append(f"{place} {written // _MB} MB")
    return Found(total > 128 * _MB, ", ".join(told) or "nothing could be written")


def _fill(place: Path) -> int:
    written = 0
    made: list[Path] = []
    with suppress(OSError):
        for number in range(_DISK_MB // 30):
            path = place / f"arena-attack-{number}"
            with path.open("wb") as file:
                made.append(path)
                for _ in range(30):
                    written += file.write(b"x" * _MB)
    for path in made:
        path.unlink()
    return written


def many_files(targets: Targets) -> Found:
    """Leave empty files behind; whether the host sees them is for others to say."""
    del targets
    count = 0
    with suppress(OSError):
        for count in range(_FILES):
            os.close(os.open(f"/tmp/arena-attack-{count}", os.O_CREAT, 0o600))  # noqa: S108
    return Found(False, f"{count + 1} files")


def spin(targets: Targets) -> Found:
    """Burn as many processors as there are."""
    del targets
    code = f"import time\nend = time.monotonic() + {_SPIN_S}\nwhile time.monotonic() < end: pass"
    begun = time.monotonic()
    spinners = [subprocess.Popen([sys.executable, "-S", "-c", code]) for _ in range(_SPINNERS)]
    for spinner in spinners:
        spinner.wait()
    wall = time.monotonic() - begun
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return Found(used > 1.4 * wall, f"{used:.2f} s of processors in {wall:.2f} s")


def descriptors(targets: Targets) -> Found:
    """Open files until it is refused."""
    del targets
    opened: list[int] = []
    with suppress(OSError):
        opened.extend(os.open("/dev/null", os.O_RDONLY) for _ in range(_DESCRIPTORS))
    top = os.dup(0) if len(opened) == _DESCRIPTORS else max(_open_now(), default=0)
    return Found(top > 1024, f"{top} descriptors")


def _open_now() -> list[int]:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return [one for one in range(min(soft, _DESCRIPTORS)) if _is_open(one)]


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
