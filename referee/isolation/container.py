"""The level `container`: podman or docker, for hosts where bubblewrap cannot work.

The container's own file system is an image without content, made here and never fetched; into it
the same folders of the host are bound, read-only, as in a sandbox. So a bot sees the same at both
levels, and no image has to be kept in step with the arena. Starting costs about 300 ms.

The engine is a process that may run elsewhere: the bot is ended through it, by name.
"""

import asyncio
import io
import itertools
import json
import os
import shutil
import signal
import subprocess
import tarfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from referee.isolation import seccomp
from referee.isolation.limits import Limits
from referee.isolation.pipes import Pipes
from referee.isolation.plain import GatedProcess, check_program, gate, start_gated
from referee.isolation.port import Contained, HostError, Launch, Resources
from referee.isolation.probe import Trouble, install_fix
from referee.isolation.view import system, view_of
from referee.isolation.workspace import Workspace
from referee.match.blame import Usage

SOCKET: Final = "/run/arena/referee.sock"
IMAGE: Final = "localhost/arena-empty:2"
_TMP: Final = "/tmp"  # noqa: S108 - the bot's own
_ENGINES: Final = ("podman", "docker")
_ASK_S: Final = 10.0
_TRIAL_S: Final = 30.0
_NOBODY: Final = 61_184
"""The uid of bots when the engine is root's; a range in which no user has an account."""
_owners = itertools.count(1)


@dataclass(frozen=True)
class Engine:
    """A container engine, and whether it answers."""

    program: str = ""
    trouble: Trouble | None = None


@lru_cache(maxsize=1)
def try_container() -> Engine:
    """The first engine that works here."""
    troubles: list[str] = []
    for name in _ENGINES:
        if shutil.which(name) is None:
            continue
        said = _ask(name) or _trial(name)
        if not said:
            return Engine(name)
        troubles.append(f"{name} is here but does not work ({said})")
    why = "; ".join(troubles) or "neither podman nor docker is installed"
    fix = "sudo systemctl start docker" if troubles else install_fix("podman")
    return Engine("", Trouble(why, fix))


@dataclass(frozen=True)
class Container:
    """Bots in containers of podman or docker."""

    limits: Limits
    engine: str
    owner: str = field(default_factory=lambda: f"arena-{os.getpid()}-{next(_owners)}-")
    """How the names of its containers begin."""
    name: Final = "container"
    freezes: Final = True

    @property
    def meaning(self) -> str:
        return container_meaning(self.limits)

    @property
    def traces(self) -> tuple[str, ...]:
        ours = f"$({self.engine} ps --all --quiet --filter name=^{self.owner})"
        return (f"!{self.engine} rm --force {ours} >/dev/null 2>&1",)

    async def start(self, launch: Launch) -> Contained:
        check_program(launch)
        await asyncio.to_thread(_make_image, self.engine)
        named = f"{self.owner}{launch.socket.stem}"
        _filter(launch).write_text(json.dumps(seccomp.profile(launch.calls)))
        if os.geteuid() == 0 and not launch.speaks:
            os.chown(launch.socket, _NOBODY, _NOBODY)
        gated = await start_gated(
            launch, gate(launch), tuple(self.command(launch, named)), _engine_env()
        )
        return _InContainer(gated, self.engine, named)

    def close(self) -> None:
        """It holds nothing."""

    def command(self, launch: Launch, named: str) -> list[str]:
        """How the engine is called."""
        limits = self.limits
        user = _NOBODY if os.geteuid() == 0 else os.geteuid()
        words = [
            *(self.engine, "run", "--rm", "--pull", "never", "--name", named, "--network", "none"),
            *("--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges"),
            *("--security-opt", f"seccomp={_filter(launch)}"),
            *("--user", f"{user}:{user}", "--log-driver", "none", "--init", "--workdir"),
            *(str(launch.home), "--tmpfs", f"{_TMP}:rw,size={limits.disk_mb}m,mode=1777"),
            *("--memory", f"{limits.memory_mb}m", "--memory-swap", f"{limits.memory_mb}m"),
            *("--pids-limit", str(limits.processes), "--cpus", f"{limits.cpus:g}"),
            *("--ulimit", f"nofile={limits.open_files}:{limits.open_files}"),
            *("--ulimit", "core=0:0", "--ulimit", "nproc=1024:1024", "--env", "HOME=/tmp"),
            *("--env", "TMPDIR=/tmp", "--env", "LANG=C.UTF-8"),
        ]
        if self.engine == "podman":
            words += ["--read-only-tmpfs=false"]
        told = {"ARENA_ADDRESS": f"unix://{SOCKET}", "ARENA_SOCKET": SOCKET}
        environment = {**launch.environment, **({} if launch.speaks else told)}
        if launch.speaks:
            words += ["--interactive"]
        for name, value in environment.items():
            words += ["--env", f"{name}={value}"]
        view = view_of(launch)
        folders, _ = system()
        for path in (*folders, *view.shown, *view.late):
            words += ["--volume", f"{view.source(path)}:{path}:ro"]
        for path, _ in view.links:  # an engine makes no links: what they lead to is bound there
            words += ["--volume", f"{path.resolve()}:{path}:ro"]
        for path in view.masked:
            words += ["--tmpfs", f"{path}:ro,size=4k"]
        if not launch.speaks:
            words += ["--volume", f"{launch.socket}:{SOCKET}:ro"]
        return [*words, IMAGE, *launch.command]


def container_meaning(limits: Limits) -> str:
    """What the level protects against."""
    return (
        "each bot is in a container, without network and files but its own, "
        f"with {limits.memory_mb} MB of memory; slow to start"
    )


@dataclass
class _InContainer:
    """A program in a container; its engine's client is the process we hold."""

    client: GatedProcess
    engine: str
    named: str

    @property
    def process_group(self) -> int:
        return self.client.process_group

    @property
    def output(self) -> asyncio.StreamReader:
        return self.client.output

    @property
    def pipes(self) -> Pipes | None:
        return self.client.pipes

    @property
    def setup_failed(self) -> bool:
        return self.client.transport.get_returncode() == 125

    def go(self) -> None:
        self.client.go()

    async def wait(self) -> int:
        code = await self.client.wait()
        return 128 - code if 128 < code < 128 + signal.NSIG else code

    def resources(self) -> Resources:
        return Resources()

    def usage(self) -> Usage | None:
        """Its processes are the engine's children and not ours: nobody tells."""

    def freeze(self) -> None:
        self._tell("pause")

    def thaw(self) -> None:
        self._tell("unpause")

    def kill(self) -> None:
        self._tell("kill")
        self.client.kill()

    async def close(self) -> None:
        await self.client.close()
        self._tell("rm", "--force")

    def _tell(self, *words: str) -> None:
        with suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(
                [self.engine, *words, self.named],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_ASK_S,
                check=False,
            )


def _filter(launch: Launch) -> Path:
    """Where the system-call filter is written for the engine to read."""
    return launch.socket.with_suffix(".filter")


def _trial(engine: str) -> str:
    """Run a small program in a container; what went wrong, or nothing."""
    with Workspace() as workspace:
        folder = workspace.folder
        home, door = folder / "home", folder / "socket"
        home.mkdir()
        door.touch()
        launch = Launch(("/bin/true",), home, door, folder, {}, python=False)
        level = Container(Limits(), engine)
        _filter(launch).write_text(json.dumps(seccomp.profile(launch.calls)))
        try:
            _make_image(engine)
            done = subprocess.run(
                level.command(launch, f"{level.owner}trial"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_TRIAL_S,
                check=False,
            )
        except (OSError, HostError, subprocess.TimeoutExpired) as error:
            return str(error)
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return "" if done.returncode == 0 else lines[-1]


def _ask(engine: str) -> str:
    """What is wrong with an engine; nothing if it answers."""
    try:
        done = subprocess.run(
            [engine, "info", "--format", "{{json .}}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ASK_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    with suppress(ValueError):
        told = json.loads(done.stdout)
        if done.returncode == 0 and not told.get("ServerErrors"):
            return ""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else "it does not answer"


@lru_cache(maxsize=4)
def _make_image(engine: str) -> None:
    """An image of empty folders and the links of this system's root."""
    there = subprocess.run([engine, "image", "inspect", IMAGE], capture_output=True, check=False)
    if there.returncode == 0:
        return
    packed = io.BytesIO()
    folders, links = system()
    with tarfile.open(fileobj=packed, mode="w") as image:
        for path in (*map(Path, ("/dev", "/proc", "/tmp", "/run/arena")), *folders):  # noqa: S108
            info = tarfile.TarInfo(str(path)[1:])
            # What is mounted on a place must be of its kind.
            info.type = tarfile.REGTYPE if path.is_file() else tarfile.DIRTYPE
            info.mode = 0o755
            image.addfile(info)
        for path, target in links:
            info = tarfile.TarInfo(str(path)[1:])
            info.type, info.linkname = tarfile.SYMTYPE, target
            image.addfile(info)
    done = subprocess.run(
        [engine, "import", "-", IMAGE], input=packed.getvalue(), capture_output=True, check=False
    )
    if done.returncode != 0:
        raise HostError(f"{engine} cannot make an image: {done.stderr.decode().strip()}")


def _engine_env() -> dict[str, str]:
    """What an engine's client needs of the environment."""
    names = ("PATH", "HOME", "XDG_RUNTIME_DIR", "DOCKER_HOST", "CONTAINER_HOST")
    return {name: os.environ[name] for name in names if name in os.environ}
