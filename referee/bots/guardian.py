"""Cleans up after a referee that was killed: a program of its own, started beside each referee.

It runs alone (``python -I -S guardian.py FOLDER``) with a pipe from the referee as its input, on
which it is told the process groups to watch: ``+GROUP`` when a bot is about to start, ``-GROUP``
when it is gone. The pipe closes when the referee ends, however it ends. Then what is left of the
groups is killed and the folder removed, and the guardian ends too.
"""

import contextlib
import os
import shutil
import signal
import sys


def main() -> None:
    """Wait for the end of the referee, then leave nothing behind."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(name, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    shutil.rmtree(sys.argv[1], ignore_errors=True)


if __name__ == "__main__":
    main()
