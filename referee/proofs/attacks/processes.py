"""Attacks on other processes, the referee's first of all."""

import os
import resource
import signal
import subprocess
import sys
from typing import Final

from referee.proofs.attacks.attempt import Found, Targets, all_of, attempt, system_call

DAEMON_MARK: Final = "arena-attack-daemon"
_SEIZE: Final = 0x4206
_LINGER_S: Final = 60


def signal_referee(targets: Targets) -> Found:
    """Send it a signal; one that does nothing, where it arrives."""
    return attempt(lambda: os.kill(int(targets["referee"]), signal.SIGCONT))


def kill_everything(targets: Targets) -> Found:
    """Send everybody the signal that nobody survives."""
    del targets
    return Found(False, attempt(lambda: os.kill(-1, signal.SIGKILL)).detail)


def trace(targets: Targets) -> Found:
    """Take control of the referee, or of any process."""
    return all_of(
        referee=system_call("ptrace", _SEIZE, int(targets["referee"]), 0, 0),
        parent=system_call("ptrace", _SEIZE, os.getppid(), 0, 0),
        memory=system_call("process_vm_readv", os.getppid(), 0, 0, 0, 0, 0),
    )


def inspect(targets: Targets) -> Found:
    """Read what limits and processors the referee has."""
    referee = int(targets["referee"])
    return all_of(
        processors=attempt(lambda: len(os.sched_getaffinity(referee))),
        limits=attempt(lambda: resource.prlimit(referee, resource.RLIMIT_NOFILE)),
    )


def choose_processors(targets: Targets) -> Found:
    """Move to another processor; the share of time stays what it was."""
    del targets
    return attempt(lambda: os.sched_setaffinity(0, {max(os.sched_getaffinity(0))}))


def raise_priority(targets: Targets) -> Found:
    """Become more important than others."""
    del targets
    return all_of(
        nice=attempt(lambda: os.nice(-10)),
        realtime=attempt(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))),
    )


def daemon(targets: Targets) -> Found:
    """Start a program that outlives its parents; who finds it is for others to say."""
    del targets
    code = (
        "import signal, time\n"
        "for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):\n"
        "    signal.signal(one, signal.SIG_IGN)\n"
        f"time.sleep({_LINGER_S})\n"
    )
    nothing = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-S", "-c", code, DAEMON_MARK],
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=True,
    )
    return Found(False, "started")
