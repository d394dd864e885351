"""Whether the sandbox works here, found by trying it; and if not, why, and what would mend it.

The trial is a real start with the real arguments, because less proves nothing: inside a container,
for example, everything works but a `/proc` of its own. It is made once per process.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from referee.isolation import seccomp
from referee.isolation.cgroups import Groups, NoGroups, find_groups
from referee.isolation.limits import Limits
from referee.isolation.port import Launch, LaunchError
from referee.isolation.sandbox import Sandbox
from referee.isolation.workspace import Workspace

APPARMOR_PROFILE: Final = (
    "abi <abi/4.0>,\\ninclude <tunables/global>\\n"
    "profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\\n"
)
_TRIAL_S: Final = 10.0
_OLDEST: Final = (0, 8)
_TOOLS: Final = (("prlimit", "util-linux"), ("setpriv", "util-linux"), ("unshare", "util-linux"))


@dataclass(frozen=True)
class Trouble:
    """Why something does not work, and the one command that would mend it."""

    why: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.why}; to mend it: {self.fix}" if self.fix else self.why


@dataclass(frozen=True)
class SandboxFacts:
    """What a trial of the sandbox has shown."""

    trouble: Trouble | None = None
    """Why it does not work, if it does not."""
    groups: Groups | None = None
    no_limits: Trouble | None = None
    """Why bots cannot be held to limits, if they cannot."""
    proc: bool = True

    def open(self, limits: Limits) -> Sandbox:
        """The level, as it works here."""
        return Sandbox(limits, self.groups and self.groups.own(), self.proc)


@lru_cache(maxsize=1)
def try_sandbox() -> SandboxFacts:
    """Whether and how the sandbox works for this process."""
    if (lacking := _lacking()) is not None:
        return SandboxFacts(lacking)
    groups: Groups | None = None
    no_limits: Trouble | None = None
    try:
        groups = find_groups()
    except (NoGroups, OSError) as error:
        no_limits = Trouble(str(error), limits_fix())
    said = _trial(groups, proc=True)
    if groups is not None and "control group" in said:
        no_limits = Trouble(said, limits_fix())
        groups = None
        said = _trial(groups, proc=True)
    proc = True
    if "mount proc" in said:
        proc = False
        said = _trial(groups, proc=False)
    trouble = diagnose(said) if said else None
    return SandboxFacts(trouble, groups if trouble is None else None, no_limits, proc)


def limits_fix(root: Path = Path("/")) -> str:
    """The command after which bots can be held to limits."""
    unified = (root / "sys/fs/cgroup/cgroup.controllers").exists()
    if unified and (root / "run/systemd/system").exists():
        return "systemd-run --user --scope -p Delegate=yes scripts/arena ..."
    if os.geteuid() == 0 and in_container(root):
        return "start the container with --privileged, or with its control groups writable"
    return "sudo scripts/arena ... (bots then get a uid of their own, and limits)"


def diagnose(said: str, root: Path = Path("/")) -> Trouble:
    """What bubblewrap's complaint means on the system at `root`."""
    kernel = root / "proc/sys/kernel"
    if "execvp" in said or "Can't find source path" in said:
        return Trouble(
            f"the bots' user cannot reach the interpreter ({said})",
            f"chmod -R go+rX {sys.prefix} {sys.base_prefix}",
        )
    if _setting(kernel / "unprivileged_userns_clone") == "0":
        return Trouble(
            "this kernel forbids user namespaces to users (kernel.unprivileged_userns_clone)",
            "sudo sysctl -w kernel.unprivileged_userns_clone=1",
        )
    if _setting(root / "proc/sys/user/max_user_namespaces") == "0":
        return Trouble(
            "this kernel allows no user namespaces (user.max_user_namespaces is 0)",
            "sudo sysctl -w user.max_user_namespaces=15000",
        )
    if _setting(kernel / "apparmor_restrict_unprivileged_userns") == "1":
        place = "/etc/apparmor.d/bwrap"
        return Trouble(
            "AppArmor holds user namespaces back from bubblewrap",
            f"printf '{APPARMOR_PROFILE}' | sudo tee {place} && sudo apparmor_parser -r {place}",
        )
    if in_container(root):
        return Trouble(
            f"this is a container that does not allow namespaces within ({said})",
            "start the container with --security-opt seccomp=unconfined"
            " --security-opt apparmor=unconfined --cap-add SYS_ADMIN",
        )
    return Trouble(f"bubblewrap fails: {said}")


def in_container(root: Path = Path("/")) -> bool:
    """Whether the system at `root` is the inside of a container."""
    if (root / ".dockerenv").exists() or (root / "run/.containerenv").exists():
        return True
    try:
        return b"container=" in (root / "proc/1/environ").read_bytes()
    except OSError:
        return False


def install_fix(package: str, root: Path = Path("/")) -> str:
    """The command that installs a package of that name."""
    for tool, words in (
        ("apt-get", "apt-get install -y"),
        ("dnf", "dnf install -y"),
        ("pacman", "pacman -S"),
        ("apk", "apk add"),
        ("zypper", "zypper install"),
    ):
        if (root / "usr/bin" / tool).exists() or (root / "sbin" / tool).exists():
            return f"sudo {words} {package}"
    return f"install {package}"


def _lacking() -> Trouble | None:
    """What must be there before a trial makes sense."""
    if sys.platform != "linux":
        return Trouble(f"the sandbox needs Linux, this is {platform.system()}")
    if not seccomp.supported():
        return Trouble(f"there is no system-call filter for {platform.machine()}")
    for tool, package in (("bwrap", "bubblewrap"), *_TOOLS):
        if shutil.which(tool) is None:
            what = "bubblewrap" if tool == "bwrap" else tool
            return Trouble(f"{what} is not installed", install_fix(package))
    if _version() < _OLDEST:
        return Trouble("bubblewrap is older than 0.8", install_fix("bubblewrap"))
    return None


def _version() -> tuple[int, ...]:
    done = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=False)
    return tuple(int(one) for one in re.findall(r"\d+", done.stdout)[:2])


def _trial(groups: Groups | None, *, proc: bool) -> str:
    """Start the arena's own Python in a sandbox; what went wrong, or nothing."""
    sandbox = Sandbox(Limits(), groups, proc)
    with Workspace() as workspace:
        for pattern in sandbox.traces:
            workspace.watch(pattern)
        folder = workspace.folder
        home, socket = folder / "home", folder / "socket"
        home.mkdir()
        socket.touch()
        command = (sys.executable, "-I", "-S", "-c", "pass")
        launch = Launch(command, home, socket, folder, {})
        output = bytearray()
        try:
            end = sandbox.run(launch, _TRIAL_S, output.extend)
        except LaunchError as error:
            return str(error)
        finally:
            sandbox.close()
    if not end.in_time:
        return f"it did not end in {_TRIAL_S:g} s"
    if end.code == 0:
        return ""
    lines = output.decode(errors="replace").split("\n")
    said = [line for line in lines if line.strip()]
    return said[-1].removeprefix("bwrap: ") if said else f"exit code {end.code}"


def _setting(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def effective_user() -> str:
    """Under whose uid bots run here, in words."""
    return "a uid of their own" if os.geteuid() == 0 else "your own uid, behind namespaces"
