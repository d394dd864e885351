"""Cleans up after a referee that was killed: a program of its own, started beside each referee.

It runs alone (``python -I -S guardian.py FOLDER``) with a pipe from the referee as its input, on
which it is told what to watch: ``+GROUP`` when a bot with that process group is about to start,
``-GROUP`` when it is gone, ``+/PATTERN`` for control groups and files that are the referee's, and
``+!COMMAND`` for what removes its containers. The pipe closes when the referee ends, however it
ends. Then what is left of all groups is killed, control groups, files, containers and folder are
removed, and the guardian ends too.
"""

import contextlib
import glob
import os
import shutil
import signal
import sys
import time

PATIENCE_S = 5.0


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
        remove_group(path)


def remove_group(folder: str) -> None:
    """Kill what is in a control group and remove it."""
    deadline = time.monotonic() + PATIENCE_S
    while os.path.isdir(folder) and time.monotonic() < deadline:  # noqa: PTH112 - quick to start
        kill_members(f"{folder}/cgroup.procs")
        for name, thawed in (("freezer.state", "THAWED"), ("cgroup.freeze", "0")):
            with contextlib.suppress(OSError):
                if os.path.exists(f"{folder}/{name}"):  # noqa: PTH110 - quick to start
                    with open(f"{folder}/{name}", "w") as file:  # noqa: PTH123 - quick to start
                        file.write(thawed)
        with contextlib.suppress(OSError):
            os.rmdir(folder)  # noqa: PTH106 - quick to start
            return
        time.sleep(0.005)


def kill_members(path: str) -> None:
    """Kill the processes that a file lists."""
    with contextlib.suppress(OSError), open(path) as members:  # noqa: PTH123 - quick to start
        for process in members:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(process), signal.SIGKILL)


if __name__ == "__main__":
    main()
