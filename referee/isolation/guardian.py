"""Cleans up after a referee that was killed: a program of its own, started beside each referee.

It runs alone (``python -I -S guardian.py FOLDER``) with a pipe from the referee as its input, on
which it is told what to watch: ``+GROUP`` when a bot with that process group is about to start,
``-GROUP`` when it is gone, ``+/PATTERN`` for control groups and files that are the referee's, and
``+!COMMAND`` for what removes its containers. The pipe closes when the referee ends, however it
ends. Then what is left of all groups is killed, control groups, files, containers and folder are
removed, and the guardian ends too.

Since it must run alone, how a control group is emptied is told here, for all who do it.
"""

import contextlib
import glob
import os
import shutil
import signal
import sys
import time

PATIENCE_S = 5.0
Folder = str | os.PathLike[str]
"""Of a control group, in one hierarchy."""


def main() -> None:
    """Wait for the end of the referee, then leave nothing behind."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(name, signal.SIG_IGN)
    watched: set[str] = set()
    for line in sys.stdin:
        change = watched.add if line[0] == "+" else watched.discard
        change(line[1:].rstrip("\n"))
    for one in watched:
        if one.isdecimal():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(int(one), signal.SIGKILL)
    for one in watched:
        if one.startswith("/"):
            for path in glob.glob(one):  # noqa: PTH207 - quick to start
                remove(path)
        elif one.startswith("!"):
            os.system(one[1:])  # noqa: S605 - the referee's own words
    shutil.rmtree(sys.argv[1], ignore_errors=True)


def remove(path: str) -> None:
    """Remove a file, or a control group with all that is in it."""
    if os.path.isfile(path):  # noqa: PTH113 - quick to start
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108 - quick to start
    else:
        empty(path)


def empty(folder: Folder, patience_s: float = PATIENCE_S) -> None:
    """End everything in a control group and remove it."""
    deadline = time.monotonic() + patience_s
    while not try_empty(folder) and time.monotonic() < deadline:
        time.sleep(0.002)


def try_empty(folder: Folder) -> bool:
    """End everything in a control group; whether it could be removed, or was not there.

    What was killed takes a moment to leave, so whoever wants it gone asks again.
    """
    if os.path.isdir(folder):  # noqa: PTH112 - quick to start
        end_members(folder)
        with contextlib.suppress(OSError):
            os.rmdir(folder)  # noqa: PTH106 - quick to start
    return not os.path.isdir(folder)  # noqa: PTH112 - quick to start


def end_members(folder: Folder) -> None:
    """Kill what is in a control group, in either form; what was frozen dies when it thaws."""
    _write(f"{folder}/cgroup.kill", "1")
    for process in members(folder):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    _write(f"{folder}/freezer.state", "THAWED")
    _write(f"{folder}/cgroup.freeze", "0")


def members(folder: Folder) -> list[int]:
    """The processes in a control group, as far as they can be seen from here."""
    with contextlib.suppress(OSError), open(f"{folder}/cgroup.procs") as file:  # noqa: PTH123
        # One outside of our process namespace is listed as 0, which as a target means ourselves.
        return [process for process in map(int, file) if process]
    return []


def _write(path: str, text: str) -> None:
    """Write where such a file exists; it differs between kernels."""
    with contextlib.suppress(OSError):
        if os.path.exists(path):  # noqa: PTH110 - quick to start
            with open(path, "w") as file:  # noqa: PTH123 - quick to start
                file.write(text)


if __name__ == "__main__":
    main()
